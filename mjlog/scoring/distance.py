"""How many tiles a hand is away from a win, and which draws bring it nearer.

One suit can offer 0..5 sets without or with the pair; the fewest missing tiles of each offer form its cost
vector. Few vectors differ, so they are numbered, and joining two of them is remembered by their numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from mjlog.errors import OptionError
from mjlog.scoring.digits import POW5, keys_of, kinds_in
from mjlog.scoring.special import MISSING, special_accepts

MAX_SETS = 5
"""The most sets a hand may have."""

IMPOSSIBLE = 60
"""Tiles missing from a win that the copies in the own melds rule out."""

_MELDS = 5 * POW5[8]
"""What one copy of rank 1 in the own melds adds to a suit key."""

_Vector = tuple[int, ...]
_WIDTH = 2 * (MAX_SETS + 1)
_VECTORS: list[_Vector] = []
_NUMBERS: dict[_Vector, int] = {}


def _number(vector: _Vector) -> int:
    number = _NUMBERS.get(vector)
    if number is None:
        number = _NUMBERS[vector] = len(_VECTORS)
        _VECTORS.append(vector)
    return number


_NO_WAY = _number((IMPOSSIBLE,) * _WIDTH)
_NOTHING = _number((0, *(IMPOSSIBLE,) * (_WIDTH - 1)))


@cache
def _moved(number: int, sets: int, pair: int, cost: int) -> int:
    """The vector after `sets` more sets and perhaps the pair at a `cost` of missing tiles."""
    old = _VECTORS[number]
    new = [IMPOSSIBLE] * _WIDTH
    for i, missing in enumerate(old):
        if not (pair and i & 1) and i + 2 * sets + pair < _WIDTH:
            new[i + 2 * sets + pair] = min(missing + cost, IMPOSSIBLE)
    return _number(tuple(new))


class _Better(dict[int, int]):
    """Two vector numbers in one integer -> the number of the smaller entries of both."""

    def __missing__(self, both: int) -> int:
        a, b = _VECTORS[both >> 20], _VECTORS[both & 0xFFFFF]
        number = self[both] = _number(tuple(map(min, a, b)))
        return number


class _Joined(dict[int, int]):
    """Two vector numbers in one integer -> the number of the vector of both suits together."""

    def __missing__(self, both: int) -> int:
        a, b = _VECTORS[both >> 20], _VECTORS[both & 0xFFFFF]
        best = [IMPOSSIBLE] * _WIDTH
        for i, x in enumerate(a):
            for j, y in enumerate(b[: _WIDTH - i]):
                if not i & j & 1 and x + y < best[i + j]:
                    best[i + j] = x + y
        number = self[both] = _number(tuple(best))
        return number


_BETTER, _JOINED = _Better(), _Joined()

_STEPS = tuple(
    (chows, pungs + chows, pair, chows + 3 * pungs + 2 * pair)
    for chows in range(3)
    for pungs in range(2)
    for pair in range(2)
    if chows + 3 * pungs + 2 * pair <= 4
)


class _Costs(dict[int, int]):
    """Suit key plus 5**9 times the key of the own melds -> number of its cost vector."""

    def __init__(self, ranks: int, chows: bool) -> None:
        super().__init__()
        self.ranks = ranks
        self.last_chow = ranks - 3 if chows else -1
        self.tails: list[dict[int, int]] = [{} for _ in range(ranks)]

    def __missing__(self, key: int) -> int:
        number = self[key] = self.tail(0, 0, 0, key % _MELDS, key // _MELDS)
        return number

    def tail(self, rank: int, older: int, newer: int, key: int, melds: int) -> int:
        """The vector of the ranks from `rank` on, when chows begun two and one ranks before lie over them."""
        if rank == self.ranks:
            return _NO_WAY if older or newer else _NOTHING
        known = self.tails[rank]
        state = ((melds * _MELDS + key) * 3 + older) * 3 + newer
        number = known.get(state)
        if number is not None:
            return number
        have = key % 5
        room = 4 - melds % 5
        bound = older + newer
        number = _NO_WAY
        for chows, sets, pair, tiles in _STEPS:
            need = bound + tiles
            if need <= room and (not chows or rank <= self.last_chow):
                rest = self.tail(rank + 1, newer, chows, key // 5, melds // 5)
                if rest != _NO_WAY:
                    option = _moved(rest, sets, pair, need - have if need > have else 0)
                    number = _BETTER[number << 20 | option]
        known[state] = number
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
            if key // unit % 5 + key // (_MELDS * unit) % 5 < 4:
                number = self.costs[key + unit]
                if number != self.costs[key]:
                    draws[number] = draws.get(number, 0) | 1 << rank
        found = self[key] = tuple(draws.items())
        return found


_SUIT, _HONOURS = _Costs(9, chows=True), _Costs(7, chows=False)
_SUIT_DRAWS, _HONOUR_DRAWS = _Draws(_SUIT), _Draws(_HONOURS)


def _need(sets: int, melds: int) -> int:
    if not 0 <= melds <= sets <= MAX_SETS:
        raise OptionError(f"{melds} melds of {sets} sets; a hand has at most {MAX_SETS} sets", read="sets")
    return 2 * (sets - melds) + 1


def _cost_keys(keys: Sequence[int], held: Sequence[int] | None) -> tuple[int, int, int, int]:
    """The keys of `_SUIT` and `_HONOURS` for the four suits."""
    if held is None:
        return keys[0], keys[1], keys[2], keys[3]
    m, p, s, h = keys_of(held) if len(held) > 4 else held
    return keys[0] + _MELDS * m, keys[1] + _MELDS * p, keys[2] + _MELDS * s, keys[3] + _MELDS * h


def distance(
    hand: Sequence[int],
    melds: int = 0,
    held: Sequence[int] | None = None,
    specials: Sequence[str] = ("qidui",),
    sets: int = 4,
) -> int:
    """Tiles missing from the nearest win, less one: 0 is ready, -1 is won (siren.bot.10).

    `hand` is 34 counts or four keys of the concealed tiles; `melds` sets of the `sets` are made already, and
    `held` (34 counts or four keys) is their tiles: no kind occurs more than four times with them. Without
    `held` the melds take up no copies. Special shapes count for four sets and no melds. OptionError for more
    than five sets.

    >>> distance([1, 1, 1, 3, 3] + [0] * 28 + [1], melds=1), distance([2] * 7 + [0] * 27)
    (0, -1)
    """
    need = _need(sets, melds)
    keys = keys_of(hand) if len(hand) > 4 else hand
    if held is None:
        m, p, s, h = keys
    else:
        m, p, s, h = _cost_keys(keys, held)
    left = _JOINED[_SUIT[m] << 20 | _SUIT[p]]
    right = _JOINED[_SUIT[s] << 20 | _HONOURS[h]]
    missing = _VECTORS[_JOINED[left << 20 | right]][need]
    if specials and not melds and sets == 4:
        for name in specials:
            missing = min(missing, MISSING[name](keys))
    return missing - 1


def accept_mask(
    hand: Sequence[int],
    melds: int = 0,
    held: Sequence[int] | None = None,
    specials: Sequence[str] = ("qidui",),
    sets: int = 4,
) -> int:
    """The kinds of `accepts` as a bit mask.

    >>> accept_mask([1, 1, 1, 1] + [0] * 30, melds=3) == 1 << 0 | 1 << 3
    True
    """
    need = _need(sets, melds)
    keys = keys_of(hand) if len(hand) > 4 else hand
    m, p, s, h = _cost_keys(keys, held)
    a, b, c, d = _SUIT[m], _SUIT[p], _SUIT[s], _HONOURS[h]
    left, right = _JOINED[a << 20 | b], _JOINED[c << 20 | d]
    general = missing = _VECTORS[_JOINED[left << 20 | right]][need]
    usable = () if melds or sets != 4 else specials
    for name in usable:
        missing = min(missing, MISSING[name](keys))
    mask = 0
    if general == missing:
        for others, draws, shift in (
            (_JOINED[b << 20 | right], _SUIT_DRAWS[m], 0),
            (_JOINED[a << 20 | right], _SUIT_DRAWS[p], 9),
            (_JOINED[d << 20 | left], _SUIT_DRAWS[s], 18),
            (_JOINED[c << 20 | left], _HONOUR_DRAWS[h], 27),
        ):
            for drawn, ranks in draws:
                if _VECTORS[_JOINED[others << 20 | drawn]][need] < missing:
                    mask |= ranks << shift
    for name in usable:
        if MISSING[name](keys) == missing:
            mask |= special_accepts(name, keys)
    return mask


def accepts(
    hand: Sequence[int],
    melds: int = 0,
    held: Sequence[int] | None = None,
    specials: Sequence[str] = ("qidui",),
    sets: int = 4,
) -> list[int]:
    """The kinds whose draw lowers the distance and of which hand and melds do not hold four (siren.bot.10).

    Arguments as for `distance`.

    >>> accepts([1, 1, 1, 1] + [0] * 30, melds=3)
    [0, 3]
    """
    return kinds_in(accept_mask(hand, melds, held, specials, sets))
