"""Fans as data: the won hand, its readings, a table of fans, and the best reading under that table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from mjlog.errors import IllegalEvent
from mjlog.scoring.digits import keys_of
from mjlog.scoring.keys import SPECIAL, is_complete
from mjlog.scoring.shapes import Group, Reading, Shape, decompose

SELF_DRAW, DISCARD, ROBBED_KONG = "self_draw", "discard", "robbed_kong"
CHOW, PUNG, PAIR = "chow", "pung", "pair"
EAST = 27


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld on the table: ``chow``, ``pung``, ``kong_open``, ``kong_closed`` or ``kong_added``, first kind.

    >>> Meld("kong_closed", 27).tiles, Meld("chow", 3).tiles, Meld("kong_closed", 27).open
    ((27, 27, 27, 27), (3, 4, 5), False)
    """

    kind: str
    first: int

    @property
    def open(self) -> bool:
        """Whether it was claimed, wholly or in part."""
        return self.kind != "kong_closed"

    @property
    def tiles(self) -> tuple[int, ...]:
        """The kinds of its tiles."""
        if self.kind == CHOW:
            return self.first, self.first + 1, self.first + 2
        return (self.first,) * (3 if self.kind == PUNG else 4)


@dataclass(frozen=True, slots=True)
class WinHand:
    """A won hand: 34 concealed counts with the winning tile, melds, and how it was won.

    `by` is ``self_draw``, ``discard`` or ``robbed_kong``; the winds are kinds. Flags say what else happened:
    ``kong_replacement``, ``last_tile`` (the wall was empty after the draw), ``last_discard``, ``first_draw``,
    ``first_discard``.
    """

    counts: Sequence[int]
    melds: tuple[Meld, ...] = ()
    win_tile: int = -1
    by: str = DISCARD
    seat_wind: int = EAST
    round_wind: int = EAST
    dealer: bool = False
    flags: frozenset[str] = frozenset()

    @property
    def concealed(self) -> bool:
        """No meld but concealed kongs."""
        return not any(meld.open for meld in self.melds)


class View:
    """Groups and tiles that a predicate looks at; kongs are ``pung`` here, suit 3 is honours."""

    __slots__ = ("_starts", "groups", "kinds", "sets", "suits")

    def __init__(self, groups: list[tuple[str, int]], kinds: list[int]) -> None:
        self.groups = groups
        self.kinds = kinds
        self.sets = [group for group in groups if group[0] != PAIR]
        self._starts: dict[str, list[int]] = {CHOW: [], PUNG: [], PAIR: []}
        for kind, first in groups:
            self._starts[kind].append(first)
        self.suits = {kind // 9 for kind in kinds}

    def starts(self, kind: str) -> list[int]:
        """The first kinds of the groups of one kind."""
        return self._starts[kind]

    def numbers(self) -> View:
        """The same without honours."""
        return View([g for g in self.groups if g[1] < EAST], [kind for kind in self.kinds if kind < EAST])


def _plain(kind: str) -> str:
    return PUNG if kind.startswith("kong") else kind


class ReadHand:
    """A won hand in one reading: what the predicates of fans look at."""

    __slots__ = ("_numbers", "counts", "reading", "view", "win")

    def __init__(self, win: WinHand, reading: Reading) -> None:
        self.win = win
        self.reading = reading
        self.counts = list(win.counts[:34])
        for meld in win.melds:
            for kind in meld.tiles:
                self.counts[kind] += 1
        kinds = [kind for kind, copies in enumerate(self.counts) if copies]
        self.view = View([(_plain(kind), first) for kind, first, _ in reading.groups], kinds)
        self._numbers: View | None = None

    @property
    def numbers(self) -> View:
        """The hand without honours."""
        if self._numbers is None:
            self._numbers = self.view.numbers()
        return self._numbers

    @property
    def standard(self) -> bool:
        """Sets and a pair, no special shape."""
        return not self.reading.special

    @property
    def concealed_pungs(self) -> int:
        """Pungs and concealed kongs not completed by the tile of another (fan.sianke.1)."""
        win = self.win
        pungs = [first for kind, first, open_ in self.reading.groups if _plain(kind) == PUNG and not open_]
        completed = win.by != SELF_DRAW and win.win_tile in pungs and win.counts[win.win_tile] == 3
        return len(pungs) - completed

    @property
    def kongs(self) -> int:
        """The number of kongs."""
        return sum(meld.kind.startswith("kong") for meld in self.win.melds)


Test = Callable[[ReadHand], int]


@dataclass(frozen=True, slots=True, eq=False)
class Fan:
    """One line of a fan table; `test` says how often the fan counts, `value` what each time is worth.

    `excludes` are ids that do not count beside it, `needs` ids without which it does not count.
    """

    id: str
    zh: str
    en: str
    value: int
    test: Test
    excludes: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """The worth of one reading: values by fan id, excluded fans with the id that excludes them, the sum."""

    reading: Reading
    items: dict[str, int]
    excluded: dict[str, str]
    total: int
    fans: dict[str, Fan] = field(repr=False)

    @property
    def names(self) -> dict[str, int]:
        """The values by Chinese name."""
        return {self.fans[id_].zh: value for id_, value in self.items.items()}

    def explain(self) -> list[str]:
        """One line for every fan that counts or is excluded."""
        lines = [
            f"{self.fans[id_].zh} {self.fans[id_].en} {value} [{self.fans[id_].clause}]"
            for id_, value in self.items.items()
        ]
        return lines + [
            f"{self.fans[id_].zh} {self.fans[id_].en}: not beside {self.fans[by].zh} {self.fans[by].en}"
            for id_, by in self.excluded.items()
        ]


def is_win(counts: Sequence[int], melds: int = 0, specials: Sequence[str] = ()) -> bool:
    """Are the concealed tiles, winning tile included, sets and a pair or one of the special shapes?

    >>> is_win([2] * 7 + [0] * 27, specials=["qidui"]), is_win([4, 2, 2, 2, 2, 2] + [0] * 28)
    (True, True)
    """
    keys = keys_of(counts)
    return is_complete(keys) or (not melds and any(SPECIAL[name].test(keys) for name in specials))


def readings(win: WinHand, specials: Sequence[str] = ()) -> list[Reading]:
    """Every reading of a won hand: sets and a pair, then the special shapes; IllegalEvent if it is no win.

    >>> [r.special for r in readings(WinHand([2] * 7 + [0] * 27), ["qidui"])]
    ['', '', '', 'qidui']
    """
    fixed: list[Group] = [(meld.kind, meld.first, meld.open) for meld in win.melds]
    sets, rest = divmod(sum(win.counts), 3)
    found = decompose(win.counts, Shape(sets + len(fixed)), fixed=fixed) if rest == 2 else []
    if not fixed:
        keys = keys_of(win.counts)
        for name in specials:
            if SPECIAL[name].test(keys):
                pairs = [(PAIR, kind, False) for kind, copies in enumerate(win.counts) if copies]
                found.append(Reading(tuple(pairs) if name == "qidui" else (), name))
    if not found:
        raise IllegalEvent("the tiles form no winning shape", read=f"{sum(win.counts)} concealed tiles")
    return found


@lru_cache(maxsize=256)
def _by_id(table: tuple[Fan, ...]) -> dict[str, Fan]:
    return {fan.id: fan for fan in table}


def evaluate(hand: ReadHand, table: Iterable[Fan]) -> Result:
    """Every fan of the table that the reading has, less those excluded; fans worth nothing are left out."""
    fans = _by_id(tuple(table))
    times = {id_: count for id_, fan in fans.items() if (count := int(fan.test(hand)))}
    excluded: dict[str, str] = {}
    for id_ in times:
        for other in fans[id_].excludes:
            if other in times:
                excluded.setdefault(other, id_)
    items = {
        id_: fans[id_].value * count
        for id_, count in times.items()
        if id_ not in excluded and fans[id_].value and all(need in times for need in fans[id_].needs)
    }
    return Result(hand.reading, items, excluded, sum(items.values()), fans)


def best(win: WinHand, table: Iterable[Fan], specials: Sequence[str] = ()) -> Result:
    """The reading that is worth most, the first of equals; IllegalEvent if the hand is no win."""
    fans = tuple(table)
    return max(
        (evaluate(ReadHand(win, reading), fans) for reading in readings(win, specials)),
        key=lambda result: result.total,
    )
