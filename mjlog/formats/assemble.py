"""What all importers share: hands as read become entries, and a bare table looks at those in doubt."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat
from typing import Protocol

from mjlog import events as ev
from mjlog.errors import ImpossibleEvent
from mjlog.log.models import FIRST_SEQ, Entry, Game, Header, derived_id
from mjlog.table import Table


class ReadHand(Protocol):
    """A hand as an importer read it: events, the source text of each, doubts by index of the event."""

    events: list[ev.AnyEvent]
    raws: list[str | None]
    doubts: dict[int, str]


def table_doubts(table: Table, events: list[ev.AnyEvent], doubts: dict[int, str]) -> list[str]:
    """Replay a hand; an event that the tiles refuse joins `doubts`, is bent into place, and is told in the answer.

    >>> from mjlog.kinds import STANDARD
    >>> hand = [ev.HandStarted(0, [0, 0]), ev.WallBuilt(["?"] * 4), ev.Drawn(0, "1m"), ev.Discarded(0, "2m")]
    >>> table_doubts(Table(STANDARD, 2), hand, doubts := {})
    ['seat 0 holds no 2m; hand 1m']
    >>> doubts
    {3: 'seat 0 holds no 2m; hand 1m'}
    """
    told = []
    for n, event in enumerate(events):
        before = table.copy()
        try:
            table.obey(event)
        except ImpossibleEvent as e:
            if n not in doubts:
                doubts[n] = e.message
                told.append(e.message)
            table = _bent(before, event)
    return told


def _bent(table: Table, event: ev.AnyEvent) -> Table:
    """The table after an event that it refuses is forced; as it was if even that fails."""
    bent = table.copy()
    bent.force = True
    try:
        bent.obey(event)
    except ImpossibleEvent:
        return table
    bent.force = False
    return bent


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
