"""Every row of the benchmarks runs and gives a ratio; nothing here asks how fast."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.measure import measure
from benchmarks.rows import ROWS

ROOT = Path(__file__).resolve().parents[2]
SLOW = ("workers", "help", "load")


@pytest.mark.parametrize("row", [r for r in ROWS if r.name not in SLOW], ids=lambda r: r.name)
def test_a_row_gives_a_ratio(row):
    result = measure(row, seconds=0.0, passes=1)
    assert result.lowest == result.best > 0 and result.work_rate > 0


def test_names_are_unique_and_only_standard_rows_with_a_target_can_fail():
    assert len({r.name for r in ROWS}) == len(ROWS)
    assert all(r.target is None or r.target > 0 for r in ROWS)


def test_the_command_writes_json_and_refuses_unknown_rows(tmp_path):
    def run(*args):
        return subprocess.run(
            [sys.executable, "-m", "benchmarks", *args], cwd=ROOT, capture_output=True, text=True, check=False
        )

    done = run("--only", "write", "--json", str(tmp_path / "r.json"))
    assert done.returncode == 0, done.stderr
    found = json.loads((tmp_path / "r.json").read_text())
    assert [r["name"] for r in found["rows"]] == ["write"] and found["versions"]["python"]
    assert run("--only", "nothing").returncode == 2
