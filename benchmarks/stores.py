"""The store: rows into DuckDB, logs into DuckDB."""

from __future__ import annotations

import atexit
import contextlib
import itertools
import json
import shutil
import tempfile
from pathlib import Path

import duckdb

from benchmarks import data
from benchmarks.measure import Pair, Row
from mjlog.store.load import load
from mjlog.store.loader import append
from mjlog.store.project import project
from mjlog.store.views import create_all


def _folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="mjlog-benchmark-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def rows() -> Pair:
    """Rows of the table `claims` as the loader appends them, beside executemany."""
    con = duckdb.connect()
    create_all(con)
    some = [row for g in data.games() for row in project(g.header, g.entries)["claims"]] * 40
    few = some[:200]
    marks = ", ".join("?" * len(few[0]))

    def work() -> int:
        append(con, {"claims": some})
        con.execute("DELETE FROM claims")
        return len(some)

    def yard() -> int:
        con.executemany(f"INSERT INTO claims VALUES ({marks})", few)
        con.execute("DELETE FROM claims")
        return len(few)

    return work, yard


def lines_in_duckdb() -> Pair:
    """A log into a table by DuckDB alone, columns declared, beside json.loads a line."""
    path = _folder() / "log.jsonl"
    lines = data.lines() * 20
    path.write_bytes(b"\n".join(lines) + b"\n")
    con = duckdb.connect()
    columns = "{seq: 'BIGINT', id: 'VARCHAR', flag: 'VARCHAR', e: 'JSON'}"

    def work() -> int:
        con.execute(
            f"CREATE OR REPLACE TABLE t AS SELECT * FROM read_json('{path}', format='newline_delimited', columns={columns})"
        )
        return len(lines)

    return work, lambda: len([json.loads(x) for x in lines])


def loading() -> Pair:
    """`mjlog load` of a log (read, checked, projected, appended), beside DuckDB reading the same lines."""
    folder = _folder()
    log = folder / "log.jsonl"
    log.write_bytes(data.text())
    events = len(data.lines())
    numbers = itertools.count()
    plain, _ = lines_in_duckdb()

    def work() -> int:
        db = folder / f"{next(numbers)}.duckdb"
        load([str(log)], str(db))
        with contextlib.suppress(OSError):
            db.unlink()
        return events

    return work, plain


ROWS = (
    Row("rows", "Python rows to DuckDB", "executemany", 150.0, rows, clock="wall"),
    Row("ndjson", "log lines to DuckDB, no Python objects", "json.loads a line", 2.5, lines_in_duckdb, clock="wall", standard=True),
    Row("load", "mjlog load: read, check, project, append", "DuckDB reading the same lines", None, loading, clock="wall"),
)  # fmt: skip
