"""Pairs 对子: two small rulesets for mjlog in one module, to copy from when you write your own.

Everybody holds seven tiles of characters and dots, draws one and discards one. Four pairs win; four equal tiles are
two pairs. In `pairs-1` you win by your own draw only, in `pairs-2` on a discard too. The loser pays, or all do.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mjlog import events as ev
from mjlog import mechanics as m
from mjlog.kinds import Kind, Kinds
from mjlog.match import MatchRule
from mjlog.params import choice, flag, whole
from mjlog.rules import FORCED, After, Clause, Event, Ruleset, State, Window

# Clauses: what is cited must be written somewhere. `original` is the rule's own text.

CLAUSES = {
    c.id: c
    for c in (
        Clause("pairs.tile.1", "万、筒各四张，共七十二张", "Characters and dots, four of each: 72 tiles."),
        Clause("pairs.deal.1", "每人七张，庄家先摸", "Everybody is dealt one tile less than a win; the dealer draws first."),
        Clause("pairs.turn.1", "摸一张，打一张", "Draw one tile, discard one, face up; then the next seat."),
        Clause("pairs.win.1", "凑成四对即和", "A hand of pairs only wins after its own draw."),
        Clause("pairs.win.2", "可以点和", "pairs-2: the tile just discarded may complete the last pair, nearest seat first."),
        Clause("pairs.win.3", "四张相同算两对", "Four equal tiles are two pairs, where the option allows it."),
        Clause("pairs.pay.1", "自摸三家付，点和点炮者付", "A self-draw is paid by all others, a discard by its discarder."),
        Clause("pairs.end.1", "一人和牌即止，摸完流局", "One win ends the hand, so does an empty wall."),
        Clause("pairs.match.1", "每人坐庄一次", "As many hands as seats, the deal goes round."),
    )
}  # fmt: skip

# Equipment and options. Each option has a default, its legal values, its meaning and its clause.

TILES = Kinds(Kind(f"{rank}{suit}", 4, "mp".index(suit), rank) for suit in "mp" for rank in range(1, 10))
PARAMS = {
    "players": choice(4, (2, 3, 4), "seats", "pairs.match.1"),
    "pairs": choice(4, (3, 4, 5), "pairs of a winning hand", "pairs.win.1"),
    "four_is_two": flag(True, "four equal tiles are two pairs", "pairs.win.3"),
    "win_on_discard": flag(False, "a discard may be won on", "pairs.win.2"),
    "points": whole(1, 1, None, "points of a win", "pairs.pay.1"),
}


def equip(p: dict[str, Any]) -> dict[str, Any]:
    """pairs.deal.1: one tile less than the pairs of a win."""
    return {"seats": p["players"], "values": {**p, "hand_size": 2 * p["pairs"] - 1, "dead_wall": 0}}


def match(p: dict[str, Any], seats: int) -> MatchRule:
    """pairs.match.1: as many hands as seats, the deal goes round."""
    return MatchRule(seats, seats, "rotate")


# What a hand remembers beside the table. Only `after` functions write it.


@dataclass(slots=True)
class Memory(m.HandMemory):
    """`win` is the win being settled."""

    win: ev.Won | None = None


def memory(p: dict[str, Any], seats: int) -> Memory:
    """A hand before its first event."""
    return Memory()


# Could this hand win? Unknown tiles count as anything: a log need not know every tile.


def could_win(s: State, seat: int, kind: int = -1) -> bool:
    """pairs.win.1, pairs.win.3: can these tiles, with one more of `kind` if given, be pairs only?"""
    t = s.table
    if len(t.hand[seat]) + (kind >= 0) != 2 * s.p["pairs"]:
        return False
    counts = t.counts(seat)
    if kind >= 0:
        counts[kind] += 1
    singles = sum(n % 2 for n in counts)
    doubled = sum(n > 2 for n in counts) if not s.p["four_is_two"] else 0
    return singles <= t.blank[seat] and not doubled


# Windows: what may happen next.


def self_draws(s: State) -> list[Event]:
    """pairs.win.1: the acting seat wins with the tile it has just drawn."""
    t, q = s.table, s.actor
    if t.drawn is None or not could_win(s, q):
        return []
    return [ev.Won(q, "self_draw", t.name(t.drawn), hand=t.names(t.hand[q]))]


def wins_on_discard(s: State) -> list[Event]:
    """pairs.win.2: every seat that can win on the discard, nearest first."""
    feeder, kind = m.ready_tile(s)
    if kind < 0 or not s.p["win_on_discard"]:
        return []
    name, t = s.kinds.names[kind], s.table
    return [
        ev.Won(q, "discard", name, feeder, t.names(t.hand[q]))
        for q in m.order_after(s, feeder)
        if could_win(s, q, kind)
    ]


def due(s: State, seat: int) -> list[Event]:
    """pairs.turn.1, pairs.end.1: the draw of a seat, or the end at an empty wall."""
    return [m.drawn(s, seat)] if s.table.wall else [ev.HandEnded("exhausted")]


def draw_due(s: State) -> list[Event]:
    """The draw of the acting seat."""
    return due(s, s.actor)


def next_due(s: State) -> list[Event]:
    """Nobody wins on the discard: the next seat draws."""
    return due(s, s.next_seat(s.mem.discarder))


def settled(s: State) -> list[Event]:
    """pairs.pay.1: all others pay a self-draw, the discarder pays a win on a discard."""
    won, points, seats = s.mem.win, s.p["points"], s.table.seats
    payers = [q for q in range(seats) if q != won.seat] if won.source is None else [won.source]
    deltas = [-points * (q in payers) for q in range(seats)]
    deltas[won.seat] = points * len(payers)
    return [ev.Settled(deltas, "win", won.seat)]


def ended(s: State) -> list[Event]:
    """pairs.end.1: one win ends the hand."""
    return [ev.HandEnded("win")]


DRAW = (ev.Drawn, ev.HandEnded)
CUT = Window(m.discards, (ev.Discarded,), m.plain_discard, m.discards_size, m.discards_draw, clause="pairs.turn.1", role="cut")  # fmt: skip
PHASES = {
    "start": (Window(m.started, (ev.HandStarted,), m.started_has, stage=FORCED, clause="pairs.match.1", role="next"),),
    "wall": (Window(m.wall, (ev.WallBuilt,), m.wall_has, stage=FORCED, clause="pairs.tile.1", role="next"),),
    "deal": m.forced(m.dealt, (ev.Dealt,), "pairs.deal.1"),
    "draw": m.forced(draw_due, DRAW, "pairs.turn.1"),
    "act": (Window(self_draws, (ev.Won,), clause="pairs.win.1"), CUT),
    "claims": (
        Window(wins_on_discard, (ev.Won,), clause="pairs.win.2"),
        Window(next_due, DRAW, stage=FORCED, clause="pairs.turn.1", role="next"),
    ),
    "settle": m.forced(settled, (ev.Settled,), "pairs.pay.1"),
    "end": m.forced(ended, (ev.HandEnded,), "pairs.end.1"),
    "between": m.forced(m.match_over, (ev.HandStarted, ev.MatchEnded), "pairs.match.1"),
}  # fmt: skip


# What follows an event, whatever phase it was found in.


def after_started(s: State, e: ev.HandStarted) -> None:
    """A new hand: the wall is built."""
    m.follow_start(s, e)
    s.actor, s.phase = e.dealer, "wall"


def after_wall(s: State, e: ev.WallBuilt) -> None:
    """The wall stands: deal."""
    s.phase = "deal"


def after_dealt(s: State, e: ev.Dealt) -> None:
    """Everybody has tiles: the dealer draws."""
    s.mem.dealt += 1
    if s.mem.dealt == s.table.seats:
        s.actor, s.phase = s.match.dealer, "draw"


def after_drawn(s: State, e: ev.Drawn) -> None:
    """The seat may win, else it discards."""
    s.actor, s.phase = e.seat, "act"


def after_discarded(s: State, e: ev.Discarded) -> None:
    """The tile lies ready."""
    s.mem.discarder = s.actor = e.seat
    s.phase = "claims"


def after_won(s: State, e: ev.Won) -> None:
    """The win is settled."""
    s.mem.win = e
    s.actor, s.phase = e.seat, "settle"


def after_settled(s: State, e: ev.Settled) -> None:
    """The hand is over; a payment for anything else changes nothing."""
    if e.reason == "win" and s.mem.win is not None:
        s.mem.out += (s.mem.win.seat,)
        s.phase = "end"


def after_ended(s: State, e: ev.HandEnded) -> None:
    """The result goes to the match."""
    m.finish_hand(s, e.result, s.mem.out)


AFTER: dict[type, After] = {
    ev.HandStarted: after_started, ev.WallBuilt: after_wall, ev.Dealt: after_dealt, ev.Drawn: after_drawn,
    ev.Discarded: after_discarded, ev.Won: after_won, ev.Settled: after_settled, ev.HandEnded: after_ended,
    ev.MatchEnded: m.after_match_ended,
}  # fmt: skip


def golden(ruleset: str) -> str:
    """The golden transcript: write it with ``python -m mjlog_pairs`` and read it before you keep it."""
    return str(json.loads(GOLDENS.read_text(encoding="utf-8"))[ruleset])


GOLDENS = Path(__file__).with_name("mjlog_pairs_goldens.json")

PAIRS_1 = Ruleset(
    "pairs-1",
    {"en": "Pairs, self-draw only", "zh": "对子（只许自摸）"},
    source="docs/plugin-example",
    family="pairs",
    kinds=TILES,
    params=PARAMS,
    phases=PHASES,
    after=AFTER,
    hooks={"memory": memory, "match": match, "equip": equip, "golden": lambda: golden("pairs-1")},
    clauses=CLAUSES,
)
PAIRS_2 = PAIRS_1.revise(
    "pairs-2",
    names={"en": "Pairs", "zh": "对子"},
    params={"win_on_discard": True, "points": 2},
    hooks={"golden": lambda: golden("pairs-2")},
)


def rulesets() -> list[Ruleset]:
    """What the entry point gives to mjlog."""
    return [PAIRS_1, PAIRS_2]


def transcripts() -> Mapping[str, str]:
    """The transcripts as the rules play now."""
    from mjlog.conform.rulebook import transcript

    return {r.id: transcript(r.bind({})) for r in rulesets()}


if __name__ == "__main__":
    GOLDENS.write_text(json.dumps(transcripts(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
