"""Scores of four-player mahjong against computers, by clause."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from brute import hand
from score_examples import counts_of_tiles, examples, melds_of, win_hand

from mjlog.errors import IllegalEvent
from mjlog.scoring.fans import Meld, WinHand, is_win
from mjlog.scoring.settle import SettleContext, share3
from mjlog.scoring.siren import SPECIALS, SirenOptions, score, table


@pytest.mark.parametrize(("given", "expect"), examples("siren", "score"))
def test_example(given: dict[str, Any], expect: dict[str, Any]) -> None:
    got = score(win_hand(given), SirenOptions(**given.get("options", {})))
    assert got.result.names == expect["fans"]
    assert (got.fan, got.value) == (expect["fan"], expect["value"])
    payer = None if given["by"] == "zimo" else given["discarder"]
    assert share3(got.value, given["winner"], payer, SettleContext()) == expect["deltas"]


@pytest.mark.parametrize(("given", "expect"), examples("siren", "is_win"))
def test_example_shape(given: dict[str, Any], expect: dict[str, Any]) -> None:
    tiles, melds = counts_of_tiles(given["tiles"]), melds_of(given)
    assert is_win(tiles, len(melds), SPECIALS) == expect["win"]


def test_siren_fan_2_cap_is_an_option() -> None:
    win = WinHand(hand("EEE SSS CCC FFF PP"), win_tile=33, seat_wind=28)
    assert score(win).value == 1280
    assert score(win, SirenOptions(fan_cap=None)).value == 20 * 2**10
    assert score(win, SirenOptions(fan_cap=1)).value == 40


def test_siren_fan_3_dealer_factor_after_the_cap() -> None:
    win = WinHand(hand("EEE SSS CCC FFF PP"), win_tile=33, seat_wind=27, dealer=True)
    assert score(win).value == 1920
    assert score(win, SirenOptions(base=1, fan_cap=0)).value == Fraction(3, 2)


def test_siren_fan_8_qidui_only_leaves_two_fan() -> None:
    win = WinHand(hand("11223355667788m"), win_tile=0, by="self_draw")
    assert score(win).result.names == {"门清自摸": 1, "七对": 2, "清一色": 4}
    only = score(WinHand(hand("EESSWWNNCCFFPP"), win_tile=33, by="self_draw"), SirenOptions(qidui_only=True))
    assert only.items == {"qidui": 2}
    assert only.result.excluded == {"menqingzimo": "qidui", "ziyise": "qidui"}


def test_siren_fan_11_excludes_no_more_than_the_half_flush() -> None:
    got = score(WinHand(hand("222m 444m 888m 66m"), (Meld("pung", 4),), 3))
    assert got.result.names == {"断幺九": 1, "对对和": 2, "清一色": 4}
    assert got.result.explain()[0] == "断幺九 no 1, 9 or honour 1 [siren.fan.5]"


def test_siren_shape_4_thirteen_orphans_are_no_win() -> None:
    with pytest.raises(IllegalEvent):
        score(WinHand(hand("19m 19p 19s ESWNCFPP"), win_tile=33))


def test_every_fan_has_a_clause_of_the_sheet() -> None:
    assert [fan.clause for fan in table()] == [f"siren.fan.{number}" for number in range(4, 12)]
