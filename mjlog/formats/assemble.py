"""What all importers share: hands as read become entries, and a bare table looks at those in doubt."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat
from typing import Protocol

from mjlog import events as ev
from mjlog.log.models import FIRST_SEQ, Entry, Game, Header, derived_id
from mjlog.replay import Checker, bare_rules


class ReadHand(Protocol):
    """A hand as an importer read it: events, the source text of each, doubts by index of the event."""

    events: list[ev.AnyEvent]
    raws: list[str | None]
    doubts: dict[int, str]


def table_doubts(header: Header, hand: ReadHand) -> list[str]:
    """Replay a hand on a bare table; an event that the tiles refuse joins the doubts and is told in the answer.

    This is the check that `mjlog verify` makes without rules, so that a log whose doubts are marked passes it.
    """
    checker = Checker(bare_rules(header), known=False)
    for n, event in enumerate(hand.events, 1):
        checker.feed(Entry(n, str(n), event, flag="doubtful" if n - 1 in hand.doubts else None))
    told = []
    for finding in checker.report.findings:
        if finding.severity == "error" and finding.index not in hand.doubts:
            hand.doubts[finding.index] = finding.message
            told.append(finding.message)
    return told


def assemble(header: Header, hands: Iterable[ReadHand], end: ev.MatchEnded | None) -> Game:
    """The log: one entry an event, ids made of the game and the position, doubts as flags."""
    events: list[ev.AnyEvent] = []
    raws: list[str | None] = []
    doubts: dict[int, str] = {}
    for hand in hands:
        start = len(events)
        doubts |= {start + n: why for n, why in hand.doubts.items()}
        events += hand.events
        raws += hand.raws
    if end is not None:
        events.append(end)
        raws.append(None)
    stop = FIRST_SEQ + len(events)
    stem = derived_id(header.game, 0)[:-1]
    ids = [f"{stem}{seq}" for seq in range(FIRST_SEQ, stop)]
    entries = list(
        map(Entry, range(FIRST_SEQ, stop), ids, events, repeat(None), repeat(None), repeat(None), raws)
    )
    for n, why in doubts.items():
        entries[n].flag, entries[n].note = "doubtful", why
    return Game(header, entries)
