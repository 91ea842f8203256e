"""The local way of scoring (地方): two to the power of the fan, only the winner scores (difang.score.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mjlog.scoring.catalogue import CATALOGUE
from mjlog.scoring.fans import Fan, Result, WinHand, best

FAN_CAP = 6
SPECIALS = ("qidui", "13yao", "quanbukao")

VALUES: dict[int, str] = {
    1: "buqiuren pengpenghe queyimen qinglong sansetongshun sansetongke sananke wumenqi hunyise "
    "hunquandaiyao hunju4 hunjingtonghe ju5 lingshang qianggang haidi miaoshou",
    2: "qidui qingyise quandaiyao sangangzi xiaosanyuan jingtonghe hunmantingfang hunju3 ju4 quanbukao",
    3: "ju3 mantingfang hunyaojiu sianke dasanyuan xiaosixi",
    4: "qingyaojiu sigangzi dasixi ziyise shisanyao tianhe dihe",
    5: "chunjiulian",
}
"""The fans by value."""

EXCLUDES: dict[str, tuple[str, ...]] = {
    "ziyise": ("pengpenghe", "hunyaojiu", "hunquandaiyao"),
    "qingyaojiu": ("pengpenghe", "quandaiyao", "hunquandaiyao"),
    "hunyaojiu": ("pengpenghe", "quandaiyao", "hunquandaiyao"),
    "sianke": ("pengpenghe", "sananke"),
    "sigangzi": ("pengpenghe", "sangangzi"),
    "dasixi": ("pengpenghe",),
    "qingyise": ("queyimen",),
    "chunjiulian": ("qingyise", "buqiuren"),
    "shisanyao": ("wumenqi", "buqiuren"),
    "quanbukao": ("wumenqi", "buqiuren"),
    "qidui": ("buqiuren",),
    "ju3": ("ju4", "ju5"),
    "ju4": ("ju5",),
    "hunju3": ("hunju4",),
    "tianhe": ("buqiuren", "miaoshou"),
}
"""Which fans do not count beside a fan."""

TABLE: tuple[Fan, ...] = tuple(
    CATALOGUE[id_].fan(value, EXCLUDES.get(id_, ())) for value, ids in VALUES.items() for id_ in ids.split()
)


@dataclass(frozen=True, slots=True)
class Score:
    """The worth of a won hand: the reading with its fans, fan before the cap, points after it."""

    result: Result
    fan: int
    points: int

    @property
    def items(self) -> dict[str, int]:
        """Fan by id."""
        return self.result.items


def score(
    hand: WinHand,
    fan_cap: int | None = FAN_CAP,
    specials: Sequence[str] = SPECIALS,
    table: Sequence[Fan] = TABLE,
) -> Score:
    """The points of a won hand, 2 to the power of the fan up to `fan_cap`; IllegalEvent if it is no win.

    >>> seven = WinHand([2] * 7 + [0] * 27, win_tile=0, by="self_draw")
    >>> score(seven).items, score(seven).points
    ({'qidui': 2, 'qingyise': 2}, 16)
    """
    result = best(hand, table, specials)
    fan = result.total
    return Score(result, fan, 2 ** (fan if fan_cap is None else min(fan, fan_cap)))
