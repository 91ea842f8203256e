"""The process that answers one query and ends: ``python -m mjlog.store.child`` reads a request, writes an answer.

Request and answer are one JSON object a line on standard input and output. The process has no way to files other
than the store: external access is off, the configuration is locked, its memory is limited, and its parent ends it
at the deadline.
"""

from __future__ import annotations

import json
import math
import sys
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

from mjlog.errors import MjlogError, StoreError

if TYPE_CHECKING:
    import duckdb

MB = 1 << 20
BATCH = 500
ALLOWED = ["one SELECT …", "EXPLAIN SELECT …"]


def settings(memory_mb: int, threads: int) -> dict[str, Any]:
    """How DuckDB is opened for a query that somebody typed."""
    return {
        "memory_limit": f"{memory_mb}MB",
        "threads": threads,
        "temp_directory": "",
        "max_temp_directory_size": "0GB",
        "autoload_known_extensions": False,
        "autoinstall_known_extensions": False,
        "allow_community_extensions": False,
        "allow_unsigned_extensions": False,
        "allow_persistent_secrets": False,
        "python_enable_replacements": False,
    }


LAST = ("SET enable_progress_bar=false", "SET enable_external_access=false", "SET lock_configuration=true")
"""Statements that shut the door after opening; nothing can be set afterwards."""


def shut_in(
    db: str, memory_mb: int = 512, threads: int = 2, write: str | None = None
) -> duckdb.DuckDBPyConnection:
    """A connection to a store that can read it and nothing else; `write` is the one file it may make.

    Raises StoreError as `connect`.
    """
    from mjlog.store.opening import connect

    con = connect(db, config=settings(memory_mb, threads))
    if write:
        con.execute("SET allowed_paths = " + "['{}']".format(write.replace("'", "''")))
    for line in LAST:
        con.execute(line)
    return con


def limit_memory(extra_mb: int) -> None:
    """Allow this process at most `extra_mb` more address space than it has now, where the system can."""
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0])
        limit = pages * resource.getpagesize() + extra_mb * MB
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    except (ImportError, OSError, ValueError):
        return


TABLE_FUNCTIONS = frozenset({
    "range", "generate_series", "unnest", "repeat", "repeat_row", "json_each", "json_tree", "summary",
    "pragma_table_info", "pragma_version", "test_all_types", "icu_calendar_names", "pg_timezone_names",
    "duckdb_tables", "duckdb_columns", "duckdb_views", "duckdb_functions", "duckdb_types", "duckdb_settings",
    "duckdb_keywords", "duckdb_schemas", "duckdb_databases",
})  # fmt: skip
"""Table functions that a typed query may call; others read files, take memory addresses or run hidden text."""


def checked(con: duckdb.DuckDBPyConnection, sql: str) -> tuple[Any, bool]:
    """The one statement of a text and whether it is an EXPLAIN.

    Raises StoreError unless it is exactly one SELECT, or EXPLAIN (without ANALYZE) of one, with harmless table
    functions only.
    """
    import duckdb

    found = con.extract_statements(sql)
    if len(found) != 1:
        raise StoreError(f"{len(found)} statements were given, one is needed", possible=ALLOWED)
    statement = found[0]
    if statement.type == duckdb.StatementType.SELECT:
        look_for_functions(con, sql)
        return statement, False
    if statement.type != duckdb.StatementType.EXPLAIN:
        raise StoreError(f"{statement.type.name} is not allowed, the store is only read", possible=ALLOWED)
    starts = [at for at, kind in duckdb.tokenize(sql) if kind != duckdb.token_type.comment]
    rest = sql.encode()[starts[1] :].decode() if len(starts) > 1 else ""
    inner = con.extract_statements(rest) if not rest.upper().startswith(("(", "ANALY")) else []
    if len(inner) != 1 or inner[0].type != duckdb.StatementType.SELECT:
        raise StoreError("EXPLAIN is allowed for a SELECT only, without ANALYZE", possible=ALLOWED)
    look_for_functions(con, rest)
    return statement, True


def look_for_functions(con: duckdb.DuckDBPyConnection, select: str) -> None:
    """Raise StoreError if the parsed SELECT calls a table function that is not on the list, however hidden."""
    rows = con.execute("SELECT json_serialize_sql(?)", [select]).fetchall()
    tree = json.loads(rows[0][0])
    if tree.get("error"):
        raise StoreError("this form of SELECT cannot be checked and is not allowed", possible=ALLOWED)
    todo: list[Any] = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, list):
            todo += node
        elif isinstance(node, dict):
            todo += node.values()
            if node.get("type") == "TABLE_FUNCTION":
                name = str(node["function"].get("function_name")).lower()
                if name not in TABLE_FUNCTIONS:
                    raise StoreError(
                        f"the table function {name} is not allowed, only the tables of the store are read",
                        possible=["range", "generate_series", "unnest", "json_each", "duckdb_columns"],
                    )


def plain(value: Any) -> Any:
    """A value of DuckDB as JSON data: dates as ISO text, bytes as hexadecimal, not-a-number as null.

    >>> plain([Decimal("1.50"), float("nan"), date(2020, 1, 2), b"\\x01"])
    [1.5, None, '2020-01-02', '01']
    """
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    if isinstance(value, (bytes, bytearray)):
        return value.hex()
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (UUID, timedelta)):
        return str(value)
    return str(value)


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Run the query of a request; columns, types, rows, and whether more rows or bytes were left out."""
    write: str | None = request.get("parquet")
    con = shut_in(request["db"], request["memory_mb"], request["threads"], write)
    limit_memory(request["space_mb"])
    statement, explains = checked(con, request["sql"])
    if write:
        if explains:
            raise StoreError("an EXPLAIN cannot be written as Parquet")
        con.sql(statement.query).write_parquet(write, compression="zstd")
        return {"columns": [], "types": [], "rows": [], "truncated": False}
    got = con.execute(statement)
    columns = [d[0] for d in got.description or ()]
    types = [str(d[1]) for d in got.description or ()]
    rows: list[list[Any]] = []
    size, truncated = 0, False
    while not truncated:
        batch = got.fetchmany(BATCH)
        if not batch:
            break
        for row in batch:
            cells = [plain(v) for v in row]
            size += len(json.dumps(cells, ensure_ascii=False))
            if len(rows) >= request["max_rows"] or size > request["max_bytes"]:
                truncated = True
                break
            rows.append(cells)
    return {"columns": columns, "types": types, "rows": rows, "truncated": truncated}


def reply(line: str) -> dict[str, Any]:
    """The answer to one request line, or ``{"error": text, "kind": "query" | "store" | "memory"}``."""
    import duckdb

    try:
        return answer(json.loads(line))
    except MjlogError as e:
        return {"error": str(e), "kind": "store"}
    except (MemoryError, duckdb.OutOfMemoryException):
        return {"error": "the query needs more memory than it may have", "kind": "memory"}
    except duckdb.Error as e:
        return {"error": str(e), "kind": "query"}


def main() -> None:
    """Read one request, write one answer."""
    import duckdb  # noqa: F401  (a warm child has it ready)

    line = sys.stdin.readline()
    if line.strip():
        sys.stdout.write(json.dumps(reply(line), ensure_ascii=True) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
