"""Tenhou XML, what is the same in every game: the wall as it stands, and one event for each draw and discard."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from mjlog import events as ev
from mjlog.formats.tenhou_tags import tile_names

DEAD = 14
DRAWS = {4: 70, 3: 55}
"""Draws that empty the wall, replacement draws included."""
REPLACEMENTS = {4: 4, 3: 8}
INDICATORS = 5
STICK = 1000
WALL, GONE = 254, 255
"""Where a tile is that no seat holds: not yet seen, or lying open."""

_PLACES: dict[int, dict[str, list[int]]] = {
    4: {
        "replacement": [134, 135, 132, 133],
        "indicator": [130, 128, 126, 124, 122],
        "ura": [131, 129, 127, 125, 123],
    },
    3: {
        "replacement": [106, 107, 104, 105, 102, 103, 100, 101],
        "indicator": [98, 96, 94, 92, 90],
        "ura": [99, 97, 95, 93, 91],
    },
}
WALLS = {
    n: ev.WallBuilt(["?"] * size, dead=DEAD, places=_PLACES[n], refill=True)
    for n, size in ((4, 136), (3, 108))
}
"""The wall by number of players; which tile lies where the source does not say."""


class Draw(NamedTuple):
    """A draw from the head of the wall."""

    seat: int
    tile: int
    event: ev.Drawn
    raw: str


Ready = tuple[int, int, str]
"""Seat, tile id, and what lies ready: ``discard``, ``kong``, ``north``, or nothing."""


class Cut(NamedTuple):
    """A discard: of the tile just drawn, of a tile held, or after a claim."""

    seat: int
    tile: int
    drawn: ev.Discarded
    held: ev.Discarded
    claimed: ev.Discarded
    raw: str
    lies: Ready


@lru_cache(maxsize=8)
def draws(players: int, reds: bool) -> dict[str, Draw]:
    """Draws by their element as `scan` gives it, in both spellings.

    >>> draws(4, True)["U16/>"].event
    Drawn(seat=1, tile='0m', source='head', face='down', type='drawn')
    """
    table: dict[str, Draw] = {}
    for seat in range(players):
        for i, name in enumerate(tile_names(reds)):
            event = ev.Drawn(seat, name)
            for end in ("/>", " />"):
                key = f"{'TUVW'[seat]}{i}{end}"
                table[key] = Draw(seat, i, event, f"<{key}")
    return table


@lru_cache(maxsize=8)
def cuts(players: int, reds: bool) -> dict[str, Cut]:
    """Discards by their element as `scan` gives it, in both spellings.

    >>> cuts(4, True)["E16/>"].held.part
    'held'
    """
    table: dict[str, Cut] = {}
    for seat in range(players):
        for i, name in enumerate(tile_names(reds)):
            drawn = ev.Discarded(seat, name, "drawn")
            held = ev.Discarded(seat, name, "held")
            claimed = ev.Discarded(seat, name)
            for end in ("/>", " />"):
                key = f"{'DEFG'[seat]}{i}{end}"
                table[key] = Cut(seat, i, drawn, held, claimed, f"<{key}", (seat, i, "discard"))
    return table
