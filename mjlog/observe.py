"""What one seat knows, asked piece by piece: the only thing a bot ever gets to see."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from mjlog.kinds import Kinds
from mjlog.rules import State
from mjlog.sight import observe


class Observation:
    """A lazy view of a game by one seat: every answer is masked when it is asked for.

    Kinds are numbers of `kinds`; -1 stands for a tile whose face this seat does not know. `may_decline` says
    whether the question that is being asked may go unanswered, `seed` is the game's (0: none is known).

    >>> from mjlog import rulesets
    >>> o = Observation(rulesets.get("siren").start(), 2); o.seat, o.wall_left, o.drawn
    (2, 0, None)
    """

    __slots__ = ("_s", "seat", "_bit", "may_decline", "seed")

    def __init__(self, state: State, seat: int) -> None:
        self._s = state
        self.seat = seat
        self._bit = 1 << seat
        self.may_decline = False
        self.seed = 0

    @property
    def ruleset(self) -> str:
        """Id of the ruleset."""
        return self._s.rules.id

    @property
    def p(self) -> Mapping[str, Any]:
        """The values of the ruleset's options."""
        return MappingProxyType(self._s.p)

    @property
    def kinds(self) -> Kinds:
        """The tile alphabet."""
        return self._s.kinds

    @property
    def seats(self) -> int:
        """Number of seats."""
        return self._s.table.seats

    @property
    def phase(self) -> str:
        """The phase of the game."""
        return self._s.phase

    @property
    def actor(self) -> int:
        """The seat whose turn it is."""
        return self._s.actor

    @property
    def dealer(self) -> int:
        """The dealer of this hand."""
        return self._s.match.dealer

    @property
    def round(self) -> int:
        """The number of the round, from 0."""
        return self._s.match.round

    @property
    def hand(self) -> int:
        """The number of the hand in the match, from 0."""
        return self._s.match.hand

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores of all seats."""
        return tuple(self._s.table.score)

    def _face(self, slot: int) -> int:
        t = self._s.table
        return t.kind[slot] if t.seen[slot] & self._bit else -1

    def counts(self) -> list[int]:
        """The own tiles by kind, as far as they are known."""
        return self._s.table.held[self.seat][:]

    def keys(self) -> tuple[int, int, int, int]:
        """The four suit keys of the own hand (see `mjlog.scoring.keys`)."""
        a, b, c, d = self._s.table.keys[self.seat]
        return a, b, c, d

    def unknown(self) -> int:
        """How many of the own tiles are unknown."""
        return self._s.table.blank[self.seat]

    @property
    def drawn(self) -> int | None:
        """The kind of the tile this seat has just drawn."""
        t = self._s.table
        d = t.drawn
        return self._face(d) if d is not None and d in t.hand[self.seat] else None

    @property
    def ready(self) -> tuple[int, int] | None:
        """Feeder and kind of the tile that lies ready to be claimed."""
        last = self._s.table.last
        return None if last is None else (last[0], self._face(last[1]))

    @property
    def wall_left(self) -> int:
        """How many tiles the living wall still has."""
        return len(self._s.table.wall)

    def hand_size(self, seat: int) -> int:
        """How many tiles a seat holds."""
        return len(self._s.table.hand[seat])

    def melds(self, seat: int) -> list[tuple[str, list[int], int | None]]:
        """The melds of a seat: kind of meld, kinds of its tiles, who fed it."""
        return [(m.kind, [self._face(i) for i in m.slots], m.feeder) for m in self._s.table.melds[seat]]

    def river(self, seat: int) -> list[int]:
        """The tiles that lie in a seat's river (the one river where it is shared), oldest first."""
        return [self._face(i) for i in self._s.table.river[seat]]

    def laid(self, seat: int) -> list[int]:
        """Everything a seat ever discarded, also what others took, oldest first."""
        return [self._face(i) for i in self._s.table.laid[seat]]

    def count(self, name: str, seat: int) -> int:
        """A public counter of a seat."""
        return self._s.table.counter(name, seat)

    def ready_seats(self) -> tuple[int, ...]:
        """The seats that declared ready."""
        return tuple(sorted(getattr(self._s.mem, "ready", ())))

    def out(self) -> tuple[int, ...]:
        """The seats that play no more in this hand."""
        return tuple(getattr(self._s.mem, "out", ()))

    def visible(self) -> list[int]:
        """By kind, how many copies this seat has seen: its hand, melds, rivers and everything open."""
        t, bit = self._s.table, self._bit
        found = [0] * t.kinds.n
        for kind, seen in zip(t.kind, t.seen, strict=True):
            if seen & bit and kind >= 0:
                found[kind] += 1
        for slot in t.wall_seen():
            if not t.seen[slot] & bit and t.kind[slot] >= 0:
                found[t.kind[slot]] += 1
        return found

    def to_dict(self) -> dict[str, Any]:
        """Everything this seat knows as plain data: for tests and frames."""
        return observe(self._s.table, self.seat)
