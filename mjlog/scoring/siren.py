"""Scoring of four-player mahjong against computers: 20 doubled for every fan, capped, the dealer half as much
again (siren.fan.1–3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from mjlog.scoring import predicates as p
from mjlog.scoring.fans import Fan, Result, WinHand, best
from mjlog.scoring.predicates import mixed, whole

SPECIALS = ("qidui",)
_PLAIN = Fraction(1)


@dataclass(frozen=True, slots=True)
class SirenOptions:
    """The parameters of the ruleset that bear on the score."""

    base: int = 20
    fan_cap: int | None = 6
    dealer_factor: Fraction = Fraction(3, 2)
    double_wind: int = 1
    qidui_only: bool = False


DEFAULTS = SirenOptions()


@cache
def table(double_wind: int = 1, qidui_only: bool = False) -> tuple[Fan, ...]:
    """The fan table; with `qidui_only` seven pairs leave no other fan.

    >>> [(fan.zh, fan.value) for fan in table()][:3]
    [('门清自摸', 1), ('断幺九', 1), ('字刻', 1)]
    """
    rows = (
        Fan("menqingzimo", "门清自摸", "concealed self-draw", 1, p.concealed_self_draw, clause="siren.fan.4"),
        Fan("duanyaojiu", "断幺九", "no 1, 9 or honour", 1, whole(p.no_ends), clause="siren.fan.5"),
        Fan("zike", "字刻", "value pung", 1, p.value_sets(double_wind), clause="siren.fan.6"),
        Fan("duiduihe", "对对和", "all pungs", 2, whole(p.all_pungs), clause="siren.fan.7"),
        Fan("hunyise", "混一色", "half flush", 2, mixed(p.one_suit), clause="siren.fan.9"),
        Fan("ziyise", "字一色", "all honours", 4, whole(p.honours_only), clause="siren.fan.10"),
        Fan("qingyise", "清一色", "full flush", 4, whole(p.one_suit), ("hunyise",), clause="siren.fan.11"),
    )
    others = tuple(fan.id for fan in rows) if qidui_only else ()
    pairs = Fan("qidui", "七对", "seven pairs", 2, p.special("qidui"), others, clause="siren.fan.8")
    return (*rows[:4], pairs, *rows[4:])


@dataclass(frozen=True, slots=True)
class Score:
    """The worth of a won hand: fan before the cap, and the value after cap and dealer factor."""

    result: Result
    fan: int
    capped_fan: int
    base: int
    dealer_factor: Fraction
    value: int | Fraction

    @property
    def items(self) -> dict[str, int]:
        """Fan by id."""
        return self.result.items


def score(hand: WinHand, options: SirenOptions = DEFAULTS, specials: Sequence[str] = SPECIALS) -> Score:
    """The value of a won hand, the best reading taken; a whole number unless the options make it a fraction.

    >>> plain = WinHand([3, 1, 1, 1, 1, 1, 1, 0, 2] + [1, 1, 1] + [0] * 22, win_tile=9, dealer=True)
    >>> score(plain).items, score(plain).value
    ({}, 30)
    """
    result = best(hand, table(options.double_wind, options.qidui_only), specials)
    fan = result.total
    capped = fan if options.fan_cap is None else min(fan, options.fan_cap)
    factor = options.dealer_factor if hand.dealer else _PLAIN
    value, rest = divmod(options.base * 2**capped * factor.numerator, factor.denominator)
    exact = Fraction(value * factor.denominator + rest, factor.denominator) if rest else value
    return Score(result, fan, capped, options.base, factor, exact)
