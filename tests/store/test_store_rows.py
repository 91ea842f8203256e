"""From events to rows: nothing of a log is lost, and every special ending is counted as it should be."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from mjlog import events as ev
from mjlog.log import effective, read_games, write_games
from mjlog.store.columns import CELLS, COLUMNS, PLAIN, cells, event
from mjlog.store.load import load
from mjlog.store.project import project

SAMPLES = sorted((Path(__file__).parents[2] / "sample_logs").glob("*.jsonl*"))


@pytest.fixture(scope="module")
def real():
    """Real games of a ruleset that the store knows nothing of."""
    if not SAMPLES:
        pytest.skip("sample_logs has no log")
    return [g for path in SAMPLES for g in read_games(path)]


@pytest.fixture(scope="module")
def real_store(real, tmp_path_factory):
    db = tmp_path_factory.mktemp("real") / "s.duckdb"
    load([SAMPLES[0].parent], db)
    with duckdb.connect(str(db), read_only=True) as con:
        yield con


# Nothing is lost


def test_every_event_comes_back_from_its_row(games, real):
    seen = set()
    for game in [*games[::5], *real]:
        for x in game.entries:
            seen.add(type(x.e))
            assert event(cells(x.e)) == x.e
    assert len(seen) >= 12


def test_examples_of_all_event_types_come_back():
    from mjlog.event_examples import EXAMPLES

    assert {type(e) for e in EXAMPLES} == set(ev.EVENT_TYPES)
    for e in EXAMPLES:
        assert event(cells(e)) == e


def test_shortcuts_give_what_the_general_way_gives(games):
    for x in games[0].entries:
        assert CELLS[type(x.e)](x.e) == PLAIN[type(x.e)](x.e)


def test_events_can_be_read_back_from_the_store(store, games):
    with duckdb.connect(str(store), read_only=True) as con:
        for game in games[::7]:
            found = con.execute(
                f"SELECT {', '.join(COLUMNS)} FROM events WHERE game = ? ORDER BY n", [game.header.game]
            ).fetchall()
            assert [event(row) for row in found] == [x.e for x in game.entries]


def test_hands_of_real_games_chain(real_store):
    pairs = real_store.execute(
        "SELECT count(*), count_if(a.after = b.before) FROM hand_seats a "
        "JOIN hand_seats b ON b.game = a.game AND b.seat = a.seat AND b.hand = a.hand + 1"
    ).fetchall()
    assert pairs[0][0] > 40 and pairs[0][0] == pairs[0][1]


def test_real_games_are_counted_like_their_events(real_store, real):
    for game in real:
        h = game.header.game
        events = [x.e for x in effective(game)]
        for column, kind in (("draws", ev.Drawn), ("discards", ev.Discarded), ("calls", ev.Claimed)):
            got = real_store.execute(
                f"SELECT seat, sum({column}) FROM hand_seats WHERE game = ? GROUP BY ALL ORDER BY ALL", [h]
            ).fetchall()
            want = [
                (q, sum(type(e) is kind and e.seat == q for e in events))
                for q in range(len(game.header.seats))
            ]
            assert got == want, column
        hands = real_store.execute("SELECT count(*) FROM hands WHERE game = ?", [h]).fetchall()
        assert hands == [(sum(type(e) is ev.HandStarted for e in events),)]


def test_real_games_load_without_an_error(real_store):
    assert real_store.execute("SELECT * FROM findings WHERE severity = 'error'").fetchall() == []


def test_a_ruleset_that_nobody_knows_is_said_and_loaded(made, tmp_path, rows):
    game = made(
        [
            start(),
            ev.WallBuilt(["?"] * 8),
            ev.Drawn(0, "5m"),
            ev.Discarded(0, "5m"),
            ev.HandEnded("exhausted"),
        ]
    )
    write_games(tmp_path / "a.jsonl", [game])
    db = tmp_path / "s.duckdb"
    assert load([tmp_path / "a.jsonl"], db).findings == []
    assert rows(db, "SELECT n, severity, kind FROM findings") == [(None, "info", "unknown_ruleset")]
    assert rows(db, "SELECT ruleset, hands, events FROM games") == [("nobody-knows", 1, 5)]


# Special endings


def start(scores=(100, 100, 100, 100), dealer=0):
    return ev.HandStarted(dealer, list(scores))


@pytest.fixture
def fold(made):
    """The rows of a game that somebody wrote down, each table as a list of dictionaries."""
    from mjlog.store.schema import TABLES

    def rows(*events):
        found = project(made(events).header, made(events).entries)
        return {t.name: [dict(zip(t.names, row, strict=True)) for row in found[t.name]] for t in TABLES}

    return rows


def column(rows, name, *columns):
    return [tuple(row[c] for c in columns) for row in rows[name]]


def test_two_winners_share_a_feeder(fold):
    rows = fold(
        start(),
        ev.Drawn(0, "5m"),
        ev.Discarded(0, "5m"),
        ev.Won(1, "discard", "5m", 0),
        ev.Scored(1, {"all_pungs": 2, "dragon": 1}, 3, points=12),
        ev.Settled([-12, 12, 0, 0], "win", 1),
        ev.Won(3, "discard", "5m", 0),
        ev.Scored(3, {"dragon": 1}, 1, points=4),
        ev.Settled([-4, 0, 0, 4], "win", 3),
        ev.HandEnded("win"),
    )
    assert column(rows, "wins", "win", "seat", "feeder", "total", "points", "gain", "counted") == [
        (1, 1, 0, 3, 12, 12, True),
        (2, 3, 0, 1, 4, 4, True),
    ]
    assert column(rows, "hand_seats", "won", "fed", "delta", "after") == [
        (0, 2, -16, 84), (1, 0, 12, 112), (0, 0, 0, 100), (1, 0, 4, 104),
    ]  # fmt: skip
    assert column(rows, "items", "seat", "item", "value", "win") == [
        (1, "all_pungs", 2, 1), (1, "dragon", 1, 1), (3, "dragon", 1, 2),
    ]  # fmt: skip
    assert rows["hands"][0]["wins"] == 2


def test_wins_that_an_abortive_draw_overrules_do_not_count(fold):
    rows = fold(
        start(),
        ev.Discarded(0, "5m"),
        ev.Won(1, "discard", "5m", 0),
        ev.Won(2, "discard", "5m", 0),
        ev.Won(3, "discard", "5m", 0),
        ev.HandEnded("triple_win"),
    )
    assert [row["counted"] for row in rows["wins"]] == [False] * 3
    assert column(rows, "hand_seats", "won", "fed") == [(0, 0)] * 4
    assert (rows["hands"][0]["wins"], rows["hands"][0]["complete"]) == (0, True)


def test_a_robbed_kong_does_not_count(fold):
    rows = fold(
        start(),
        ev.Discarded(0, "5m"),
        ev.Claimed(1, "pung", "5m", ["5m", "5m"], feeder=0),
        ev.Discarded(1, "1s"),
        ev.Drawn(1, "5m"),
        ev.Extended(1, "kong_added", "5m", 0),
        ev.Won(2, "robbed_kong", "5m", 1),
        ev.Settled([0, -8, 8, 0], "win", 2, liable=1),
        ev.HandEnded("win"),
    )
    assert column(rows, "hand_seats", "kong_added", "calls", "fed") == [
        (0, 0, 0),
        (0, 1, 1),
        (0, 0, 0),
        (0, 0, 0),
    ]
    assert column(rows, "wins", "how", "feeder", "liable", "replacement") == [("robbed_kong", 1, 1, None)]


def test_kongs_are_told_apart_and_their_replacement_is_known(fold):
    rows = fold(
        start(),
        ev.WallBuilt(["?"] * 20, dead=4),
        ev.Drawn(0, "9s"),
        ev.Melded(0, "kong_closed", ["9s"] * 4, "down"),
        ev.Drawn(0, "1m", "tail"),
        ev.Discarded(0, "1m"),
        ev.Claimed(2, "kong_open", "1m", ["1m"] * 3, feeder=0),
        ev.Drawn(2, "3m", "tail"),
        ev.Won(2, "self_draw", "3m"),
        ev.HandEnded("win"),
    )
    assert column(rows, "hand_seats", "kong_open", "kong_closed", "kong_added")[0::2] == [
        (0, 1, 0),
        (1, 0, 0),
    ]
    assert column(rows, "wins", "turn", "hand_discards", "replacement") == [(0, 1, "kong")]
    assert column(rows, "claims", "kind", "tile", "from_seat", "age") == [("kong_open", "1m", 0, 0)]
    assert rows["hands"][0]["wall_left"] == 16 - 3


def test_a_claim_knows_how_long_its_tile_lay(fold):
    rows = fold(
        start(),
        ev.Discarded(0, "1m"),
        ev.Discarded(1, "2m", face="down"),
        ev.Discarded(2, "3m"),
        ev.Claimed(3, "fished", "1m", [], feeder=0, to="hand", counts={"bait": -1}),
        ev.Discarded(3, "4m"),
        ev.Claimed(0, "chow", "4m", ["5m", "6m"], feeder=3),
    )
    assert column(rows, "claims", "kind", "age", "turn") == [("fished", 2, 0), ("chow", 0, 1)]
    assert column(rows, "counters", "n", "seat", "name", "value") == [(5, 3, "bait", -1)]
    assert [row["dark"] for row in rows["hand_seats"]] == [0, 1, 0, 0]


def test_a_penalty_moves_points(fold):
    rows = fold(start(), ev.Penalised(2, "false_win", [2, 2, -6, 2], True), ev.HandEnded("penalty"))
    assert [row["delta"] for row in rows["hand_seats"]] == [2, 2, -6, 2]
    assert column(rows, "transfers", "seat", "delta", "reason")[2] == (2, -6, "false_win")
    assert (rows["hands"][0]["result"], rows["hands"][0]["wins"]) == ("penalty", 0)


def test_a_gap_is_counted_and_makes_lower_bounds(fold):
    rows = fold(
        start(),
        ev.Drawn(0),
        ev.Discarded(0),
        ev.Gap("a round", [0, 1, 1, 1], [0, 1, 1, 1]),
        ev.HandEnded("exhausted"),
    )
    assert column(rows, "hand_seats", "draws", "discards") == [(1, 1)] * 4
    assert rows["hands"][0]["gaps"] == 1


def test_unknown_points_come_from_the_next_scores(fold):
    rows = fold(
        start(),
        ev.Won(1, "discard", "5m", 0),
        ev.Settled(None, "win", 1),
        ev.HandEnded("win"),
        start([90, 110, 100, 100], 1),
        ev.Won(1, "self_draw"),
        ev.Settled(None, "win", 1),
        ev.HandEnded("win"),
    )
    assert [row["delta"] for row in rows["hand_seats"]] == [-10, 10, 0, 0, None, None, None, None]
    assert [row["gain"] for row in rows["wins"]] == [None, None]


def test_an_unfinished_hand_is_not_complete(fold):
    rows = fold(start(), ev.HandEnded("exhausted"), start(dealer=1), ev.Drawn(1, "5m"))
    assert column(rows, "hands", "hand", "complete", "result", "first_n", "last_n") == [
        (1, True, "exhausted", 1, 2), (2, False, None, 3, 4),
    ]  # fmt: skip
    assert column(rows, "games", "hands", "events", "complete") == [(2, 4, False)]


def test_what_is_not_complete_is_in_no_figure(made, tmp_path):
    from mjlog.store.metrics import stats

    won = [ev.Discarded(0, "5m"), ev.Won(1, "discard", "5m", 0), ev.Settled([-1, 1, 0, 0], "win", 1)]
    game = made([start(), *won, ev.HandEnded("win"), start(), *won, ev.Noted("the log stops here")])
    write_games(tmp_path / "a.jsonl", [game])
    load([tmp_path / "a.jsonl"], tmp_path / "s.duckdb")
    rows = {r["metric"]: (r["numerator"], r["denominator"]) for r in stats(tmp_path / "s.duckdb")}
    assert rows["hands"] == (1, 1)
    assert rows["win_rate"] == (1, 4)
    assert rows["deal_in_rate"] == (1, 4)
    assert rows["self_draw_share"] == (0, 1)
    assert rows["games"] == (1, 1)
    assert "fan_per_win" not in rows and "points_per_win" not in rows


def test_final_scores_and_places(fold):
    rows = fold(start(), ev.HandEnded("exhausted"), ev.MatchEnded([100] * 4, [1, 1, 1, 1], [0.5, 0, 0, -0.5]))
    assert column(rows, "seats", "player", "score", "place", "points")[0] == ("seat 0", 100, 1, 0.5)
    assert rows["events"][-1]["hand"] is None
