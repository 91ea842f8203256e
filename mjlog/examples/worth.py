"""Operations about worth: shapes, scores, payments in a row, ranking points."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from mjlog.kinds import STANDARD
from mjlog.rules import Ruleset
from mjlog.rulesets.siren import ranking_points as points_for
from mjlog.scoring import siren
from mjlog.scoring.fans import Meld, WinHand
from mjlog.scoring.fans import is_win as is_won
from mjlog.scoring.options import scoring
from mjlog.scoring.settle import SettleContext, settlement

MELDS = {
    "chi": "chow",
    "peng": "pung",
    "minggang": "kong_open",
    "jiagang": "kong_added",
    "angang": "kong_closed",
}
FLAGS = {
    "岭上开花": "kong_replacement", "海底捞月": "last_discard", "妙手回春": "last_tile",
    "天和": "first_draw", "地和": "first_discard",
}  # fmt: skip


def counts_of(tiles: list[str]) -> list[int]:
    """The 34 counts of tiles by name."""
    counts = [0] * 34
    for x in tiles:
        counts[STANDARD.index[x]] += 1
    return counts


def melds_of(given: dict[str, Any]) -> tuple[Meld, ...]:
    """The melds of a question."""
    return tuple(
        Meld(MELDS[m["kind"]], min(STANDARD.index[x] for x in m["tiles"])) for m in given.get("melds", [])
    )


def win_hand(given: dict[str, Any]) -> WinHand:
    """The won hand of a question: `hand` has the concealed tiles without `win_tile`."""
    told = given.get("events", [])
    by = "robbed_kong" if "抢杠和" in told else {"zimo": "self_draw", "ron": "discard"}[given["by"]]
    return WinHand(
        counts_of([*given["hand"], given["win_tile"]]),
        melds_of(given),
        STANDARD.index[given["win_tile"]],
        by,
        STANDARD.index[given.get("seat_wind", "E")],
        STANDARD.index[given.get("round_wind", "E")],
        given.get("winner", 1) == given.get("dealer", 0),
        frozenset(FLAGS[x] for x in told if x in FLAGS),
    )


def specials_of(rules: Ruleset) -> tuple[str, ...]:
    """The special shapes of a ruleset."""
    if rules.family == "siren":
        return siren.SPECIALS
    return tuple(rules.values["special_shapes"]) if rules.values["hand_size"] == 13 else ()


def is_win(rules: Ruleset, given: dict[str, Any]) -> dict[str, Any]:
    """Is this a winning shape?"""
    melds = len(given.get("melds", []))
    counts = counts_of(given["tiles"])
    right = sum(counts) == int(rules.values["hand_size"]) + 1 - 3 * melds
    return {"win": right and is_won(counts, melds, specials_of(rules))}


def score(rules: Ruleset, given: dict[str, Any]) -> dict[str, Any]:
    """Fans by their Chinese name, fan before the cap, value, and who pays."""
    hand = win_hand(given)
    p = rules.values
    if rules.family == "siren":
        factor = Fraction(p["dealer_factor"])
        options = siren.SirenOptions(p["base"], p["fan_cap"], factor, p["double_wind"], p["qidui_only"])
        found: Any = siren.score(hand, options)
        value: Any = found.value
        pay = settlement("share3")
    else:
        found = scoring(str(p["scoring"]))(hand, specials=specials_of(rules))
        value = found.points
        pay = settlement(str(p["settlement"]))
    feeder = given.get("discarder") if given["by"] == "ron" else None
    context = SettleContext(rules.seats, dealer=int(given.get("dealer", 0)))
    names = {found.result.fans[i].zh: n for i, n in found.items.items()}
    answer = {"fans": names, "fan": found.fan, "value": value}
    if feeder is not None or given["by"] == "zimo":
        answer["deltas"] = [int(x) for x in pay(value, int(given.get("winner", 1)), feeder, context)]
    return answer


def match_sequence(rules: Ruleset, given: dict[str, Any]) -> dict[str, Any]:
    """The scores after payments in a row."""
    scores = list(given["scores"])
    for r in given["results"]:
        feeder = r.get("discarder") if r["by"] == "ron" else None
        paid = settlement("share3")(r["value"], r["winner"], feeder, SettleContext(rules.seats))
        scores = [a + int(b) for a, b in zip(scores, paid, strict=True)]
    return {"scores": scores}


def ranking_points(rules: Ruleset, given: dict[str, Any]) -> dict[str, Any]:
    """Ranking points of hands against computers."""
    found = [points_for(h["level"], h["winner"] == given["human_seat"]) for h in given["hands"]]
    return {"ranking_points": found, "total": sum(found)}
