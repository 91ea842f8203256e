"""Checks of the rule book: clauses that are cited exist, and one hand goes as its golden transcript says."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from importlib.resources import files

from mjlog import events as ev
from mjlog.conform.samples import Outcome, Sample, walk
from mjlog.play import Player, makers
from mjlog.rules import Event, Ruleset, Window

SEED = 20
EVENTS = 70
"""A golden transcript has this many events of a game of greedy bots, and the last 12."""


def cited(rules: Ruleset) -> Iterator[str]:
    """The clause ids that windows and parameters name."""
    for phase in rules.phases.values():
        if isinstance(phase, tuple):
            yield from (w.clause for w in phase if w.clause)
    yield from (p.clause for p in rules.params.values() if p.clause)


def clauses(rules: Ruleset, games: Sequence[Sample]) -> Outcome:
    """Every clause id in windows, parameters and refusals belongs to a sheet that is shipped."""
    from mjlog.rulesets.clauses import known

    out = Outcome()
    ids = known() | set(rules.clauses)
    for clause in dict.fromkeys(cited(rules)):
        out.that(clause in ids, f"clause {clause} is in no sheet")
    for g in games[:2]:
        for _, s, e in walk(rules, g.events):
            if e is not None:
                clause = rules.why(s, e)
                out.that(clause in ids, f"{g.name}: clause {clause} is in no sheet")
    return out


def describe(windows: Sequence[Window], options: list[Event], chosen: Event) -> str:
    """One line of a transcript: how many options, of which windows, and what was chosen."""
    names = ", ".join(dict.fromkeys(w.clause or w.role for w in windows))
    return f"{len(options)} of [{names}] -> {ev.words(chosen)}"


def transcript(rules: Ruleset) -> str:
    """The golden transcript: one greedy game, its options counted and the chosen events in words."""
    from mjlog.conform.samples import greedy

    events: list[Event] = []
    Player(rules, SEED, makers(rules, [greedy] * rules.seats), 0, events.append).run()
    shown = [f"{rules.id} version {rules.version}, seed {SEED}, greedy, {len(events)} events"]
    for i, s, e in walk(rules, events):
        if e is None:
            break
        if i < EVENTS or i >= len(events) - 12:
            shown.append(f"{i + 1} {s.phase}: {describe(rules.windows(s), rules.legal(s), e)}")
        elif i == EVENTS:
            shown.append("...")
    return "\n".join(shown) + "\n"


def golden_text(rules: Ruleset) -> str | None:
    """The transcript as it was agreed: shipped with mjlog, or given by a plug-in's hook ``golden``."""
    if "golden" in rules.hooks:
        return str(rules.hooks["golden"]())
    path = files("mjlog") / "goldens" / f"{rules.id}.txt"
    return path.read_text(encoding="utf-8") if path.is_file() else None


def golden(rules: Ruleset, games: Sequence[Sample]) -> Outcome:
    """A golden transcript exists and the ruleset still plays it."""
    out = Outcome()
    kept = golden_text(rules)
    if not out.that(kept is not None, "no golden transcript: write mjlog/goldens, or the hook `golden`"):
        return out
    now = transcript(rules)
    change = [x for x in difflib.unified_diff((kept or "").splitlines(), now.splitlines(), lineterm="", n=0)]
    out.that(not change, "; ".join(change[2:6]))
    return out
