"""From a state and its win to the scoring core: the won hand as the fan tables want it."""

from __future__ import annotations

from fractions import Fraction

from mjlog import events as ev
from mjlog.rules import State
from mjlog.scoring import siren
from mjlog.scoring.fans import EAST, Meld, WinHand
from mjlog.scoring.options import scoring

Value = tuple[dict[str, int], int, int]
"""Items by fan id, total fan before any cap, points."""


def win_flags(s: State, won: ev.Won) -> frozenset[str]:
    """The chances that a win may have: kong replacement, last tile, last discard, first draw, first discard."""
    mem = s.mem
    empty = not s.table.wall
    if won.by == "self_draw":
        found = {
            "kong_replacement": mem.replaced,
            "last_tile": empty,
            "first_draw": mem.draws[won.seat] == 1 and not mem.melded,
        }
    else:
        feeder = won.source if won.source is not None else mem.discarder
        plain = won.by == "discard"
        found = {
            "last_discard": plain and empty,
            "first_discard": plain
            and mem.discards[feeder] == 1
            and mem.draws[won.seat] == 0
            and not mem.melded,
        }
    return frozenset(name for name, holds in found.items() if holds)


def win_hand(s: State, won: ev.Won) -> WinHand:
    """The won hand with its melds, winds and chances; the tile won from another is added to the hand."""
    t, q = s.table, won.seat
    counts = t.counts(q)[:34]
    tile = s.kinds.base[s.kinds.index[won.tile]]
    if won.by != "self_draw":
        counts[tile] += 1
    melds = tuple(Meld(m.kind, min(s.kinds.base[t.kind[i]] for i in m.slots)) for m in t.melds[q])
    seats = t.seats
    return WinHand(
        counts,
        melds,
        tile,
        won.by,
        EAST + (q - s.match.dealer) % seats,
        EAST + s.match.round % 4,
        q == s.match.dealer,
        win_flags(s, won),
    )


def family_value(s: State, won: ev.Won) -> Value:
    """tuidaohe.exit.2: by the fan table of the option `scoring`."""
    score = scoring(s.p["scoring"])(win_hand(s, won), specials=s.rules.hooks["special"](s))
    return score.items, score.fan, score.points


def siren_value(s: State, won: ev.Won) -> Value:
    """siren.fan.1–3: base doubled for every fan up to the cap, the dealer's win is worth more, rounded up."""
    p = s.p
    options = siren.SirenOptions(
        p["base"], p["fan_cap"], Fraction(p["dealer_factor"]), p["double_wind"], p["qidui_only"]
    )
    score = siren.score(win_hand(s, won), options)
    return score.items, score.fan, -(-score.value // 1)
