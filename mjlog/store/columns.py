"""Events as columns: which field of an event goes into which column of the table ``events``, and back."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any

from mjlog import events as ev

COLUMNS = ("type", "seat", "tile", "kind", "source_seat", "zone", "face", "part", "mark", "data")
"""The columns that an event fills; ``data`` holds the fields that have no column of their own, as JSON."""

Cells = tuple[
    str,
    int | None,
    str | None,
    str | None,
    int | None,
    str | None,
    str | None,
    str | None,
    str | None,
    str | None,
]

_SHARED = {
    "seat": "seat", "tile": "tile", "kind": "kind", "feeder": "source_seat", "zone": "zone", "source": "zone",
    "face": "face", "part": "part", "mark": "mark",
}  # fmt: skip
_OWN: dict[str, dict[str, str]] = {
    "turned": {"zone": "zone"},
    "declared": {"seat": "seat", "name": "kind", "to": "source_seat", "tile": "tile"},
    "answered": {"seat": "seat", "answer": "kind"},
    "won": {"seat": "seat", "by": "kind", "tile": "tile", "source": "source_seat"},
    "exchanged": {"seat": "seat", "take": "tile", "zone": "zone"},
    "settled": {"seat": "seat", "reason": "kind"},
    "hand_ended": {"result": "kind"},
    "penalised": {"seat": "seat", "rule": "kind"},
    "acted": {"seat": "seat", "name": "kind"},
    "gap": {"what": "kind"},
}
PLACES: dict[str, dict[str, str]] = {
    name: {
        f: c for f, c in (_OWN.get(name) or _SHARED).items() if f in cls.__slots__  # type: ignore[attr-defined]
    }
    for name, cls in ev.BY_NAME.items()
}  # fmt: skip
"""For each event type: field → column; every other field goes into ``data`` where it differs from its default."""


def dumps(value: Any) -> str:
    """Compact JSON with readable text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _plain(name: str) -> Callable[[Any], Cells]:
    """The general way from an event of one type to its cells."""
    cls = ev.BY_NAME[name]
    where = {c: f for f, c in PLACES[name].items()}
    empty = {f.name for f in fields(cls) if f.default == ""}
    order = [where.get(c) for c in COLUMNS[1:-1]]
    rest = [(f.name, f.default) for f in fields(cls) if f.name != "type" and f.name not in PLACES[name]]

    def cells(e: Any) -> Cells:
        row = [None if f is None else getattr(e, f) for f in order]
        for i, f in enumerate(order):
            if f in empty and row[i] == "":
                row[i] = None
        data = {f: v for f, d in rest if (v := getattr(e, f)) != d}
        return (name, *row, dumps(data) if data else None)  # type: ignore[return-value]

    return cells


def _drawn(e: ev.Drawn) -> Cells:
    return ("drawn", e.seat, e.tile, None, None, e.source, e.face, None, None, None)


def _discarded(e: ev.Discarded) -> Cells:
    return ("discarded", e.seat, e.tile, None, None, None, e.face, e.part, e.mark or None, None)


PLAIN: dict[type, Callable[[Any], Cells]] = {cls: _plain(name) for name, cls in ev.BY_NAME.items()}
CELLS: dict[type, Callable[[Any], Cells]] = {**PLAIN, ev.Drawn: _drawn, ev.Discarded: _discarded}
"""From an event to its cells; the two most frequent types have a shortcut that gives the same."""


def cells(event: ev.AnyEvent) -> Cells:
    """The event as the cells of COLUMNS.

    >>> cells(ev.Claimed(1, "pung", "5m", ["5m", "5m"], feeder=3))
    ('claimed', 1, '5m', 'pung', 3, 'river', None, None, None, '{"own":["5m","5m"]}')
    """
    return CELLS[type(event)](event)


def event(row: Cells) -> ev.AnyEvent:
    """The event that `cells` took apart.

    >>> event(cells(ev.Drawn(2, "5m", "tail")))
    Drawn(seat=2, tile='5m', source='tail', face='down', type='drawn')
    """
    name = row[0]
    at = dict(zip(COLUMNS, row, strict=True))
    out: dict[str, Any] = {"type": name}
    for f in fields(ev.BY_NAME[name]):
        column = PLACES[name].get(f.name)
        if column is not None and (at[column] is not None or f.default is MISSING):
            out[f.name] = at[column]
    if row[-1]:
        out |= json.loads(row[-1])
    return ev.from_dict(out)
