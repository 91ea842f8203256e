"""All discards of a hand weighed together: which leave it nearest to a win, and how many live tiles help then.

Says the same as `distance` and `accepts` after each discard, but what the suits share is looked up once.
"""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.scoring.costs import (
    HONOUR_CUTS,
    HONOUR_DRAWS,
    HONOURS,
    JOINED,
    SUIT,
    SUIT_CUTS,
    SUIT_DRAWS,
    VECTORS,
    cost_keys,
    place,
)
from mjlog.scoring.digits import POW5, kinds_in
from mjlog.scoring.distance import accept_mask
from mjlog.scoring.special import MISSING, special_accepts

LIMIT = 400_000
"""Entries a memory of this module may have before it starts afresh."""

Keys = tuple[int, int, int, int]
Found = tuple[int, list[tuple[int, int]]]
"""The lowest distance after a discard, and the kinds that reach it with their live useful tiles."""


class _Tiles(dict[int, int]):
    """Bit mask of the ranks of one suit -> how many live tiles they have together."""

    def __init__(self, left: Sequence[int]) -> None:
        super().__init__()
        self.left = left

    def __missing__(self, mask: int) -> int:
        found = self[mask] = sum(n for rank, n in enumerate(self.left) if mask >> rank & 1)
        return found


class Live:
    """How many copies of each of the 34 kinds may still come; remembers sums over sets of kinds.

    >>> live = Live([4] * 34); live.sum(0b11), live.without(1).sum(0b11)
    (8, 7)
    """

    __slots__ = ("left", "suits", "_without")

    def __init__(self, left: Sequence[int]) -> None:
        self.left = left
        self.suits = (_Tiles(left[:9]), _Tiles(left[9:18]), _Tiles(left[18:27]), _Tiles(left[27:34]))
        self._without: dict[int, Live] = {}

    def sum(self, mask: int) -> int:
        """The live tiles of the kinds in a bit mask."""
        m, p, s, h = self.suits
        return m[mask & 511] + p[mask >> 9 & 511] + s[mask >> 18 & 511] + h[mask >> 27]

    def without(self, kind: int) -> Live:
        """The same with one copy of a kind less: it has been drawn."""
        found = self._without.get(kind)
        if found is None:
            left = list(self.left)
            left[kind] = max(left[kind] - 1, 0)
            found = self._without[kind] = Live.__new__(Live)
            found.left = left
            suit = kind // 9
            suits = list(self.suits)
            suits[suit] = _Tiles(left[9 * suit : 9 * suit + 9])
            found.suits = (suits[0], suits[1], suits[2], suits[3])
            found._without = {}
        return found


class _Missing(dict[int, int]):
    """Two vector numbers in one integer -> tiles missing with `need` (see `costs.place`)."""

    def __init__(self, need: int) -> None:
        super().__init__()
        self.need = need

    def __missing__(self, both: int) -> int:
        found = self[both] = VECTORS[JOINED[both]][self.need]
        return found


class _Masks(dict[int, int]):
    """Key of a cost table, then the vector number of the other suits -> ranks whose draw lowers the distance."""

    def __init__(self, honours: bool, missing: _Missing) -> None:
        super().__init__()
        self.costs, self.draws = (HONOURS, HONOUR_DRAWS) if honours else (SUIT, SUIT_DRAWS)
        self.missing = missing

    def __missing__(self, both: int) -> int:
        if len(self) >= LIMIT:
            self.clear()
        key, others = both >> 20, both & 0xFFFFF
        now = self.missing[others << 20 | self.costs[key]]
        mask = 0
        for number, ranks in self.draws[key]:
            if self.missing[others << 20 | number] < now:
                mask |= ranks
        self[both] = mask
        return mask


_MISSING = [_Missing(need) for need in range(12)]
_SUIT_MASKS = [_Masks(False, missing) for missing in _MISSING]
_HONOUR_MASKS = [_Masks(True, missing) for missing in _MISSING]


def nearest(
    keys: Keys,
    melds: int,
    held: Keys | None,
    specials: Sequence[str],
    sets: int,
    live: Live,
) -> Found:
    """The discards with the lowest distance to a win, with their live useful tiles (siren.bot.12 (a), (b)).

    `keys` are the concealed tiles, one more than between draws; the rest as for `distance`.

    >>> from mjlog.scoring.digits import keys_of
    >>> hand = tuple(keys_of([1, 1, 1, 3, 3, 1] + [0] * 27 + [1]))
    >>> nearest(hand, 1, None, (), 4, Live([4] * 34))
    (0, [(5, 4), (33, 16)])
    """
    need = place(sets, melds)
    cost = cost_keys(keys, held)
    m, p, s, h = cost
    a, b, c, d = SUIT[m], SUIT[p], SUIT[s], HONOURS[h]
    missing = _MISSING[need]
    ab, cd = JOINED[a << 20 | b], JOINED[c << 20 | d]
    if specials and not melds and sets == 4:
        now = max(missing[ab << 20 | cd], 1)
        near = [name for name in specials if MISSING[name](keys) <= now]
        if near:
            return _nearest_special(keys, held, near, live)
    suits, tail = _SUIT_MASKS[need], _HONOUR_MASKS[need]
    live_m, live_p, live_s, live_h = live.suits
    a_rest, b_rest = JOINED[b << 20 | cd], JOINED[a << 20 | cd]
    c_rest, d_rest = JOINED[d << 20 | ab], JOINED[c << 20 | ab]
    low = 99
    best: list[tuple[int, int, tuple[int, ...]]] = []
    for suit, rest, cuts in (
        (0, a_rest << 20, SUIT_CUTS[m]),
        (1, b_rest << 20, SUIT_CUTS[p]),
        (2, c_rest << 20, SUIT_CUTS[s]),
        (3, d_rest << 20, HONOUR_CUTS[h]),
    ):
        for v, ranks in cuts:
            far = missing[rest | v]
            if far < low:
                low, best = far, [(suit, v, ranks)]
            elif far == low:
                best.append((suit, v, ranks))
    found: list[tuple[int, int]] = []
    for suit, v, ranks in best:
        if suit == 0:
            vb = JOINED[v << 20 | b]
            others = (
                live_p[suits[p << 20 | JOINED[v << 20 | cd]]]
                + live_s[suits[s << 20 | JOINED[d << 20 | vb]]]
                + live_h[tail[h << 20 | JOINED[c << 20 | vb]]]
            )
            for rank in ranks:
                found.append((rank, others + live_m[suits[m - POW5[rank] << 20 | a_rest]]))
        elif suit == 1:
            va = JOINED[a << 20 | v]
            others = (
                live_m[suits[m << 20 | JOINED[v << 20 | cd]]]
                + live_s[suits[s << 20 | JOINED[d << 20 | va]]]
                + live_h[tail[h << 20 | JOINED[c << 20 | va]]]
            )
            for rank in ranks:
                found.append((9 + rank, others + live_p[suits[p - POW5[rank] << 20 | b_rest]]))
        elif suit == 2:
            vd = JOINED[v << 20 | d]
            others = (
                live_m[suits[m << 20 | JOINED[b << 20 | vd]]]
                + live_p[suits[p << 20 | JOINED[a << 20 | vd]]]
                + live_h[tail[h << 20 | JOINED[v << 20 | ab]]]
            )
            for rank in ranks:
                found.append((18 + rank, others + live_s[suits[s - POW5[rank] << 20 | c_rest]]))
        else:
            vc = JOINED[c << 20 | v]
            others = (
                live_m[suits[m << 20 | JOINED[b << 20 | vc]]]
                + live_p[suits[p << 20 | JOINED[a << 20 | vc]]]
                + live_s[suits[s << 20 | JOINED[v << 20 | ab]]]
            )
            for rank in ranks:
                found.append((27 + rank, others + live_h[tail[h - POW5[rank] << 20 | d_rest]]))
    return low - 1, found


def _nearest_special(keys: Keys, held: Keys | None, near: Sequence[str], live: Live) -> Found:
    """As `nearest` for a hand without melds that is about as near to a special shape as to four sets."""
    missing = _MISSING[place(4, 0)]
    vectors = [SUIT[keys[0]], SUIT[keys[1]], SUIT[keys[2]], HONOURS[keys[3]]]
    all_cuts = (SUIT_CUTS[keys[0]], SUIT_CUTS[keys[1]], SUIT_CUTS[keys[2]], HONOUR_CUTS[keys[3]])
    low = 99
    best: list[tuple[int, list[int], int, list[int]]] = []
    for suit, cuts in enumerate(all_cuts):
        for v, ranks in cuts:
            at = vectors[:]
            at[suit] = v
            general = missing[JOINED[at[0] << 20 | at[1]] << 20 | JOINED[at[2] << 20 | at[3]]]
            for rank in ranks:
                rest = list(keys)
                rest[suit] -= POW5[rank]
                far = [general, *(MISSING[name](rest) for name in near)]
                if min(far) < low:
                    low, best = min(far), []
                if min(far) == low:
                    best.append((9 * suit + rank, rest, general, far))
    found = []
    for kind, rest, general, far in best:
        mask = accept_mask(rest, 0, held, ()) if general == low else 0
        for name, missed in zip(near, far[1:], strict=True):
            if missed == low:
                mask |= special_accepts(name, rest)
        found.append((kind, live.sum(mask)))
    return low - 1, found


def second_step(
    keys: Keys, melds: int, held: Keys | None, specials: Sequence[str], sets: int, live: Live
) -> int:
    """Where the useful tiles of a hand between draws lead: each live one times the useful tiles after it
    (siren.bot.12 (c)).

    >>> from mjlog.scoring.digits import keys_of
    >>> second_step(tuple(keys_of([1, 1, 0, 2, 1] + [0] * 28 + [2])), 2, None, (), 4, Live([1] * 34))
    5
    """
    useful = kinds_in(accept_mask(keys, melds, held, specials, sets))
    left = live.left
    total = 0
    for kind in useful:
        copies = left[kind]
        if copies:
            grown = list(keys)
            grown[kind // 9] += POW5[kind % 9]
            after = nearest(
                (grown[0], grown[1], grown[2], grown[3]), melds, held, specials, sets, live.without(kind)
            )
            total += copies * max(useful for _, useful in after[1])
    return total
