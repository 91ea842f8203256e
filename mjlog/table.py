"""The rules-free table: obeys events, moves tiles between zones, remembers who has seen which face.

A *slot* is one physical tile: its place in the wall as built. Visibility is one bit a seat for each slot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from mjlog import events as ev
from mjlog.errors import ImpossibleEvent
from mjlog.kinds import Kinds
from mjlog.melds import Meld


class Table:
    """The physical state of a hand: zones of slots, faces, sight, counters, scores and pot.

    `held`, `blank` and `keys` follow the hands: known tiles by kind, unknown tiles, and four base-5 suit keys
    of the known tiles a seat (see `mjlog.scoring.keys`); they hold nothing that the slots do not say.

    >>> from mjlog.kinds import STANDARD
    >>> t = Table(STANDARD, 2)
    >>> t.obey(ev.HandStarted(0, [0, 0])); t.obey(ev.WallBuilt(["1m", "?", "?", "?"]))
    >>> t.obey(ev.Drawn(0, "1m")); t.names(t.hand[0]), t.wall_left()
    (['1m'], 3)
    """

    __slots__ = (
        "kinds", "seats", "all", "shared_river", "score", "pot", "n", "force", "bent", "index", "suit", "unit",
        "kind", "seen", "left", "wall", "dead", "height", "faces", "places", "refill", "hand", "held", "blank",
        "keys", "melds", "pile", "aside", "river", "laid", "gone", "cut", "row", "indicator", "ura", "tags",
        "count", "last", "drawn",
    )  # fmt: skip

    def __init__(self, kinds: Kinds, seats: int = 4, shared_river: bool = False) -> None:
        self.kinds = kinds
        self.seats = seats
        self.all = (1 << seats) - 1
        self.shared_river = shared_river
        self.score = [0] * seats
        self.pot = 0
        self.n = 0
        self.force = False
        self.bent = 0
        self.index = kinds.index
        self.suit, self.unit = key_units(kinds)
        self.clear()

    def clear(self) -> None:
        """Empty every zone; scores, pot and the event count stay."""
        n = self.seats
        self.kind: list[int] = []
        self.seen = bytearray()
        self.left = self.kinds.copies[:]
        self.wall: list[int] = []
        self.dead: list[int] = []
        self.height = 2
        self.faces = "down"
        self.places: dict[str, list[int]] = {}
        self.refill = False
        self.hand: list[list[int]] = [[] for _ in range(n)]
        self.held: list[list[int]] = [[0] * self.kinds.n for _ in range(n)]
        self.blank = [0] * n
        self.keys: list[list[int]] = [[0, 0, 0, 0] for _ in range(n)]
        self.melds: list[list[Meld]] = [[] for _ in range(n)]
        self.pile: list[list[int]] = [[] for _ in range(n)]
        self.aside: list[list[int]] = [[] for _ in range(n)]
        shared: list[int] = []
        self.river: list[list[int]] = [shared if self.shared_river else [] for _ in range(n)]
        self.laid: list[list[int]] = [[] for _ in range(n)]
        self.gone: dict[int, int] = {}
        self.cut: set[int] = set()
        self.row: list[int] = []
        self.indicator: list[int] = []
        self.ura: list[int] = []
        self.tags: dict[int, str] = {}
        self.count: dict[str, list[int]] = {}
        self.last: tuple[int, int] | None = None
        self.drawn: int | None = None

    def copy(self) -> Table:
        """An independent copy: what happens to one never shows in the other."""
        t = Table.__new__(Table)
        for name in self.__slots__:
            setattr(t, name, getattr(self, name))
        t.score, t.kind, t.left = self.score[:], self.kind[:], self.left[:]
        t.seen = self.seen[:]
        t.wall, t.dead = self.wall[:], self.dead[:]
        t.places = {k: v[:] for k, v in self.places.items()}
        t.hand = [h[:] for h in self.hand]
        t.held = [h[:] for h in self.held]
        t.blank = self.blank[:]
        t.keys = [k[:] for k in self.keys]
        t.melds = [[m.copy() for m in ms] for ms in self.melds]
        t.pile = [p[:] for p in self.pile]
        t.aside = [a[:] for a in self.aside]
        if self.shared_river:
            one = self.river[0][:]
            t.river = [one] * self.seats
        else:
            t.river = [r[:] for r in self.river]
        t.laid = [x[:] for x in self.laid]
        t.gone, t.cut, t.tags = dict(self.gone), set(self.cut), dict(self.tags)
        t.row, t.indicator, t.ura = self.row[:], self.indicator[:], self.ura[:]
        t.count = {k: v[:] for k, v in self.count.items()}
        return t

    # Questions

    def name(self, slot: int) -> str:
        """The face of a slot by name, ``?`` if nobody has shown it."""
        k = self.kind[slot]
        return "?" if k < 0 else self.kinds.names[k]

    def names(self, slots: Iterable[int]) -> list[str]:
        """The faces of slots by name."""
        return [self.name(i) for i in slots]

    def wall_left(self) -> int:
        """How many tiles the living wall still has."""
        return len(self.wall)

    def counts(self, seat: int) -> list[int]:
        """The known tiles of a hand by kind (a copy)."""
        return self.held[seat][:]

    def unknown(self, seat: int) -> int:
        """How many tiles of a hand are unknown."""
        return self.blank[seat]

    def may(self, seat: int, kind: int, number: int = 1) -> bool:
        """Could this hand hold `number` tiles of one kind, given what is unknown?"""
        short = number - self.held[seat][kind]
        return short <= 0 or (short <= self.blank[seat] and short <= self.left[kind])

    def may_all(self, seat: int, kinds: Sequence[int]) -> bool:
        """Could this hand hold all these tiles at once?"""
        held, short = self.held[seat], 0
        for k in set(kinds):
            lack = kinds.count(k) - held[k]
            if lack > 0:
                if lack > self.left[k]:
                    return False
                short += lack
        return short <= self.blank[seat]

    def counter(self, name: str, seat: int) -> int:
        """A public counter of a seat; 0 if nothing was ever counted."""
        row = self.count.get(name)
        return row[seat] if row else 0

    def head(self) -> int:
        """The slot at the head of the wall; raises ImpossibleEvent when the wall is empty."""
        if not self.wall:
            raise ImpossibleEvent("the wall is empty")
        return self.wall[0]

    def tail(self) -> int:
        """The slot that a hand takes from the tail: the top tile of the last stack."""
        return self.wall[self._tail_place()]

    def _tail_place(self) -> int:
        wall = self.wall
        if not wall:
            raise ImpossibleEvent("the wall is empty")
        j = len(wall) - 1
        stack = wall[j] // self.height
        while j and wall[j - 1] // self.height == stack:
            j -= 1
        return j

    def source_slot(self, source: str) -> int:
        """The slot that a draw from `source` takes next; raises ImpossibleEvent when there is none."""
        if source == "head":
            return self.head()
        if source == "tail":
            return self.tail()
        if source.startswith("at:"):
            return int(source[3:])
        if source.startswith("row:"):
            return self.row[int(source[4:])]
        place = self.places.get(source)
        if not place:
            raise ImpossibleEvent(f"no tile at the place {source!r} of the wall")
        return place[0]

    def wall_seen(self) -> list[int]:
        """Slots of the wall in everybody's sight: the top tile of each stack when faces are up."""
        if self.faces != "up":
            return []
        top, stack = [], -1
        for i in sorted(self.wall + self.dead):
            if i // self.height != stack:
                stack = i // self.height
                top.append(i)
        return top

    def zones(self) -> dict[str, list[list[int]]]:
        """Every zone that holds tiles, by name, as lists of slots; each slot of the wall is in exactly one."""
        river = self.river[:1] if self.shared_river else self.river
        return {
            "wall": [self.wall],
            "dead": [self.dead],
            "hand": self.hand,
            "melds": [[i for m in ms for i in m.slots] for ms in self.melds],
            "river": river,
            "pile": self.pile,
            "aside": self.aside,
            "row": [self.row],
            "indicator": [self.indicator],
            "ura": [self.ura],
        }

    def digest(self) -> tuple[Any, ...]:
        """All that makes this table what it is, for comparing two tables."""
        return (
            self.kind, bytes(self.seen), self.wall, self.dead, self.places, self.hand,
            [[m.digest() for m in ms] for ms in self.melds], self.river, self.pile, self.aside,
            self.laid, sorted(self.gone.items()), sorted(self.cut), self.row, self.indicator, self.ura,
            sorted(self.tags.items()), sorted(self.count.items()),
            self.score, self.pot, self.last, self.drawn,
        )  # fmt: skip

    # Obeying

    def obey(self, event: ev.AnyEvent) -> None:
        """Do what the event says happened; raises ImpossibleEvent if the tiles refuse, never asks a rule."""
        self.n += 1
        try:
            _HANDLERS[type(event)](self, event)
        except KeyError as e:
            raise ImpossibleEvent(
                f"there is no tile {e.args[0]!r} in this set", read=ev.words(event)
            ) from None
        except (IndexError, ValueError) as e:
            if isinstance(e, ImpossibleEvent):
                e.read = e.read or ev.words(event)
                raise
            raise ImpossibleEvent("no such seat, place or meld at this table", read=ev.words(event)) from None

    def kind_of(self, name: str) -> int:
        """The number of a tile name; an open-ended alphabet learns new names, others raise KeyError."""
        k = self.index.get(name)
        if k is None:
            if not self.kinds.open:
                raise KeyError(name)
            k = self.kinds.add(name)
            self.left.append(1 << 30)
            for row in self.held:
                row.append(0)
            self.suit.append(0)
            self.unit.append(0)
        return k

    def learn(self, slot: int, kind: int, sight: int) -> None:
        """Give a slot its face (or check it) and let the seats of the bit mask `sight` see it."""
        old = self.kind[slot]
        if kind >= 0 and old != kind:
            if old >= 0:
                if not self.force:
                    raise ImpossibleEvent(
                        f"the tile is {self.kinds.names[old]}, not {self.kinds.names[kind]}"
                    )
                self.bent += 1
                self.left[old] += 1
            if self.left[kind] <= 0:
                if not self.force:
                    raise ImpossibleEvent(
                        f"all {self.kinds.copies[kind]} copies of {self.kinds.names[kind]} are elsewhere"
                    )
                self.bent += 1
            self.left[kind] -= 1
            self.kind[slot] = kind
        self.seen[slot] |= sight

    def gain(self, seat: int, slot: int) -> None:
        """Put a slot into a hand."""
        self.hand[seat].append(slot)
        kind = self.kind[slot]
        if kind < 0:
            self.blank[seat] += 1
        else:
            self.held[seat][kind] += 1
            self.keys[seat][self.suit[kind]] += self.unit[kind]

    def _count(self, seat: int, kind: int, by: int) -> None:
        if kind < 0:
            self.blank[seat] += by
        else:
            self.held[seat][kind] += by
            self.keys[seat][self.suit[kind]] += by * self.unit[kind]

    def name_in_hand(self, seat: int, slot: int, kind: int, sight: int) -> None:
        """Learn the face of a slot that lies in a hand, keeping the counts right."""
        before = self.kind[slot]
        self.learn(slot, kind, sight)
        after = self.kind[slot]
        if before != after:
            self._count(seat, before, -1)
            self._count(seat, after, 1)

    def forget(self, seat: int) -> None:
        """Take back what is known of a hand: a log that contradicts itself there is not to be trusted."""
        for slot in self.hand[seat]:
            kind = self.kind[slot]
            if kind >= 0:
                self._count(seat, kind, -1)
                self._count(seat, -1, 1)
                self.left[kind] += 1
                self.kind[slot] = -1

    def pick(self, seat: int, name: str, sight: int, part: str | None = None) -> int:
        """Take a tile out of a hand and return its slot; `part` says which of several equal tiles.

        Without `part` the copy that most seats know leaves: others must not learn that a second one exists.
        """
        kind = self.index.get(name)
        if kind is None:
            kind = self.kind_of(name)
        hand, faces, seen = self.hand[seat], self.kind, self.seen
        copies = self.held[seat][kind] if kind >= 0 else 0
        slot = None
        if copies:
            d = self.drawn
            if part == "drawn":
                if d is not None and faces[d] == kind and d in hand:
                    slot = d
            elif part is None or part == "held":
                known = -1
                if part is None:
                    d = None
                for i in hand:
                    if faces[i] == kind and i != d:
                        if copies == 1:
                            slot = i
                            break
                        if (bits := seen[i].bit_count()) > known:
                            slot, known = i, bits
        if slot is not None:
            seen[slot] |= sight
            hand.remove(slot)
            self.held[seat][kind] = copies - 1
            self.keys[seat][self.suit[kind]] -= self.unit[kind]
            return slot
        slot = self._part(seat, kind, part) if part else None
        if slot is None and copies:
            known = -1
            for i in hand:
                if faces[i] == kind and (bits := seen[i].bit_count()) > known:
                    slot, known = i, bits
        if slot is None and self.blank[seat]:
            slot = next(i for i in hand if self.kind[i] < 0)
        if slot is None and hand and (kind < 0 or self.force):
            slot = hand[-1]
        if slot is None:
            shown = " ".join(self.names(hand)) or "nothing"
            raise ImpossibleEvent(f"seat {seat} holds no {name}; hand {shown}")
        before = self.kind[slot]
        self.learn(slot, kind, sight)
        hand.remove(slot)
        self._count(seat, before, -1)
        return slot

    def _part(self, seat: int, kind: int, part: str) -> int | None:
        """The slot that `part` points at, if it can be this kind."""
        hand, faces, seen = self.hand[seat], self.kind, self.seen
        if part == "drawn":
            d = self.drawn
            return d if d is not None and d in hand and (kind < 0 or faces[d] in (kind, -1)) else None
        rest = [i for i in hand if i != self.drawn or part != "held"]
        same = [i for i in rest if faces[i] == kind]
        if part == "held":
            best = max(same, key=lambda i: seen[i].bit_count(), default=None)
            return best if best is not None else next((i for i in rest if faces[i] < 0), None)
        if part == "marked":
            return next((i for i in same if i in self.tags), None)
        if part == "open":
            return next((i for i in same if seen[i] == self.all and i not in self.tags), None)
        return next((i for i in rest if faces[i] in (kind, -1) and seen[i] != self.all), None)

    def take(self, source: str) -> int:
        """Remove the next slot of a source from the wall (or the row) and return it."""
        wall = self.wall
        if source == "head":
            if not wall:
                raise ImpossibleEvent("the wall is empty")
            return wall.pop(0)
        if source == "tail":
            return wall.pop(self._tail_place())
        if source.startswith("row:"):
            return self.row.pop(int(source[4:]))
        if source.startswith("at:"):
            slot = int(source[3:])
            stock = wall if slot in wall else self.dead
            if slot not in stock:
                raise ImpossibleEvent(f"no tile lies at place {slot} of the wall")
            stock.remove(slot)
            return slot
        place = self.places.get(source)
        if not place:
            raise ImpossibleEvent(f"no tile at the place {source!r} of the wall")
        slot = place.pop(0)
        (self.dead if slot in self.dead else wall).remove(slot)
        return slot

    def tally(self, seat: int, counts: dict[str, int] | None) -> None:
        """Change public counters of a seat."""
        for name, by in (counts or {}).items():
            self.count.setdefault(name, [0] * self.seats)[seat] += by


def key_units(kinds: Kinds) -> tuple[list[int], list[int]]:
    """For each kind the suit key it belongs to (0–3) and what one copy adds to it; 0 outside the 34 kinds."""
    suit, unit = [], []
    for k in range(kinds.n):
        b = kinds.base[k]
        inside = b < 34 and kinds.suit[b] <= 4
        suit.append(min(b // 9, 3) if inside else 0)
        unit.append(5 ** (b % 9) if inside else 0)
    return suit, unit


Handler = Callable[[Table, Any], None]


def stay(t: Table, e: Any) -> None:
    """Nothing moves."""


_HANDLERS: dict[type, Handler] = {kind: stay for kind in ev.EVENT_TYPES}


def obeys(event_type: type) -> Callable[[Handler], Handler]:
    """Register what the table does on an event type."""

    def register(handler: Handler) -> Handler:
        _HANDLERS[event_type] = handler
        return handler

    return register


from mjlog import moves as _moves  # noqa: E402, F401  (the handlers register themselves)
