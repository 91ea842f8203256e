"""Bots by level: what a seat answers when it is asked, from what it can see alone."""

from __future__ import annotations

from mjlog.bots.seated import level_bot
from mjlog.errors import OptionError
from mjlog.play import Bot, random_bot
from mjlog.rules import Ruleset

LEVELS = ("random", "easy", "normal", "expert")


def make(level: str, rules: Ruleset) -> Bot:
    """The bot of a level for a ruleset; raises OptionError for an unknown level.

    >>> from mjlog import rulesets
    >>> make("random", rulesets.get("siren")).__name__
    'random_bot'
    """
    if level not in LEVELS:
        raise OptionError(f"no bot {level!r}", possible=list(LEVELS))
    return random_bot if level == "random" else level_bot(level, rules)
