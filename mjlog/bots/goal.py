"""What a ruleset's bots play for: sets and special shapes of a win, and hints at hands that are worth more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from mjlog.rules import Ruleset
from mjlog.scoring.fans import WinHand
from mjlog.scoring.options import SCORINGS

Trait = Literal["one_suit", "suit_and_honours", "all_pungs"]


@dataclass(frozen=True, slots=True)
class Hint:
    """A trait that makes a hand worth more, in doublings of its points."""

    trait: Trait
    doublings: float


@dataclass(frozen=True, slots=True)
class Goal:
    """Sets of a win, special shapes beside them, the fan a win needs, hints, and how a won hand is scored.

    `score` gives fan and points of a won hand; None: every win is worth the same to these bots.
    """

    sets: int = 4
    specials: tuple[str, ...] = ()
    least: int = 0
    hints: tuple[Hint, ...] = ()
    score: Callable[[WinHand], tuple[int, int]] | None = None


HINTS: dict[str, tuple[Hint, ...]] = {
    "difang": (Hint("one_suit", 2), Hint("suit_and_honours", 1), Hint("all_pungs", 1)),
}
"""Hints by the value of the option `scoring`."""


def goal_of(rules: Ruleset) -> Goal:
    """The goal of a ruleset, from its options and hooks.

    The hook ``goal(values)`` gives sets and special shapes, else `hand_size` and `special_shapes` do; the hook
    ``hints(values)`` gives hints, else the option `scoring` does.

    >>> from mjlog import rulesets
    >>> g = goal_of(rulesets.get("tuidaohe", {"hand_size": 10})); g.sets, g.specials
    (3, ())
    """
    p = rules.values
    if "goal" in rules.hooks:
        sets, specials = rules.hooks["goal"](p)
    else:
        size = int(p.get("hand_size", 13))
        sets, specials = size // 3, p.get("special_shapes", ("qidui",)) if size == 13 else ()
    name = p.get("scoring")
    hints = rules.hooks["hints"](p) if "hints" in rules.hooks else HINTS.get(str(name), ())
    score = _scorer(str(name), tuple(specials)) if name in SCORINGS else None
    return Goal(int(sets), tuple(specials), int(p.get("min_fan", 0)), tuple(hints), score)


def _scorer(name: str, specials: Sequence[str]) -> Callable[[WinHand], tuple[int, int]]:
    way: Callable[..., Any] = SCORINGS[name]

    def score(hand: WinHand) -> tuple[int, int]:
        found = way(hand, specials=specials)
        return int(found.fan), int(found.points)

    return score
