"""Hands: how far from a win, beside the library `mahjong`."""

from __future__ import annotations

from random import Random

from benchmarks.measure import Missing, Pair, Row
from mjlog.scoring.digits import keys_of
from mjlog.scoring.distance import distance


def _hands(number: int = 300) -> list[list[int]]:
    deck = [k for k in range(34) for _ in range(4)]
    rng, found = Random(3), []
    for _ in range(number):
        hand = [0] * 34
        for k in rng.sample(deck, 13):
            hand[k] += 1
        found.append(hand)
    return found


def _peer(hands: list[list[int]]) -> Pair:
    try:
        from mahjong.shanten import Shanten
    except ImportError:
        raise Missing("the library mahjong is not installed") from None
    theirs = Shanten()

    def yard() -> int:
        for hand in hands[:40]:
            theirs.calculate_shanten(hand)
        return 40

    both = ("qidui", "13yao")
    assert all(distance(h, specials=both) == theirs.calculate_shanten(h) for h in hands)
    return (lambda: len([distance(h, specials=both) for h in hands])), yard


def from_counts() -> Pair:
    """Distance from 34 counts, with seven pairs and thirteen orphans."""
    return _peer(_hands())


def from_keys() -> Pair:
    """Distance from the four suit keys that the engine keeps."""
    hands = _hands()
    _, yard = _peer(hands)
    keys = [keys_of(h) for h in hands]
    return (lambda: len([distance(k, specials=("qidui", "13yao")) for k in keys])), yard


ROWS = (
    Row("shanten", "distance to ready from counts", "mahjong", 10.0, from_counts),
    Row("shanten-keys", "distance to ready from keys", "mahjong", None, from_keys),
)
