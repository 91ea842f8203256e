"""Draw, discard, claim: the family of push-down mahjong and siren; the rulesets name what differs.

Hooks a ruleset gives: ``kong_ok(s)``, ``value(s, won)`` → (items, total, points), ``pay(s, won, points)`` →
deltas, ``special(s)`` → special shapes allowed, ``replacement(s)`` → source of replacement tiles.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mjlog import events as ev
from mjlog import mechanics as m
from mjlog.rules import Event, State
from mjlog.scoring import keys as key
from mjlog.scoring.shapes import Shape, is_shape


@dataclass(slots=True)
class Memory(m.HandMemory):
    """What a hand of this family remembers; `win` is the win being scored, `points` its worth."""

    fresh: bool = False
    replaced: bool = False
    winners: tuple[int, ...] = ()
    exhausted: tuple[int, ...] = ()
    ready: dict[int, int] = field(default_factory=dict)
    draws: list[int] = field(default_factory=list)
    discards: list[int] = field(default_factory=list)
    melded: bool = False
    win: ev.Won | None = None
    points: int | None = None


def memory(p: dict[str, object], seats: int) -> Memory:
    """A hand before its first event."""
    return Memory(draws=[0] * seats, discards=[0] * seats)


# Could this hand win?


def sets_wanted(s: State, seat: int) -> int:
    """How many sets a winning hand still needs beside its melds."""
    return int(s.p["hand_size"]) // 3 - len(s.table.melds[seat])


def waits(s: State, seat: int) -> int:
    """Bit mask of the kinds that complete this (fully known) hand."""
    t = s.table
    keys = t.keys[seat]
    kept = s.cache.get(seat)
    if kept is not None and kept[0] == keys:
        return int(kept[1])
    mask = key.waits(keys)
    if not t.melds[seat]:
        for name in s.rules.hooks["special"](s):
            mask |= key.SPECIAL[name].waits(keys)
    s.cache[seat] = (keys[:], mask)
    return mask


def could_win(s: State, seat: int, kind: int) -> bool:
    """May the hand be a win with this tile added (-1: as it stands), unknown tiles counting as anything?"""
    t = s.table
    if t.blank[seat]:
        return could_be_win(s, seat, kind)
    if not (waits(s, seat) >> kind & 1 if kind >= 0 else complete(s, seat)):
        return False
    return len(t.hand[seat]) + (kind >= 0) == 3 * sets_wanted(s, seat) + 2 and enough(s, seat, kind)


def complete(s: State, seat: int) -> bool:
    """Are the (known) tiles of this hand sets and a pair, or a special shape?"""
    t = s.table
    keys = t.keys[seat]
    if key.is_complete(keys):
        return True
    if t.melds[seat]:
        return False
    return any(key.SPECIAL[name].test(keys) for name in s.rules.hooks["special"](s))


def could_be_win(s: State, seat: int, kind: int) -> bool:
    """As `could_win` for a hand with unknown tiles."""
    t = s.table
    blank, need = t.blank[seat], sets_wanted(s, seat)
    if len(t.hand[seat]) + (kind >= 0) != 3 * need + 2:
        return False
    if blank > 5 or (not t.melds[seat] and s.rules.hooks["special"](s)):
        return True
    counts = t.counts(seat)[:34]
    if kind >= 0:
        counts[kind] += 1
    if min(counts) < 0:  # a log that contradicts itself may leave a hand that cannot be
        return False
    return is_shape(counts, Shape(need, 1), blank)


def enough(s: State, seat: int, kind: int) -> bool:
    """Does the win reach the minimum fan?"""
    least = s.p.get("min_fan", 0)
    if not least:
        return True
    by = "self_draw" if kind < 0 else "robbed_kong" if s.phase == "rob" else "discard"
    tile = s.table.name(s.table.drawn) if kind < 0 and s.table.drawn is not None else s.kinds.name(kind)
    won = ev.Won(seat, by, tile, None if kind < 0 else m.ready_tile(s)[0])
    return bool(s.rules.hooks["value"](s, won)[1] >= least)


def asked(s: State) -> list[int]:
    """The seats that are asked about the tile that lies ready, nearest to its owner first."""
    return m.order_after(s, m.ready_tile(s)[0])


# The acting seat after its draw.


def self_draw(s: State) -> list[Event]:
    """Win by the tile just drawn."""
    t, q = s.table, s.actor
    if not could_win(s, q, -1):
        return []
    tile = t.name(t.drawn) if t.drawn is not None else "?"
    return [ev.Won(q, "self_draw", tile, hand=t.names(t.hand[q]))]


def self_draw_has(s: State, e: ev.Won) -> bool:
    """As `self_draw`; the shown hand is checked by the table."""
    if e.seat != s.actor or e.by != "self_draw" or e.source is not None or not could_win(s, e.seat, -1):
        return False
    d = s.table.drawn
    own = "?" if d is None else s.table.name(d)
    return e.tile == own or "?" in (e.tile, own)


def closed_kongs(s: State) -> list[Event]:
    """Concealed kongs of the hand."""
    t, q = s.table, s.actor
    held, names = t.held[q], s.kinds.names
    if (4 not in held and not t.blank[q]) or not s.rules.hooks["kong_ok"](s):
        return []
    return [
        ev.Melded(q, "kong_closed", [names[k]] * 4)
        for k in range(34)
        if t.may(q, k, 4) and keeps_waits(s, q, k, 4)
    ]


def added_kongs(s: State) -> list[Event]:
    """Tiles of the hand that can join an own open pung."""
    t, q = s.table, s.actor
    melds = t.melds[q]
    if not melds or not s.rules.hooks["kong_ok"](s):
        return []
    out: list[Event] = []
    for j, meld in enumerate(melds):
        if meld.kind == "pung" and meld.open:
            k = t.kind[meld.slots[0]]
            if k >= 0 and t.may(q, k) and keeps_waits(s, q, k, 1):
                out.append(ev.Extended(q, "kong_added", s.kinds.names[k], j))
    return out


def keeps_waits(s: State, seat: int, kind: int, number: int) -> bool:
    """After declaring ready a kong must leave the waits as they were, where kongs are allowed at all."""
    before = s.mem.ready.get(seat)
    if before is None:
        return True
    if not s.p["kong_after_baoting"]:
        return False
    if before < 0 or s.table.blank[seat]:
        return True
    keys = s.table.keys[seat][:]
    suit, unit = key.UNIT[kind]
    keys[suit] -= number * unit
    return key.waits(keys) == int(before)


def discards(s: State) -> list[Event]:
    """Any tile of the hand; after declaring ready only the tile just drawn."""
    if s.actor not in s.mem.ready:
        return m.discards(s)
    return [e for e in m.discards(s) if isinstance(e, ev.Discarded) and e.part in ("drawn", None)]


def discards_size(s: State) -> int:
    """How many options `discards` has."""
    return m.discards_size(s) if s.actor not in s.mem.ready else len(discards(s))


def discards_draw(s: State, i: int) -> Event:
    """Option number `i` of `discards`."""
    return m.discards_draw(s, i) if s.actor not in s.mem.ready else discards(s)[i]


def discards_has(s: State, e: ev.Discarded) -> bool:
    """As `discards`."""
    if not m.plain_discard(s, e):
        return False
    if s.actor not in s.mem.ready or s.table.drawn is None:
        return True
    return e.part != "held" and m.can_discard(s, ev.Discarded(e.seat, e.tile, "drawn"))


# The others after a discard.


def nobody_claims(s: State) -> bool:
    """Surely nobody can win by, kong, pung or chow the tile that lies ready (hands known, plain claims only)."""
    t = s.table
    last = t.last
    if last is None:
        return True
    feeder, slot = last
    k = t.kind[slot]
    if k < 0 or any(t.blank):
        return False
    held, keys, seats, cache = t.held, t.keys, m.order_after(s, feeder), s.cache
    for q in seats:
        if held[q][k] > 1:
            return False
        kept = cache.get(q)
        if (kept[1] if kept is not None and kept[0] == keys[q] else waits(s, q)) >> k & 1:
            return False
    kinds = s.kinds
    if not seats or kinds.suit[k] > 2:
        return True
    h, rank = held[seats[0]], kinds.rank[k]
    if rank > 1 and h[k - 1]:
        return not (rank < 9 and h[k + 1] or rank > 2 and h[k - 2])
    return not (rank < 8 and h[k + 1] and h[k + 2])


def claim_wins(s: State) -> list[Event]:
    """Wins on the tile that lies ready, nearest seat first."""
    feeder, k = m.ready_tile(s)
    able = [q for q in m.order_after(s, feeder) if could_win(s, q, k)] if k >= 0 else []
    if not able:
        return []
    by, name, t = "robbed_kong" if s.phase == "rob" else "discard", s.kinds.names[k], s.table
    return [ev.Won(q, by, name, feeder, t.names(t.hand[q])) for q in able]


def claim_wins_has(s: State, e: ev.Won) -> bool:
    """As `claim_wins`; the shown hand is checked by the table."""
    feeder, k = m.ready_tile(s)
    by = "robbed_kong" if s.phase == "rob" else "discard"
    if k < 0 or e.by != by or e.seat == feeder or e.seat in s.mem.out or e.seat >= s.table.seats:
        return False
    if e.tile not in (s.kinds.names[k], "?") or e.source not in (feeder, None):
        return False
    return could_win(s, e.seat, k)


def claimers(s: State) -> tuple[list[int], int, int]:
    """Seats that may claim (not those that declared ready), feeder and kind of the tile that lies ready."""
    feeder, k = m.ready_tile(s)
    ready = s.mem.ready
    seats = m.order_after(s, feeder)
    return ([q for q in seats if q not in ready] if ready else seats), feeder, k


def claim_kongs(s: State) -> list[Event]:
    """Open kongs of the tile that lies ready."""
    seats, feeder, k = claimers(s)
    return m.open_kongs(s, seats, feeder, k) if k >= 0 and s.rules.hooks["kong_ok"](s) else []


def claim_pungs(s: State) -> list[Event]:
    """Pungs of the tile that lies ready."""
    seats, feeder, k = claimers(s)
    return m.pungs(s, seats, feeder, k) if k >= 0 else []


def claim_chows(s: State) -> list[Event]:
    """Chows of the tile that lies ready: the next seat still in only."""
    feeder, k = m.ready_tile(s)
    q = s.next_seat(feeder)
    if k < 0 or q in s.mem.ready or q == feeder or not s.p["allow_chi"]:
        return []
    return m.chows(s, q, feeder, k)


# What must happen.


def due(s: State, seat: int, source: str = "head") -> list[Event]:
    """The draw that is due, or what an empty wall means for this seat."""
    t = s.table
    if t.wall:
        if source == "head":
            k = t.kind[t.wall[0]]
            return [ev.Drawn(seat, s.kinds.names[k] if k >= 0 else "?")]
        return [m.drawn(s, seat, source)]
    if s.rules.hooks["exits"](s) > 1:
        return [ev.Declared(seat, "exhausted")]
    return [ev.HandEnded("exhausted")]


def draw_due(s: State) -> list[Event]:
    """The draw of the acting seat."""
    return due(s, s.actor)


def replacement_due(s: State) -> list[Event]:
    """The replacement tile of the acting seat."""
    return due(s, s.actor, s.rules.hooks["replacement"](s))


def next_due(s: State) -> list[Event]:
    """Nobody claimed: the draw of the next seat."""
    return due(s, s.next_seat(s.mem.discarder))


def scored(s: State) -> list[Event]:
    """What the win is worth; an open slot when the hand is not known."""
    won: ev.Won = s.mem.win
    if s.table.blank[won.seat] or won.tile == "?":
        return [ev.Scored(won.seat)]
    items, total, points = s.rules.hooks["value"](s, won)
    return [ev.Scored(won.seat, items, total, points=points)]


def settled(s: State) -> list[Event]:
    """Who pays what; an open slot when the worth is not known."""
    won: ev.Won = s.mem.win
    if s.mem.points is None:
        return [ev.Settled(None, "win", won.seat)]
    return [ev.Settled(s.rules.hooks["pay"](s, won, s.mem.points), "win", won.seat)]


def ended(s: State) -> list[Event]:
    """The hand is over."""
    return [ev.HandEnded("win" if s.mem.winners else "exhausted")]
