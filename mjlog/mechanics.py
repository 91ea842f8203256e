"""Named building blocks shared by rulesets: match frame, wall, deal, draws, discards, claims of one tile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import compress

from mjlog import events as ev
from mjlog.match import HandResult, next_hand, places
from mjlog.rules import FORCED, Event, Memory, State, Window, fits

# The match frame: every hand starts and ends through events of these windows.


def started(s: State) -> list[Event]:
    """The hand that the match fold says comes next."""
    m = s.match
    return [ev.HandStarted(m.dealer, list(m.scores), m.round, m.honba, m.pot)]


def started_has(s: State, e: ev.HandStarted) -> bool:
    """As `started`; dice may be written or not."""
    m = s.match
    return (e.dealer, tuple(e.scores), e.round, e.honba, e.pot) == (
        m.dealer,
        m.scores,
        m.round,
        m.honba,
        m.pot,
    )


def follow_start(s: State, e: ev.HandStarted) -> None:
    """A new hand: memory is fresh, and the match stands where the event says, even if that was a mistake."""
    s.mem = s.rules.hooks["memory"](s.p, s.table.seats)
    s.cache = {}
    s.match = replace(
        s.match, dealer=e.dealer, round=e.round, honba=e.honba, scores=tuple(e.scores), pot=e.pot, over=""
    )


def match_over(s: State) -> list[Event]:
    """The next hand, or the end of the match with its ranking."""
    if not s.match.over:
        return started(s)
    scores = list(s.match.scores)
    return [ev.MatchEnded(scores, places(scores))]


def after_match_ended(s: State, e: ev.MatchEnded) -> None:
    """The game is over."""
    s.over = True
    s.phase = "over"


def finish_hand(s: State, result: str, winners: Sequence[int]) -> None:
    """Hand the result to the match fold; the phase is `between` hands."""
    t = s.table
    s.match = next_hand(
        s.match, s.rules.match_rule, HandResult(result, tuple(winners), tuple(t.score), t.pot)
    )
    s.phase = "between"


def forced(
    options: Callable[[State], list[Event]], types: tuple[type, ...], clause: str
) -> tuple[Window, ...]:
    """A phase whose windows offer only what must happen."""
    return (Window(options, types, stage=FORCED, clause=clause, role="next"),)


# Wall and deal.


def wall(s: State) -> list[Event]:
    """A wall of unknown tiles: chance or a recorder fills it."""
    return [ev.WallBuilt(["?"] * len(s.kinds.deck), dead=s.p.get("dead_wall", 0))]


def wall_has(s: State, e: ev.WallBuilt) -> bool:
    """Any arrangement of the ruleset's tiles; unknown ones are welcome."""
    want = wall(s)[0]
    if not isinstance(want, ev.WallBuilt) or (e.height, e.faces, e.dead) != (
        want.height,
        want.faces,
        want.dead,
    ):
        return False
    if len(e.tiles) != len(want.tiles) or e.places != want.places or e.refill != want.refill:
        return False
    left = s.kinds.copies[:]
    for x in e.tiles:
        k = s.kinds.index.get(x, -2)
        if k >= 0:
            left[k] -= 1
        if k == -2 or (k >= 0 and left[k] < 0):
            return False
    return True


def dealt(s: State) -> list[Event]:
    """The block of the seat that is dealt to next: the whole hand at once, from the dealer on."""
    t = s.table
    size = s.p["hand_size"]
    return [ev.Dealt((s.match.dealer + s.mem.dealt) % t.seats, t.names(t.wall[:size]))]


# One tile from the wall, one to the river.


def drawn(s: State, seat: int, source: str = "head") -> ev.Drawn:
    """The draw of a seat from a source with the face as known."""
    return ev.Drawn(seat, s.face_at(source), source)


def discards(s: State) -> list[Event]:
    """Each different tile of the hand; where the drawn tile lies there, drawn and held copies apart."""
    t, q = s.table, s.actor
    d, kind, names = t.drawn, t.kind, s.kinds.names
    if d is None or d not in t.hand[q]:
        out: list[Event] = [ev.Discarded(q, names[k]) for k, n in enumerate(t.held[q]) if n]
        return [*out, ev.Discarded(q, "?")] if t.blank[q] else out
    own = kind[d]
    out = []
    for k, n in enumerate(t.held[q]):
        if n > (k == own):
            out.append(ev.Discarded(q, names[k], "held"))
    if t.blank[q] > (own < 0):
        out.append(ev.Discarded(q, "?", "held"))
    out.append(ev.Discarded(q, t.name(d), "drawn"))
    return out


def discards_size(s: State) -> int:
    """How many options `discards` has."""
    t, q = s.table, s.actor
    held, d, hand = t.held[q], t.drawn, t.hand[q]
    kinds = len(held) - held.count(0)
    if d is None or (hand[-1] != d and d not in hand):
        return kinds + (t.blank[q] > 0)
    own = t.kind[d]
    lonely = own >= 0 and held[own] == 1
    return kinds - lonely + (t.blank[q] > (own < 0)) + 1


def discards_draw(s: State, i: int) -> Event:
    """Option number `i` of `discards` without building the others."""
    t, q = s.table, s.actor
    held, d, hand, names = t.held[q], t.drawn, t.hand[q], s.kinds.names
    kinds = list(compress(range(len(held)), held))
    if d is None or (hand[-1] != d and d not in hand):
        return ev.Discarded(q, names[kinds[i]] if i < len(kinds) else "?")
    own = t.kind[d]
    if own >= 0 and held[own] == 1:
        kinds.remove(own)
    if i < len(kinds):
        return ev.Discarded(q, names[kinds[i]], "held")
    if i == len(kinds) and t.blank[q] > (own < 0):
        return ev.Discarded(q, "?", "held")
    return ev.Discarded(q, names[own] if own >= 0 else "?", "drawn")


def can_discard(s: State, e: ev.Discarded) -> bool:
    """Does the acting seat hold this tile, and the copy that `part` means? (Marks and faces are not judged.)"""
    t, q = s.table, e.seat
    if q != s.actor:
        return False
    d = t.drawn if t.drawn is not None and t.drawn in t.hand[q] else None
    k = s.kinds.index.get(e.tile, -2)
    if k == -2 or e.part not in (None, "drawn", "held"):
        return False
    own = t.kind[d] if d is not None else -2
    if e.part == "drawn":
        return d is not None and (k < 0 or own == k or (own < 0 and t.left[k] > 0))
    rest = len(t.hand[q]) - (d is not None if e.part == "held" else 0)
    if k < 0:
        return rest > 0
    if e.part is None or d is None:
        return t.may(q, k)
    held = t.held[q][k] - (own == k)
    return held > 0 or (t.blank[q] - (own < 0) > 0 and t.left[k] > 0)


def plain_discard(s: State, e: ev.Discarded) -> bool:
    """A face-up discard without a mark."""
    return e.face == "up" and not e.mark and can_discard(s, e)


# Claims of the tile that lies ready.


_ORDERS = [[[(seat + d) % n for d in range(1, n)] for seat in range(n)] for n in range(9)]


def order_after(s: State, seat: int) -> list[int]:
    """The other seats still in the hand, nearest first."""
    order, out = _ORDERS[s.table.seats][seat], s.mem.out
    return [q for q in order if q not in out] if out else order


def ready_tile(s: State) -> tuple[int, int]:
    """Feeder and kind of the tile that lies ready; kind -1 if nothing lies there or its face is unknown."""
    last = s.table.last
    return (s.mem.discarder, -1) if last is None else (last[0], s.table.kind[last[1]])


def pungs(s: State, seats: Sequence[int], feeder: int, kind: int) -> list[Event]:
    """Pungs of one kind by these seats."""
    t = s.table
    able = [q for q in seats if t.held[q][kind] > 1 or (t.blank[q] and t.may(q, kind, 2))]
    if not able:
        return []
    name = s.kinds.names[kind]
    return [ev.Claimed(q, "pung", name, [name, name], feeder) for q in able]


def open_kongs(s: State, seats: Sequence[int], feeder: int, kind: int) -> list[Event]:
    """Open kongs of one kind by these seats."""
    t = s.table
    able = [q for q in seats if t.held[q][kind] > 2 or (t.blank[q] and t.may(q, kind, 3))]
    if not able:
        return []
    name = s.kinds.names[kind]
    return [ev.Claimed(q, "kong_open", name, [name] * 3, feeder) for q in able]


_CHOW_PAIRS = ((-2, -1), (-1, 1), (1, 2))


def chows(s: State, seat: int, feeder: int, kind: int) -> list[Event]:
    """Chows of one kind by one seat."""
    if kind < 0 or s.kinds.suit[kind] > 2:
        return []
    t, names, rank = s.table, s.kinds.names, s.kinds.rank[kind]
    held, known = t.held[seat], not t.blank[seat]
    out: list[Event] = []
    for a, b in _CHOW_PAIRS:
        if rank + a < 1 or rank + b > 9 or (known and not (held[kind + a] and held[kind + b])):
            continue
        if known or t.may_all(seat, (kind + a, kind + b)):
            out.append(ev.Claimed(seat, "chow", names[kind], [names[kind + a], names[kind + b]], feeder))
    return out


def listed(options: Callable[[State], list[Event]]) -> Callable[[State, Event], bool]:
    """A `has` that builds the options and looks for one that fits: for windows that are short anyway."""

    def has(s: State, e: Event) -> bool:
        return any(o == e or fits(o, e) for o in options(s))

    return has


@dataclass(slots=True)
class HandMemory(Memory):
    """What every draw-discard-claim ruleset remembers within a hand."""

    dealt: int = 0
    discarder: int = 0
    out: tuple[int, ...] = ()
