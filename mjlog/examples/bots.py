"""Operations about bots: what each level does with a hand it is shown."""

from __future__ import annotations

from typing import Any

from mjlog.bots import choice as c
from mjlog.examples.worth import MELDS, counts_of, specials_of
from mjlog.kinds import STANDARD
from mjlog.rules import Ruleset
from mjlog.scoring.fans import is_win

CLAIMS = {"chi": c.CHOW, "peng": c.PUNG, "minggang": c.KONG}


def view_of(rules: Ruleset, given: dict[str, Any], hand: list[str]) -> c.View:
    """The hand of a question as a bot weighs it."""
    held = [x for m in given.get("melds", []) for x in m["tiles"]]
    return c.View(
        tuple(counts_of(hand)),
        len(given.get("melds", [])),
        tuple(counts_of(held)),
        tuple(counts_of(given.get("visible", []))),
        specials_of(rules),
        int(rules.values["hand_size"]) // 3,
    )


def own_turn(
    rules: Ruleset, given: dict[str, Any], view: c.View, level: str, *, declare: bool
) -> dict[str, Any]:
    """siren.bot.11: win, kong or discard."""
    names = STANDARD.names
    if declare and is_win(view.counts, view.melds, view.specials):
        return {"action": "zimo"}
    if declare and level != "easy" and int(given.get("wall_left", 60)) > 0:
        pungs = [m["tiles"][0] for m in given.get("melds", []) if MELDS[m["kind"]] == "pung"]
        closed = [k for k in range(34) if view.counts[k] == 4]
        added = [STANDARD.index[x] for x in pungs if view.counts[STANDARD.index[x]]]
        kong = c.choose_kong(view, closed, added)
        if kong is not None:
            return {"action": "angang" if kong[0] == "kong_closed" else "jiagang", "tile": names[kong[1]]}
    kind = c.noisy_discard(view, noise(given)) if level == "easy" else None
    if kind is None:
        kind = c.best_discard(view, expert=level == "expert").kind
    return {"action": "discard", "tile": names[kind]}


def noise(given: dict[str, Any]) -> int:
    """siren.bot.14: the noise number of the moment."""
    return c.noise_number(
        given.get("seed", 0), given.get("hand_no", 0), given.get("seat", 0), given.get("discards_made", 0)
    )


def offer_of(offer: dict[str, Any], tile: str) -> c.Offer:
    """An offer with the own tiles it uses."""
    kind = CLAIMS[offer["action"]]
    k = STANDARD.index[tile]
    own = [STANDARD.index[x] for x in offer["with"]] if kind == c.CHOW else [k] * (3 if kind == c.KONG else 2)
    return c.Offer(kind, k, tuple(own))


def bot_choice(rules: Ruleset, given: dict[str, Any]) -> dict[str, Any]:
    """What each level does, and the figures behind it."""
    view = view_of(rules, given, given["hand"])
    answer: dict[str, Any] = {"noise_number": noise(given) % 100}
    if given["phase"] != "claim":
        best = c.candidates(view)[0]
        answer |= {"shanten": best.distance, "useful": best.useful}
        declare = given["phase"] == "act"
        answer["choice"] = {x: own_turn(rules, given, view, x, declare=declare) for x in given["levels"]}
        return answer
    tile, offers = given["tile"], given["offers"]
    plain = [o for o in offers if o["action"] in CLAIMS]
    ron = next((o for o in offers if o["action"] == "ron"), None)
    choices: dict[str, Any] = {}
    for level in given["levels"]:
        found = c.choose_claim(view, [offer_of(o, tile) for o in plain], level)
        answer |= {"shanten_before": found.distance, "useful_before": found.useful}
        answer["after"] = [{"shanten": d, "useful": u} for d, u in found.after]
        taken = ron or (None if found.taken is None else plain[found.taken])
        choices[level] = taken or {"action": "pass"}
    return {**answer, "choice": choices}


def bot_discard(rules: Ruleset, given: dict[str, Any]) -> dict[str, Any]:
    """The discard on which every level of the question agrees; None if they do not."""
    view = view_of(rules, given, given["hand"])
    found = {own_turn(rules, given, view, x, declare=False)["tile"] for x in given["levels"]}
    return {"discard": found.pop() if len(found) == 1 else None}


def bot_action(rules: Ruleset, given: dict[str, Any]) -> dict[str, Any]:
    """What every level of the question does after this draw; None if they do not agree."""
    view = view_of(rules, given, [*given["hand"], given["drawn"]])
    found = {own_turn(rules, given, view, x, declare=True)["action"] for x in given["levels"]}
    return {"action": found.pop() if len(found) == 1 else None}


def bot_claim(rules: Ruleset, given: dict[str, Any]) -> dict[str, Any]:
    """Whether every level of the question takes an offer; of a chow the best way is tried."""
    offer = given["offer"]
    tile = offer["tile"]
    k = STANDARD.index[tile]
    view = view_of(rules, {**given, "visible": [*given.get("visible", []), tile]}, given["hand"])
    if offer["action"] == "ron":
        won = is_win(view.add(k).counts, view.melds, view.specials)
        return {"takes": won, "action": "ron" if won else "pass"}
    offers = [offer_of({**offer, "with": pair}, tile) for pair in _ways(view, k, offer)]
    taken = []
    found = c.Claim(0, 0)
    for level in given["levels"]:
        found = c.choose_claim(view, offers, level)
        taken.append(found.taken is not None)
    takes = all(taken) if all(taken) or not any(taken) else None
    return {
        "takes": takes,
        "action": offer["action"] if takes else "pass",
        "shanten_before": found.distance,
        "shanten_after": min(d for d, _ in found.after),
    }


def _ways(view: c.View, k: int, offer: dict[str, Any]) -> list[list[str]]:
    """The own tiles an offered claim may use."""
    if offer["action"] != "chi":
        return [[]]
    if "with" in offer:
        return [offer["with"]]
    names, rank = STANDARD.names, k % 9
    pairs = [(a, b) for a, b in ((-2, -1), (-1, 1), (1, 2)) if k < 27 and rank + a >= 0 and rank + b < 9]
    return [[names[k + a], names[k + b]] for a, b in pairs if view.counts[k + a] and view.counts[k + b]]
