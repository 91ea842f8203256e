"""Folding corrections: the entries as they really happened, out of the entries as they were recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from mjlog.events import CORRECTIONS, Amended, AnyEvent, Inserted, Retracted, from_dict
from mjlog.log.models import Entry, Game


def fold(entries: Sequence[Entry]) -> tuple[list[Entry], list[str]]:
    """The effective entries, and what is wrong with corrections: an unknown target, an event that is none.

    A correction may target any entry, also another correction: retracting an amendment restores what was there.
    Corrections that stand work in the order they were written, each on the list as it is by then.
    """
    if not any(type(x.e) in CORRECTIONS for x in entries):
        return list(entries), []
    problems: list[str] = []
    dead: set[str] = set()
    known = {x.id for x in entries}
    for x in reversed(entries):
        correction: AnyEvent = x.e
        if isinstance(correction, Retracted) and x.id not in dead:
            dead.add(correction.target)
            if correction.target not in known:
                problems.append(f"entry {x.id!r} retracts {correction.target!r}, which is not there")
    rows = [x for x in entries if type(x.e) not in CORRECTIONS]
    changed: dict[str, dict[str, Any]] = {}
    for x in entries:
        if x.id in dead:
            continue
        if isinstance(x.e, Amended):
            _amend(rows, x, x.e, changed, known, problems)
        elif isinstance(x.e, Inserted):
            _insert(rows, x, x.e, problems)
    return [x for x in rows if x.id not in dead], problems


def _event(x: Entry, event: dict[str, Any], problems: list[str]) -> Any:
    try:
        return from_dict(event)
    except (ValidationError, ValueError) as error:
        problems.append(f"the correction {x.id!r} holds no event: {str(error).splitlines()[0]}")
        return None


def _amend(
    rows: list[Entry],
    x: Entry,
    e: Amended,
    changed: dict[str, dict[str, Any]],
    known: set[str],
    problems: list[str],
) -> None:
    """Replace the event of the target; an amendment of an amendment changes the entry that one changed."""
    event = _event(x, e.event, problems)
    if event is None:
        return
    target = str(changed.get(e.target, {}).get("target", e.target))
    changed[x.id] = {"target": target}
    for i, row in enumerate(rows):
        if row.id == target:
            rows[i] = replace(row, e=event, note=x.note or row.note)
            return
    problems.append(
        f"entry {x.id!r} amends {e.target!r}, which {'cannot be amended' if target in known else 'is not there'}"
    )


def _insert(rows: list[Entry], x: Entry, e: Inserted, problems: list[str]) -> None:
    """Put an event right after the target; it is called by the id of its correction."""
    event = _event(x, e.event, problems)
    if event is None:
        return
    at = 0 if not e.after else next((i + 1 for i, row in enumerate(rows) if row.id == e.after), -1)
    if at < 0:
        problems.append(f"entry {x.id!r} inserts after {e.after!r}, which is not there")
        return
    rows.insert(at, replace(x, e=event))


def effective(game: Game | Sequence[Entry]) -> list[Entry]:
    """The entries of a game with corrections folded away; those that cannot be folded are left out.

    >>> from mjlog.events import Noted
    >>> [x.e.text for x in effective([Entry(1, "a", Noted("one")), Entry(2, "b", Retracted("a"))])]
    []
    """
    return fold(game.entries if isinstance(game, Game) else game)[0]
