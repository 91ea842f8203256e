"""What each suit of a hand costs in missing tiles: numbered cost vectors, and how two suits join.

One suit can offer 0..5 sets without or with the pair; the fewest missing tiles of each offer form its cost
vector. Few vectors differ, so they are numbered, and joining two of them is remembered by their numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from mjlog.errors import OptionError
from mjlog.scoring.digits import POW5, digits, keys_of

MAX_SETS = 5
"""The most sets a hand may have."""

IMPOSSIBLE = 60
"""Tiles missing from a win that the copies in the own melds rule out."""

MELDS = 5 * POW5[8]
"""What one copy of rank 1 in the own melds adds to a suit key."""

_Vector = tuple[int, ...]
_WIDTH = 2 * (MAX_SETS + 1)
VECTORS: list[_Vector] = []
_NUMBERS: dict[_Vector, int] = {}


def _number(vector: _Vector) -> int:
    number = _NUMBERS.get(vector)
    if number is None:
        number = _NUMBERS[vector] = len(VECTORS)
        VECTORS.append(vector)
    return number


_NO_WAY = _number((IMPOSSIBLE,) * _WIDTH)
_NOTHING = _number((0, *(IMPOSSIBLE,) * (_WIDTH - 1)))


@cache
def _moved(number: int, sets: int, pair: int, cost: int) -> int:
    """The vector after `sets` more sets and perhaps the pair at a `cost` of missing tiles."""
    old = VECTORS[number]
    new = [IMPOSSIBLE] * _WIDTH
    for i, missing in enumerate(old):
        if not (pair and i & 1) and i + 2 * sets + pair < _WIDTH:
            new[i + 2 * sets + pair] = min(missing + cost, IMPOSSIBLE)
    return _number(tuple(new))


class _Better(dict[int, int]):
    """Two vector numbers in one integer -> the number of the smaller entries of both."""

    def __missing__(self, both: int) -> int:
        a, b = VECTORS[both >> 20], VECTORS[both & 0xFFFFF]
        number = self[both] = _number(tuple(map(min, a, b)))
        return number


class _Joined(dict[int, int]):
    """Two vector numbers in one integer -> the number of the vector of both suits together."""

    def __missing__(self, both: int) -> int:
        a, b = VECTORS[both >> 20], VECTORS[both & 0xFFFFF]
        best = [IMPOSSIBLE] * _WIDTH
        for i, x in enumerate(a):
            for j, y in enumerate(b[: _WIDTH - i]):
                if not i & j & 1 and x + y < best[i + j]:
                    best[i + j] = x + y
        number = self[both] = _number(tuple(best))
        return number


_BETTER, JOINED = _Better(), _Joined()

_STEPS = tuple(
    (chows, pungs + chows, pair, chows + 3 * pungs + 2 * pair)
    for chows in range(3)
    for pungs in range(2)
    for pair in range(2)
    if chows + 3 * pungs + 2 * pair <= 4
)


_LOW = 5
"""Ranks in the lower part of a suit: either part has few keys, so both are soon known."""
_PART = POW5[_LOW]
_STATES = tuple((older, newer) for older in range(3) for newer in range(3))


class _Costs(dict[int, int]):
    """Suit key plus 5**9 times the key of the own melds -> number of its cost vector."""

    def __init__(self, ranks: int, chows: bool) -> None:
        super().__init__()
        self.ranks = ranks
        self.last_chow = ranks - 3 if chows else -1
        self.lower: dict[int, tuple[int, ...]] = {}
        self.upper: dict[int, tuple[int, ...]] = {}

    def __missing__(self, key: int) -> int:
        tiles, melds = key % MELDS, key // MELDS
        low = tiles % _PART, melds % _PART
        high = tiles // _PART, melds // _PART
        lower = self.lower.get(mark := low[1] * _PART + low[0])
        if lower is None:
            lower = self.lower[mark] = self._lower(*low)
        upper = self.upper.get(mark := high[1] * _PART + high[0])
        if upper is None:
            upper = self.upper[mark] = tuple(self._upper(_LOW, *state, *high) for state in _STATES)
        number = _NO_WAY
        for a, b in zip(lower, upper, strict=True):
            if a != _NO_WAY and b != _NO_WAY:
                number = _BETTER[number << 20 | JOINED[a << 20 | b]]
        self[key] = number
        return number

    def _steps(self, rank: int, bound: int, have: int, room: int) -> Iterator[tuple[int, int, int, int]]:
        """Chows begun here, sets, pair and missing tiles of all that a rank may hold under `bound` chows."""
        for chows, sets, pair, tiles in _STEPS:
            need = bound + tiles
            if need <= room and (not chows or rank <= self.last_chow):
                yield chows, sets, pair, need - have if need > have else 0

    def _lower(self, key: int, melds: int) -> tuple[int, ...]:
        """The vectors of the lower ranks, by the chows begun in the last two of them."""
        found = {(0, 0): _NOTHING}
        for rank in range(_LOW):
            grown: dict[tuple[int, int], int] = {}
            have, room = key // POW5[rank] % 5, 4 - melds // POW5[rank] % 5
            for (older, newer), number in found.items():
                for chows, sets, pair, cost in self._steps(rank, older + newer, have, room):
                    state = newer, chows
                    option = _moved(number, sets, pair, cost)
                    grown[state] = _BETTER[grown.get(state, _NO_WAY) << 20 | option]
            found = grown
        return tuple(found.get(state, _NO_WAY) for state in _STATES)

    def _upper(self, rank: int, older: int, newer: int, key: int, melds: int) -> int:
        """The vector of the ranks from `rank` on, when chows begun two and one ranks before lie over them."""
        if rank == self.ranks:
            return _NO_WAY if older or newer else _NOTHING
        number = _NO_WAY
        for chows, sets, pair, cost in self._steps(rank, older + newer, key % 5, 4 - melds % 5):
            rest = self._upper(rank + 1, newer, chows, key // 5, melds // 5)
            if rest != _NO_WAY:
                number = _BETTER[number << 20 | _moved(rest, sets, pair, cost)]
        return number


class _Draws(dict[int, tuple[tuple[int, int], ...]]):
    """Key of a cost table -> vectors after one useful draw, with the bit mask of ranks that give them."""

    def __init__(self, costs: _Costs) -> None:
        super().__init__()
        self.costs = costs

    def __missing__(self, key: int) -> tuple[tuple[int, int], ...]:
        draws: dict[int, int] = {}
        for rank in range(self.costs.ranks):
            unit = POW5[rank]
            if key // unit % 5 + key // (MELDS * unit) % 5 < 4:
                number = self.costs[key + unit]
                if number != self.costs[key]:
                    draws[number] = draws.get(number, 0) | 1 << rank
        found = self[key] = tuple(draws.items())
        return found


class _Cuts(dict[int, tuple[tuple[int, tuple[int, ...]], ...]]):
    """Key of a cost table -> vectors after one discard, with the ranks whose discard gives them."""

    def __init__(self, costs: _Costs) -> None:
        super().__init__()
        self.costs = costs

    def __missing__(self, key: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
        cuts: dict[int, list[int]] = {}
        for rank, copies in enumerate(digits(key, self.costs.ranks)):
            if copies:
                cuts.setdefault(self.costs[key - POW5[rank]], []).append(rank)
        found = self[key] = tuple((number, tuple(ranks)) for number, ranks in cuts.items())
        return found


SUIT, HONOURS = _Costs(9, chows=True), _Costs(7, chows=False)
SUIT_DRAWS, HONOUR_DRAWS = _Draws(SUIT), _Draws(HONOURS)
SUIT_CUTS, HONOUR_CUTS = _Cuts(SUIT), _Cuts(HONOURS)


def place(sets: int, melds: int) -> int:
    """Where a vector has the cost of the sets that are still to be made and the pair; OptionError for too many."""
    if not 0 <= melds <= sets <= MAX_SETS:
        raise OptionError(f"{melds} melds of {sets} sets; a hand has at most {MAX_SETS} sets", read="sets")
    return 2 * (sets - melds) + 1


def cost_keys(keys: Sequence[int], held: Sequence[int] | None) -> tuple[int, int, int, int]:
    """The keys of `SUIT` and `HONOURS` for the four suits."""
    if held is None:
        return keys[0], keys[1], keys[2], keys[3]
    m, p, s, h = keys_of(held) if len(held) > 4 else held
    return keys[0] + MELDS * m, keys[1] + MELDS * p, keys[2] + MELDS * s, keys[3] + MELDS * h
