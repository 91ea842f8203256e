"""Scores of the local way and the fan catalogue, by clause."""

from __future__ import annotations

from typing import Any

import pytest
from brute import hand
from score_examples import counts_of_tiles, examples, melds_of, win_hand

from mjlog.errors import IllegalEvent, OptionError
from mjlog.scoring import difang
from mjlog.scoring.catalogue import CATALOGUE
from mjlog.scoring.difang import TABLE, score
from mjlog.scoring.fans import Fan, Meld, ReadHand, WinHand, evaluate, is_win, readings
from mjlog.scoring.options import scoring


@pytest.mark.parametrize(("given", "expect"), examples("scoring", "score", "difang"))
def test_example(given: dict[str, Any], expect: dict[str, Any]) -> None:
    got = score(win_hand(given))
    assert got.result.names == expect["fans"]
    assert (got.fan, got.points) == (expect["fan"], expect["points"])


@pytest.mark.parametrize(("given", "expect"), examples("scoring", "fan_names", "catalogue"))
def test_example_of_the_catalogue(given: dict[str, Any], expect: dict[str, Any]) -> None:
    names = names_of(win_hand(given))
    assert set(expect["holds"]) <= names
    assert not set(expect["fails"]) & names


@pytest.mark.parametrize(("given", "expect"), examples("tuidaohe", "is_win"))
def test_example_shape(given: dict[str, Any], expect: dict[str, Any]) -> None:
    specials = given.get("options", {}).get("special_shapes", ["qidui", "13yao"])
    assert is_win(counts_of_tiles(given["tiles"]), len(melds_of(given)), specials) == expect["win"]


def names_of(win: WinHand) -> set[str]:
    """Every name of the catalogue that holds in any reading."""
    found = [ReadHand(win, reading) for reading in readings(win, difang.SPECIALS)]
    return {entry.zh for entry in CATALOGUE.values() if any(entry.test(read) for read in found)}


def won(text: str, tile: str, by: str = "discard", *melds: Meld, flags: tuple[str, ...] = ()) -> WinHand:
    return WinHand(hand(text), melds, hand(tile).index(1), by, flags=frozenset(flags))


CLOSED, ADDED = "kong_closed", "kong_added"
FOUR = ((CLOSED, 1), ("kong_open", 12), (ADDED, 20), (CLOSED, 6))
SCORES = {
    "fan.tianhe.1": (won("234m 456p 678s 345s 99m", "9m", "self_draw", flags=("first_draw",)), {"天和": 4}),
    "fan.dihe.1": (won("234m 456p 678s 345s 99m", "9m", flags=("first_discard",)), {"地和": 4}),
    "fan.qianggang.1": (won("234m 456p 678s 345s 99m", "4s", "robbed_kong"), {"抢杠和": 1}),
    "fan.haidi.1": (won("234m 456p 678s 345s 99m", "4s", flags=("last_discard",)), {"海底捞月": 1}),
    "fan.miaoshou.1": (
        won("234m 456p 678s 345s 99m", "4s", "self_draw", flags=("last_tile", "kong_replacement")),
        {"不求人": 1, "岭上开花": 1, "妙手回春": 1},
    ),
    "fan.ziyise.1": (won("EEE SSS CCC FF", "E", "discard", Meld("pung", 30)), {"字一色": 4}),
    "fan.ziyise.1 seven pairs": (won("EESSWWNNCCFFPP", "E", "self_draw"), {"七对子": 2, "字一色": 4}),
    "fan.qingyaojiu.1": (
        won("111m 111p 99s", "9s", "discard", Meld("pung", 8), Meld("pung", 18)),
        {"清幺九": 4, "三色同刻": 1},
    ),
    "fan.hun.1 混幺九": (
        won("111m 999p 99s", "9s", "discard", Meld("pung", 27), Meld("pung", 18)),
        {"混幺九": 3},
    ),
    "fan.hun.1 honours and a pair": (
        won("EEE SSS 99m", "9m", "discard", Meld("pung", 31), Meld("pung", 32)),
        {"混一色": 1, "混满庭芳": 2, "混聚三数": 2, "混幺九": 3},
    ),
    "fan.qidui.1 混全带幺": (
        won("1199m 1199p 11s EE CC", "1m"),
        {"七对子": 2, "五门齐": 1, "混全带幺": 1},
    ),
    "fan.shisanyao.1": (won("19m 19p 19s ESWNCFPP", "P", "self_draw"), {"十三幺": 4}),
    "fan.quanbukao.1": (won("147m 258p 369s ESWNC", "C", "self_draw"), {"全不靠": 2}),
    "fan.sianke.1": (won("222m 444p 666s 888s 33m", "3m"), {"四暗刻": 3}),
    "fan.sianke.1 completed": (won("222m 444p 666s 888s 33m", "8s"), {"碰碰和": 1, "三暗刻": 1}),
    "fan.sianke.1 chow": (won("222234m 666s 888s 99p", "2m"), {"三暗刻": 1}),
    "fan.sigangzi.1": (
        won("EE", "E", "discard", *(Meld(kind, first) for kind, first in FOUR)),
        {"四杠子": 4},
    ),
    "fan.sigangzi.1 three": (
        won("567m 77s", "7s", "discard", Meld("kong_open", 1), Meld("kong_open", 12), Meld(ADDED, 20)),
        {"三杠子": 2},
    ),
    "fan.sixi.1": (
        won("EEE SSS WWW 22m", "2m", "discard", Meld("pung", 30)),
        {"大四喜": 4, "混一色": 1, "三暗刻": 1, "混满庭芳": 2, "混聚三数": 2},
    ),
    "fan.ju.1": (
        won("344556m 345p 44s", "4s", "discard", Meld("chow", 20)),
        {"三色同顺": 1, "满庭芳": 3, "聚四数": 2},
    ),
    "fan.chunjiulian.1": (won("11123455678999m", "5m"), {"纯九连": 5}),
    "difang.cap.1": (
        won("EEE SSS WWW FF", "F", "discard", Meld("pung", 30)),
        {"大四喜": 4, "字一色": 4, "三暗刻": 1},
    ),
}


@pytest.mark.parametrize("clause", SCORES)
def test_clause(clause: str) -> None:
    win, fans = SCORES[clause]
    got = score(win)
    assert got.result.names == fans
    assert got.fan == sum(fans.values())
    assert got.points == 2 ** min(got.fan, 6)


def test_fan_chunjiulian_1_not_on_a_narrower_wait() -> None:
    assert "纯九连" not in names_of(won("11123455678999m", "1m"))
    assert "纯九连" not in names_of(won("11123456789m", "1m", "discard", Meld(CLOSED, 8)))


def test_fan_silianhuan_1_stays_in_one_suit() -> None:
    assert "三步高" not in names_of(won("789m 123p 234p 555s EE", "E"))
    assert "三色三步高" in names_of(won("123m 234p 345s 555s EE", "E"))
    assert "三色三连环" in names_of(won("123s 345m 567p 555s EE", "E"))


def test_fan_jingtonghe_1() -> None:
    assert "混镜同和" in names_of(won("123m 123s EEE CCC 55p", "E"))
    assert "镜同和" not in names_of(won("123m 123s EEE CCC 55p", "E"))
    assert not {"镜同和", "混镜同和"} & names_of(won("123m 123m 123s 555s EE", "E"))


def test_fan_hun_1_needs_honours_and_a_failing_base() -> None:
    names = names_of(won("123m 123p 789p 999m 99p", "9p"))
    assert "全带幺" in names
    assert "混全带幺" not in names


def test_fan_sanyuan_1_and_sixi_1_occur_in_other_shapes() -> None:
    names = names_of(won("19m 19p 19s ESWNCFPP", "P"))
    assert {"三元会", "四喜会", "十三幺"} <= names
    assert not {"大三元", "小三元", "小四喜"} & names


def test_difang_cap_1_is_an_option() -> None:
    win = SCORES["difang.cap.1"][0]
    assert score(win).points == 64
    assert score(win, fan_cap=None).points == 2**9
    assert score(win, fan_cap=2).points == 4


def test_special_shapes_are_an_option() -> None:
    with pytest.raises(IllegalEvent):
        score(won("19m 19p 19s ESWNCFPP", "P"), specials=("qidui",))


def test_table_holds_every_exclusion_once() -> None:
    ids = [fan.id for fan in TABLE]
    assert len(set(ids)) == len(ids)
    assert set(difang.EXCLUDES) <= set(ids)
    assert {other for others in difang.EXCLUDES.values() for other in others} <= set(ids)


def test_catalogue_names_and_ids_are_unique() -> None:
    assert len({entry.zh for entry in CATALOGUE.values()}) == len(CATALOGUE)
    assert all(entry.en and entry.clause.startswith("fan.") for entry in CATALOGUE.values())


def test_a_result_explains_itself() -> None:
    result = score(won("222m 444p 666s 888s 33m", "3m")).result
    assert result.excluded == {"pengpenghe": "sianke"}
    assert result.explain() == [
        "四暗刻 four concealed pungs 3 [fan.sianke.1]",
        "碰碰和 all pungs: not beside 四暗刻 four concealed pungs",
    ]


def test_needs_and_counts() -> None:
    win = won("234m 456p 678s 345s 99m", "9m")
    table = [
        Fan("twice", "二", "two", 3, lambda _: 2),
        Fan("with", "", "", 1, lambda _: 1, needs=("twice",)),
        Fan("without", "", "", 1, lambda _: 1, needs=("absent",)),
        Fan("nothing", "", "", 0, lambda _: 1),
        Fan("absent", "", "", 1, lambda _: 0),
    ]
    (reading,) = readings(win)
    assert evaluate(ReadHand(win, reading), table).items == {"twice": 6, "with": 1}


def test_other_scorings_are_refused_by_name() -> None:
    for name in ("gudian", "riben", "guobiao", "sichuan-xuezhan", "sichuan-xueliu"):
        with pytest.raises(OptionError, match=f"scoring {name}; this scoring cannot be played yet"):
            scoring(name)
    with pytest.raises(OptionError, match="no such scoring"):
        scoring("nonsense")
