"""Checks of single steps: options apply, nothing else does, tiles are conserved, windows agree with themselves."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from mjlog import events as ev
from mjlog.conform.samples import Outcome, Sample, picks, walk
from mjlog.errors import IllegalEvent, MjlogError
from mjlog.play import fill
from mjlog.rules import Event, Ruleset, State, fits, stages
from mjlog.table import Table

STATES = 60
"""Positions of each game at which every option is tried."""


def misplaced(table: Table) -> str:
    """What is wrong with the zones: a slot that lies nowhere or twice; empty if all is well."""
    found = [i for zone in table.zones().values() for part in zone for i in part]
    if len(found) != len(set(found)):
        return "a tile lies in two zones"
    if len(found) != len(table.kind):
        return f"{len(table.kind) - len(found)} tiles are gone"
    for q, hand in enumerate(table.hand):
        known = [table.kind[i] for i in hand if table.kind[i] >= 0]
        if any(table.held[q][k] != known.count(k) for k in range(table.kinds.n)):
            return f"the counts of seat {q} do not follow its hand"
    return ""


def games_end(rules: Ruleset, games: Sequence[Sample]) -> Outcome:
    """Every game ends with match_ended, has an option at every state before, and none after."""
    out = Outcome()
    for g in games:
        out.that(g.events and type(g.events[-1]) is ev.MatchEnded, f"{g.name} does not end with match_ended")
        for i, s, e in walk(rules, g.events):
            options = rules.legal(s)
            if e is None:
                out.that(not options and s.over, f"{g.name}: options after the end")
            else:
                out.that(options, f"{g.name} event {i + 1} ({s.phase}): no option")
            wrong = misplaced(s.table) if s.table.kind else ""
            out.that(not wrong, f"{g.name} event {i + 1}: {wrong}")
    return out


def options_apply(rules: Ruleset, games: Sequence[Sample]) -> Outcome:
    """Every option applies to a copy of its state, keeps every tile, and leaves a way on."""
    out = Outcome()
    for g in games:
        rng = Random(len(g.events))
        chosen = picks(len(g.events), STATES, rng)
        for i, s, e in walk(rules, g.events):
            if i not in chosen or e is None:
                continue
            for o in rules.legal(s):
                twin = s.copy()
                what = f"{g.name} event {i + 1} ({s.phase}): {ev.words(o)}"
                try:
                    rules.apply(twin, fill(twin, o, rng))
                except MjlogError as error:
                    out.that(False, f"{what} is listed but refused: {error}")
                    continue
                wrong = misplaced(twin.table) if twin.table.kind else ""
                out.that(not wrong, f"{what}: {wrong}")
                out.that(twin.over or rules.legal(twin), f"{what} leaves no way on")
    return out


def unlisted_refused(rules: Ruleset, games: Sequence[Sample]) -> Outcome:
    """Events of the same game from elsewhere apply only where they are listed, and a refusal cites a clause."""
    out = Outcome()
    for g in games:
        rng = Random(len(g.events))
        chosen = picks(len(g.events), STATES, rng)
        for i, s, _e in walk(rules, g.events):
            if i not in chosen:
                continue
            for other in rng.sample(g.events, min(12, len(g.events))):
                if listed(rules, s, other):
                    continue
                twin = s.copy()
                what = f"{g.name} event {i + 1} ({s.phase}): {ev.words(other)}"
                try:
                    rules.apply(twin, other)
                except IllegalEvent as error:
                    out.that("." in error.clause, f"{what} is refused without a clause")
                except MjlogError:
                    out.that(False, f"{what} is refused by the tiles, not by the rules")
                else:
                    out.that(False, f"{what} is not listed but applies")
    return out


def listed(rules: Ruleset, s: State, e: Event) -> bool:
    """Is the event among the options, without asking any window's own test?"""
    return any(o == e or fits(o, e) for o in rules.legal(s))


def windows_agree(rules: Ruleset, games: Sequence[Sample]) -> Outcome:
    """`has` of every window accepts what it lists and refuses what it does not; `types` covers what it lists."""
    out = Outcome()
    for g in games:
        rng = Random(len(g.events))
        chosen = picks(len(g.events), STATES, rng)
        for i, s, _e in walk(rules, g.events):
            if i not in chosen:
                continue
            for w in rules.windows(s):
                options = list(w.options(s))
                where = f"{g.name} event {i + 1} ({s.phase}), window {w.clause or w.role}"
                out.that(all(type(o) in w.types for o in options), f"{where}: lists a type it does not name")
                if w.has is None:
                    continue
                for o in options:
                    out.that(w.has(s, o), f"{where}: lists {ev.words(o)} but refuses it")
                for other in rng.sample(g.events, min(8, len(g.events))):
                    if type(other) in w.types and not any(o == other or fits(o, other) for o in options):
                        out.that(
                            not w.has(s, other), f"{where}: accepts {ev.words(other)} but does not list it"
                        )
    return out


def sampling_agrees(rules: Ruleset, games: Sequence[Sample]) -> Outcome:
    """`size` and `draw` of a window give exactly its list; a stage that calls itself idle has no option."""
    out = Outcome()
    for g in games:
        chosen = picks(len(g.events), STATES, Random(len(g.events)))
        for i, s, _e in walk(rules, g.events):
            if i not in chosen:
                continue
            for stage in stages(rules.windows(s)):
                if stage[0].idle is not None and stage[0].idle(s):
                    where = f"{g.name} event {i + 1} ({s.phase}), stage of {stage[0].clause}"
                    out.that(not any(w.options(s) for w in stage), f"{where}: is called idle but has options")
            for w in rules.windows(s):
                if w.size is None or w.draw is None:
                    continue
                options = list(w.options(s))
                where = f"{g.name} event {i + 1} ({s.phase}), window {w.clause or w.role}"
                same = w.size(s) == len(options) and [w.draw(s, k) for k in range(len(options))] == options
                out.that(same, f"{where}: sampling differs from the list")
    if not games or not out.passed + out.failed:
        out.passed += 1
    return out
