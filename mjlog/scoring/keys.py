"""Win and ready tests on suit keys; what a suit contributes to a win is worked out once for every key."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.scoring.digits import ORPHANS, POW5, UNIT, counts_of, digits, keys_of, kinds_in
from mjlog.scoring.special import (
    SPECIAL,
    Special,
    orphans_waits,
    quanbukao,
    quanbukao_waits,
    seven_pairs,
    seven_pairs_waits,
    thirteen_orphans,
)

__all__ = [
    "ORPHANS",
    "POW5",
    "SPECIAL",
    "UNIT",
    "Special",
    "counts_of",
    "is_complete",
    "keys_of",
    "kinds_in",
    "orphans_waits",
    "quanbukao",
    "quanbukao_waits",
    "seven_pairs",
    "seven_pairs_waits",
    "thirteen_orphans",
    "waits",
]


def _all_sets(counts: list[int], rank: int, honours: bool) -> bool:
    """Do the ranks from `rank` on split into chows and pungs, nothing left?"""
    while rank < len(counts) and not counts[rank]:
        rank += 1
    if rank == len(counts):
        return True
    have = counts[rank] % 3
    if not have:
        return _all_sets(counts, rank + 1, honours)
    if honours or rank + 2 >= len(counts) or min(counts[rank + 1], counts[rank + 2]) < have:
        return False
    counts[rank + 1] -= have
    counts[rank + 2] -= have
    found = _all_sets(counts, rank + 1, honours)
    counts[rank + 1] += have
    counts[rank + 2] += have
    return found


class _Codes(dict[int, int]):
    """Key -> 0 unfinished, 1 sets only, 2 sets and one pair."""

    def __init__(self, honours: bool) -> None:
        super().__init__()
        self.honours = honours

    def __missing__(self, key: int) -> int:
        counts = digits(key, 7 if self.honours else 9)
        code = 0
        rest = sum(counts) % 3
        if rest == 0:
            code = int(_all_sets(counts, 0, self.honours))
        elif rest == 2:
            for rank, copies in enumerate(counts):
                if copies >= 2:
                    counts[rank] -= 2
                    done = _all_sets(counts, 0, self.honours)
                    counts[rank] += 2
                    if done:
                        code = 2
                        break
        self[key] = code
        return code


class _Waits(dict[int, tuple[int, int, int]]):
    """Key -> its code, the ranks that complete it to sets, the ranks that complete it to sets and a pair."""

    def __init__(self, codes: _Codes) -> None:
        super().__init__()
        self.codes = codes

    def __missing__(self, key: int) -> tuple[int, int, int]:
        masks = [0, 0, 0]
        for rank, copies in enumerate(digits(key, 7 if self.codes.honours else 9)):
            if copies < 4:
                masks[self.codes[key + POW5[rank]]] |= 1 << rank
        facts = self[key] = (self.codes[key], masks[1], masks[2])
        return facts


_SUIT, _HONOURS = _Codes(honours=False), _Codes(honours=True)
_SUIT_WAITS, _HONOUR_WAITS = _Waits(_SUIT), _Waits(_HONOURS)


def is_complete(keys: Sequence[int]) -> bool:
    """Are the tiles any number of sets and exactly one pair?

    >>> is_complete(keys_of([3, 1, 1, 1] + [0] * 27 + [2, 0, 0]))
    True
    """
    first = _SUIT[keys[0]]
    return first > 0 and first * _SUIT[keys[1]] * _SUIT[keys[2]] * _HONOURS[keys[3]] == 2


def waits(keys: Sequence[int]) -> int:
    """The kinds, as a bit mask, that complete 3k+1 tiles to sets and a pair; never a fifth concealed copy.

    >>> kinds_in(waits(keys_of([3, 1, 1, 1, 1, 1, 1, 1, 3] + [0] * 25)))
    [0, 1, 2, 3, 4, 5, 6, 7, 8]
    """
    a, a_sets, a_pair = _SUIT_WAITS[keys[0]]
    b, b_sets, b_pair = _SUIT_WAITS[keys[1]]
    c, c_sets, c_pair = _SUIT_WAITS[keys[2]]
    d, d_sets, d_pair = _HONOUR_WAITS[keys[3]]
    ab = a * b
    cd = c * d
    mask = 0
    if cd:
        others = b * cd
        if others == 1:
            mask = a_pair
        elif others == 2:
            mask = a_sets
        others = a * cd
        if others == 1:
            mask |= b_pair << 9
        elif others == 2:
            mask |= b_sets << 9
    if ab:
        others = ab * d
        if others == 1:
            mask |= c_pair << 18
        elif others == 2:
            mask |= c_sets << 18
        others = ab * c
        if others == 1:
            mask |= d_pair << 27
        elif others == 2:
            mask |= d_sets << 27
    return mask
