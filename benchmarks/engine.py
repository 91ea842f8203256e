"""The engine: folding events, checked replay, random play."""

from __future__ import annotations

import random

from benchmarks import data
from benchmarks.logs import parse_lines
from benchmarks.measure import Pair, Row
from mjlog import rulesets
from mjlog.events import HandStarted
from mjlog.play import Player
from mjlog.replay import check
from mjlog.table import Table

HOUSE = "tuidaohe"


def fold() -> Pair:
    """The rules-free table obeys events: tiles held, tiles not yet seen, what lies ready."""
    games = [(rulesets.get(g.header.ruleset), [x.e for x in g.entries]) for g in data.games(HOUSE)]

    def work() -> int:
        n = 0
        for rules, events in games:
            obey = Table(rules.kinds, rules.seats).obey
            for e in events:
                obey(e)
            n += len(events)
        return n

    return work, parse_lines


def replaying() -> Pair:
    """Events applied with phase, turn and memory, nothing asked."""
    games = [(rulesets.get(g.header.ruleset), [x.e for x in g.entries]) for g in data.games(HOUSE)]

    def work() -> int:
        n = 0
        for rules, events in games:
            state, apply = rules.start(), rules.apply
            for e in events:
                apply(state, e, check=False)
            n += len(events)
        return n

    return work, parse_lines


def checking(ruleset: str) -> Pair:
    """Every event legal and every score recomputed, beside the unchecked replay of the same log."""
    games = data.games(ruleset)
    plain = [(rulesets.get(g.header.ruleset), [x.e for x in g.entries]) for g in games]

    def work() -> int:
        reports = [check(g) for g in games]
        assert all(r.ok for r in reports)
        return sum(len(g.entries) for g in games)

    def yard() -> int:
        n = 0
        for rules, events in plain:
            state, apply = rules.start(), rules.apply
            for e in events:
                apply(state, e, check=False)
            n += len(events)
        return n

    return work, yard


def playing(ruleset: str) -> Pair:
    """Hands played at random without a log, beside shuffles of 136 tiles."""
    rules = rulesets.get(ruleset)
    start = [0]

    def work() -> int:
        hands = 0

        def count(e: object) -> None:
            nonlocal hands
            hands += type(e) is HandStarted

        for _ in range(5):
            start[0] += 1
            Player(rules, 5, [None] * rules.seats, start[0], count).run()
        return hands

    tiles, shuffle = list(range(136)), random.Random(5).shuffle

    def yard() -> int:
        for _ in range(100):
            shuffle(tiles)
        return 100

    return work, yard


def _check_row(ruleset: str) -> Row:
    return Row(
        f"check-{ruleset}", f"rule-checked replay of {ruleset}", "unchecked replay", 0.15, lambda: checking(ruleset)
    )  # fmt: skip


def _play_row(ruleset: str) -> Row:
    return Row(
        f"play-{ruleset}",
        f"a hand of {ruleset} at random, no log",
        "random.shuffle of 136",
        0.01 if ruleset.startswith(("tuidaohe", "siren")) else None,
        lambda: playing(ruleset),
        standard=True,
    )


ROWS = (
    Row("fold", "table obeys events already read", "json.loads a line", 4.0, fold, standard=True),
    Row("replay", "replay of events already read", "json.loads a line", 4.0, replaying, standard=True),
    *map(_check_row, ("tuidaohe", "siren")),
    *(_play_row(r) for r in rulesets.BUILT_IN),
)
