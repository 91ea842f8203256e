"""What all importers share: hands as read become entries, and a bare table looks at them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from mjlog import events as ev
from mjlog.errors import ImpossibleEvent
from mjlog.log.models import Entry, Game, Header
from mjlog.table import Table


class ReadHand(Protocol):
    """A hand as an importer read it: events, the source text of each, doubts by index of the event."""

    events: list[ev.AnyEvent]
    raws: list[str | None]
    doubts: dict[int, str]


def table_doubts(table: Table, events: list[ev.AnyEvent], doubts: dict[int, str]) -> list[str]:
    """Replay a hand; an event that the tiles refuse joins `doubts`, is forced, and is told in the answer.

    >>> from mjlog.kinds import STANDARD
    >>> hand = [ev.HandStarted(0, [0, 0]), ev.WallBuilt(["?"] * 4), ev.Drawn(0, "1m"), ev.Discarded(0, "2m")]
    >>> table_doubts(Table(STANDARD, 2), hand, doubts := {})
    ['seat 0 holds no 2m; hand 1m']
    >>> doubts
    {3: 'seat 0 holds no 2m; hand 1m'}
    """
    told = []
    obey = table.obey
    for n, event in enumerate(events):
        try:
            obey(event)
        except ImpossibleEvent as e:
            if n not in doubts:
                doubts[n] = e.message
                told.append(e.message)
            table.force = True
            try:
                obey(event)
            except ImpossibleEvent:
                pass
            finally:
                table.force = False
    return told


def assemble(header: Header, hands: Iterable[ReadHand], end: ev.MatchEnded | None) -> Game:
    """The log: one entry an event, ids made of the game and the position, doubts as flags."""
    entries: list[Entry] = []
    short = header.game
    for hand in hands:
        doubts = hand.doubts
        for n, (event, raw) in enumerate(zip(hand.events, hand.raws, strict=True)):
            seq = len(entries) + 1
            if n in doubts:
                entries.append(
                    Entry(seq=seq, id=f"{short}:{seq}", e=event, flag="doubtful", note=doubts[n], raw=raw)
                )
            else:
                entries.append(Entry(seq=seq, id=f"{short}:{seq}", e=event, raw=raw))
    if end is not None:
        seq = len(entries) + 1
        entries.append(Entry(seq=seq, id=f"{short}:{seq}", e=end))
    return Game(header=header, entries=entries)
