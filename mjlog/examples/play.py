"""Operations about turns: what is legal, who gets a discard, how tiles are counted in a turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mjlog import events as ev
from mjlog.examples import position as at
from mjlog.play import Answer, by_seat, resolve
from mjlog.rules import Event, Ruleset, State, stages
from mjlog.rulesets import classic

CLAIMS = {"chi": "chow", "peng": "pung", "minggang": "kong_open"}
COMPLETE = ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "1s", "2s", "3s", "7s", "8s", "9s"]


def phase_name(s: State) -> str:
    """What the family's sheet calls the phase in which the acting seat is."""
    own = {"cut": "cut", "replace": "after-kong", "act": "declare", "draw": "draw", "claims": "poll"}
    siren = {"cut": "discard-only", "claimed": "discard-only", "replace": "replacement", "claims": "claim"}
    return {**own, **siren}.get(s.phase, s.phase) if s.rules.family == "siren" else own.get(s.phase, s.phase)


def _prepare(rules: Ruleset, given: dict[str, Any]) -> tuple[State, int]:
    """The position of a question about a legal action: earlier melds, exits and declarations, then the moment."""
    n = rules.seats
    feeder = given.get("discarder")
    seat = int(given.get("seat", 0))
    tile = given.get("tile") or given.get("discard")
    hand = list(given.get("hand", given.get("hand_has", [])))
    hand += [x for q in given.get("hand_quads", []) for x in [q] * 4]
    drawn = given.get("drawn")
    own = given["action"] in ("zimo", "angang", "jiagang", "discard", "baoting") and feeder is None
    sets = [([x] * 3, "pung") for x in given.get("open_pungs", [])]
    sets += [(list(x), "pung" if len(set(x)) == 1 else "chow") for x in given.get("open", [])]
    size = int(rules.values["hand_size"])
    claim = given.get("claim")
    named = [tile] if tile else []
    room = size - 3 * len(sets) - (2 if claim else 0)
    if given.get("complete_after_claim"):
        hand = [*COMPLETE[: room - 2], "E", "E"] if room % 3 == 2 else hand
    hand += at.idle(
        rules, hand, [*named, *([drawn] if drawn else []), *given.get("open_pungs", [])], room - len(hand)
    )
    out = given.get("out", [])
    declared = bool(given.get("declared"))
    spent = len(sets) + len(out) + declared + own + (1 if feeder is not None or claim else 0)
    laid = [x for tiles, _ in sets for x in tiles[1:]]
    s = at.dealt(rules, {seat: [*hand, *laid]}, spent + int(given.get("wall_left", at.ENOUGH)))
    for q in out:
        at.leave(s, q)
    others = [q for q in range(n) if q != seat and q not in out]
    for tiles, kind in sets:
        at.meld(s, seat, tiles, kind, others[0])
    if declared:
        at.happen(s, ev.Drawn(seat, "?"), ev.Discarded(seat, "?", "drawn", "baoting"))
    if claim:
        before = (seat - 1) % n
        own_tiles = ["?", "?"]
        at.happen(s, ev.Drawn(before, "?"), ev.Discarded(before, "?"))
        at.happen(s, ev.Claimed(seat, CLAIMS[claim], "?", own_tiles + ["?"] * (claim == "minggang"), before))
    elif feeder is not None:
        at.happen(s, ev.Drawn(feeder, "?"), ev.Discarded(feeder, str(tile)))
    elif given.get("phase") in ("discard-only", "cut"):
        s.phase, s.actor = "cut", seat
    else:
        at.happen(s, ev.Drawn(seat, drawn or at.idle(rules, hand, named, 1)[0]))
    return s, seat


def legal(rules: Ruleset, given: dict[str, Any]) -> dict[str, Any]:
    """May this seat do that here? For a declared ready hand also the kinds it then waits for."""
    s, seat = _prepare(rules, given)
    action = given["action"]
    tile = given.get("discard") if action == "baoting" else given.get("tile")
    found = at.has_action(s, seat, action, tile)
    answer: dict[str, Any] = {"legal": bool(found), "may_win": bool(found), "robbing_possible": bool(found)}
    if found and action == "baoting":
        at.happen(s, found[0])
        names = rules.kinds.names
        answer["waits"] = [names[k] for k in range(34) if classic.waits(s, seat) >> k & 1]
    return answer


def asked(s: State, wanted: Sequence[dict[str, Any]]) -> list[Event]:
    """What happens when these seats answer as they want to and the others pass."""
    for group in stages(s.rules.windows(s)):
        answers = []
        for seat, options in by_seat(s, group).items():
            mine = [w["action"] for w in wanted if w["seat"] == seat]
            for i, e in options:
                if type(e) in (ev.Won, ev.Claimed) and any(e in at.has_action(s, seat, a) for a in mine):
                    answers.append(Answer(seat, i, e))
                    break
        if answers:
            return resolve(group, answers, s.mem.discarder, s.table.seats)
    return []


def poll(rules: Ruleset, given: dict[str, Any]) -> dict[str, Any]:
    """Who gets a discard when several want it, and how play goes on."""
    feeder, n = int(given["discarder"]), rules.seats
    left = int(given.get("wall_left", at.ENOUGH))
    s = at.dealt(rules, {}, left + 1)
    at.happen(s, ev.Drawn(feeder, "?"), ev.Discarded(feeder, given.get("tile", "5m")))
    chosen = asked(s, given.get("willing", given.get("claims", [])))
    if not chosen:
        e = at.forced(s)
        who = getattr(e, "seat", None)
        if e is not None:
            at.happen(s, e)
        drew = isinstance(e, ev.Drawn)
        return {"resolved": None, "exits": list(s.mem.out), "next_phase": "draw" if drew else phase_name(s),
                "next_seat": who, "wall_left_after": s.table.wall_left(), "skipped": []}  # fmt: skip
    e = chosen[0]
    seat = int(getattr(e, "seat", -1))
    at.happen(s, e)
    answer: dict[str, Any] = {"resolved": {"seat": seat, "action": at.word_of(e)}}
    if isinstance(e, ev.Won):
        at.happen(s, ev.Scored(seat), ev.Settled(None, "win", seat))
    answer |= {"exits": list(s.mem.out), "next_phase": phase_name(s), "next_seat": s.actor}
    answer["skipped"] = [(feeder + d) % n for d in range(1, (seat - feeder) % n)]
    if s.phase == "replace":
        at.run_out(s, (ev.Drawn,))
    answer["wall_left_after"] = s.table.wall_left()
    if not isinstance(e, ev.Won):
        at.happen(s, ev.Discarded(seat, "?"))
        answer["after_discard_next_draw"] = getattr(at.forced(s), "seat", None)
    return answer


def _added_kong(rules: Ruleset, seat: int, action: str, tile: str, wall: int = at.ENOUGH) -> State:
    """The moment right after a kong of the own turn."""
    n = rules.seats
    if action == "angang":
        s = at.dealt(rules, {seat: [tile] * 4}, wall + 1)
        return at.happen(s, ev.Drawn(seat, "?"), ev.Melded(seat, "kong_closed", [tile] * 4))
    s = at.dealt(rules, {seat: [tile]}, wall + 2)
    at.meld(s, seat, [tile] * 3, "pung", (seat + 1) % n)
    return at.happen(s, ev.Drawn(seat, "?"), ev.Extended(seat, "kong_added", tile, 0))


def rob_poll(rules: Ruleset, given: dict[str, Any]) -> dict[str, Any]:
    """Who robs a kong, and whether it stands."""
    s = _added_kong(rules, int(given["seat"]), given["action"], given["tile"])
    possible = any(type(e) is ev.Won for e in rules.legal(s))
    chosen = asked(s, [{"seat": q, "action": "qianggang"} for q in given["can_win_on_it"]])
    found = [{"seat": int(getattr(e, "seat", -1)), "action": at.word_of(e)} for e in chosen]
    return {"robbing_possible": possible, "kong_stands": not found, "resolved": found[0] if found else None}


def rob_legal(rules: Ruleset, given: dict[str, Any]) -> dict[str, Any]:
    """May this seat rob that kong?"""
    s = _added_kong(rules, int(given["seat"]), "jiagang", given["added_tile"])
    waiting = given["added_tile"] in given["other_waits"]
    return {"legal": waiting and bool(at.has_action(s, int(given["other_seat"]), given["action"]))}


def turn_count(rules: Ruleset, given: dict[str, Any]) -> dict[str, Any]:
    """How many tiles a seat has through a turn, a kong counting three, and whether it draws."""
    seat, claim, n = int(given["seat"]), given.get("claim"), rules.seats
    before = (seat - 1) % n
    s = at.dealt(rules, {}, at.ENOUGH)

    def total() -> int:
        return len(s.table.hand[seat]) + 3 * len(s.table.melds[seat])

    if claim:
        own = ["5m"] * (3 if claim == "minggang" else 2) if claim != "chi" else ["6m", "7m"]
        at.happen(s, ev.Drawn(before, "?"), ev.Discarded(before, "5m"))
        at.happen(s, ev.Claimed(seat, CLAIMS[claim], "5m", own, before))
    else:
        at.wait_for(s, seat)
    answer: dict[str, Any] = {"total_after_claim": total()}
    answer["draws"] = bool(at.run_out(s, (ev.Drawn,)))
    options = [e for e in rules.legal(s) if getattr(e, "seat", None) == seat]
    answer["may_declare"] = any(type(e) is not ev.Discarded for e in options)
    answer["must_discard"] = bool(options) and not answer["may_declare"]
    held = len(s.table.hand[seat])
    at.happen(s, ev.Discarded(seat, "?"))
    answer["discards"] = held - len(s.table.hand[seat])
    answer["total_after"] = total()
    return answer


def kong_count(rules: Ruleset, given: dict[str, Any]) -> dict[str, Any]:
    """The most concealed kongs of one turn when replacements are of no use."""
    seat, count = int(given["seat"]), 0
    hand = [x for q in given["hand_quads"] for x in [q] * 4]
    size = int(rules.values["hand_size"])
    hand += at.idle(rules, hand, (), size - len(hand))
    s = at.dealt(rules, {seat: hand}, at.ENOUGH)
    at.happen(s, ev.Drawn(seat, at.idle(rules, hand, (), 1)[0]))
    while found := at.has_action(s, seat, "angang"):
        idle = at.idle(rules, s.table.names(s.table.hand[seat]), hand, 1)[0]
        at.happen(s, found[0], ev.Drawn(seat, idle, str(s.rules.hooks["replacement"](s))))
        count += 1
    return {"kongs_possible": count}


def replacement_win(rules: Ruleset, given: dict[str, Any]) -> dict[str, Any]:
    """May a seat win on the replacement of its kong?"""
    seat, kong, n = int(given["seat"]), given["kong"], rules.seats
    rest = [*COMPLETE[: int(rules.values["hand_size"]) - 4], "2p"]
    feeder = (seat + 1) % n
    good = "2p" if given["replacement_completes_hand"] else "W"
    source = str(rules.values.get("replacement_from", "tail"))
    if kong == "minggang":
        s = at.dealt(rules, {seat: [*rest, "E", "E", "E"]}, at.ENOUGH)
        at.happen(s, ev.Drawn(feeder, "?"), ev.Discarded(feeder, "E"))
        at.happen(s, ev.Claimed(seat, "kong_open", "E", ["E"] * 3, feeder))
    elif kong == "jiagang":
        s = at.dealt(rules, {seat: [*rest, "E", "E", "W"]}, at.ENOUGH)
        at.happen(s, ev.Drawn(feeder, "?"), ev.Discarded(feeder, "E"))
        at.happen(s, ev.Claimed(seat, "pung", "E", ["E", "E"], feeder), ev.Discarded(seat, "W"))
        at.happen(s, ev.Drawn(seat, "E"), ev.Extended(seat, "kong_added", "E", 0))
    else:
        s = at.dealt(rules, {seat: [*rest, "E", "E", "E"]}, at.ENOUGH)
        at.happen(s, ev.Drawn(seat, "E"), ev.Melded(seat, "kong_closed", ["E"] * 4))
    at.happen(s, ev.Drawn(seat, good, source))
    return {"may_win": bool(at.has_action(s, seat, "zimo"))}
