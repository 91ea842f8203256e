"""What follows each event in draw-discard-claim games (`classic`), whatever phase it was found in.

Hooks a ruleset gives: ``after_claim(s)`` → phase after a chow or pung, ``exits(s)`` → exits that end the hand.
"""

from __future__ import annotations

from mjlog import events as ev
from mjlog import mechanics as m
from mjlog.rules import State
from mjlog.rulesets import classic


def begin(s: State, seat: int) -> None:
    """A turn begins with its draw."""
    s.actor = seat
    s.phase = "draw"


def after_started(s: State, e: ev.HandStarted) -> None:
    """A new hand: memory is fresh, the match stands where the event says."""
    m.follow_start(s, e)
    s.actor = e.dealer
    s.phase = "wall"


def after_wall(s: State, e: ev.WallBuilt) -> None:
    """The wall stands: deal."""
    s.phase = "deal"


def after_dealt(s: State, e: ev.Dealt) -> None:
    """When every seat has its tiles the dealer's turn begins."""
    s.mem.dealt += 1
    if s.mem.dealt == s.table.seats:
        begin(s, s.match.dealer)


def after_drawn(s: State, e: ev.Drawn) -> None:
    """The seat holds one tile more: it may declare or discard."""
    mem = s.mem
    mem.replaced = s.phase in ("replace", "replace_last", "rob")
    s.actor = e.seat
    s.phase = "act"
    mem.fresh = True
    mem.draws[e.seat] += 1


def after_discarded(s: State, e: ev.Discarded) -> None:
    """The tile lies ready; a mark declares ready."""
    mem = s.mem
    mem.discarder = s.actor = e.seat
    mem.fresh = mem.replaced = False
    mem.discards[e.seat] += 1
    s.phase = "claims"
    if e.mark == "baoting":
        mem.ready[e.seat] = -1 if s.table.blank[e.seat] else classic.waits(s, e.seat)


def after_claimed(s: State, e: ev.Claimed) -> None:
    """After a kong a replacement is due, else the claimer acts or discards."""
    s.actor = e.seat
    s.mem.fresh = False
    s.mem.melded = True
    s.phase = "replace" if e.kind.startswith("kong") else s.rules.hooks["after_claim"](s)


def after_melded(s: State, e: ev.Melded) -> None:
    """A concealed kong: a replacement is due."""
    s.actor = e.seat
    s.mem.melded = True
    s.phase = "replace"


def after_extended(s: State, e: ev.Extended) -> None:
    """An added kong: it may be robbed where the rules say so, then a replacement is due."""
    s.actor = e.seat
    s.mem.melded = True
    s.mem.discarder = e.seat
    s.phase = "rob" if s.p["rob_kong"] else "replace"


def after_won(s: State, e: ev.Won) -> None:
    """The win is scored."""
    s.mem.win = e
    s.actor = e.seat
    s.phase = "score"


def after_scored(s: State, e: ev.Scored) -> None:
    """The score is settled."""
    s.mem.points = e.points
    s.phase = "settle"


def after_settled(s: State, e: ev.Settled) -> None:
    """The winner leaves the hand; enough exits end it, else the next seat still in goes on."""
    mem = s.mem
    won = mem.win
    if e.reason != "win" or won is None:
        return
    mem.winners += (won.seat,)
    mem.out += (won.seat,)
    mem.win = mem.points = None
    s.table.last = None
    go_on(s, won.seat)


def go_on(s: State, left: int) -> None:
    """After the exit of a seat: the end of the hand or the next turn."""
    if len(s.mem.out) >= s.rules.hooks["exits"](s):
        s.phase = "end"
    else:
        begin(s, s.next_seat(left))


def after_declared(s: State, e: ev.Declared) -> None:
    """A seat that cannot draw from the empty wall is out."""
    if e.name == "exhausted":
        s.mem.exhausted += (e.seat,)
        s.mem.out += (e.seat,)
        go_on(s, e.seat)


def after_ended(s: State, e: ev.HandEnded) -> None:
    """The result goes to the match."""
    m.finish_hand(s, e.result, s.mem.winners)
