"""Suit keys: win and ready tests against plain searches."""

from __future__ import annotations

import random

import brute
import pytest
from brute import hand

from mjlog.scoring import keys as k

FEW = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 27, 31]


def test_keys_and_counts_are_inverse() -> None:
    rng = random.Random(1)
    for _ in range(300):
        counts = brute.deal(rng, 14)
        keys = k.keys_of(counts)
        assert k.counts_of(keys) == counts
        assert keys == [
            sum(copies * k.UNIT[kind][1] for kind, copies in enumerate(counts) if k.UNIT[kind][0] == suit)
            for suit in range(4)
        ]


@pytest.mark.parametrize("kinds", [None, FEW, list(range(9)), list(range(24, 34))])
def test_complete_and_waits_agree_with_search(kinds: list[int] | None) -> None:
    rng = random.Random(2)
    ready = 0
    for round_ in range(600):
        sets = round_ % 5 + 1
        full = brute.deal_near(rng, sets, round_ % 3, kinds)
        assert k.is_complete(k.keys_of(full)) == brute.complete(full)
        full[rng.choice([kind for kind in range(34) if full[kind]])] -= 1
        wanted = brute.waits(full)
        ready += bool(wanted)
        assert k.kinds_in(k.waits(k.keys_of(full))) == wanted
    assert ready > 200


def test_no_wait_on_a_fifth_copy() -> None:
    assert k.kinds_in(k.waits(k.keys_of(hand("1111m 222333p 444s")))) == []
    assert k.kinds_in(k.waits(k.keys_of(hand("1111m")))) == []


def plain_pairs(counts: list[int]) -> bool:
    return sum(counts) == 14 and set(counts) <= {0, 2}


def plain_orphans(counts: list[int]) -> bool:
    rest = [counts[kind] - 1 for kind in k.ORPHANS]
    return sum(counts) == 14 and min(rest) == 0 and sum(rest) == 1


def plain_apart(counts: list[int]) -> bool:
    tiles = [kind for kind, copies in enumerate(counts) for _ in range(copies)]
    return len(tiles) == 14 and all(
        a != b and (a >= 27 or b >= 27 or a // 9 != b // 9 or abs(a - b) >= 3)
        for i, a in enumerate(tiles)
        for b in tiles[:i]
    )


CASES = {
    "qidui": (plain_pairs, "1122m 3344p 5566s EE"),
    "13yao": (plain_orphans, "19m 19p 19s ESWNCFPP"),
    "quanbukao": (plain_apart, "147m 258p 36s ESWNCF"),
}


@pytest.mark.parametrize("name", CASES)
def test_special_shapes_agree_with_definition(name: str) -> None:
    plain, text = CASES[name]
    test, waits = k.SPECIAL[name]
    assert test(k.keys_of(hand(text)))
    rng = random.Random(3)
    ready = 0
    for _ in range(400):
        counts = hand(text)
        for _ in range(rng.randrange(3)):
            counts[rng.choice([kind for kind in range(34) if counts[kind]])] -= 1
            counts[rng.choice([kind for kind in range(34) if counts[kind] < 4])] += 1
        assert test(k.keys_of(counts)) == plain(counts)
        counts[rng.choice([kind for kind in range(34) if counts[kind]])] -= 1
        wanted = brute.waits(counts, plain)
        ready += bool(wanted)
        assert k.kinds_in(waits(k.keys_of(counts))) == wanted
    assert ready > 100


def test_special_shapes_need_fourteen_tiles() -> None:
    assert not k.seven_pairs(k.keys_of(hand("1122m 33p")))
    assert not k.quanbukao(k.keys_of(hand("147m 258p")))
    assert not k.thirteen_orphans(k.keys_of(hand("19m 19p 19s ESWNCFP 5m")))
