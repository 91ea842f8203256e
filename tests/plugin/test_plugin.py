"""The plug-in example as somebody has it who installed it: found by its entry point, run by every command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "plugin-example"


@pytest.fixture(scope="module")
def mjlog(tmp_path_factory):
    """Run mjlog in a process that sees the example as an installed distribution."""
    folder = tmp_path_factory.mktemp("site")
    for path in EXAMPLE.glob("mjlog_pairs*"):
        (folder / path.name).write_bytes(path.read_bytes())
    info = folder / "mjlog_pairs-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mjlog-pairs\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[mjlog.rulesets]\npairs = mjlog_pairs:rulesets\n")

    def run(*args, code=0, **env):
        done = subprocess.run(
            [sys.executable, "-m", "mjlog", *map(str, args)],
            capture_output=True,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{EXAMPLE.parents[1]}", **env},
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout if not code else done.stderr

    run.folder = folder
    return run


def test_the_entry_point_is_the_one_of_the_example():
    text = (EXAMPLE / "pyproject.toml").read_text()
    assert '[project.entry-points."mjlog.rulesets"]\npairs = "mjlog_pairs:rulesets"' in text


def test_it_is_listed_and_shown(mjlog):
    rows = {r["id"]: r for r in json.loads(mjlog("rules", "--json"))}
    assert rows["pairs-2"]["name_zh"] == "对子"
    assert "siren" in rows
    assert "pairs.win.3" in mjlog("rules", "show", "pairs-1")


def test_the_diff_is_what_the_revision_changes(mjlog):
    text = mjlog("rules", "diff", "pairs-1", "pairs-2")
    assert "win_on_discard" in text and "points" in text and "four_is_two" not in text


def test_simulate_verify_show_and_store(mjlog, tmp_path):
    log = tmp_path / "p.jsonl.gz"
    for ruleset, more in (
        ("pairs-1", ["--option", "pairs=3"]),
        ("pairs-2", ["--bots", "easy,normal,expert,random"]),
    ):
        mjlog("simulate", ruleset, "--games", 6, "--seed", 4, "--out", log, *more)
        assert mjlog("verify", log).splitlines()[-1].endswith("6 verified, 0 failed")
        found = json.loads(mjlog("show", log, "--game", 2, "--json"))
        assert found["ruleset"] == ruleset and found["phase"] == "over"
    db = tmp_path / "p.duckdb"
    mjlog("load", log, "--db", db)
    rows = json.loads(mjlog("stats", "--db", db, "--ruleset", "pairs-2", "--json"))
    assert all(r["ruleset"].startswith("pairs-2") for r in rows) and any(r["denominator"] for r in rows)


@pytest.mark.parametrize("ruleset", ["pairs-1", "pairs-2"])
def test_it_conforms(mjlog, ruleset):
    last = mjlog("conform", ruleset, "--games", 3).splitlines()[-1]
    assert last.endswith(", 0 failed")


def test_its_refusals_cite_its_clauses(mjlog, tmp_path):
    log = tmp_path / "p.jsonl"
    mjlog("simulate", "pairs-1", "--games", 1, "--seed", 1, "--out", log)
    lines = log.read_text().splitlines()
    i = next(i for i, x in enumerate(lines) if '"type":"discarded"' in x)
    lines[i] = (
        lines[i]
        .replace('"part":"held"', '"part":"held","face":"down"')
        .replace('"part":"drawn"', '"part":"drawn","face":"down"')
    )
    log.write_text("\n".join(lines[:-1]) + "\n")
    told = subprocess.run(
        [sys.executable, "-m", "mjlog", "verify", str(log)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": f"{mjlog.folder}{os.pathsep}{EXAMPLE.parents[1]}"},
    )
    assert told.returncode == 1 and "[pairs.turn.1]" in told.stdout


def test_plugins_can_be_switched_off(mjlog):
    told = mjlog("rules", "show", "pairs-1", code=1, MJLOG_NO_PLUGINS="1")
    assert "unknown ruleset 'pairs-1'" in told and "Traceback" not in told


def test_a_plugin_that_does_not_load_is_named(mjlog, tmp_path):
    info = tmp_path / "bad-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bad\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[mjlog.rulesets]\nbad = no_such_module:rulesets\n")
    told = mjlog("rules", code=1, PYTHONPATH=f"{tmp_path}{os.pathsep}{EXAMPLE.parents[1]}")
    assert "plug-in bad (no_such_module:rulesets) does not load" in told and "Traceback" not in told
