"""Checks of whole logs: replay, random access, the JSON form, and sums of scores."""

from __future__ import annotations

import io
from collections.abc import Sequence
from random import Random

from mjlog import events as ev
from mjlog.conform.samples import Outcome, Sample, fingerprint, picks, walk
from mjlog.log import read_games
from mjlog.log.write import dump_game
from mjlog.replay import Checker, Replayer
from mjlog.rules import Ruleset

JUMPS = 25


def replay_is_legal(rules: Ruleset, games: Sequence[Sample]) -> Outcome:
    """Every event of a played game is legal when it is replayed with every event checked."""
    out = Outcome()
    for g in games:
        checker = Checker(rules)
        for entry in g.game.entries:
            checker.feed(entry)
        found = checker.report.findings
        out.that(not found, f"{g.name}: {found[0] if found else ''}")
    return out


def replay_equals_live(rules: Ruleset, games: Sequence[Sample]) -> Outcome:
    """The replayed state is the live one after every event: table, phase, actor, memory, match."""
    out = Outcome()
    for g in games:
        for i, s, _e in walk(rules, g.events):
            if i:
                out.that(fingerprint(s) == g.digests[i - 1], f"{g.name} event {i}: replay differs from play")
    return out


def jump_equals_step(rules: Ruleset, games: Sequence[Sample]) -> Outcome:
    """A jump to any position, forward or back, gives the state of stepping there."""
    out = Outcome()
    for g in games:
        replayer = Replayer(g.game)
        rng = Random(len(g.events))
        order = list(picks(len(g.events), JUMPS, rng))
        rng.shuffle(order)
        for n in order:
            if n:
                out.that(
                    fingerprint(replayer.at(n)) == g.digests[n - 1],
                    f"{g.name}: at({n}) differs from stepping",
                )
    return out


def round_trip(rules: Ruleset, games: Sequence[Sample]) -> Outcome:
    """A game written and read again is the same, and no line is lost."""
    out = Outcome()
    for g in games:
        back = list(read_games(io.BytesIO(dump_game(g.game))))
        same = len(back) == 1 and not back[0].errors and back[0].sealed
        out.that(same, f"{g.name}: cannot be read back")
        if same:
            out.that(back[0].header == g.game.header, f"{g.name}: another header comes back")
            out.that([x.e for x in back[0].entries] == g.events, f"{g.name}: other events come back")
    return out


def scores_add_up(rules: Ruleset, games: Sequence[Sample]) -> Outcome:
    """Points only move: deltas and pot of every settlement sum to nothing, and the end has the scores so far.

    A ruleset that makes or destroys points says so with the hook ``open_sum``.
    """
    out = Outcome()
    closed = "open_sum" not in rules.hooks
    for g in games:
        for i, s, e in walk(rules, g.events):
            if isinstance(e, ev.Settled) and closed:
                out.that(
                    sum(e.deltas or []) + e.pot == 0,
                    f"{g.name} event {i + 1}: {e.deltas} and {e.pot} make points",
                )
            if isinstance(e, ev.MatchEnded):
                out.that(
                    e.scores == s.table.score,
                    f"{g.name}: ends with {e.scores}, the table has {s.table.score}",
                )
    return out
