"""The match: a second, smaller fold over the results of hands."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

DealerRule = Literal["fixed", "rotate", "winner", "keep_on_win", "keep_on_win_or_draw"]


@dataclass(frozen=True, slots=True)
class MatchRule:
    """How hands follow each other: how many, who deals, with how many points a game starts."""

    seats: int = 4
    hands: int = 1
    dealer: DealerRule = "rotate"
    first_dealer: int = 0
    start: int = 0
    round: int = 0


@dataclass(frozen=True, slots=True)
class HandResult:
    """What a hand leaves to the match: its result, the winners in order, scores and pot."""

    result: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    pot: int = 0


@dataclass(frozen=True, slots=True)
class MatchState:
    """Where a match stands: number of the hand to come, its dealer and round, scores, and why it is over."""

    hand: int = 0
    dealer: int = 0
    round: int = 0
    honba: int = 0
    pot: int = 0
    scores: tuple[int, ...] = field(default=())
    over: Literal["", "hands"] = ""


def first_hand(rule: MatchRule) -> MatchState:
    """The state before the first hand.

    >>> first_hand(MatchRule(seats=3, start=100)).scores
    (100, 100, 100)
    """
    return MatchState(0, rule.first_dealer, rule.round, 0, 0, (rule.start,) * rule.seats)


def next_hand(m: MatchState, rule: MatchRule, result: HandResult) -> MatchState:
    """The state after a hand.

    >>> r = MatchRule(hands=2); next_hand(first_hand(r), r, HandResult("exhausted", (), (0, 0, 0, 0))).dealer
    1
    """
    dealer = m.dealer
    won = bool(result.winners)
    if rule.dealer == "winner":
        dealer = result.winners[0] if won else dealer
    elif rule.dealer == "rotate" or (
        rule.dealer in ("keep_on_win", "keep_on_win_or_draw")
        and m.dealer not in result.winners
        and (won or rule.dealer == "keep_on_win")
    ):
        dealer = (dealer + 1) % rule.seats
    done = m.hand + 1
    return replace(
        m,
        hand=done,
        dealer=dealer,
        scores=result.scores,
        pot=result.pot,
        over="hands" if done >= rule.hands else "",
    )


def places(scores: tuple[int, ...] | list[int]) -> list[int]:
    """The place of each seat from 1, ties share the better place.

    >>> places([5, 9, 5, 0])
    [2, 1, 2, 4]
    """
    return [1 + sum(other > s for other in scores) for s in scores]
