"""The values of the option `scoring`: the ways to score a won hand, by id."""

from __future__ import annotations

from collections.abc import Callable

from mjlog.errors import OptionError
from mjlog.scoring import difang

SCORINGS: dict[str, Callable[..., difang.Score]] = {"difang": difang.score}
"""Ways of scoring by id; called with a won hand, `fan_cap` and `specials`."""

ANNOUNCED = ("gudian", "riben", "guobiao", "sichuan-xuezhan", "sichuan", "sichuan-xueliu")
"""Ways of scoring that have a name but cannot be played yet."""


def scoring(name: str) -> Callable[..., difang.Score]:
    """The way of scoring of that id; OptionError if it is unknown or cannot be played yet.

    >>> scoring("difang") is difang.score
    True
    """
    score = SCORINGS.get(name)
    if score is None:
        message = "this scoring cannot be played yet" if name in ANNOUNCED else "no such scoring"
        raise OptionError(message, read=f"scoring {name}", possible=sorted(SCORINGS))
    return score
