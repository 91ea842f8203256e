"""Tenhou XML, what happens between draw and discard: calls, kongs, norths, riichi, indicators.

The order of the log is the order of knowledge: an indicator that the source writes before the discard after an
open or added kong stands after that discard here, because the seat chose without seeing it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mjlog import events as ev
from mjlog.formats.tenhou_moves import GONE, INDICATORS, STICK, WALL
from mjlog.formats.tenhou_tags import decode_call, numbers, own_names, tile_id

if TYPE_CHECKING:
    from mjlog.formats.tenhou_hand import Reader


def call(r: Reader, seat: int, m: int, source: str) -> None:
    """``N``: a claim, a kong or a north set aside."""
    hand = r.hand
    kind, direction, tile, own = decode_call(m)
    if r.awaiting >= 0:
        r.not_accepted()
    if r.reach:
        hand.notes.append("a riichi is declared without a discard")
        r.reach = ""
    for turned, at in r.late:
        hand.notes.append("an indicator stands before a call where none was due")
        hand.emit(turned, at)
    r.late = []
    if direction and kind != "kong_added":
        hand.emit(claim(r, seat, kind, direction, tile, own), source)
    else:
        if r.where[r.drawn] != seat if r.drawn >= 0 else r.turn != seat:
            hand.doubt(f"seat {seat} acts out of turn")
        hand.emit(of_own_hand(r, seat, kind, tile, own), source)
    r.drawn = -1
    r.turn = seat if kind in ("chow", "pung") else -1
    r.source = "head" if kind in ("chow", "pung") else "replacement"
    if r.source == "replacement":
        r.carried += r.waiting + (kind == "kong_closed")
        r.waiting = int(kind in ("kong_open", "kong_added"))


def claim(r: Reader, seat: int, kind: str, direction: int, tile: int, own: tuple[int, ...]) -> ev.Claimed:
    """A chow, pung or open kong of the tile that lies ready."""
    hand, name = r.hand, r.names[tile]
    feeder = (seat + direction) % 4
    if r.last != (feeder, tile, "discard") or r.drawn >= 0:
        hand.doubt(f"seat {seat} calls {name} (id {tile}) of seat {feeder}: not the last discard")
    if kind == "chow" and (feeder + 1) % r.n != seat:
        hand.doubt(f"seat {seat} calls a chow from seat {feeder}")
    lay_down(r, seat, own)
    r.melds[seat].append((kind, tile // 4))
    r.last = (feeder, tile, "")
    return ev.Claimed(seat, kind, name, list(own_names(own, r.reds)), feeder if feeder < r.n else None)


def of_own_hand(r: Reader, seat: int, kind: str, tile: int, own: tuple[int, ...]) -> ev.AnyEvent:
    """A closed or added kong, or a north: what is laid down lies ready to be robbed."""
    name, melds = r.names[tile], r.melds[seat]
    lay_down(r, seat, own if kind == "kong_closed" else (tile,))
    r.last = (seat, tile, "north" if kind == "north" else "kong")
    if kind == "north":
        return ev.SetAside(seat, kind, name)
    if kind == "kong_closed":
        melds.append((kind, tile // 4))
        return ev.Melded(seat, kind, list(own_names(own, r.reds)))
    pung = ("pung", tile // 4)
    index = melds.index(pung) if pung in melds else -1
    if index < 0:
        r.hand.doubt(f"seat {seat} adds {name} to a pung that does not lie there")
    else:
        melds[index] = (kind, tile // 4)
    return ev.Extended(seat, kind, name, index)


def lay_down(r: Reader, seat: int, own: tuple[int, ...]) -> None:
    """Tiles leave a hand for a meld."""
    where = r.where
    for i in own:
        if where[i] != seat:
            r.hand.doubt(f"seat {seat} lays down {r.names[i]} (id {i}) without holding it")
        where[i] = GONE


def riichi(r: Reader, a: dict[str, str], source: str) -> None:
    """``REACH``: step 1 marks the discard to come, step 2 pays the stick."""
    hand, n = r.hand, r.n
    seat = r.seat_of(a["who"])
    if a["step"] == "1":
        r.reach = source
        return
    if seat != r.awaiting:
        hand.doubt(f"riichi of seat {seat} is accepted, but not declared by the discard before")
    r.awaiting = -1
    deltas = [0] * n
    deltas[seat] = -STICK
    hand.score[seat] -= STICK
    hand.pot += STICK
    if "ten" in a and [100 * x for x in numbers(a["ten"], n)[:n]] != hand.score:
        hand.notes.append(f"scores after the riichi of seat {seat}: source {a['ten']}, counted {hand.score}")
    hand.emit(ev.Settled(deltas, "riichi", seat, STICK), source)


def indicator(r: Reader, a: dict[str, str], source: str) -> None:
    """``DORA``: the next indicator, at once after a closed kong, after the discard otherwise."""
    i = tile_id(a["hai"])
    unseen(r, i, "indicator")
    r.indicators += 1
    if r.indicators > INDICATORS:
        r.hand.doubt(f"indicator number {r.indicators}")
    turned = ev.Turned("indicator", [r.names[i]], "indicator")
    if r.drawn >= 0:
        r.late.append((turned, source))
    else:
        r.hand.emit(turned, source)


def unseen(r: Reader, i: int, what: str) -> None:
    """A tile of the dead wall is turned: it must not have been seen before."""
    if r.where[i] != WALL:
        r.hand.doubt(f"{what} {r.names[i]} (id {i}) was not in the wall")
    r.where[i] = GONE
