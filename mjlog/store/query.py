"""SQL that somebody typed: run in a process of its own that can read the store and nothing else."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mjlog.errors import StoreError

SPACE_MB = 1024
"""Address space that the process may take above its start."""
MEMORY_MB = 512
"""Memory that DuckDB may plan with."""
MAX_BYTES = 256 << 20
"""Bytes of rows, as JSON, after which the rest is left out."""


@dataclass(slots=True)
class Result:
    """The rows of a query: names and DuckDB types of the columns, values as JSON data, and what was left out.

    >>> r = Result(["n", "who"], ["BIGINT", "VARCHAR"], [[5, "East"]])
    >>> r.json(); print(r.csv(), end="")
    '[{"n": 5, "who": "East"}]'
    n,who
    5,East
    """

    columns: list[str]
    types: list[str]
    rows: list[list[Any]]
    truncated: bool = False
    seconds: float = 0.0
    written: Path | None = field(default=None)

    def names(self) -> list[str]:
        """The column names, a repeated one with a number: ``n, n_2``."""
        seen: dict[str, int] = {}
        out = []
        for c in self.columns:
            seen[c] = seen.get(c, 0) + 1
            out.append(c if seen[c] == 1 else f"{c}_{seen[c]}")
        return out

    def records(self) -> list[dict[str, Any]]:
        """One dictionary a row."""
        names = self.names()
        return [dict(zip(names, row, strict=True)) for row in self.rows]

    def json(self) -> str:
        """A JSON list of objects."""
        return json.dumps(self.records(), ensure_ascii=False)

    def csv(self) -> str:
        """Comma-separated values with a header line; NULL is empty, lists and objects are JSON."""
        out = io.StringIO()
        write = csv.writer(out, lineterminator="\n")
        write.writerow(self.columns)
        write.writerows([_cell(v) for v in row] for row in self.rows)
        return out.getvalue()

    def table(self) -> str:
        """Aligned columns for people, numbers to the right.

        >>> print(Result(["n", "who"], ["BIGINT", "VARCHAR"], [[5, "East"], [12, None]]).table())
         n  who
        --  ----
         5  East
        12
        """
        rows = [[_cell(v) for v in row] for row in self.rows]
        wide = [max(map(width, [c, *(r[i] for r in rows)])) for i, c in enumerate(self.columns)]
        right = [any(t.startswith(k) for k in NUMBERS) for t in self.types]

        def line(cells: list[str]) -> str:
            return "  ".join(_pad(c, w, r) for c, w, r in zip(cells, wide, right, strict=True)).rstrip()

        return "\n".join([line(self.columns), line(["-" * w for w in wide]), *map(line, rows)])


NUMBERS = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT",
           "DOUBLE", "FLOAT", "DECIMAL")  # fmt: skip


def width(text: str) -> int:
    """How many places a text takes in a terminal: Chinese characters take two.

    >>> width("n"), width("和牌")
    (1, 4)
    """
    return sum(2 if "ᄀ" <= c <= "ᅟ" or "⺀" <= c <= "꓏" or "가" <= c <= "힣" or "豈" <= c <= "﫿"
               or "︰" <= c <= "﹏" or "＀" <= c <= "｠" else 1 for c in text)  # fmt: skip


def _pad(text: str, places: int, right: bool) -> str:
    gap = " " * (places - width(text))
    return gap + text if right else text + gap


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, dict)):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def run_sql(
    db: str | Path,
    sql: str,
    *,
    max_rows: int = 100_000,
    deadline: float = 60.0,
    memory_mb: int = MEMORY_MB,
    threads: int = 2,
    parquet: str | Path | None = None,
) -> Result:
    """The result of one SELECT (or EXPLAIN SELECT) over a store; nothing else can be read, written or set.

    At most `max_rows` rows (the rest is left out and marked), `deadline` seconds, `memory_mb` megabytes. With
    `parquet` all rows are written to that file. Raises StoreError, with DuckDB's message and position for bad SQL.
    """
    with Asker() as asker:
        return asker.run(
            db,
            sql,
            max_rows=max_rows,
            deadline=deadline,
            memory_mb=memory_mb,
            threads=threads,
            parquet=parquet,
        )


class Asker:
    """Runs queries one by one, each in a fresh process; with `warm` the next process is already waiting.

    >>> with Asker() as a: a.run("no-such.duckdb", "SELECT 1")  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    mjlog.errors.StoreError: no-such.duckdb: no store there …
    """

    def __init__(self, *, warm: bool = False) -> None:
        self.warm = warm
        self._spare: subprocess.Popen[str] | None = _start() if warm else None

    def __enter__(self) -> Asker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the waiting process."""
        spare, self._spare = self._spare, None
        if spare is not None:
            _end(spare)

    def run(
        self,
        db: str | Path,
        sql: str,
        *,
        max_rows: int = 100_000,
        deadline: float = 60.0,
        memory_mb: int = MEMORY_MB,
        threads: int = 2,
        parquet: str | Path | None = None,
    ) -> Result:
        """As `run_sql`."""
        child, self._spare = self._spare or _start(), None
        began = time.monotonic()
        try:
            with _target(parquet) as part:
                request = {
                    "db": str(Path(db).absolute()), "sql": sql, "max_rows": max_rows, "max_bytes": MAX_BYTES,
                    "memory_mb": memory_mb, "space_mb": max(SPACE_MB, 2 * memory_mb), "threads": threads,
                    "parquet": None if part is None else str(part),
                }  # fmt: skip
                try:
                    text, _ = child.communicate(json.dumps(request) + "\n", timeout=deadline)
                except subprocess.TimeoutExpired:
                    raise StoreError(
                        f"the query took longer than {deadline:g} s and was stopped", read=_short(sql)
                    ) from None
                got = _understood(text, child.returncode, sql)
                if part is not None and parquet is not None:
                    os.replace(part, parquet)
        finally:
            _end(child)
            if self.warm:
                self._spare = _start()
        return Result(
            got["columns"], got["types"], got["rows"], got["truncated"], time.monotonic() - began,
            None if parquet is None else Path(parquet),
        )  # fmt: skip


def _start() -> subprocess.Popen[str]:
    """A process that waits for one request; it knows nothing of our environment but the search path."""
    keep = {
        k: v
        for k, v in os.environ.items()
        if k in ("PATH", "SYSTEMROOT", "TEMP", "TMP", "PYTHONPATH", "VIRTUAL_ENV")
    }
    return subprocess.Popen(
        [sys.executable, "-m", "mjlog.store.child"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True, encoding="utf-8", cwd=Path(__file__).parents[2], env=keep,
    )  # fmt: skip


def _end(child: subprocess.Popen[str]) -> None:
    """End a process and forget its pipes."""
    if child.poll() is None:
        child.kill()
    child.wait()
    for pipe in (child.stdin, child.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()


@contextlib.contextmanager
def _target(parquet: str | Path | None) -> Iterator[Path | None]:
    """A new file beside the wanted one, gone afterwards whatever happens."""
    if parquet is None:
        yield None
        return
    folder = Path(parquet).absolute().parent
    if not folder.is_dir():
        raise StoreError("no such folder", where=str(folder))
    with tempfile.TemporaryDirectory(prefix=".mjlog-", dir=folder) as box:
        yield Path(box) / "result.parquet"


def _understood(text: str, code: int | None, sql: str) -> dict[str, Any]:
    """The answer of the process; raises StoreError for its errors and for an end without an answer."""
    try:
        got: dict[str, Any] = json.loads(text)
    except ValueError:
        raise StoreError(
            f"the query ended its process (exit {code}): it needs more memory than it may have",
            read=_short(sql),
        ) from None
    if "error" in got:
        raise StoreError(got["error"])
    return got


def _short(sql: str) -> str:
    one = " ".join(sql.split())
    return one if len(one) <= 80 else one[:79] + "…"
