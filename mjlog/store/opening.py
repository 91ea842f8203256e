"""Opening a store: is the file one of ours, and can this version read it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from mjlog.errors import StoreError
from mjlog.store.schema import MARK, VERSION

if TYPE_CHECKING:
    import duckdb

ANSWER = "load its logs again: mjlog load PATH… --db"


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
    import duckdb

    path = Path(db)
    if not path.is_file():
        raise StoreError(
            "no store there; make one with: mjlog load PATH… --db", where=str(path), possible=_near(path)
        )
    try:
        con = duckdb.connect(str(path), read_only=True, config=config or {})
    except duckdb.Error as e:
        raise StoreError(f"cannot be opened as a store: {_first_line(e)}", where=str(path)) from None
    try:
        version = version_of(con, path)
        if version > VERSION:
            raise StoreError(
                f"the store has schema {version}, this mjlog knows {VERSION}; use a newer mjlog or {ANSWER} {path}",
                where=str(path),
            )
        if version < VERSION and not older:
            raise StoreError(
                f"the store has the older schema {version}; mjlog load brings it to {VERSION}: mjlog load --db {path}",
                where=str(path),
            )
    except StoreError:
        con.close()
        raise
    return con


def _near(path: Path) -> list[str]:
    """Stores in the same folder, as suggestions."""
    if not path.parent.is_dir():
        return []
    return sorted(p.name for p in path.parent.glob("*.duckdb"))[:5]


def _first_line(e: Exception) -> str:
    """The first line of an error, without the reader's name in front."""
    return str(e).splitlines()[0] if str(e) else type(e).__name__
