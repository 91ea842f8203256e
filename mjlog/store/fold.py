"""One hand as counts: draws, discards, calls, wins and points per seat, only from what its events say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mjlog import events as ev

READY_MARKS = ("riichi", "baoting")
"""Marks of a discard that declares ready."""
OFF_WALL = ("row", "hand", "river", "pile", "aside", "melds")
"""Where a move of a plug-in's action may come from without taking a tile of the wall."""


class Win:
    """A declared win while its score and settlement arrive."""

    __slots__ = (
        "n", "seat", "how", "feeder", "liable", "tile", "turn", "hand_discards", "replacement", "total", "fu",
        "limit_name", "points", "gain", "settled",
    )  # fmt: skip

    def __init__(self, n: int, e: ev.Won, turn: int, hand_discards: int, replacement: str | None) -> None:
        self.n, self.seat, self.how, self.feeder, self.tile = n, e.seat, e.by, e.source, e.tile
        self.turn, self.hand_discards, self.replacement = turn, hand_discards, replacement
        self.liable: int | None = None
        self.total: int | None = None
        self.fu: int | None = None
        self.limit_name: str | None = None
        self.points: int | None = None
        self.gain: int | None = None
        self.settled = False


class HandFold:
    """What one hand's events say so far.

    Lists have one number a seat. `living` is the number of tiles in the living wall, None without a logged
    wall; `edge` is the first slot of the dead wall. `river` remembers the discards that still lie, for the age
    of claims.
    """

    __slots__ = (
        "seats", "number", "start", "first", "result", "draws", "discards", "dark", "calls", "kong_open",
        "kong_closed", "kong_added", "ready", "shown", "replacing", "on_replacement", "wins", "deltas", "unknown",
        "living", "edge", "places", "refill", "river", "kong", "items", "transfers", "counters", "claims",
        "flagged", "gaps",
    )  # fmt: skip

    def __init__(self, seats: int, number: int, start: ev.HandStarted, first: int) -> None:
        zero = [0] * seats
        self.seats, self.number, self.start, self.first = seats, number, start, first
        self.result: str | None = None
        self.draws, self.discards, self.dark, self.calls = zero[:], zero[:], zero[:], zero[:]
        self.kong_open, self.kong_closed, self.kong_added = zero[:], zero[:], zero[:]
        self.ready: list[int | None] = [None] * seats
        self.shown = [False] * seats
        self.replacing: list[str | None] = [None] * seats
        self.on_replacement: list[str | None] = [None] * seats
        self.wins: list[Win] = []
        self.deltas = zero[:]
        self.unknown = False
        self.living: int | None = None
        self.edge = 0
        self.places: dict[str, list[int]] = {}
        self.refill = False
        self.river: list[tuple[int, str]] = []
        self.kong: tuple[list[int], int] | None = None
        self.items: list[tuple[int, int, str, int, int | None, bool]] = []
        self.transfers: list[tuple[int, int, int, str]] = []
        self.counters: list[tuple[int, int, str, int]] = []
        self.claims: list[tuple[int, int, str, str, int | None, int, int | None]] = []
        self.flagged = 0
        self.gaps = 0

    def take(self, source: str) -> None:
        """A tile left the wall at `source`."""
        if self.living is None:
            return
        if source == "head" or source == "tail":
            self.living -= 1
        elif source.startswith("at:"):
            self.living -= int(source[3:]) < self.edge
        elif place := self.places.get(source):
            self.living -= place.pop(0) < self.edge

    def count(self, n: int, seat: int, counts: dict[str, int] | None) -> None:
        """Counters of a seat changed."""
        if counts:
            self.counters += [(n, seat, name, by) for name, by in counts.items()]

    def made_kong(self, seat: int, kind: str) -> None:
        """A seat made a kong of this kind; the next draw of the seat replaces its fourth tile."""
        tally = (
            self.kong_closed
            if kind == "kong_closed"
            else self.kong_open
            if kind == "kong_open"
            else self.kong_added
        )
        tally[seat] += 1
        self.kong = (tally, seat)
        self.replacing[seat] = "kong"

    def robbed(self) -> None:
        """The last kong was robbed, so it does not count; several winners may rob the same one."""
        if self.kong:
            tally, seat = self.kong
            tally[seat] -= 1
            self.kong = None

    def win_of(self, seat: int) -> int | None:
        """The number of the last win of a seat, from 1."""
        for i in range(len(self.wins), 0, -1):
            if self.wins[i - 1].seat == seat:
                return i
        return None

    def counts(self, w: Win) -> bool:
        """Whether a win stands: it was settled, or the hand ended with a win or not at all."""
        return w.settled or self.result in (None, "win")


Step = Callable[[HandFold, Any, int], None]


def _wall_built(h: HandFold, e: ev.WallBuilt, n: int) -> None:
    h.living = h.edge = len(e.tiles) - e.dead
    h.places = {k: v[:] for k, v in (e.places or {}).items()}
    h.refill = e.refill


def _dealt(h: HandFold, e: ev.Dealt, n: int) -> None:
    for _ in e.tiles:
        h.take(e.source)


def _drawn(h: HandFold, e: ev.Drawn, n: int) -> None:
    q = e.seat
    h.draws[q] += 1
    h.take(e.source)
    if h.refill and h.living and e.source in h.places:
        h.living -= 1
        h.edge -= 1
    h.on_replacement[q] = h.replacing[q]
    h.replacing[q] = None


def _turned(h: HandFold, e: ev.Turned, n: int) -> None:
    for _ in e.tiles:
        h.take(e.source)


def _discarded(h: HandFold, e: ev.Discarded, n: int) -> None:
    q = e.seat
    h.discards[q] += 1
    if e.face == "down":
        h.dark[q] += 1
    if e.mark in READY_MARKS and h.ready[q] is None:
        h.ready[q] = h.discards[q]
    h.river.append((q, e.tile))
    h.replacing[q] = h.on_replacement[q] = None


def _claimed(h: HandFold, e: ev.Claimed, n: int) -> None:
    q, age = e.seat, None
    h.calls[q] += 1
    if e.source == "wall":
        h.take("head")
    elif e.source == "kong":
        h.robbed()
    else:
        for i in range(len(h.river) - 1, -1, -1):
            if h.river[i][1] in (e.tile, "?") and e.feeder in (None, h.river[i][0]):
                age = len(h.river) - 1 - i
                h.river[i] = (-1, "")
                break
    h.claims.append((n, q, e.kind, e.tile, e.feeder, h.discards[q], age))
    if e.kind.startswith("kong"):
        h.made_kong(q, "kong_open" if e.kind == "kong_open" else e.kind)
    h.count(n, q, e.counts)


def _melded(h: HandFold, e: ev.Melded | ev.Extended, n: int) -> None:
    if e.kind.startswith("kong"):
        h.made_kong(e.seat, e.kind)
    h.count(n, e.seat, e.counts)


def _taken(h: HandFold, e: ev.Taken | ev.Exchanged, n: int) -> None:
    h.count(n, e.seat, e.counts)


def _set_aside(h: HandFold, e: ev.SetAside, n: int) -> None:
    h.replacing[e.seat] = "flower"
    h.count(n, e.seat, e.counts)


def _declared(h: HandFold, e: ev.Declared, n: int) -> None:
    if e.name in READY_MARKS and h.ready[e.seat] is None:
        h.ready[e.seat] = h.discards[e.seat]
    h.count(n, e.seat, e.counts)


def _revealed(h: HandFold, e: ev.Revealed, n: int) -> None:
    if e.zone == "hand" and e.seat is not None and e.indices is None:
        h.shown[e.seat] = True


def _won(h: HandFold, e: ev.Won, n: int) -> None:
    q = e.seat
    replacement = h.on_replacement[q] if e.by == "self_draw" else None
    h.wins.append(Win(n, e, h.discards[q], sum(h.discards), replacement))
    if e.by == "robbed_kong":
        h.robbed()
    h.count(n, q, e.counts)


def _scored(h: HandFold, e: ev.Scored, n: int) -> None:
    number = h.win_of(e.seat)
    if number is not None:
        w = h.wins[number - 1]
        w.total, w.fu, w.limit_name, w.points = e.total, e.fu, e.limit or None, e.points
    for item, value in (e.items or {}).items():
        h.items.append((n, e.seat, item, value, number, number is not None))


def _moved(h: HandFold, deltas: list[int] | None, reason: str, pot: int, n: int) -> None:
    if deltas is None:
        h.unknown = True
    else:
        for q, d in enumerate(deltas[: h.seats]):
            if d:
                h.deltas[q] += d
                h.transfers.append((n, q, d, reason))
    if pot:
        h.transfers.append((n, -1, pot, reason))


def _settled(h: HandFold, e: ev.Settled, n: int) -> None:
    _moved(h, e.deltas, e.reason, e.pot, n)
    if e.reason != "win":
        return
    if e.seat is None:
        wins = [w for w in h.wins if not w.settled]
    else:
        number = h.win_of(e.seat)
        wins = [h.wins[number - 1]] if number is not None else []
    for w in wins:
        w.settled = True
        w.liable = e.liable
        if e.deltas is not None and w.seat < len(e.deltas):
            w.gain = (w.gain or 0) + e.deltas[w.seat]


def _penalised(h: HandFold, e: ev.Penalised, n: int) -> None:
    if e.deltas is not None:
        _moved(h, e.deltas, e.rule, 0, n)


def _hand_ended(h: HandFold, e: ev.HandEnded, n: int) -> None:
    h.result = e.result


def _acted(h: HandFold, e: ev.Acted, n: int) -> None:
    for move in e.moves or ():
        source = str(move.get("from", "hand"))
        if source not in OFF_WALL:
            for _ in move.get("tiles", ()):
                h.take(source)
    if e.seat is not None:
        h.count(n, e.seat, e.counts)


def _gap(h: HandFold, e: ev.Gap, n: int) -> None:
    h.gaps += 1
    for q, times in enumerate((e.draws or ())[: h.seats]):
        h.draws[q] += times
        if h.living is not None:
            h.living -= times
    for q, times in enumerate((e.discards or ())[: h.seats]):
        h.discards[q] += times
        h.river += [(q, "?")] * times
    h.replacing = [None] * h.seats
    h.on_replacement = [None] * h.seats


STEPS: dict[type, Step] = {
    ev.WallBuilt: _wall_built, ev.Dealt: _dealt, ev.Drawn: _drawn, ev.Turned: _turned, ev.Discarded: _discarded,
    ev.Claimed: _claimed, ev.Melded: _melded, ev.Extended: _melded, ev.Taken: _taken, ev.Exchanged: _taken,
    ev.SetAside: _set_aside, ev.Declared: _declared, ev.Revealed: _revealed, ev.Won: _won, ev.Scored: _scored,
    ev.Settled: _settled, ev.HandEnded: _hand_ended, ev.Penalised: _penalised, ev.Acted: _acted, ev.Gap: _gap,
}  # fmt: skip
"""What each event adds to the counts of its hand; other types add nothing."""
