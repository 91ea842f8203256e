"""Who sees what: the masked event, the masked state, the log a seat could have written itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from mjlog import events as ev
from mjlog.kinds import Kinds
from mjlog.table import Table

Viewer = int | str
"""A seat, ``outside`` (sees what all seats see) or ``all`` (sees every face)."""


def sight_bits(table: Table, viewer: Viewer) -> int:
    """The bits of `seen` of which all must be set for this viewer to know a face; -1 for ``all``."""
    if viewer == "all":
        return -1
    return table.all if viewer == "outside" else 1 << int(viewer)


def mask(event: ev.AnyEvent, viewer: Viewer) -> ev.AnyEvent:
    """The event with ``?`` for what this viewer did not see of it.

    >>> mask(ev.Drawn(1, "5m"), 0), mask(ev.Drawn(1, "5m"), 1).tile
    (Drawn(seat=1, tile='?', source='head', face='down', type='drawn'), '5m')
    """
    if viewer == "all":
        return event
    match event:
        case ev.WallBuilt():
            up = event.faces == "up"
            return replace(
                event, tiles=[x if up and i % event.height == 0 else "?" for i, x in enumerate(event.tiles)]
            )
        case ev.Dealt() if viewer != event.seat:
            shown = event.faces
            return replace(
                event, tiles=[x if shown[j : j + 1] == "u" else "?" for j, x in enumerate(event.tiles)]
            )
        case ev.Drawn() if (
            viewer != event.seat and event.face == "down" and not event.source.startswith("row:")
        ):
            return replace(event, tile="?")
        case ev.Discarded() if viewer != event.seat and event.face == "down":
            return replace(event, tile="?")
        case ev.Melded() if viewer != event.seat and event.face == "down":
            return replace(event, tiles=["?"] * len(event.tiles))
    return event


def face(table: Table, slot: int, viewer: Viewer) -> str:
    """The face of a slot as this viewer knows it."""
    bits = sight_bits(table, viewer)
    if bits >= 0 and table.seen[slot] & bits != bits:
        return "?"
    return table.name(slot)


def observe(table: Table, viewer: Viewer) -> dict[str, Any]:
    """All that a viewer knows of the table, as plain data: faces by name, ``?`` where it may not know.

    Hands of others are given as bags (known faces first), since nobody sees the order of a concealed hand.
    """
    bits = sight_bits(table, viewer)
    seen, names = table.seen, table.name
    top = set(table.wall_seen())

    def faces(slots: Iterable[int]) -> list[str]:
        return [names(i) if bits < 0 or seen[i] & bits == bits or i in top else "?" for i in slots]

    rivers = table.river[:1] if table.shared_river else table.river
    return {
        "viewer": viewer,
        "hands": [sorted(faces(h)) for h in table.hand],
        "melds": [
            [{"kind": m.kind, "tiles": faces(m.slots), "feeder": m.feeder} for m in ms] for ms in table.melds
        ],
        "rivers": [faces(r) for r in rivers],
        "piles": [faces(p) for p in table.pile],
        "aside": [faces(a) for a in table.aside],
        "row": faces(table.row),
        "indicator": faces(table.indicator),
        "ura": faces(table.ura),
        "wall": len(table.wall),
        "dead": len(table.dead),
        "wall_seen": [[i, names(i)] for i in sorted(top)],
        "tags": sorted(faces([i])[0] + ":" + tag for i, tag in table.tags.items()),
        "counts": {k: v[:] for k, v in sorted(table.count.items()) if any(v)},
        "scores": table.score[:],
        "pot": table.pot,
    }


def seat_log(
    log: Iterable[ev.AnyEvent], kinds: Kinds, seats: int, viewer: Viewer, shared_river: bool = False
) -> list[ev.AnyEvent]:
    """The log as this viewer could have written it: masked events, and `revealed` for wall tiles that come in sight."""
    table = Table(kinds, seats, shared_river)
    known: set[int] = set()
    out: list[ev.AnyEvent] = []
    for event in log:
        table.obey(event)
        out.append(mask(event, viewer))
        if type(event) is ev.WallBuilt:
            known = {i for i in range(len(event.tiles)) if event.faces == "up" and i % event.height == 0}
        fresh = [i for i in table.wall_seen() if i not in known]
        if fresh:
            known.update(fresh)
            out.append(ev.Revealed(table.names(fresh), "wall", indices=fresh))
    return out
