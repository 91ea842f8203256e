"""Opening a store: is the file one of ours, and can this version read it."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mjlog.errors import StoreError
from mjlog.store.schema import MARK, VERSION

if TYPE_CHECKING:
    import duckdb

ANSWER = "load its logs into a new store: mjlog load PATH… --db"


def version_of(con: duckdb.DuckDBPyConnection, db: Path) -> int:
    """The schema version of an open database; raises StoreError if it is no store of mjlog."""
    import duckdb

    try:
        facts = dict(con.execute("SELECT key, value FROM meta").fetchall())
    except duckdb.Error:
        facts = {}
    if facts.get("mark") != MARK or not str(facts.get("schema")).isdigit():
        raise StoreError("a DuckDB database, but no store of mjlog", where=str(db))
    return int(facts["schema"])


def connect(
    db: str | Path, *, config: dict[str, Any] | None = None, older: bool = False
) -> duckdb.DuckDBPyConnection:
    """A read-only connection to a store; with `older` a store of an earlier schema is opened too.

    Raises StoreError for a missing file, a file that is no store, and a store of another schema version.
    """
    path = Path(db)
    if not path.is_file():
        raise StoreError(
            "no store there; make one with: mjlog load PATH… --db", where=str(path), possible=_near(path)
        )
    con = _read_only(path, config or {})
    try:
        version = version_of(con, path)
        if version > VERSION:
            raise newer(version, path)
        if version < VERSION and not older:
            raise StoreError(
                f"the store has the older schema {version}; a load builds it again: mjlog load PATH… --db {path}",
                where=str(path),
            )
    except StoreError:
        con.close()
        raise
    return con


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What a store remembers of a log file: digest of its bytes, number of its games, how many failed."""

    digest: str
    games: int
    failed: int


@dataclass(frozen=True, slots=True)
class Contents:
    """What a store was made of: its schema version, its files by path, and the errors found in them, one line each."""

    version: int
    files: dict[str, FileFacts]
    errors: dict[str, list[str]]


def contents(db: Path) -> Contents:
    """What a store was made of; of an older schema only the paths of its files, as far as it tells them.

    Raises StoreError for a file that is no store and for a store from a newer mjlog.
    """
    import duckdb

    with contextlib.closing(_read_only(db, {})) as con:
        version = version_of(con, db)
        if version > VERSION:
            raise newer(version, db)
        if version < VERSION:
            try:
                paths = con.execute("SELECT path FROM files ORDER BY path").fetchall()
            except duckdb.Error:
                paths = []
            return Contents(version, {path: FileFacts("", 0, 0) for (path,) in paths}, {})
        rows = con.execute("SELECT path, digest, len(games), failed FROM files ORDER BY path").fetchall()
        found = con.execute(
            "SELECT path, game, clause, message FROM findings WHERE severity = 'error' AND path IS NOT NULL"
        ).fetchall()
    errors: dict[str, list[str]] = {}
    for path, game, clause, message in found:
        errors.setdefault(path, []).append(told(game, path, clause, message))
    return Contents(version, {path: FileFacts(*facts) for path, *facts in rows}, errors)


def told(game: str | None, path: str | None, clause: str | None, text: str) -> str:
    """A finding as one line of a report.

    >>> told("g1", "a.jsonl", "table.copies", "a fifth 5m")
    'g1: a fifth 5m [table.copies]'
    """
    name = game or ("" if path and Path(path).name in text else path or "")
    return (f"{name}: " if name else "") + text + (f" [{clause}]" if clause else "")


def newer(version: int, db: Path) -> StoreError:
    """The refusal of a store that a newer mjlog has written."""
    return StoreError(
        f"the store has schema {version}, this mjlog knows {VERSION}; use a newer mjlog or {ANSWER} FILE",
        where=str(db),
    )


def _read_only(db: Path, config: dict[str, Any]) -> duckdb.DuckDBPyConnection:
    import duckdb

    try:
        return duckdb.connect(str(db), read_only=True, config=config)
    except duckdb.Error as e:
        raise StoreError(f"cannot be opened as a store: {_first_line(e)}", where=str(db)) from None


def _near(path: Path) -> list[str]:
    """Stores in the same folder, as suggestions."""
    if not path.parent.is_dir():
        return []
    return sorted(p.name for p in path.parent.glob("*.duckdb"))[:5]


def _first_line(e: Exception) -> str:
    """The first line of an error, without the reader's name in front."""
    return str(e).splitlines()[0] if str(e) else type(e).__name__
