"""Slow and plain versions of the shape functions, written for the tests alone."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

CHOWS = [first for first in range(27) if first % 9 <= 6]


def hand(text: str) -> list[int]:
    """Counts from a short form.

    >>> hand("123m EE")[:3], hand("123m EE")[27]
    ([1, 1, 1], 2)
    """
    counts = [0] * 34
    for word in text.split():
        if word[-1] in "mps":
            for rank in word[:-1]:
                counts["mps".index(word[-1]) * 9 + int(rank) - 1] += 1
        else:
            for letter in word:
                counts["ESWNCFP".index(letter) + 27] += 1
    return counts


def sets_only(counts: Sequence[int], sets: int) -> bool:
    """Can the tiles be split into exactly `sets` chows and pungs?"""
    if sum(counts) != 3 * sets:
        return False
    if not sets:
        return True
    low = next(kind for kind, copies in enumerate(counts) if copies)
    options = [[low] * 3]
    if low in CHOWS:
        options.append([low, low + 1, low + 2])
    for tiles in options:
        rest = list(counts)
        for kind in tiles:
            rest[kind] -= 1
        if min(rest) >= 0 and sets_only(rest, sets - 1):
            return True
    return False


def complete(counts: Sequence[int]) -> bool:
    """Sets and exactly one pair?"""
    for kind, copies in enumerate(counts):
        if copies >= 2:
            rest = list(counts)
            rest[kind] -= 2
            if sum(rest) % 3 == 0 and sets_only(rest, sum(rest) // 3):
                return True
    return False


def waits(counts: Sequence[int], test: object = complete) -> list[int]:
    """The kinds that complete the hand, four copies at most."""
    assert callable(test)
    found = []
    for kind in range(34):
        if counts[kind] < 4:
            more = list(counts)
            more[kind] += 1
            if test(more):
                found.append(kind)
    return found


def deal(rng: random.Random, size: int, kinds: Sequence[int] | None = None) -> list[int]:
    """A random hand of `size` tiles out of the given kinds."""
    deck = [kind for kind in (kinds or range(34)) for _ in range(4)]
    counts = [0] * 34
    for kind in rng.sample(deck, size):
        counts[kind] += 1
    return counts


def deal_near(rng: random.Random, sets: int, change: int, kinds: Sequence[int] | None = None) -> list[int]:
    """A won hand of `sets` sets and a pair with `change` tiles exchanged at random: often near a win."""
    pool = list(kinds or range(34))
    while True:
        counts = [0] * 34
        counts[rng.choice(pool)] += 2
        for _ in range(sets):
            first = rng.choice(pool)
            chow = first in CHOWS and first + 1 in pool and first + 2 in pool and rng.random() < 0.7
            for kind in (first, first + 1, first + 2) if chow else (first,) * 3:
                counts[kind] += 1
        if max(counts) > 4:
            continue
        for _ in range(change):
            counts[rng.choice([k for k in range(34) if counts[k]])] -= 1
            counts[rng.choice([k for k in pool if counts[k] < 4])] += 1
        return counts


@cache
def targets(sets: int, kinds: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Every hand of `sets` sets and a pair out of `kinds`, copies unlimited."""
    shapes: set[tuple[int, ...]] = set()
    for pair in kinds:
        counts = [0] * 34
        counts[pair] = 2
        shapes.add(tuple(counts))
    for _ in range(sets):
        grown: set[tuple[int, ...]] = set()
        for shape in shapes:
            for first in kinds:
                options = [(first,) * 3]
                if first in CHOWS and first + 1 in kinds and first + 2 in kinds:
                    options.append((first, first + 1, first + 2))
                for tiles in options:
                    counts = list(shape)
                    for kind in tiles:
                        counts[kind] += 1
                    grown.add(tuple(counts))
        shapes = grown
    return tuple(shapes)
