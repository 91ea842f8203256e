"""SQL that somebody typed: one SELECT, in a process that can read the store and nothing else."""

from __future__ import annotations

import csv
import io
import json

import duckdb
import pytest

from mjlog.errors import StoreError
from mjlog.store.child import checked, shut_in
from mjlog.store.query import Asker, run_sql


@pytest.fixture(scope="module")
def asker():
    with Asker(warm=True) as asker:
        yield asker


@pytest.mark.parametrize(
    ("sql", "rows"),
    [
        ("SELECT 5 AS five", [[5]]),
        ("  -- a remark\n SELECT 1, 'a' ;", [[1, "a"]]),
        ("FROM range(3)", [[0], [1], [2]]),
        ("WITH t AS (SELECT 2 AS x) SELECT x + 1 FROM t", [[3]]),
        ("VALUES (1), (2)", [[1], [2]]),
        ("SELECT count(*) FROM v_kinds", [[4]]),
        (
            "SELECT NULL, true, 1.5::DECIMAL(4,2), 'nan'::DOUBLE, DATE '2020-01-02'",
            [[None, True, 1.5, None, "2020-01-02"]],
        ),
        ("SELECT [1, 2], {'a': 'x'}, '\\x01'::BLOB", [[[1, 2], {"a": "x"}, "01"]]),
    ],
)
def test_a_select_is_answered(asker, store, sql, rows):
    assert asker.run(store, sql).rows == rows


@pytest.mark.parametrize(
    "sql", ["EXPLAIN SELECT * FROM games", "DESCRIBE games", "SHOW TABLES", "SUMMARIZE hands"]
)
def test_a_look_at_the_store_is_answered(asker, store, sql):
    assert asker.run(store, sql).rows


ATTACKS = [
    "SELECT * FROM '{secret}'", "SELECT * FROM read_csv('{secret}')", "SELECT * FROM read_text('{secret}')",
    "SELECT * FROM read_blob('{secret}')", "SELECT * FROM read_parquet('{secret}')", "SELECT * FROM sniff_csv('{secret}')",
    "SELECT * FROM glob('{folder}/*')", "SELECT * FROM read_json('https://example.org/x.json')",
    "SELECT (SELECT max(a) FROM read_csv('{secret}'))", "WITH t AS (FROM read_csv('{secret}')) FROM t",
    "SELECT * FROM query('SELECT * FROM read_csv(''{secret}'')')", "SELECT * FROM query_table('games')",
    "SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))", "SELECT * FROM parquet_metadata('{secret}')",
    "SELECT * FROM duckdb_secrets()", "SELECT * FROM checkpoint()", "SELECT getenv('HOME')",
    "COPY (SELECT 1) TO '{folder}/out.csv'", "COPY games TO '{folder}/out.parquet' (FORMAT parquet)",
    "COPY games FROM '{secret}'", "ATTACH '{folder}/other.duckdb' AS o", "DETACH games", "USE memory",
    "INSTALL httpfs", "LOAD httpfs", "SET enable_external_access = true", "SET lock_configuration = false",
    "SET memory_limit = '100GB'", "RESET memory_limit", "PRAGMA enable_profiling", "PRAGMA database_list",
    "EXPORT DATABASE '{folder}/x'", "IMPORT DATABASE '{folder}/x'", "CREATE TABLE t (a INT)", "CREATE TEMP TABLE t (a INT)",
    "CREATE MACRO f(x) AS x", "CREATE SECRET (TYPE s3)", "INSERT INTO games SELECT * FROM games", "DELETE FROM games",
    "DROP TABLE games", "UPDATE games SET game = 'x'", "TRUNCATE games", "ALTER TABLE games DROP COLUMN path", "CHECKPOINT",
    "VACUUM", "BEGIN", "CALL pragma_database_size()", "CALL pragma_database_size(); DROP TABLE games",
    "SELECT 1; DELETE FROM games", "SELECT 1; SELECT 2", "PREPARE p AS SELECT 1", "EXECUTE p",
    "EXPLAIN ANALYZE SELECT 1", "EXPLAIN ANALYZE COPY (SELECT 1) TO '{folder}/out2.csv'", "EXPLAIN DELETE FROM games",
    "EXPLAIN /* x */ ANALYZE DELETE FROM games", "EXPLAIN (ANALYZE) CREATE TEMP TABLE t (a INT)",
    "EXPLAIN ANALYZE CREATE TEMP TABLE t (a INT)", "EXPLAIN COPY (SELECT 1) TO '{folder}/out3.csv'", "", ";", "-- nothing",
]  # fmt: skip


@pytest.fixture(scope="module")
def inside(store, tmp_path_factory):
    """The connection that the process of a query uses, here."""
    copy = tmp_path_factory.mktemp("inside") / "copy.duckdb"
    copy.write_bytes(store.read_bytes())
    with shut_in(str(copy)) as con:
        yield con


@pytest.mark.parametrize("sql", ATTACKS)
def test_everything_else_is_refused(inside, tmp_path, sql):
    secret = tmp_path / "secret.csv"
    secret.write_text("a,b\n1,2\n")
    with pytest.raises((StoreError, duckdb.Error)) as error:
        statement, _ = checked(inside, sql.format(secret=secret, folder=tmp_path))
        inside.execute(statement).fetchall()
    assert str(error.value)
    assert [p.name for p in tmp_path.iterdir()] == ["secret.csv"]


@pytest.mark.parametrize(
    "sql", [ATTACKS[0], ATTACKS[2], "COPY (SELECT 1) TO '{folder}/out.csv'", "DROP TABLE games"]
)
def test_the_process_refuses_it_too(asker, store, tmp_path, sql):
    secret = tmp_path / "secret.csv"
    secret.write_text("a,b\n1,2\n")
    before = store.read_bytes()
    with pytest.raises(StoreError):
        asker.run(store, sql.format(secret=secret, folder=tmp_path))
    with pytest.raises(StoreError):
        asker.run(store, sql.format(secret=secret, folder=tmp_path), parquet=tmp_path / "out.parquet")
    assert [p.name for p in tmp_path.iterdir()] == ["secret.csv"]
    assert store.read_bytes() == before


@pytest.mark.parametrize("line", ["SELECT * FROM '{secret}'", "COPY games TO '{folder}/x.csv'", "ATTACH '{folder}/o.duckdb'",
                                  "SET enable_external_access = true", "DELETE FROM games", "LOAD httpfs"])  # fmt: skip
def test_the_connection_refuses_what_a_check_would_miss(inside, tmp_path, line):
    secret = tmp_path / "secret.csv"
    secret.write_text("a,b\n1,2\n")
    with pytest.raises(duckdb.Error):
        inside.execute(line.format(secret=secret, folder=tmp_path))


@pytest.mark.parametrize(
    "sql", ["SELECT length(repeat('x', 2000000000))", "SELECT list_sum(range(3000000000))",
            "SELECT string_agg(repeat('x', 1000000), '') FROM range(100000)"],
)  # fmt: skip
def test_a_query_that_needs_too_much_memory_is_ended(asker, store, sql):
    with pytest.raises(StoreError, match="more memory than it may have"):
        asker.run(store, sql, memory_mb=64, deadline=60)
    assert asker.run(store, "SELECT 1").rows == [[1]]


def test_a_query_without_end_is_stopped(asker, store):
    with pytest.raises(StoreError, match=r"longer than 1 s and was stopped") as error:
        asker.run(
            store, "SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b", deadline=1
        )
    assert "SELECT sum" in str(error.value)
    assert asker.run(store, "SELECT 1").rows == [[1]]


def test_wrong_sql_is_told_with_its_place(asker, store):
    with pytest.raises(StoreError, match=r"LINE 1: SELECT gam FROM games\n +\^"):
        asker.run(store, "SELECT gam FROM games")


def test_more_rows_than_wanted_are_left_out_and_told(asker, store):
    got = asker.run(store, "FROM range(1000)", max_rows=10)
    assert (len(got.rows), got.truncated) == (10, True)
    assert not asker.run(store, "FROM range(10)", max_rows=10).truncated


def test_formats_say_the_same(asker, store, tmp_path):
    sql = "SELECT game, hand, seat, won, tile FROM hand_seats LEFT JOIN wins USING (game, hand, seat) ORDER BY ALL"
    got = asker.run(store, sql)
    records = json.loads(got.json())
    assert list(records[0]) == got.columns == ["game", "hand", "seat", "won", "tile"]
    read = list(csv.reader(io.StringIO(got.csv())))
    assert read[0] == got.columns
    assert [[x or None for x in row] for row in read[1:]] == [
        [None if v is None else str(v) for v in row] for row in got.rows
    ]
    lines = got.table().splitlines()
    assert len(lines) == len(got.rows) + 2 and lines[0].split() == got.columns
    path = tmp_path / "out.parquet"
    asker.run(store, sql, parquet=path)
    with duckdb.connect() as con:
        assert [list(row) for row in con.execute(f"FROM '{path}'").fetchall()] == got.rows
    assert [p.name for p in tmp_path.iterdir()] == ["out.parquet"]


def test_a_failed_parquet_leaves_the_old_file(asker, store, tmp_path):
    path = tmp_path / "out.parquet"
    path.write_bytes(b"old")
    with pytest.raises(StoreError):
        asker.run(store, "SELECT nothing FROM games", parquet=path)
    assert path.read_bytes() == b"old"
    with pytest.raises(StoreError, match="no such folder"):
        asker.run(store, "SELECT 1", parquet=tmp_path / "no" / "out.parquet")


def test_columns_of_one_name_are_told_apart(asker, store):
    assert json.loads(asker.run(store, "SELECT 1 AS n, 2 AS n").json()) == [{"n": 1, "n_2": 2}]


def test_what_is_no_store_is_refused(tmp_path):
    (tmp_path / "a.csv").write_text("a,b\n1,2\n")
    with pytest.raises(StoreError, match="cannot be opened as a store"):
        run_sql(tmp_path / "a.csv", "SELECT 1")
    with pytest.raises(StoreError, match="no store there; make one with: mjlog load"):
        run_sql(tmp_path / "b.duckdb", "SELECT 1")
