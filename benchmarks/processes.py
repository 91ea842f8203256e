"""Whole processes: two workers beside one, the command beside an empty Python."""

from __future__ import annotations

import itertools
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import Pair, Row
from mjlog.simulate import Run, run


def workers() -> Pair:
    """Simulating with two processes, beside one."""
    numbers = itertools.count()

    def simulated(processes: int) -> int:
        folder = Path(tempfile.mkdtemp(prefix="mjlog-benchmark-"))
        try:
            task = Run.of("tuidaohe", [], next(numbers), 1_600, "random")
            return run(task, str(folder / "out"), processes, lambda n: None).games
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    return lambda: simulated(2), lambda: simulated(1)


def command() -> Pair:
    """`mjlog --help` beside `python -c pass`."""

    def started(*args: str) -> int:
        subprocess.run([sys.executable, *args], check=True, stdout=subprocess.DEVNULL)
        return 1

    return lambda: started("-m", "mjlog", "--help"), lambda: started("-c", "pass")


ROWS = (
    Row("workers", "simulate with 2 processes", "1 process", 1.6, workers, clock="wall"),
    Row("help", "mjlog --help", "python -c pass", 1 / 16, command, clock="wall", standard=True),
)
