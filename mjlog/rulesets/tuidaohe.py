"""Push-down mahjong 推倒和: the full text and its three drafts, one engine (sheet: tuidaohe)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from mjlog import events as ev
from mjlog import mechanics as m
from mjlog.errors import OptionError
from mjlog.kinds import NUMBERS, STANDARD
from mjlog.match import MatchRule
from mjlog.params import Param, choice, flag, whole
from mjlog.rules import FORCED, After, Event, Ruleset, State, Window
from mjlog.rulesets import classic as c
from mjlog.rulesets import classic_flow as flow
from mjlog.rulesets.clauses import load
from mjlog.rulesets.winning import family_value
from mjlog.scoring import keys as key
from mjlog.scoring.settle import SettleContext, settlement

LATER_SCORING = ("gudian", "riben", "guobiao", "sichuan-xuezhan", "sichuan-xueliu")
LATER_SETTLEMENT = ("quanfenfu", "yaoer-even", "quanchong", "yaoer", "guobiao", "chongshang", "shuhewei")

# Equipment (section 1)

PARAMS = {
    "tiles": choice(136, (136, 108), "tiles in play; 108: no honours", "tuidaohe.game.1"),
    "players": choice(4, (2, 3, 4), "players, in fixed order", "tuidaohe.game.1"),
    "hand_size": choice(13, (7, 10, 13, 16), "tiles in a hand, 3k + 1", "tuidaohe.game.1"),
    "exits": choice(1, (1, 2, 3), "seats that must be unable to discard", "tuidaohe.game.2"),
    "allow_chi": flag(True, "chow from the previous seat", "tuidaohe.claim.4"),
    "baoting": flag(False, "ready may be declared", "tuidaohe.show.2"),
    "baoting_concealed": flag(False, "only without open melds", "tuidaohe.show.2"),
    "kong_after_baoting": flag(False, "kongs that keep the waits after declaring", "tuidaohe.show.2"),
    "special_shapes": Param(
        default=["qidui", "13yao"],
        kind="subset",
        values=("qidui", "13yao", "quanbukao"),
        meaning="winning shapes beside sets and a pair (hands of 13 only)",
        clause="tuidaohe.concept.1",
    ),
    "declare_after_claim": flag(False, "win or kong right after a pung or chow", "tuidaohe.show.0"),
    "rob_kong": flag(True, "an added kong may be robbed", "tuidaohe.show.4"),
    "min_fan": whole(0, 0, None, "fan a win needs", "tuidaohe.game.2"),
    "scoring": choice("difang", ("difang",), "fan table", "tuidaohe.exit.2", LATER_SCORING),
    "settlement": choice("zimofansan", ("zimofansan",), "who pays", "settle.zimofansan.1", LATER_SETTLEMENT),
    "dead_wall": whole(0, 0, 60, "tiles at the end that are never drawn", "tuidaohe.draw.1"),
    "replacement_from": choice(
        "head", ("head", "tail"), "where a kong's tile comes from", "tuidaohe.after.1"
    ),
    "hands_per_match": whole(1, 1, None, "hands a game has (the sheet sets no length)", "tuidaohe.game.2"),
    "next_dealer": choice("rotate", ("rotate", "fixed", "winner_keeps"), "who deals next", "tuidaohe.game.1"),
}
DEALERS = {"rotate": "rotate", "fixed": "fixed", "winner_keeps": "keep_on_win"}


def refuse(p: dict[str, Any]) -> None:
    """Option combinations that make no game."""
    if p["exits"] >= p["players"]:
        raise OptionError(
            f"options exits={p['exits']} and players={p['players']}: at most {p['players'] - 1} seats can leave",
            clause="tuidaohe.game.2",
        )
    spare = p["tiles"] - p["dead_wall"] - p["players"] * p["hand_size"]
    if spare < 1:
        raise OptionError(
            f"options tiles={p['tiles']}, dead_wall={p['dead_wall']}, hand_size={p['hand_size']}: no tile is left to draw",
            clause="tuidaohe.game.1",
        )


def equip(p: dict[str, Any]) -> dict[str, Any]:
    """Tiles and seats that the options ask for."""
    return {"kinds": STANDARD if p["tiles"] == 136 else NUMBERS, "seats": p["players"]}


def match(p: dict[str, Any], seats: int) -> MatchRule:
    """Hands follow each other with the dealer rotating (our default)."""
    return MatchRule(seats, p["hands_per_match"], DEALERS[p["next_dealer"]])  # type: ignore[arg-type]


# Hooks of the family


def special(s: State) -> list[str]:
    """concept.1: special shapes have 14 tiles."""
    shapes: list[str] = s.p["special_shapes"]
    return shapes if s.p["hand_size"] == 13 else []


def kong_ok(s: State) -> bool:
    """after.1: a kong may be declared even when no replacement is left."""
    return True


def exits(s: State) -> int:
    """game.2: seats that must be unable to discard."""
    return int(s.p["exits"])


def replacement(s: State) -> str:
    """after.1: from the same wall, its head by default."""
    return str(s.p["replacement_from"])


def after_claim(s: State) -> str:
    """show.0: after a pung or chow nothing was drawn, so nothing may be declared by default."""
    return "act" if s.p["declare_after_claim"] else "cut"


def pay(s: State, won: ev.Won, points: int) -> list[int]:
    """exit.2: by the settlement; seats that left neither pay nor receive."""
    context = SettleContext(
        s.table.seats, tuple(q for q in range(s.table.seats) if q not in s.mem.out), s.match.dealer
    )
    return [int(x) for x in settlement(s.p["settlement"])(points, won.seat, won.source, context)]


# Declaring ready (show.2)


def baoting(s: State) -> list[Event]:
    """show.2: discard a tile that leaves the hand ready and declare it."""
    t, q = s.table, s.actor
    if not s.p["baoting"] or q in s.mem.ready or not s.mem.fresh:
        return []
    if s.p["baoting_concealed"] and any(x.kind != "kong_closed" for x in t.melds[q]):
        return []
    found: list[Event] = []
    for e in m.discards(s):
        if isinstance(e, ev.Discarded) and leaves_ready(s, e.tile):
            found.append(ev.Discarded(q, e.tile, e.part, "baoting"))
    return found


def leaves_ready(s: State, tile: str) -> bool:
    """Is the hand ready without this tile? Unknown tiles may be anything."""
    t, q = s.table, s.actor
    if t.blank[q]:
        return True
    kind = s.kinds.index[tile]
    suit, unit = key.UNIT[kind]
    keys = t.keys[q][:]
    keys[suit] -= unit
    if key.waits(keys):
        return True
    return not t.melds[q] and any(key.SPECIAL[x].waits(keys) for x in special(s))


_WHY = {
    ev.HandStarted: "game.1", ev.WallBuilt: "game.1", ev.Dealt: "game.1", ev.Drawn: "draw.1",
    ev.Melded: "show.3", ev.Extended: "show.4", ev.Discarded: "cut.1", ev.Scored: "exit.2",
    ev.Settled: "exit.2", ev.HandEnded: "game.2", ev.MatchEnded: "game.2", ev.Declared: "exit.1",
    ev.Revealed: "concept.2",
}  # fmt: skip
_WHY_CLAIM = {"kong_open": "claim.2", "pung": "claim.3", "chow": "claim.4", "kong_added": "show.4"}
_WHY_WIN = {"self_draw": "show.1", "discard": "claim.1", "robbed_kong": "show.4"}


def why(s: State, e: Event) -> str:
    """The clause that an event of this kind stands under."""
    if isinstance(e, ev.Claimed):
        part = _WHY_CLAIM.get(e.kind, "poll.2")
    elif isinstance(e, ev.Won):
        part = _WHY_WIN.get(e.by, "concept.1")
    elif isinstance(e, ev.Discarded) and e.mark:
        part = "show.2"
    else:
        part = _WHY.get(type(e), "turn.1")
    return f"tuidaohe.{part}"


# Play (section 3)

FRAME = dict(
    start=(
        Window(
            m.started, (ev.HandStarted,), m.started_has, stage=FORCED, clause="tuidaohe.game.1", role="next"
        ),
    ),
    wall=(Window(m.wall, (ev.WallBuilt,), m.wall_has, stage=FORCED, clause="tuidaohe.game.1", role="next"),),
    deal=m.forced(m.dealt, (ev.Dealt,), "tuidaohe.game.1"),
    between=m.forced(m.match_over, (ev.HandStarted, ev.MatchEnded), "tuidaohe.game.2"),
)
DRAW_TYPES = (ev.Drawn, ev.Declared, ev.HandEnded)
NEXT = Window(c.next_due, DRAW_TYPES, stage=FORCED, clause="tuidaohe.poll.1", role="next")
REPLACEMENT = Window(c.replacement_due, DRAW_TYPES, stage=FORCED, clause="tuidaohe.after.1", role="next")
SELF_DRAW = Window(c.self_draw, (ev.Won,), c.self_draw_has, clause="tuidaohe.show.1")
CLOSED_KONG = Window(c.closed_kongs, (ev.Melded,), clause="tuidaohe.show.3")
ADDED_KONG = Window(c.added_kongs, (ev.Extended,), clause="tuidaohe.show.4")
BAOTING = Window(baoting, (ev.Discarded,), clause="tuidaohe.show.2")
CUT = Window(
    c.discards,
    (ev.Discarded,),
    c.discards_has,
    c.discards_size,
    c.discards_draw,
    clause="tuidaohe.cut.1",
    role="cut",
)
CLAIM_WIN = Window(c.claim_wins, (ev.Won,), c.claim_wins_has, clause="tuidaohe.claim.1", idle=c.nobody_claims)
CLAIM_KONG = Window(c.claim_kongs, (ev.Claimed,), clause="tuidaohe.claim.2")
CLAIM_PUNG = Window(c.claim_pungs, (ev.Claimed,), clause="tuidaohe.claim.3")
CLAIM_CHOW = Window(c.claim_chows, (ev.Claimed,), clause="tuidaohe.claim.4")
ROB = Window(c.claim_wins, (ev.Won,), c.claim_wins_has, clause="tuidaohe.show.4")

PHASES = dict(
    FRAME,
    draw=m.forced(c.draw_due, DRAW_TYPES, "tuidaohe.draw.1"),
    act=(SELF_DRAW, CLOSED_KONG, ADDED_KONG, BAOTING, CUT),
    cut=(CUT,),
    claims=(CLAIM_WIN, CLAIM_KONG, CLAIM_PUNG, CLAIM_CHOW, NEXT),
    rob=(ROB, REPLACEMENT),
    replace=(REPLACEMENT,),
    score=m.forced(c.scored, (ev.Scored,), "tuidaohe.exit.2"),
    settle=m.forced(c.settled, (ev.Settled,), "tuidaohe.exit.2"),
    end=m.forced(c.ended, (ev.HandEnded,), "tuidaohe.game.2"),
)
AFTER: dict[type, After] = {
    ev.HandStarted: flow.after_started, ev.WallBuilt: flow.after_wall, ev.Dealt: flow.after_dealt,
    ev.Drawn: flow.after_drawn, ev.Discarded: flow.after_discarded, ev.Claimed: flow.after_claimed,
    ev.Melded: flow.after_melded, ev.Extended: flow.after_extended, ev.Won: flow.after_won,
    ev.Scored: flow.after_scored, ev.Settled: flow.after_settled, ev.Declared: flow.after_declared,
    ev.HandEnded: flow.after_ended, ev.MatchEnded: m.after_match_ended,
}  # fmt: skip
HOOKS: dict[str, Any] = dict(
    memory=c.memory, match=match, refuse=refuse, equip=equip, special=special, kong_ok=kong_ok, exits=exits,
    replacement=replacement, after_claim=after_claim, value=family_value, pay=pay, why=why,
)  # fmt: skip

TUIDAOHE = Ruleset(
    "tuidaohe",
    {"en": "Push-down mahjong", "zh": "推倒和（完整版）"},
    source="seed 000, lines 65–191 and 242–244",
    family="tuidaohe",
    params=PARAMS,
    phases=PHASES,
    after=AFTER,
    hooks=HOOKS,
    clauses=load("tuidaohe", "tuidaohe."),
)

# The drafts, newest first


def drawn_only(s: State) -> list[Event]:
    """tuidaohe-0410.show.5: the added tile must be the one just drawn."""
    t = s.table
    if t.drawn is None:
        return []
    k = t.kind[t.drawn]
    return [
        e for e in c.added_kongs(s) if isinstance(e, ev.Extended) and (k < 0 or s.kinds.index[e.tile] == k)
    ]


def discard_kongs(s: State) -> list[Event]:
    """tuidaohe-0.claim.5: a discard may be added to an own open pung; else an open kong as ever."""
    seats, feeder, k = c.claimers(s)
    if k < 0:
        return []
    found = c.claim_kongs(s)
    for q in seats:
        for j, meld in enumerate(s.table.melds[q]):
            if meld.kind == "pung" and s.table.kind[meld.slots[0]] == k:
                found.append(ev.Claimed(q, "kong_added", s.kinds.names[k], [], feeder, j))
    return found


def after_melded_last(s: State, e: ev.Melded) -> None:
    """tuidaohe-0.show.5: the win was asked before the kong, so its replacement is only discarded."""
    flow.after_melded(s, e)
    s.phase = "replace_last"


def after_drawn_last(s: State, e: ev.Drawn) -> None:
    """tuidaohe-0.show.5: no declaration on the replacement of a concealed kong."""
    last = s.phase == "replace_last"
    flow.after_drawn(s, e)
    if last:
        s.phase = "cut"


NEVER = Param(
    default=False, kind="one", values=(False,), meaning="not in this draft", clause="tuidaohe.turn.1"
)
FIXED = {"baoting": NEVER, "baoting_concealed": NEVER, "kong_after_baoting": NEVER}
ALWAYS_CHOW = Param(
    default=True, kind="one", values=(True,), meaning="chow from the previous seat", clause="tuidaohe.claim.4"
)

TUIDAOHE_0429 = TUIDAOHE.revise(
    "tuidaohe-0429",
    names={"en": "Push-down mahjong, draft of 29 April", "zh": "推倒和（0429）"},
    date="04-29",
    params={**FIXED, "allow_chi": ALWAYS_CHOW},
    clauses=load("tuidaohe", "tuidaohe-0429."),
)
TUIDAOHE_0410 = TUIDAOHE_0429.revise(
    "tuidaohe-0410",
    names={"en": "Push-down mahjong, draft of 10 April", "zh": "推倒和（0410）"},
    date="04-10",
    params={"declare_after_claim": True},
    phases={
        "act": (
            SELF_DRAW,
            CLOSED_KONG,
            Window(drawn_only, (ev.Extended,), clause="tuidaohe-0410.show.5"),
            CUT,
        )
    },
    clauses=load("tuidaohe", "tuidaohe-0410."),
)
TUIDAOHE_0 = TUIDAOHE_0410.revise(
    "tuidaohe-0",
    names={"en": "Push-down mahjong, undated draft", "zh": "推倒和（初稿）"},
    date="",
    params={
        "players": choice(4, (4,), "players", "tuidaohe-0.end.1"),
        "hand_size": choice(13, (13,), "tiles in a hand", "tuidaohe-0.end.1"),
        "exits": choice(1, (1,), "the hand ends at the first win", "tuidaohe-0.end.1"),
        "rob_kong": choice(False, (False,), "nothing can be robbed", "tuidaohe-0.claim.5"),
    },
    phases={
        "act": (SELF_DRAW, CLOSED_KONG, CUT),
        "claims": (
            replace(CLAIM_WIN, idle=None),
            Window(discard_kongs, (ev.Claimed,), clause="tuidaohe-0.claim.5"),
            CLAIM_PUNG,
            CLAIM_CHOW,
            NEXT,
        ),
        "replace_last": (REPLACEMENT,),
    },
    after={ev.Melded: after_melded_last, ev.Drawn: after_drawn_last},
    clauses=load("tuidaohe", "tuidaohe-0."),
)
