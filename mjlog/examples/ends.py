"""Operations about the end of a hand: exits, the empty wall, kongs without a replacement, settlements in a row."""

from __future__ import annotations

import re
from typing import Any

from mjlog import events as ev
from mjlog.examples import play
from mjlog.examples import position as at
from mjlog.rules import Ruleset, State
from mjlog.scoring.difang import FAN_CAP
from mjlog.scoring.settle import SettleContext, settlement

OUT_OF_TILES = (ev.Declared, ev.HandEnded)
_NUMBER = re.compile(r"\d+")


def numbers(text: str) -> list[int]:
    """The numbers in an event of a question."""
    return [int(x) for x in _NUMBER.findall(text)]


def summary(s: State, first_turn: int | None, failed: int | None) -> dict[str, Any]:
    """Who left in which order, who won, who ran out of tiles, who is still in."""
    ended = s.phase == "between" or s.over
    out, exhausted = list(s.mem.out), list(s.mem.exhausted)
    if failed is not None and failed not in out:
        out.append(failed)
        exhausted.append(failed)
    winners = list(s.mem.winners)
    return {
        "exits": out,
        "ended": ended,
        "winners": winners,
        "winner": winners[0] if winners else None,
        "exhausted": exhausted,
        "still_in": [q for q in range(s.table.seats) if q not in out],
        "turn_after_first_win": first_turn,
        "deltas": s.table.score[:],
    }


def exits(rules: Ruleset, given: dict[str, Any]) -> dict[str, Any]:
    """Exits in the order of the events told; what the empty wall then forces is followed to its end."""
    told: list[str] = given["events"]
    draws = sum(text.startswith(("ron", "zimo", "last tile")) for text in told)
    first = numbers(told[0])[-1]
    s = at.dealt(rules, {}, draws, dealer=first if told[0].startswith("wall empty") else 0)
    turn: int | None = None
    failed: int | None = None
    for text in told:
        who = numbers(text)
        if text.startswith("ron"):
            winner, feeder = who
            at.happen(s, ev.Drawn(feeder, "?"), ev.Discarded(feeder, "?"))
            at.happen(s, ev.Won(winner, "discard", "?", feeder))
        elif text.startswith("zimo"):
            winner = who[0]
            at.happen(s, ev.Drawn(winner, "?"), ev.Won(winner, "self_draw"))
        elif text.startswith("last tile"):
            at.happen(s, ev.Drawn(who[0], "?"))
            continue
        elif text.startswith("peng"):
            at.happen(s, ev.Discarded(who[1], "?"), ev.Claimed(who[0], "pung", "?", ["?", "?"], who[1]))
            at.happen(s, ev.Discarded(who[0], "?"))
            continue
        else:
            failed = _empty(s, who[0])
            continue
        at.happen(s, ev.Scored(winner), ev.Settled(None, "win", winner))
        if turn is None:
            turn = s.actor
        if s.phase == "end":
            at.run_out(s, (ev.HandEnded,))
    return summary(s, turn, failed)


def _empty(s: State, seat: int) -> int | None:
    """The wall is empty when this seat should draw; the seat, if the hand ends without its own word of leaving."""
    e = at.forced(s)
    due = getattr(e, "seat", None)
    if due is not None and due != seat:
        raise ValueError(f"seat {due} draws next, not seat {seat}")
    done = at.run_out(s, OUT_OF_TILES)
    return None if any(type(x) is ev.Declared for x in done) else seat


def kong_end(rules: Ruleset, given: dict[str, Any]) -> dict[str, Any]:
    """A kong when the wall is empty: is there a replacement, does play go on?"""
    seat, action, n = int(given["seat"]), given["action"], rules.seats
    if action == "minggang":
        feeder = (seat - 1) % n
        s = at.dealt(rules, {}, 1)
        at.happen(s, ev.Drawn(feeder, "?"), ev.Discarded(feeder, "5m"))
        at.happen(s, ev.Claimed(seat, "kong_open", "5m", ["5m"] * 3, feeder))
    else:
        s = play._added_kong(rules, seat, action, "5m", 0)
    done = at.run_out(s, (ev.Drawn, *OUT_OF_TILES))
    drawn = next((e.tile for e in done if type(e) is ev.Drawn), None)
    failed = None if any(type(e) is ev.Declared for e in done) else seat
    answer = summary(s, None, failed if drawn is None else None)
    can = any(type(e) is ev.Discarded for e in s.rules.legal(s)) if not answer["ended"] else False
    return {**answer, "replacement": drawn, "can_discard": can}


def exhaustion(rules: Ruleset, given: dict[str, Any]) -> dict[str, Any]:
    """The wall is empty and somebody has just discarded: what happens, and who pays?"""
    feeder = int(given["last_discard_by"])
    s = at.dealt(rules, {}, int(given["wall_left"]) + 1)
    at.happen(s, ev.Drawn(feeder, "?"), ev.Discarded(feeder, given.get("tile", "5m")))
    chosen = play.asked(s, given.get("claims", []))
    if chosen:
        at.happen(s, *chosen)
        return {"result": "win" if type(chosen[0]) is ev.Won else "play on", "deltas": s.table.score[:]}
    done = at.run_out(s, OUT_OF_TILES)
    ended = [e for e in done if type(e) is ev.HandEnded]
    result = {"exhausted": "draw"}.get(ended[0].result, ended[0].result) if ended else "play on"
    return {"result": result, "deltas": s.table.score[:]}


def settle(rules: Ruleset, given: dict[str, Any]) -> dict[str, Any]:
    """Wins of one hand paid one after another: who has left neither pays nor receives."""
    n = rules.seats
    total, left, told = [0] * n, [], []
    for win in given["wins"]:
        winner, feeder = int(win["winner"]), win.get("discarder")
        context = SettleContext(n, tuple(q for q in range(n) if q not in left), int(given.get("dealer", 0)))
        points = 2 ** min(int(win["fan"]), FAN_CAP)
        paid = settlement(str(rules.values["settlement"]))(points, winner, feeder, context)
        total = [a + int(b) for a, b in zip(total, paid, strict=True)]
        left.append(winner)
        told.append(f"zimo:{winner}" if feeder is None else f"ron:{winner} from {feeder}")
    answer: dict[str, Any] = {"deltas": total, "exits": left}
    if given.get("then"):
        then = given["then"]
        found = exits(rules, {**given, "events": [*told, *([then] if isinstance(then, str) else then)]})
        answer |= {k: v for k, v in found.items() if k != "deltas"}
    return answer
