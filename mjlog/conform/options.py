"""Checks of options: every legal value plays, and so does every pair of values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Any

from mjlog.conform.samples import Outcome, Sample, sample
from mjlog.errors import MjlogError, OptionError
from mjlog.replay import Checker
from mjlog.rules import Ruleset

TRIES = 12


def plays(out: Outcome, rules: Ruleset, chosen: dict[str, Any], bots: str) -> None:
    """Play one game with options and replay it with every event checked."""
    what = " ".join(f"{k}={v}" for k, v in chosen.items()) or "defaults"
    try:
        bound = rules.bind({**rules.given, **chosen})
    except OptionError as error:
        out.that(str(error), f"{what}: refused without a word")
        return
    try:
        g = sample(bound, 5, bots, 0)
    except MjlogError as error:
        out.that(False, f"{what}: {error}")
        return
    checker = Checker(bound)
    for entry in g.game.entries:
        checker.feed(entry)
    found = checker.report.findings
    out.that(not found, f"{what}: {found[0] if found else ''}")


def every_value(rules: Ruleset, games: Sequence[Sample]) -> Outcome:
    """Each parameter at each of its values plays a random and a greedy game that replay without a finding."""
    out = Outcome(passed=not rules.params)
    for name, param in rules.params.items():
        for value in param.examples():
            for bots in ("random", "greedy"):
                plays(out, rules, {name: value}, bots)
    return out


def every_pair(rules: Ruleset, games: Sequence[Sample]) -> Outcome:
    """Each pair of values of two parameters occurs in some game."""
    out = Outcome(passed=len(rules.params) < 2)
    values = {n: p.examples() for n, p in rules.params.items()}
    for chosen in covering(values, Random(1)):
        plays(out, rules, chosen, "greedy")
    return out


def covering(values: dict[str, list[Any]], rng: Random) -> Iterator[dict[str, Any]]:
    """Rows that together hold every pair of values of two parameters: greedy, not minimal.

    >>> len(list(covering({"a": [1, 2], "b": [1, 2], "c": [1, 2]}, Random(1)))) < 8
    True
    """
    names = list(values)
    left = {
        (a, i, b, j)
        for a, b in combinations(names, 2)
        for i in range(len(values[a]))
        for j in range(len(values[b]))
    }
    while left:
        seed = min(left)
        best: dict[str, int] = {}
        most = -1
        for _ in range(TRIES):
            row = {n: rng.randrange(len(values[n])) for n in names}
            row[seed[0]], row[seed[2]] = seed[1], seed[3]
            new = sum((a, row[a], b, row[b]) in left for a, b in combinations(names, 2))
            if new > most:
                best, most = row, new
        left -= {(a, best[a], b, best[b]) for a, b in combinations(names, 2)}
        yield {n: values[n][i] for n, i in best.items()}
