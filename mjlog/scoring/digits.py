"""Suit keys and counts: a hand's concealed tiles as four integers in base 5.

A key holds one suit: digit ``i`` is the number of copies of rank ``i + 1``; in the fourth key the digits
0..6 are E S W N C F P.
"""

from __future__ import annotations

from collections.abc import Sequence

POW5: tuple[int, ...] = tuple(5**i for i in range(9))
UNIT: tuple[tuple[int, int], ...] = tuple((kind // 9, POW5[kind % 9]) for kind in range(34))
ORPHANS: tuple[int, ...] = (0, 8, 9, 17, 18, 26, *range(27, 34))


def keys_of(counts: Sequence[int]) -> list[int]:
    """The four suit keys of the first 34 counts; a kind may have 0..4 copies.

    >>> keys_of([0, 3, 2] + [0] * 31)
    [65, 0, 0, 0]
    """
    c = counts
    return [
        c[0]
        + 5 * c[1]
        + 25 * c[2]
        + 125 * c[3]
        + 625 * c[4]
        + 3125 * c[5]
        + 15625 * c[6]
        + 78125 * c[7]
        + 390625 * c[8],
        c[9]
        + 5 * c[10]
        + 25 * c[11]
        + 125 * c[12]
        + 625 * c[13]
        + 3125 * c[14]
        + 15625 * c[15]
        + 78125 * c[16]
        + 390625 * c[17],
        c[18]
        + 5 * c[19]
        + 25 * c[20]
        + 125 * c[21]
        + 625 * c[22]
        + 3125 * c[23]
        + 15625 * c[24]
        + 78125 * c[25]
        + 390625 * c[26],
        c[27] + 5 * c[28] + 25 * c[29] + 125 * c[30] + 625 * c[31] + 3125 * c[32] + 15625 * c[33],
    ]


def digits(key: int, ranks: int = 9) -> list[int]:
    """The copies of each rank of one suit.

    >>> digits(65, 4)
    [0, 3, 2, 0]
    """
    return [key // POW5[rank] % 5 for rank in range(ranks)]


def counts_of(keys: Sequence[int]) -> list[int]:
    """The 34 counts of four suit keys.

    >>> counts_of([65, 0, 0, 0])[:4]
    [0, 3, 2, 0]
    """
    return [*digits(keys[0]), *digits(keys[1]), *digits(keys[2]), *digits(keys[3], 7)]


def kinds_in(mask: int) -> list[int]:
    """The kinds of a bit mask, ascending.

    >>> kinds_in(0b1001)
    [0, 3]
    """
    kinds = []
    while mask:
        low = mask & -mask
        kinds.append(low.bit_length() - 1)
        mask ^= low
    return kinds
