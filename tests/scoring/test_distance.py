"""Distance and useful kinds against the definition of siren.bot.10 and against PyPI `mahjong`."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations_with_replacement, pairwise

import brute
import pytest
from brute import hand

from mjlog.errors import OptionError
from mjlog.scoring.digits import ORPHANS, keys_of
from mjlog.scoring.distance import IMPOSSIBLE, accept_mask, accepts, distance
from mjlog.scoring.special import MISSING, special_accepts

POOLS = [tuple(range(9)), (0, 1, 2, 3, 4, 9, 10, 11, 12, 27, 28), (6, 7, 8, 15, 16, 17, 27, 28, 29, 30)]


def missing_by_search(counts: Sequence[int], held: Sequence[int], sets: int, kinds: tuple[int, ...]) -> int:
    """Fewest tiles missing from any win out of `kinds` with no kind more than four times."""
    return min(
        (
            sum(max(0, want - have) for want, have in zip(target, counts, strict=True))
            for target in brute.targets(sets, kinds)
            if all(want + own <= 4 for want, own in zip(target, held, strict=True))
        ),
        default=IMPOSSIBLE,
    )


@pytest.mark.parametrize("pool", POOLS)
def test_siren_bot_10_distance_by_search(pool: tuple[int, ...]) -> None:
    rng = random.Random(4)
    fifth = 0
    for round_ in range(100):
        melds = 1 if round_ % 20 == 0 else 2 + round_ % 2
        sets = 4 - melds
        held = [4] * 34
        for kind in pool:
            held[kind] = rng.choice((0, 1, 2, 3, 3, 4))
        deck = [kind for kind in pool for _ in range(4 - held[kind])]
        counts = [0] * 34
        for kind in rng.sample(deck, min(len(deck), 3 * sets + 1)):
            counts[kind] += 1
        wanted = missing_by_search(counts, held, sets, pool) - 1
        assert distance(counts, melds, held) == wanted
        assert distance(keys_of(counts), melds, keys_of(held)) == wanted
        fifth += wanted != distance(counts, melds)
        useful = []
        for kind in pool:
            if counts[kind] + held[kind] < 4:
                counts[kind] += 1
                if missing_by_search(counts, held, sets, pool) - 1 < wanted:
                    useful.append(kind)
                counts[kind] -= 1
        assert accepts(counts, melds, held) == useful
        assert accept_mask(counts, melds, held) == sum(1 << kind for kind in useful)
    assert fifth


def test_siren_bot_10_four_sets_by_search() -> None:
    pool = POOLS[0]
    rng = random.Random(5)
    outside = [0] * 9 + [4] * 25
    for _ in range(10):
        counts = brute.deal(rng, 13, pool)
        assert distance(counts, 0, outside, specials=()) == missing_by_search(counts, outside, 4, pool) - 1


def test_siren_bot_10_own_meld_takes_the_fourth_copy() -> None:
    concealed = hand("11m 456p 789s 34p")
    melded = hand("222m")
    assert distance(concealed, 1, melded) == 0
    waiting = hand("13m 55p 456p 789s")
    assert distance(waiting, 1, hand("222m")) == 0
    assert accepts(waiting, 1, hand("222m")) == [1]
    assert distance(waiting, 1, hand("2222m")) == 1


def test_distance_and_useful_kinds_agree_with_mahjong() -> None:
    shanten = pytest.importorskip("mahjong.shanten").Shanten()
    rng = random.Random(6)
    for round_ in range(1500):
        counts = brute.deal(rng, 13) if round_ % 2 else brute.deal_near(rng, 4, round_ % 9)
        assert distance(counts) == shanten.calculate_shanten(counts, use_kokushi=False)
        assert distance(counts, specials=("qidui", "13yao")) == shanten.calculate_shanten(counts)
        assert distance(counts, specials=()) == shanten.calculate_shanten(
            counts, use_chiitoitsu=False, use_kokushi=False
        )


@pytest.mark.parametrize("specials", [(), ("qidui",), ("qidui", "13yao", "quanbukao")])
def test_useful_kinds_are_the_draws_that_lower_the_distance(specials: tuple[str, ...]) -> None:
    rng = random.Random(7)
    for round_ in range(300):
        counts = brute.deal(rng, 13) if round_ % 2 else brute.deal(rng, 13, ORPHANS)
        now = distance(counts, specials=specials)
        useful = []
        for kind in range(34):
            if counts[kind] < 4:
                counts[kind] += 1
                if distance(counts, specials=specials) < now:
                    useful.append(kind)
                counts[kind] -= 1
        assert accepts(counts, specials=specials) == useful


def test_missing_from_unconnected_tiles_by_search() -> None:
    rng = random.Random(8)
    ranks = [
        ranks
        for ranks in {tuple(sorted({*c})) for c in combinations_with_replacement(range(9), 3)}
        if all(b - a >= 3 for a, b in pairwise(ranks))
    ]
    for _ in range(40):
        counts = brute.deal(rng, 13)
        held = [{r: sum(counts[9 * suit + rank] > 0 for rank in r) for r in ranks} for suit in range(3)]
        honours = sum(counts[kind] > 0 for kind in range(27, 34))
        best = max(
            held[0][a] + held[1][b] + held[2][c] + min(honours, 14 - len(a) - len(b) - len(c))
            for a in ranks
            for b in ranks
            for c in ranks
            if len(a) + len(b) + len(c) >= 7
        )
        assert MISSING["quanbukao"](keys_of(counts)) == 14 - best


@pytest.mark.parametrize("name", MISSING)
def test_draws_towards_special_shapes(name: str) -> None:
    rng = random.Random(9)
    for _ in range(200):
        counts = brute.deal(rng, 13)
        now = MISSING[name](keys_of(counts))
        mask = 0
        for kind in range(34):
            if counts[kind] < 4:
                counts[kind] += 1
                mask |= (MISSING[name](keys_of(counts)) < now) << kind
                counts[kind] -= 1
        assert special_accepts(name, keys_of(counts)) == mask


def test_five_sets_and_seven_tiles() -> None:
    assert distance(hand("111m 222p 333s 456m 789p EE"), sets=5) == -1
    assert distance(hand("111m 222p EE"), sets=2) == -1
    with pytest.raises(OptionError):
        distance([0] * 34, sets=6)
    with pytest.raises(OptionError):
        accepts([0] * 34, melds=5)


def test_hands_with_unknown_tiles_are_distances() -> None:
    """With u unknown tiles a hand can be a win if at most u tiles are missing."""
    assert distance(hand("123m 456m 789m 1p"), specials=()) == 3
    assert distance(hand("1111m"), melds=3) == 1
