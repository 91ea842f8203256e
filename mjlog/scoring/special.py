"""Winning shapes that are no sets and a pair: seven pairs, thirteen orphans, fourteen unconnected tiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, pairwise
from typing import NamedTuple

from mjlog.scoring.digits import ORPHANS, POW5, UNIT, digits

ALL_KINDS = (1 << 34) - 1


class _Facts(NamedTuple):
    """What one suit means for the special shapes; masks are by rank."""

    size: int
    singles: int
    pairs: int
    more: int
    orphans: int
    simples: int
    apart: bool
    joins: int


def _apart(counts: Sequence[int], honours: bool) -> bool:
    ranks = [rank for rank, copies in enumerate(counts) if copies]
    far = honours or all(high - low >= 3 for low, high in pairwise(ranks))
    return far and max(counts) <= 1


class _SpecialFacts(dict[int, _Facts]):
    def __init__(self, honours: bool) -> None:
        super().__init__()
        self.honours = honours

    def __missing__(self, key: int) -> _Facts:
        counts = digits(key, 7 if self.honours else 9)
        masks = [0, 0, 0, 0, 0]
        joins = 0
        for rank, copies in enumerate(counts):
            masks[copies] |= 1 << rank
            if not copies:
                counts[rank] = 1
                joins |= _apart(counts, self.honours) << rank
                counts[rank] = 0
        ends = 0b1111111 if self.honours else 0b100000001
        held = masks[1] | masks[2] | masks[3] | masks[4]
        facts = self[key] = _Facts(
            sum(counts),
            masks[1],
            masks[2],
            masks[3] | masks[4],
            held & ends,
            held & ~ends,
            _apart(counts, self.honours),
            joins,
        )
        return facts


_SUIT_FACTS, _HONOUR_FACTS = _SpecialFacts(honours=False), _SpecialFacts(honours=True)


def _facts(keys: Sequence[int]) -> tuple[_Facts, _Facts, _Facts, _Facts]:
    return _SUIT_FACTS[keys[0]], _SUIT_FACTS[keys[1]], _SUIT_FACTS[keys[2]], _HONOUR_FACTS[keys[3]]


def _joined(masks: Sequence[int]) -> int:
    return masks[0] | masks[1] << 9 | masks[2] << 18 | masks[3] << 27


_ORPHAN_MASK = sum(1 << kind for kind in ORPHANS)


def seven_pairs(keys: Sequence[int]) -> bool:
    """Seven different pairs (fan.qidui.1).

    >>> from mjlog.scoring.digits import keys_of
    >>> seven_pairs(keys_of([2] * 7 + [0] * 27)), seven_pairs(keys_of([4] + [2] * 5 + [0] * 28))
    (True, False)
    """
    a, b, c, d = keys
    pairs = _PAIRS[a] + _PAIRS[b] + _PAIRS[c] + _PAIRS[d]
    if pairs != 7 * 64 + 7:
        return False
    facts = _facts(keys)
    return not any(f.more for f in facts)


def seven_pairs_waits(keys: Sequence[int]) -> int:
    """The kind, as a bit mask, that makes 13 tiles seven different pairs; 0 if none does.

    >>> from mjlog.scoring.digits import keys_of, kinds_in
    >>> kinds_in(seven_pairs_waits(keys_of([2] * 6 + [1] + [0] * 27)))
    [6]
    """
    a, b, c, d = keys
    if _PAIRS[a] + _PAIRS[b] + _PAIRS[c] + _PAIRS[d] != 6 * 64 + 7:
        return 0
    facts = _facts(keys)
    if any(f.more for f in facts):
        return 0
    single = _joined([f.singles for f in facts])
    return single if single.bit_count() == 1 else 0


def thirteen_orphans(keys: Sequence[int]) -> bool:
    """Every terminal and honour, one of them twice (fan.shisanyao.1).

    >>> from mjlog.scoring.digits import keys_of
    >>> thirteen_orphans(keys_of([1, 0, 0, 0, 0, 0, 0, 0, 1] * 3 + [1] * 6 + [2]))
    True
    """
    if _SUIT_FACTS[keys[0]].simples:
        return False
    facts = _facts(keys)
    return (
        sum(f.size for f in facts) == 14
        and not any(f.simples for f in facts)
        and _joined([f.orphans for f in facts]) == _ORPHAN_MASK
    )


def orphans_waits(keys: Sequence[int]) -> int:
    """The kinds, as a bit mask, that make 13 tiles thirteen orphans.

    >>> from mjlog.scoring.digits import keys_of, kinds_in
    >>> len(kinds_in(orphans_waits(keys_of([1, 0, 0, 0, 0, 0, 0, 0, 1] * 3 + [1] * 7))))
    13
    """
    if _SUIT_FACTS[keys[0]].simples:
        return 0
    facts = _facts(keys)
    if any(f.simples for f in facts) or sum(f.size for f in facts) != 13:
        return 0
    missing = _ORPHAN_MASK & ~_joined([f.orphans for f in facts])
    if not missing:
        return _ORPHAN_MASK
    return missing if missing.bit_count() == 1 else 0


def quanbukao(keys: Sequence[int]) -> bool:
    """Fourteen different tiles, ranks of one suit at least three apart (fan.quanbukao.1).

    >>> from mjlog.scoring.digits import keys_of
    >>> quanbukao(keys_of([1, 0, 0] * 8 + [0] * 3 + [1] * 6 + [0]))
    True
    """
    facts = _facts(keys)
    return all(f.apart for f in facts) and sum(f.size for f in facts) == 14


def quanbukao_waits(keys: Sequence[int]) -> int:
    """The kinds, as a bit mask, that make 13 tiles fourteen unconnected ones.

    >>> from mjlog.scoring.digits import keys_of, kinds_in
    >>> kinds_in(quanbukao_waits(keys_of([1, 0, 0] * 9 + [1] * 4 + [0] * 3)))
    [31, 32, 33]
    """
    facts = _facts(keys)
    if not all(f.apart for f in facts) or sum(f.size for f in facts) != 13:
        return 0
    return _joined([f.joins for f in facts])


class _Pairs(dict[int, int]):
    """Key -> kinds held at least twice, times 64, plus kinds held."""

    def __missing__(self, key: int) -> int:
        counts = digits(key)
        number = 64 * sum(copies >= 2 for copies in counts) + sum(copies >= 1 for copies in counts)
        self[key] = number
        return number


_PAIRS = _Pairs()


def seven_pairs_missing(keys: Sequence[int]) -> int:
    """Tiles missing from seven different pairs.

    >>> from mjlog.scoring.digits import keys_of
    >>> seven_pairs_missing(keys_of([2] * 5 + [1, 1] + [0] * 27))
    2
    """
    both = _PAIRS[keys[0]] + _PAIRS[keys[1]] + _PAIRS[keys[2]] + _PAIRS[keys[3]]
    pairs, kinds = both >> 6, both & 63
    if pairs >= 7:
        return 0
    return 7 - pairs + (7 - kinds if kinds < 7 else 0)


def seven_pairs_accepts(keys: Sequence[int]) -> int:
    """The kinds, as a bit mask, that bring a hand nearer to seven different pairs.

    >>> from mjlog.scoring.digits import keys_of, kinds_in
    >>> kinds_in(seven_pairs_accepts(keys_of([2] * 5 + [1, 1, 1] + [0] * 26)))
    [5, 6, 7]
    """
    facts = _facts(keys)
    pairs = _joined([f.pairs | f.more for f in facts])
    singles = _joined([f.singles for f in facts])
    if pairs.bit_count() >= 7:
        return 0
    return singles if (pairs | singles).bit_count() >= 7 else ALL_KINDS & ~pairs


def orphans_missing(keys: Sequence[int]) -> int:
    """Tiles missing from thirteen orphans.

    >>> from mjlog.scoring.digits import keys_of
    >>> orphans_missing(keys_of([3, 0, 0, 0, 0, 0, 0, 0, 3] + [0] * 25))
    11
    """
    held = [keys[kind // 9] // POW5[kind % 9] % 5 for kind in ORPHANS]
    return 14 - sum(copies > 0 for copies in held) - (max(held) > 1)


@cache
def _apart_held(key: int) -> tuple[int, int, int]:
    """The most kinds held of 1, 2, 3 ranks that lie three apart."""
    held = [min(copies, 1) for copies in digits(key)]
    best = [0, 0, 0]
    for size in (1, 2, 3):
        for ranks in combinations(range(9), size):
            if all(high - low >= 3 for low, high in pairwise(ranks)):
                best[size - 1] = max(best[size - 1], sum(held[rank] for rank in ranks))
    return best[0], best[1], best[2]


def quanbukao_missing(keys: Sequence[int]) -> int:
    """Tiles missing from fourteen different tiles, those of a suit three apart.

    >>> from mjlog.scoring.digits import keys_of
    >>> quanbukao_missing(keys_of([1, 1, 0, 1] + [0] * 30))
    12
    """
    honours = _PAIRS[keys[3]] & 63
    m, p, s = (_apart_held(key) for key in keys[:3])
    held = 0
    for a in range(3):
        for b in range(3):
            for c in range(3):
                others = 14 - (a + b + c + 3)
                if others <= 7:
                    held = max(held, m[a] + p[b] + s[c] + min(honours, others))
    return 14 - held


class Special(NamedTuple):
    """A winning shape that is no sets and a pair: its test on 14 tiles, its waits on 13."""

    test: Callable[[Sequence[int]], bool]
    waits: Callable[[Sequence[int]], int]


SPECIAL: dict[str, Special] = {
    "qidui": Special(seven_pairs, seven_pairs_waits),
    "13yao": Special(thirteen_orphans, orphans_waits),
    "quanbukao": Special(quanbukao, quanbukao_waits),
}

MISSING: dict[str, Callable[[Sequence[int]], int]] = {
    "qidui": seven_pairs_missing,
    "13yao": orphans_missing,
    "quanbukao": quanbukao_missing,
}
"""Tiles missing from each special shape, by id."""


def special_accepts(name: str, keys: Sequence[int]) -> int:
    """The kinds, as a bit mask, that bring a hand nearer to the special shape of that id.

    >>> from mjlog.scoring.digits import keys_of, kinds_in
    >>> kinds_in(special_accepts("13yao", keys_of([1] + [0] * 25 + [1] * 7 + [2])))
    [8, 9, 17, 18]
    """
    if name == "qidui":
        return seven_pairs_accepts(keys)
    missing = MISSING[name]
    now = missing(keys)
    grown = list(keys)
    mask = 0
    for kind, (suit, unit) in enumerate(UNIT):
        if keys[suit] // unit % 5 < 4:
            grown[suit] += unit
            if missing(grown) < now:
                mask |= 1 << kind
            grown[suit] -= unit
    return mask
