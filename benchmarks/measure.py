"""Timing two pieces of work side by side: alternating passes, rates, the ratio with its spread."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

Work = Callable[[], int]
"""Does some work and returns how many units (events, hands, rows) it did."""
Pair = tuple[Work, Work]
Clock = Literal["cpu", "wall"]

CLOCKS: dict[Clock, Callable[[], float]] = {"cpu": time.process_time, "wall": time.perf_counter}


class Missing(Exception):
    """A peer or file that this row needs is not there; the row is skipped."""


@dataclass(frozen=True)
class Row:
    """One comparison: what is done, beside what, the ratio to reach, and how to make both pieces of work.

    `make` returns (work, yardstick); the ratio is units a second of work over units a second of yardstick.
    `standard` says that the yardstick is the standard library's, so that CI may hold the row to half of `target`.
    """

    name: str
    work: str
    yardstick: str
    target: float | None
    make: Callable[[], Pair] = field(repr=False)
    clock: Clock = "cpu"
    standard: bool = False


@dataclass(frozen=True)
class Result:
    """Ratios of five passes: best, median, lowest; rates of the median pass in units a second."""

    row: Row
    best: float
    median: float
    lowest: float
    work_rate: float
    yard_rate: float


def rate(work: Work, clock: Callable[[], float], seconds: float) -> float:
    """Units a second over one pass of at least so many seconds."""
    units, start = 0, clock()
    while True:
        units += work()
        spent = clock() - start
        if spent >= seconds:
            return units / spent


def measure(row: Row, seconds: float = 0.15, passes: int = 5) -> Result:
    """One warm-up, then passes in which yardstick and work alternate; raises Missing if a peer is not there."""
    work, yard = row.make()
    clock = CLOCKS[row.clock]
    work(), yard()
    pairs = []
    for _ in range(passes):
        gc.collect()
        under = rate(yard, clock, seconds)
        gc.collect()
        pairs.append((rate(work, clock, seconds) / under, under))
    ratios = sorted(r for r, _ in pairs)
    middle = statistics.median_low(ratios)
    under = next(u for r, u in pairs if r == middle)
    return Result(row, ratios[-1], middle, ratios[0], middle * under, under)
