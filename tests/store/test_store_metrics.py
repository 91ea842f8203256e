"""Metrics equal a recount from the logs; intervals equal published numbers; unlike games are never pooled."""

from __future__ import annotations

import json
import math
from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog import events as ev
from mjlog.errors import StoreError
from mjlog.log import Header, Seat, write_games
from mjlog.play import play
from mjlog.store.intervals import mean_interval, student, wilson
from mjlog.store.load import load
from mjlog.store.metrics import BY, METRICS, game_kind, stats

KEYS = ["metric", "version", "ruleset", "by", "value", "numerator", "denominator", "low", "high", "unit"]


# Intervals


@pytest.mark.parametrize(
    ("k", "n", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I, method 3
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 1 - 0.1170, 1.0),
    ],
)
def test_wilson_equals_published_values(k, n, low, high):
    assert wilson(k, n) == pytest.approx((low, high), abs=6e-5)


@given(st.integers(0, 500), st.integers(1, 500))
def test_wilson_holds_the_share_and_is_symmetric(k, n):
    k = min(k, n)
    low, high = wilson(k, n)
    assert 0 <= low <= k / n <= high <= 1
    other = wilson(n - k, n)
    assert (1 - other[1], 1 - other[0]) == pytest.approx((low, high))


def test_wilson_solves_its_equation():
    for k, n in ((3, 40), (20, 40), (39, 40)):
        for bound in wilson(k, n):
            assert abs(k / n - bound) == pytest.approx(
                1.959964 * math.sqrt(bound * (1 - bound) / n), rel=1e-5
            )


@pytest.mark.parametrize(
    ("freedom", "t"),
    [
        (1, 12.7062),
        (2, 4.3027),
        (3, 3.1824),
        (4, 2.7764),
        (5, 2.5706),
        (10, 2.2281),
        (30, 2.0423),
        (1000, 1.9623),
    ],
)
def test_student_equals_the_table(freedom, t):
    assert student(freedom) == pytest.approx(t, rel=2e-3)


def test_a_mean_of_one_case_is_open():
    assert mean_interval(5.0, None, 1) == (None, None)
    low, high = mean_interval(3.0, 2.5, 5)
    assert (low, high) == pytest.approx((3 - 2.7764 * math.sqrt(0.5), 3 + 2.7764 * math.sqrt(0.5)), rel=1e-3)


# Figures


class Recount:
    """The figures of one kind of game, counted from events alone, without anything of the store."""

    def __init__(self) -> None:
        self.sums: dict[str, list[float]] = defaultdict(list)

    def add(self, game) -> None:
        seats = len(game.header.seats)
        self.sums["games"].append(1)
        hand = None
        for e in (x.e for x in game.entries):
            if isinstance(e, ev.HandStarted):
                hand = {k: [0] * seats for k in ("discards", "calls", "won", "fed", "delta")}
                wins, totals = [], []
            elif isinstance(e, ev.Discarded):
                hand["discards"][e.seat] += 1
            elif isinstance(e, ev.Claimed):
                hand["calls"][e.seat] += 1
            elif isinstance(e, ev.Won):
                wins.append((e.by, hand["discards"][e.seat]))
                hand["won"][e.seat] += 1
                if e.source is not None and e.source != e.seat:
                    hand["fed"][e.source] += 1
            elif isinstance(e, ev.Scored) and hand["won"][e.seat]:
                totals.append((e.total, e.points))
            elif isinstance(e, ev.Settled):
                for q, d in enumerate(e.deltas):
                    hand["delta"][q] += d
            elif isinstance(e, ev.HandEnded):
                self.end(e.result, hand, wins, totals)

    def end(self, result, hand, wins, totals) -> None:
        s = self.sums
        s["hands"].append(1)
        s["hand_length"].append(sum(hand["discards"]))
        s["won_share"].append(bool(wins))
        s["draw_rate"].append(result == "exhausted")
        s["win_rate"] += [n > 0 for n in hand["won"]]
        s["deal_in_rate"] += [n > 0 for n in hand["fed"]]
        s["call_rate"] += [n > 0 for n in hand["calls"]]
        s["calls_per_hand"] += hand["calls"]
        s["score_per_hand"] += hand["delta"]
        s["self_draw_share"] += [by == "self_draw" for by, _ in wins]
        s["turns_to_win"] += [turn for _, turn in wins]
        s["fan_per_win"] += [total for total, _ in totals if total is not None]
        s["points_per_win"] += [points for _, points in totals if points is not None]


@pytest.fixture(scope="module")
def recount(games) -> dict[str, Recount]:
    """One recount a kind of game."""
    found: dict[str, Recount] = defaultdict(Recount)
    lines = {"siren": "easy", "tuidaohe": "normal"}
    for game in games:
        h = game.header
        bots = (
            lines[h.ruleset] if not h.options else "random" if "players" in h.options else "easy×2 random×2"
        )
        found[game_kind(h.ruleset, 1, json.dumps(h.options), len(h.seats), "simulated", bots)].add(game)
    return found


def test_every_figure_equals_a_recount(store, recount):
    rows = {(r["metric"], r["ruleset"]): r for r in stats(store)}
    checked = 0
    for kind, counted in recount.items():
        for name, cases in counted.sums.items():
            if name == "score_per_hand":
                continue
            row = rows.pop((name, kind), None)
            assert (row is None) == (not cases), (name, kind)
            if row is None:
                continue
            checked += 1
            assert row["numerator"] == sum(cases), (name, kind)
            assert row["denominator"] == len(cases), (name, kind)
            if METRICS[name].denominator:
                mean = sum(cases) / len(cases)
                assert row["value"] == pytest.approx(mean)
            if METRICS[name].denominator and not METRICS[name].rate and len(cases) > 1:
                variance = sum((x - mean) ** 2 for x in cases) / (len(cases) - 1)
                half = student(len(cases) - 1) * math.sqrt(variance / len(cases))
                assert (row["low"], row["high"]) == pytest.approx((mean - half, mean + half)), name
    assert not rows
    assert checked > 40


def test_every_metric_is_tested(recount):
    assert all(recount[kind].sums.keys() == METRICS.keys() for kind in recount)


def test_splits_add_up(store):
    whole = {(r["metric"], r["ruleset"]): r for r in stats(store)}
    for by in ("seat", "player", "bot"):
        parts = defaultdict(lambda: [0, 0])
        for r in stats(store, by=by):
            parts[r["metric"], r["ruleset"]][0] += r["numerator"]
            parts[r["metric"], r["ruleset"]][1] += r["denominator"]
        scores = {k: v for k, v in parts.items() if k[0] == "score_per_hand"}
        assert len(scores) == 4 and all(total == 0 for total, _ in scores.values())
        for key, (k, n) in parts.items():
            if key not in scores:
                assert (k, n) == (whole[key]["numerator"], whole[key]["denominator"]), (by, key)


def test_points_of_seats_equal_the_scores(store, games):
    rows = stats(store, "siren", ["score_per_hand"], "seat")
    plain = [g for g in games if g.header.ruleset == "siren" and not g.header.options]
    for q in range(4):
        (row,) = [r for r in rows if r["by"] == str(q) and "easy×2" not in r["ruleset"]]
        start = plain[0].entries[0].e.scores[q]
        assert row["numerator"] == sum(g.entries[-1].e.scores[q] - start for g in plain)


def test_rows_have_exactly_these_keys(store):
    rows = stats(store)
    assert rows and all(list(r) == KEYS for r in rows)
    assert all(r["by"] is None for r in rows)
    assert all(r["low"] <= r["value"] <= r["high"] for r in rows if r["low"] is not None)
    counts = [r for r in rows if r["unit"] in ("games", "hands")]
    assert all(r["value"] == r["numerator"] == r["denominator"] and r["low"] is None for r in counts)
    json.dumps(rows, allow_nan=False)


def test_by_ruleset_names_it_and_pools_nothing(store):
    rows = stats(store, by="ruleset")
    assert [{**r, "by": None} for r in rows] == stats(store)
    assert {r["by"] for r in rows} == {"siren", "tuidaohe"}


def test_by_bot_tells_bots_of_one_table_apart(store):
    rows = [r for r in stats(store, "siren", ["win_rate"], "bot") if "easy×2" in r["ruleset"]]
    assert [(r["by"], r["denominator"]) for r in rows] == [("easy", 16), ("random", 16)]


def test_nothing_is_pooled_that_differs(tmp_path):
    from mjlog import rulesets

    game = play(rulesets.get("siren"), 1)
    h = game.header

    def twin(i: int, **changes: object):
        return type(game)(Header(**{**h.model_dump(), "game": f"g{i}", **changes}), game.entries)

    seats = [Seat(name="甲"), *h.seats[1:]]
    games = [
        twin(0), twin(1), twin(2, ruleset_version=2), twin(3, options={"base": 10}), twin(4, source="transcribed"),
        twin(5, seats=seats), twin(6, ruleset="tuidaohe"), twin(7, overlays=["opt-wild"]),
    ]  # fmt: skip
    write_games(tmp_path / "a.jsonl", games)
    load([tmp_path / "a.jsonl"], tmp_path / "s.duckdb")
    rows = stats(tmp_path / "s.duckdb", metrics=["games"])
    assert {r["ruleset"]: r["value"] for r in rows} == {
        "siren v1, 4 seats, simulated, random": 2,
        "siren v2, 4 seats, simulated, random": 1,
        "siren(base=10) v1, 4 seats, simulated, random": 1,
        "siren v1, 4 seats, transcribed, random": 1,
        "siren v1, 4 seats, simulated, person random×3": 1,
        "tuidaohe v1, 4 seats, simulated, random": 1,
        "opt-wild+siren v1, 4 seats, simulated, random": 1,
    }
    assert len(stats(tmp_path / "s.duckdb", "opt-wild+siren", ["games"])) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"metrics": ["winrate"]}, "there is no metric 'winrate'; possible: call_rate"),
        ({"by": "moon"}, "metrics cannot be split by 'moon'; possible: bot, player, ruleset, seat"),
        ({"ruleset": "diaoyu"}, "the store has no game of 'diaoyu'; possible: siren, tuidaohe"),
        ({"metrics": ["score_per_hand"]}, "score_per_hand needs a split"),
        ({"metrics": ["draw_rate"], "by": "seat"}, "draw_rate cannot be split by seat"),
    ],
)
def test_questions_without_an_answer_say_why(store, arguments, message):
    with pytest.raises(StoreError) as error:
        stats(store, **arguments)
    assert message in str(error.value)


def test_every_metric_is_described():
    for name, m in METRICS.items():
        assert m.id == name and m.version >= 1 and m.unit
        assert m.en and m.zh and m.en != m.zh and m.definition.endswith(".")
        assert set(m.splits()) <= BY.keys() and "ruleset" in m.splits()
