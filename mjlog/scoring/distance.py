"""How many tiles a hand is away from a win, and which draws bring it nearer."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.scoring.costs import (
    HONOUR_DRAWS,
    HONOURS,
    IMPOSSIBLE,
    JOINED,
    MAX_SETS,
    SUIT,
    SUIT_DRAWS,
    VECTORS,
    cost_keys,
    place,
)
from mjlog.scoring.digits import keys_of, kinds_in
from mjlog.scoring.special import MISSING, special_accepts

__all__ = ["IMPOSSIBLE", "MAX_SETS", "accept_mask", "accepts", "distance"]


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
    need = place(sets, melds)
    keys = keys_of(hand) if len(hand) > 4 else hand
    if held is None:
        m, p, s, h = keys
    else:
        m, p, s, h = cost_keys(keys, held)
    left = JOINED[SUIT[m] << 20 | SUIT[p]]
    right = JOINED[SUIT[s] << 20 | HONOURS[h]]
    missing = VECTORS[JOINED[left << 20 | right]][need]
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
    need = place(sets, melds)
    keys = keys_of(hand) if len(hand) > 4 else hand
    m, p, s, h = cost_keys(keys, held)
    a, b, c, d = SUIT[m], SUIT[p], SUIT[s], HONOURS[h]
    left, right = JOINED[a << 20 | b], JOINED[c << 20 | d]
    general = missing = VECTORS[JOINED[left << 20 | right]][need]
    usable = () if melds or sets != 4 else specials
    for name in usable:
        missing = min(missing, MISSING[name](keys))
    mask = 0
    if general == missing:
        for others, draws, shift in (
            (JOINED[b << 20 | right], SUIT_DRAWS[m], 0),
            (JOINED[a << 20 | right], SUIT_DRAWS[p], 9),
            (JOINED[d << 20 | left], SUIT_DRAWS[s], 18),
            (JOINED[c << 20 | left], HONOUR_DRAWS[h], 27),
        ):
            for drawn, ranks in draws:
                if VECTORS[JOINED[others << 20 | drawn]][need] < missing:
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
