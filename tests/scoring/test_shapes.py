"""Readings of hands against a plain search, with and without wilds."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

import brute
import pytest
from brute import hand

from mjlog.scoring.shapes import ANY, Shape, decompose, is_shape

Groups = tuple[tuple[str, int], ...]
FEW = (0, 1, 2, 3, 4, 24, 25, 26, 27)


def plain(counts: list[int], shape: Shape) -> set[Groups]:
    """All readings of counts without wilds."""
    low = next((kind for kind, copies in enumerate(counts) if copies), None)
    if low is None:
        return {()} if shape.sets == shape.pairs == 0 else set()
    options = [("pair", low, [low] * 2)]
    if shape.pung:
        options.append(("pung", low, [low] * 3))
    for length in range(shape.min_run, shape.max_run + 1):
        if shape.chow and low < 27 and low % 9 + length <= 9:
            name = "chow" if length == 3 else f"run{length}"
            options.append((name, low, list(range(low, low + length))))
    found: set[Groups] = set()
    for name, first, tiles in options:
        rest = list(counts)
        for kind in tiles:
            rest[kind] -= 1
        pair = name == "pair"
        smaller = Shape(shape.sets - (not pair), shape.pairs - pair, shape.chow, shape.pung, shape.min_run,
                        shape.max_run)  # fmt: skip
        if min(rest) >= 0 and smaller.sets >= 0 and smaller.pairs >= 0:
            found |= {tuple(sorted((*way, (name, first)))) for way in plain(rest, smaller)}
    return found


def as_groups(counts: list[int], shape: Shape, wilds: int = 0) -> list[Groups]:
    return [tuple((name, first) for name, first, _ in r.groups) for r in decompose(counts, shape, wilds)]


@pytest.mark.parametrize(
    "shape",
    [Shape(2), Shape(4), Shape(2, pairs=2), Shape(3, chow=False), Shape(3, pung=False), Shape(2, max_run=5)],
)
def test_readings_agree_with_search(shape: Shape) -> None:
    rng = random.Random(10)
    for round_ in range(250):
        counts = brute.deal_near(rng, shape.sets, round_ % 2, FEW)
        for _ in range(shape.pairs - 1):
            counts[rng.choice(FEW)] += 2
        wanted = plain(counts, shape)
        got = as_groups(counts, shape)
        assert len(set(got)) == len(got)
        assert {tuple(sorted(groups)) for groups in got} == wanted
        assert is_shape(counts, shape) == bool(wanted)


def fits(general: Groups, exact: Groups) -> bool:
    """Is the exact reading one that the general one, with groups of wilds, stands for?"""
    left = list(exact)
    for group in general:
        if group[1] != ANY:
            if group not in left:
                return False
            left.remove(group)
    free = [name == "pair" for name, first in general if first == ANY]
    return sorted(name == "pair" for name, _ in left) == sorted(free)


@pytest.mark.parametrize("wilds", [1, 2, 3])
def test_readings_with_wilds_agree_with_every_substitution(wilds: int) -> None:
    rng = random.Random(11)
    pool = (0, 1, 2, 3, 4, 27)
    shape = Shape(2)
    seen = 0
    for round_ in range(40):
        counts = brute.deal_near(rng, 2, round_ % 3, pool)
        for _ in range(wilds):
            counts[rng.choice([kind for kind in pool if counts[kind]])] -= 1
        exact: set[Groups] = set()
        for kinds in combinations_with_replacement((*range(9), 27, 28), wilds):
            full = list(counts)
            for kind in kinds:
                full[kind] += 1
            exact |= plain(full, shape)
        general = as_groups(counts, shape, wilds)
        seen += bool(general)
        assert is_shape(counts, shape, wilds) == bool(general) == bool(exact)
        for groups in exact:
            assert any(fits(g, groups) for g in general)
        for g in general:
            assert any(fits(g, groups) for groups in exact)
    assert seen > 15


def test_fixed_groups_count_as_sets() -> None:
    fixed = [("kong_open", 3, True), ("pung", 27, True)]
    (reading,) = decompose(hand("123m 456p 55s"), Shape(4), fixed=fixed)
    assert reading.groups[:2] == tuple(fixed)
    assert len(reading.sets) == 4
    assert decompose(hand("123m 456p 55s"), Shape(3), fixed=fixed) == []


def test_a_hand_of_wilds_alone() -> None:
    assert as_groups([0] * 34, Shape(1), 5) == [(("set", ANY), ("pair", ANY))]
    assert not is_shape([0] * 34, Shape(1), 4)
