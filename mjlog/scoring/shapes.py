"""Splitting a hand into sets and pairs: every reading, or only whether there is one; wilds allowed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

Group = tuple[str, int, bool]
"""Kind of group (``chow``, ``pung``, ``pair``, ``kong_open`` …), its first kind, whether it is open."""

ANY = -1
"""First kind of a group made of wilds alone: it may be whatever is wanted."""

_ANY_SET: tuple[Group, ...] = (("set", ANY, False),)
_ANY_PAIR: tuple[Group, ...] = (("pair", ANY, False),)

_Way = tuple[tuple[str, int], ...]
_Rules = tuple[bool, bool, int, int]
_SUITS = ((0, 9), (9, 18), (18, 27), (27, 34))


@dataclass(frozen=True, slots=True)
class Shape:
    """How many sets and pairs a hand has, and what a set may be; runs have `min_run` to `max_run` tiles.

    >>> Shape(5), Shape(4, pairs=2, chow=False).pairs
    (Shape(sets=5, pairs=1, chow=True, pung=True, min_run=3, max_run=3), 2)
    """

    sets: int = 4
    pairs: int = 1
    chow: bool = True
    pung: bool = True
    min_run: int = 3
    max_run: int = 3

    def rules(self, honours: bool) -> _Rules:
        """What a set of one suit may be; honours form no runs."""
        return self.chow and not honours, self.pung, self.min_run, self.max_run


STANDARD_SHAPE = Shape()


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a hand: its groups, or the id of the special shape it is (then its pairs, if any)."""

    groups: tuple[Group, ...]
    special: str = ""

    @property
    def sets(self) -> tuple[Group, ...]:
        """The groups that are no pairs."""
        return tuple(group for group in self.groups if group[0] != "pair")


def run_name(length: int) -> str:
    """The kind of a run: ``chow`` for three tiles, else ``run4`` and so on.

    >>> run_name(3), run_name(5)
    ('chow', 'run5')
    """
    return "chow" if length == 3 else f"run{length}"


@lru_cache(maxsize=4096)
def _candidates(rank: int, size: int, rules: _Rules) -> tuple[tuple[str, int, tuple[int, ...]], ...]:
    """Every group of one suit that contains `rank`: name, first rank, ranks of its tiles."""
    chow, pung, shortest, longest = rules
    groups: list[tuple[str, int, tuple[int, ...]]] = [("pair", rank, (rank, rank))]
    if pung:
        groups.append(("pung", rank, (rank, rank, rank)))
    if chow:
        for length in range(shortest, longest + 1):
            for first in range(max(0, rank - length + 1), min(rank, size - length) + 1):
                groups.append((run_name(length), first, tuple(range(first, first + length))))
    return tuple(groups)


def _without(counts: tuple[int, ...], ranks: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """The counts after taking out the tiles that are there, and how many wilds stand in for the others."""
    rest = list(counts)
    missing = 0
    for rank in ranks:
        if rest[rank]:
            rest[rank] -= 1
        else:
            missing += 1
    return tuple(rest), missing


def _lowest(counts: tuple[int, ...]) -> int:
    return next((rank for rank, copies in enumerate(counts) if copies), -1)


@lru_cache(maxsize=200_000)
def _ways(counts: tuple[int, ...], rules: _Rules, wilds: int) -> tuple[_Way, ...]:
    """All splits of one suit that use exactly `wilds` wilds and no group of wilds alone."""
    rank = _lowest(counts)
    if rank < 0:
        return () if wilds else ((),)
    found: set[_Way] = set()
    for name, first, ranks in _candidates(rank, len(counts), rules):
        rest, missing = _without(counts, ranks)
        if missing <= wilds:
            for way in _ways(rest, rules, wilds - missing):
                found.add(tuple(sorted((*way, (name, first)))))
    return tuple(sorted(found))


@lru_cache(maxsize=200_000)
def _placed(
    counts: tuple[int, ...], rules: _Rules, wilds: int, first: int
) -> tuple[tuple[tuple[Group, ...], int, int, int], ...]:
    """All splits of one suit with at most `wilds` wilds: groups, numbers of sets, pairs and wilds used."""
    placed = []
    for used in range(wilds + 1):
        for way in _ways(counts, rules, used):
            groups = sorted(((name, first + rank, False) for name, rank in way), key=lambda g: (g[1], g[0]))
            pairs = sum(name == "pair" for name, _ in way)
            placed.append((tuple(groups), len(way) - pairs, pairs, used))
    return tuple(placed)


@lru_cache(maxsize=200_000)
def _sums(counts: tuple[int, ...], rules: _Rules, wilds: int) -> frozenset[tuple[int, int, int]]:
    """What one suit can be: numbers of sets, pairs and wilds used, at most `wilds`."""
    rank = _lowest(counts)
    if rank < 0:
        return frozenset([(0, 0, 0)])
    found: set[tuple[int, int, int]] = set()
    for name, _, ranks in _candidates(rank, len(counts), rules):
        rest, missing = _without(counts, ranks)
        if missing <= wilds:
            pair = name == "pair"
            for sets, pairs, used in _sums(rest, rules, wilds - missing):
                found.add((sets + (not pair), pairs + pair, used + missing))
    return frozenset(found)


def _set_sizes(shape: Shape) -> list[int]:
    """The sizes that a set of wilds alone may have."""
    sizes = set(range(shape.min_run, shape.max_run + 1)) if shape.chow else set()
    return sorted(sizes | ({3} if shape.pung else set()))


@lru_cache(maxsize=4096)
def _fillable(shape: Shape, sets: int, pairs: int, wilds: int) -> bool:
    """Can exactly `wilds` wilds alone be `sets` sets and `pairs` pairs?"""
    reached = {2 * pairs}
    for _ in range(sets):
        reached = {tiles + size for tiles in reached for size in _set_sizes(shape)}
    return wilds in reached


def _suits(counts: Sequence[int]) -> Iterable[tuple[tuple[int, ...], int]]:
    for first, end in _SUITS:
        yield tuple(counts[first:end]), first


def is_shape(counts: Sequence[int], shape: Shape = STANDARD_SHAPE, wilds: int = 0) -> bool:
    """Do the concealed tiles and all `wilds` form the shape? A wild may be a fifth copy.

    >>> tiles = [3, 1, 1, 1] + [0] * 27 + [2, 0, 0]
    >>> is_shape(tiles, Shape(2)), is_shape(tiles, Shape(3)), is_shape(tiles, Shape(3), wilds=3)
    (True, False, True)
    """
    reached: set[tuple[int, int, int]] = {(0, 0, 0)}
    want_sets, want_pairs = shape.sets, shape.pairs
    for suit, first in _suits(counts):
        if any(suit):
            reached = {
                (sets + s, pairs + p, used + u)
                for s, p, u in _sums(suit, shape.rules(first == 27), wilds)
                for sets, pairs, used in reached
                if sets + s <= want_sets and pairs + p <= want_pairs and used + u <= wilds
            }
            if not reached:
                return False
    return any(
        _fillable(shape, want_sets - sets, want_pairs - pairs, wilds - used) for sets, pairs, used in reached
    )


def decompose(
    counts: Sequence[int], shape: Shape = STANDARD_SHAPE, wilds: int = 0, fixed: Sequence[Group] = ()
) -> list[Reading]:
    """Every reading of the concealed tiles and all `wilds`; the `fixed` groups count as sets of the shape.

    Sets of wilds alone are ``("set", -1, False)``, pairs of wilds ``("pair", -1, False)``. The order is
    stable: the fixed groups, then by kind.

    >>> [[g[:2] for g in r.groups] for r in decompose([3, 3, 3, 2] + [0] * 30, Shape(3))]
    [[('chow', 0), ('chow', 0), ('chow', 0), ('pair', 3)], \
[('chow', 0), ('pair', 0), ('chow', 1), ('chow', 1)], [('pung', 0), ('pung', 1), ('pung', 2), ('pair', 3)]]
    """
    want_sets, want_pairs = shape.sets - len(fixed), shape.pairs
    partial: dict[tuple[Group, ...], tuple[int, int, int]] = {(): (0, 0, 0)}
    for suit, first in _suits(counts):
        if not any(suit):
            continue
        ways = _placed(suit, shape.rules(first == 27), wilds, first)
        partial = {
            groups + moved: (sets + s, pairs + p, spent + used)
            for moved, s, p, used in ways
            for groups, (sets, pairs, spent) in partial.items()
            if sets + s <= want_sets and pairs + p <= want_pairs and spent + used <= wilds
        }
    found = []
    for groups, (sets, pairs, spent) in partial.items():
        free_sets, free_pairs = want_sets - sets, want_pairs - pairs
        if free_sets >= 0 and _fillable(shape, free_sets, free_pairs, wilds - spent):
            found.append((*groups, *_ANY_SET * free_sets, *_ANY_PAIR * free_pairs))
    if len(found) > 1:
        found.sort(key=lambda groups: [(kind, name) for name, kind, _ in groups])
    return [Reading((*fixed, *groups)) for groups in found]
