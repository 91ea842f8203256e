"""Four-player mahjong against computers 四人麻将 (sheet: siren): fan that double, share of three, three bot levels."""

from __future__ import annotations

from typing import Any

from mjlog import events as ev
from mjlog import mechanics as m
from mjlog.match import DealerRule, MatchRule
from mjlog.params import Param, choice, flag, whole
from mjlog.rules import FORCED, After, Event, Ruleset, State, Window
from mjlog.rulesets import classic as c
from mjlog.rulesets import classic_flow as flow
from mjlog.rulesets.clauses import load
from mjlog.rulesets.winning import siren_value
from mjlog.scoring.settle import SettleContext, settlement

# Equipment (section 1)

PARAMS = {
    "dealer": choice(0, (0, 1, 2, 3), "seat that deals first", "siren.turn.1"),
    "human_seat": choice(1, (0, 1, 2, 3), "seat of the person", "siren.rank.1"),
    "next_dealer": choice("fixed", ("fixed", "rotate", "winner_keeps"), "who deals next", "siren.turn.1"),
    "hands_per_match": whole(1, 1, None, "hands a game has", "siren.goal.3"),
    "round_wind": choice("E", ("E", "S", "W", "N"), "round wind", "siren.fan.6"),
    "base": whole(20, 1, None, "points of a hand without fan", "siren.fan.1"),
    "fan_cap": whole(6, 1, 20, "fan beyond this do not count", "siren.fan.2", null=True),
    "dealer_factor": Param(
        default="3/2",
        kind="rational",
        values=(1, None),
        meaning="the dealer's win is worth",
        clause="siren.fan.3",
    ),
    "double_wind": choice(1, (1, 2), "fan of a set that is both seat and round wind", "siren.fan.6"),
    "qidui_only": flag(False, "seven pairs are exactly 2 fan", "siren.fan.8"),
    "rob_kong": flag(False, "an added kong may be robbed", "siren.turn.5"),
    "kong_after_claim": flag(False, "kong right after a pung or chow", "siren.turn.4"),
    "level": choice("normal", ("easy", "normal", "expert"), "level of the computers", "siren.bot.5"),
    "start_score": whole(0, None, None, "score at the start", "siren.pay.4"),
}
FIXED = {"hand_size": 13, "allow_chi": True, "dead_wall": 0}
WINDS = "ESWN"


def equip(p: dict[str, Any]) -> dict[str, Any]:
    """What the family asks for and the sheet fixes."""
    return {"values": {**FIXED, **p}}


DEALERS: dict[str, DealerRule] = {"fixed": "fixed", "rotate": "rotate", "winner_keeps": "keep_on_win"}


def match(p: dict[str, Any], seats: int) -> MatchRule:
    """No match is defined: one hand with a fixed dealer by default (section 6)."""
    return MatchRule(
        seats,
        p["hands_per_match"],
        DEALERS[p["next_dealer"]],
        p["dealer"],
        p["start_score"],
        WINDS.index(p["round_wind"]),
    )


# Hooks of the family


def special(s: State) -> tuple[str, ...]:
    """siren.shape.3, siren.shape.4: seven pairs and nothing else."""
    return ("qidui",)


def kong_ok(s: State) -> bool:
    """siren.turn.6: no kong when no replacement is left; siren.turn.4: after a draw or another's discard."""
    if not s.table.wall:
        return False
    return s.phase not in ("act", "claimed") or s.mem.fresh or bool(s.p["kong_after_claim"])


def one_exit(s: State) -> int:
    """siren.goal.3: one win ends the hand."""
    return 1


def replacement(s: State) -> str:
    """siren.turn.6: from the tail (our default)."""
    return "tail"


def after_claim(s: State) -> str:
    """siren.claim.2: the claimer discards; kongs first where the option allows them."""
    return "claimed" if s.p["kong_after_claim"] else "cut"


def pay(s: State, won: ev.Won, points: int) -> list[int]:
    """siren.pay.2, siren.pay.3: the discarder pays all; of a self-draw each other pays a third, rounded up."""
    context = SettleContext(s.table.seats, tuple(range(s.table.seats)), s.match.dealer)
    return [int(x) for x in settlement("share3")(points, won.seat, won.source, context)]


def ranking_points(level: str, human_won: bool) -> int:
    """siren.rank.1: fixed points for a hand won against computers of a level.

    >>> ranking_points("expert", True), ranking_points("easy", False)
    (100, 0)
    """
    return {"easy": 10, "normal": 30, "expert": 100}[level] if human_won else 0


_WHY = {
    ev.HandStarted: "turn.1", ev.WallBuilt: "tile.1", ev.Dealt: "goal.1", ev.Drawn: "turn.2",
    ev.Melded: "turn.4", ev.Extended: "turn.5", ev.Discarded: "turn.2", ev.Scored: "fan.1",
    ev.Settled: "pay.2", ev.HandEnded: "goal.4", ev.MatchEnded: "goal.3", ev.Revealed: "goal.4",
}  # fmt: skip
_WHY_CLAIM = {"kong_open": "claim.3", "pung": "claim.1", "chow": "claim.4"}
_WHY_WIN = {"self_draw": "turn.7", "discard": "claim.5", "robbed_kong": "turn.5"}


def why(s: State, e: Event) -> str:
    """The clause that an event of this kind stands under."""
    if isinstance(e, ev.Claimed):
        part = "turn.6" if e.kind == "kong_open" and not s.table.wall else _WHY_CLAIM.get(e.kind, "claim.6")
    elif isinstance(e, ev.Won):
        part = _WHY_WIN.get(e.by, "goal.2")
    elif isinstance(e, (ev.Melded, ev.Extended)) and not s.table.wall:
        part = "turn.6"
    else:
        part = _WHY.get(type(e), "turn.3")
    return f"siren.{part}"


# Play (section 3)

DRAW_TYPES = (ev.Drawn, ev.HandEnded)
SELF_DRAW = Window(c.self_draw, (ev.Won,), c.self_draw_has, clause="siren.turn.7")
CLOSED_KONG = Window(c.closed_kongs, (ev.Melded,), clause="siren.turn.4")
ADDED_KONG = Window(c.added_kongs, (ev.Extended,), clause="siren.turn.5")
CUT = Window(
    m.discards,
    (ev.Discarded,),
    m.plain_discard,
    m.discards_size,
    m.discards_draw,
    clause="siren.turn.2",
    role="cut",
)
CLAIM_WIN = Window(c.claim_wins, (ev.Won,), c.claim_wins_has, clause="siren.claim.7", idle=c.nobody_claims)
CLAIM_KONG = Window(c.claim_kongs, (ev.Claimed,), clause="siren.claim.3")
CLAIM_PUNG = Window(c.claim_pungs, (ev.Claimed,), clause="siren.claim.1")
CLAIM_CHOW = Window(c.claim_chows, (ev.Claimed,), clause="siren.claim.4")
NEXT = Window(c.next_due, DRAW_TYPES, stage=FORCED, clause="siren.claim.8", role="next")
REPLACEMENT = Window(c.replacement_due, DRAW_TYPES, stage=FORCED, clause="siren.turn.6", role="next")
ROB = Window(c.claim_wins, (ev.Won,), c.claim_wins_has, clause="siren.turn.5")

PHASES = dict(
    start=(
        Window(m.started, (ev.HandStarted,), m.started_has, stage=FORCED, clause="siren.turn.1", role="next"),
    ),
    wall=(Window(m.wall, (ev.WallBuilt,), m.wall_has, stage=FORCED, clause="siren.tile.1", role="next"),),
    deal=m.forced(m.dealt, (ev.Dealt,), "siren.goal.1"),
    draw=m.forced(c.draw_due, DRAW_TYPES, "siren.turn.2"),
    act=(SELF_DRAW, CLOSED_KONG, ADDED_KONG, CUT),
    claimed=(CLOSED_KONG, ADDED_KONG, CUT),
    cut=(CUT,),
    claims=(CLAIM_WIN, CLAIM_KONG, CLAIM_PUNG, CLAIM_CHOW, NEXT),
    rob=(ROB, REPLACEMENT),
    replace=(REPLACEMENT,),
    score=m.forced(c.scored, (ev.Scored,), "siren.fan.1"),
    settle=m.forced(c.settled, (ev.Settled,), "siren.pay.2"),
    end=m.forced(c.ended, (ev.HandEnded,), "siren.goal.3"),
    between=m.forced(m.match_over, (ev.HandStarted, ev.MatchEnded), "siren.goal.3"),
)
AFTER: dict[type, After] = {
    ev.HandStarted: flow.after_started, ev.WallBuilt: flow.after_wall, ev.Dealt: flow.after_dealt,
    ev.Drawn: flow.after_drawn, ev.Discarded: flow.after_discarded, ev.Claimed: flow.after_claimed,
    ev.Melded: flow.after_melded, ev.Extended: flow.after_extended, ev.Won: flow.after_won,
    ev.Scored: flow.after_scored, ev.Settled: flow.after_settled, ev.HandEnded: flow.after_ended,
    ev.MatchEnded: m.after_match_ended,
}  # fmt: skip

SIREN = Ruleset(
    "siren",
    {"en": "Four-player mahjong against computers", "zh": "四人麻将（对战电脑）"},
    source="seed 002, whole file",
    family="siren",
    params=PARAMS,
    phases=PHASES,
    after=AFTER,
    hooks=dict(
        memory=c.memory, match=match, equip=equip, special=special, kong_ok=kong_ok, exits=one_exit,
        replacement=replacement, after_claim=after_claim, value=siren_value, pay=pay, why=why,
    ),
    clauses=load("siren"),
)  # fmt: skip
