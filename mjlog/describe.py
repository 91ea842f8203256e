"""A ruleset as plain data: what ``rules show --json`` prints and ``schemas/ruleset.json`` describes."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict

from mjlog import events as ev
from mjlog.rules import Ruleset


class _Plain(BaseModel):
    model_config = ConfigDict(extra="forbid")


class OptionDescription(_Plain):
    """One option: its value here, its default, its legal values in words, meaning and clause."""

    name: str
    value: Any
    default: Any
    legal: str
    meaning: str
    clause: str


class WindowDescription(_Plain):
    """One window of a phase: the clause it stands under and the event types it may contain."""

    clause: str
    role: str
    stage: int
    types: list[str]


class ClauseDescription(_Plain):
    """One clause of the sheet: the original text, what it means, how it is read here."""

    id: str
    original: str
    meaning: str
    reading: str


class RulesetDescription(_Plain):
    """A ruleset with its options bound."""

    id: str
    version: int
    names: dict[str, str]
    date: str
    base: str
    source: str
    origin: str
    family: str
    seats: int
    tiles: int
    shared_river: bool
    overlays: list[str]
    options: list[OptionDescription]
    phases: dict[str, list[WindowDescription]]
    clauses: list[ClauseDescription]


def describe(rules: Ruleset) -> RulesetDescription:
    """Everything a reader can know of a ruleset without running it; phases that are functions have no windows.

    >>> from mjlog import rulesets
    >>> describe(rulesets.get("siren")).tiles
    136
    """
    return RulesetDescription(
        id=rules.id,
        version=rules.version,
        names=dict(rules.names),
        date=rules.date,
        base=rules.base,
        source=rules.source,
        origin=rules.origin,
        family=rules.family,
        seats=rules.seats,
        tiles=len(rules.kinds.deck),
        shared_river=rules.shared_river,
        overlays=list(rules.overlays),
        options=[
            OptionDescription(
                name=n,
                value=rules.values.get(n, p.default),
                default=p.default,
                legal=p.legal_text(),
                meaning=p.meaning,
                clause=p.clause,
            )
            for n, p in rules.params.items()
        ],
        phases={
            name: [
                WindowDescription(
                    clause=w.clause, role=w.role, stage=w.stage, types=[ev.TYPE_NAMES[t] for t in w.types]
                )
                for w in (phase if isinstance(phase, tuple) else ())
            ]
            for name, phase in rules.phases.items()
        },
        clauses=[
            ClauseDescription(id=c.id, original=c.original, meaning=c.meaning, reading=c.reading)
            for c in rules.clauses.values()
        ],
    )
