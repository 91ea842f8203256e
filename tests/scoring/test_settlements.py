"""Settlement rules: examples, sums of zero, names that are refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
from score_examples import examples

from mjlog.errors import IllegalEvent, OptionError
from mjlog.scoring.settle import (
    ANNOUNCED,
    MODIFIERS,
    SETTLEMENTS,
    SettleContext,
    settlement,
    share3,
    zimofansan,
)


@pytest.mark.parametrize(("given", "expect"), examples("scoring", "settle", "settle:zimofansan"))
def test_settle_zimofansan_1(given: dict[str, Any], expect: dict[str, Any]) -> None:
    if given.get("modifiers"):
        with pytest.raises(OptionError):
            settlement(given["modifiers"][0])
        return
    context = SettleContext(active=tuple(given.get("players_in", range(4))))
    assert zimofansan(given["u"], given["winner"], given.get("discarder"), context) == expect["deltas"]


@pytest.mark.parametrize(("given", "expect"), examples("tuidaohe", "settle"))
def test_tuidaohe_game_2(given: dict[str, Any], expect: dict[str, Any]) -> None:
    total = [0, 0, 0, 0]
    for win in given["wins"]:
        context = SettleContext(active=(win["winner"], *win["payers"]) if "payers" in win else ())
        deltas = zimofansan(2 ** win["fan"], win["winner"], win.get("discarder"), context)
        total = [a + b for a, b in zip(total, deltas, strict=True)]  # type: ignore[misc]
    assert total == expect["deltas"]


@st.composite
def wins(draw: st.DrawFn) -> tuple[Any, int, int | None, SettleContext]:
    seats = draw(st.integers(2, 6))
    active = draw(st.sets(st.integers(0, seats - 1), min_size=2))
    winner = draw(st.sampled_from(sorted(active)))
    payer = draw(st.sampled_from([None, *sorted(active - {winner})]))
    value = draw(st.integers(0, 10**6) | st.fractions(0, 1000))
    return value, winner, payer, SettleContext(seats, tuple(sorted(active)), draw(st.integers(0, seats - 1)))


@pytest.mark.parametrize("name", SETTLEMENTS)
@drawn(wins())
def test_nothing_is_won_or_lost(name: str, win: tuple[Any, int, int | None, SettleContext]) -> None:
    value, winner, payer, context = win
    deltas = settlement(name)(value, winner, payer, context)
    assert len(deltas) == context.seats
    assert sum(deltas) == 0
    assert deltas[winner] >= 0
    for seat in range(context.seats):
        if seat != winner:
            assert deltas[seat] <= 0
        if seat not in context.players or (payer is not None and seat not in (winner, payer)):
            assert deltas[seat] == 0


@pytest.mark.parametrize(("fan", "each"), list(enumerate([7, 14, 27, 54, 107, 214, 427])))
def test_siren_pay_3_table(fan: int, each: int) -> None:
    assert share3(20 * 2**fan, 3, None, SettleContext()) == [-each, -each, -each, 3 * each]
    assert share3(30 * 2**fan, 0, None, SettleContext())[0] == 30 * 2**fan


def test_fractions_are_exact() -> None:
    half = Fraction(1, 2)
    assert zimofansan(half, 0, 1, SettleContext()) == [half, -half, 0, 0]


@pytest.mark.parametrize("name", [*ANNOUNCED, *MODIFIERS])
def test_rules_to_come_are_refused_by_name(name: str) -> None:
    with pytest.raises(OptionError, match=f"settlement {name}; this settlement rule cannot be played yet"):
        settlement(name)


def test_unknown_rules_and_payers_are_refused() -> None:
    with pytest.raises(OptionError, match="no such settlement rule"):
        settlement("nonsense")
    with pytest.raises(IllegalEvent):
        zimofansan(1, 0, 0, SettleContext())
    with pytest.raises(IllegalEvent):
        zimofansan(1, 0, 3, SettleContext(active=(0, 1, 2)))
    with pytest.raises(IllegalEvent):
        share3(1, 4, None, SettleContext())
