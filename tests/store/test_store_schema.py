"""The store describes itself: every table, view and column has its sentence, and every view answers."""

from __future__ import annotations

import duckdb
import pytest

from mjlog.store.schema import BY_NAME, TABLES
from mjlog.store.views import BASES, COLUMNS, VIEWS, create_all, reference


@pytest.fixture(scope="module")
def con(store):
    with duckdb.connect(str(store), read_only=True) as con:
        yield con


def test_every_table_and_view_has_a_sentence(con):
    found = con.execute(
        "SELECT table_name, comment FROM duckdb_tables() UNION ALL "
        "SELECT view_name, comment FROM duckdb_views() WHERE NOT internal"
    ).fetchall()
    assert {name for name, _ in found} == BY_NAME.keys() | VIEWS.keys()
    for name, doc in found:
        assert doc and doc.endswith(".") and doc[0].isupper(), name


def test_every_column_has_a_sentence(con):
    found = con.execute(
        "SELECT table_name, column_name, comment FROM duckdb_columns() WHERE NOT internal"
    ).fetchall()
    assert len(found) > 250
    for table, column, doc in found:
        assert doc and doc.endswith((".", "…")), f"{table}.{column}"


def test_no_description_is_left_over(con):
    names = {row[0] for row in con.execute("SELECT column_name FROM duckdb_columns()").fetchall()}
    assert names >= COLUMNS.keys()
    assert VIEWS.keys() >= BASES.keys()


def test_columns_have_the_declared_order_and_types(con):
    for t in BY_NAME.values():
        found = con.execute(f"DESCRIBE {t.name}").fetchall()
        assert [(c.name, c.type) for c in t.columns] == [(row[0], row[1]) for row in found]


def test_keys_are_unique(con):
    for t in TABLES:
        if t.key and t.name not in ("transfers", "items", "counters"):
            key = ", ".join(t.names[: t.key])
            assert not con.execute(
                f"SELECT {key} FROM {t.name} GROUP BY ALL HAVING count(*) > 1"
            ).fetchall(), t.name


@pytest.mark.parametrize("view", sorted(VIEWS.keys() - {"v_dark", "v_findings"}))
def test_every_view_has_rows(con, view):
    assert con.execute(f"SELECT * FROM {view}").fetchall()


def test_views_of_an_empty_store_are_empty():
    with duckdb.connect() as con:
        create_all(con)
        for view in VIEWS:
            assert con.execute(f"SELECT * FROM {view}").fetchall() == []


def test_views_keep_kinds_of_games_apart(con):
    kinds = con.execute(
        "SELECT ruleset, options::VARCHAR, seats, bots, games FROM v_kinds ORDER BY ALL"
    ).fetchall()
    assert kinds == [
        ("siren", '{"hands_per_match":2}', 4, "easy×2 random×2", 4),
        ("siren", "{}", 4, "easy", 12),
        ("tuidaohe", '{"players":3}', 3, "random", 4),
        ("tuidaohe", "{}", 4, "normal", 8),
    ]
    for view in ("v_win_rate", "v_deal_in", "v_results", "v_calls"):
        seen = con.execute(f"SELECT DISTINCT ruleset, options, seats, bots FROM {view}").fetchall()
        assert len(seen) == 4, view


def test_rates_of_views_are_their_counts(con):
    for view, part, whole, rate in (
        ("v_win_rate", "won_hands", "player_hands", "win_rate"),
        ("v_deal_in", "fed_hands", "player_hands", "deal_in_rate"),
        ("v_items", "wins_with", "all_wins", "share_of_wins"),
        ("v_calls", "player_hands_with", "player_hands", "share_of_player_hands"),
        ("v_offers", "taken_count", "offer_count", "share_taken"),
    ):
        for k, n, share in con.execute(f"SELECT {part}, {whole}, {rate} FROM {view}").fetchall():
            assert 0 <= k <= n and share == pytest.approx(k / n), view
    for view in ("v_results", "v_win_types"):
        sums = con.execute(f"SELECT sum(share) FROM {view} GROUP BY ruleset, options, seats, bots").fetchall()
        assert all(total == pytest.approx(1) for (total,) in sums)


def test_rivers_are_the_discards_in_order(con, games):
    from mjlog import events as ev

    for game in games[:3]:
        for q in range(4):
            want = [x.e.tile for x in game.entries if type(x.e) is ev.Discarded and x.e.seat == q]
            got = con.execute(
                "SELECT tiles FROM v_rivers WHERE game = ? AND seat = ? AND hand = 1", [game.header.game, q]
            ).fetchone()
            assert got == (want,)


def test_the_reference_names_everything():
    text = reference()
    for t in BY_NAME.values():
        assert f"### {t.name}" in text
        assert all(f"| `{c.name}` | {c.type} |" in text for c in t.columns)
    assert all(f"| `{v}` |" in text for v in VIEWS)
