"""Loading logs into a store: a new file beside the old one, put in its place when all is well."""

from __future__ import annotations

import contextlib
import gc
import hashlib
import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mjlog import __version__
from mjlog.errors import MjlogError, StoreError
from mjlog.events import CORRECTIONS
from mjlog.log import dump_game, effective, read_games
from mjlog.log.models import Game
from mjlog.replay import check
from mjlog.store.opening import version_of
from mjlog.store.project import Rows, empty_rows, project
from mjlog.store.schema import BY_NAME, MARK, TABLES, VERSION, ddl

if TYPE_CHECKING:
    import duckdb

BATCH = 200_000
"""Events after which rows go to the database."""


@dataclass
class LoadReport:
    """What a load did: files read and left as they were, games new, changed and unchanged, and what was wrong."""

    files: int = 0
    unchanged_files: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    failed: int = 0
    events: int = 0
    findings: list[str] = field(default_factory=list)
    rebuilt: str = ""

    def __str__(self) -> str:
        return (
            f"{self.files} files: {self.new} games new, {self.changed} changed, {self.unchanged} unchanged, "
            f"{self.failed} failed; {self.events} events"
        )


def content_digest(game: Game) -> str:
    """SHA-256 of header (without origin) and entries: what makes two copies of a game the same game."""
    bare = Game(game.header.model_copy(update={"origin": {}}), game.entries)
    return hashlib.sha256(dump_game(bare, seal=False)).hexdigest()


def temporary(db: Path) -> Path:
    """The file that a load works on; only one load at a time can hold it."""
    return db.with_name(f".{db.name}.loading")


def open_new(db: Path, rebuild: bool, report: LoadReport) -> duckdb.DuckDBPyConnection:
    """A writable copy of the store, or an empty one; raises StoreError while another load holds it."""
    import duckdb

    db.parent.mkdir(parents=True, exist_ok=True)
    work = temporary(db)
    if work.exists():
        try:
            duckdb.connect(str(work)).close()
        except duckdb.Error as error:
            if "lock" in str(error).lower():
                raise StoreError("another load is writing this store", where=str(db)) from None
        for leftover in (work, work.with_name(work.name + ".wal")):
            leftover.unlink(missing_ok=True)
    if db.exists() and not rebuild:
        try:
            old = duckdb.connect(str(db), read_only=True)
        except duckdb.Error as error:
            raise StoreError(
                f"cannot be opened as a store: {str(error).splitlines()[0]}", where=str(db)
            ) from None
        with contextlib.closing(old):
            version = version_of(old, db)
        if version > VERSION:
            raise StoreError(
                f"the store has schema {version}, this mjlog knows {VERSION}; use a newer mjlog",
                where=str(db),
            )
        if version == VERSION:
            shutil.copyfile(db, work)
            return duckdb.connect(str(work))
        report.rebuilt = f"the store had the older schema {version} and is built again from its logs"
    con = duckdb.connect(str(work))
    con.execute(ddl())
    con.executemany(
        "INSERT INTO meta VALUES (?, ?)", [["mark", MARK], ["schema", str(VERSION)], ["mjlog", __version__]]
    )
    return con


class Loader:
    """One load: files one after another, rows kept until a batch is full."""

    def __init__(self, con: duckdb.DuckDBPyConnection, report: LoadReport) -> None:
        self.con = con
        self.report = report
        self.known: dict[str, str] = dict(con.execute("SELECT game, digest FROM games").fetchall())
        self.files: dict[str, str] = dict(con.execute("SELECT path, digest FROM files").fetchall())
        self.rows: Rows = empty_rows()
        self.file_rows: list[tuple[Any, ...]] = []
        self.replaced: list[str] = []

    def file(self, path: str) -> None:
        """Load one file unless it is the one that was loaded before."""
        report = self.report
        report.files += 1
        where = os.path.abspath(path) if path != "-" else "-"
        try:
            digest = hashlib.sha256(Path(path).read_bytes()).hexdigest() if path != "-" else ""
        except OSError as error:
            self.finding(None, where, None, "error", "unreadable", "", f"{path}: {error.strerror or error}")
            report.failed += 1
            return
        if digest and self.files.get(where) == digest:
            report.unchanged_files += 1
            row = self.con.execute("SELECT len(games) FROM files WHERE path = ?", [where]).fetchone()
            report.unchanged += row[0] if row else 0
            return
        outside: list[Any] = []
        games: list[str] = []
        failed = 0
        try:
            for game in read_games(path, outside):
                if self.game(game, where):
                    games.append(game.header.game)
                else:
                    failed += 1
        except MjlogError as failure:
            outside.append(failure)
        for told in outside:
            failed += 1
            self.finding(None, where, None, "error", "unreadable", "", str(told))
        report.failed += failed
        if path != "-":
            self.file_rows.append((where, digest, games, failed))
            self.files[where] = digest
        if len(self.rows["events"]) > BATCH:
            self.flush()

    def game(self, game: Game, path: str) -> bool:
        """Project one game; False if it cannot be loaded."""
        name, report = game.header.game, self.report
        digest = content_digest(game)
        if self.known.get(name) == digest:
            report.unchanged += 1
            return True
        entries = effective(game)
        corrections = [x for x in game.entries if type(x.e) in CORRECTIONS]
        try:
            found = project(game.header, entries, corrections, path=path, digest=digest)
        except MjlogError as error:
            self.finding(name, path, None, "error", "unloadable", "", str(error))
            return False
        if name in self.known:
            self.replaced.append(name)
            if any(row[0] == name for row in self.rows["games"]):
                self.flush()
            report.changed += 1
        else:
            report.new += 1
        self.known[name] = digest
        for table, rows in found.items():
            self.rows[table] += rows
        report.events += len(found["events"])
        for e in game.errors:
            self.finding(name, path, None, "error", "reading", e.clause, str(e))
        for f in check(game).findings:
            where = f"hand {f.hand} event {f.event}: " if f.hand else ""
            self.finding(name, path, f.index + 1, f.severity, f.kind, f.clause, where + f.message)
        return True

    def finding(
        self, game: str | None, path: str, n: int | None, severity: str, kind: str, clause: str, text: str
    ) -> None:
        """Keep a finding for the store and, if it is an error, for the report."""
        self.rows["findings"].append((game, path, n, severity, kind, clause or None, text))
        if severity == "error":
            self.report.findings.append(f"{game}: {text}" if game else text)

    def flush(self) -> None:
        """Send all kept rows to the database."""
        if self.replaced:
            for t in TABLES:
                self.con.execute(f"DELETE FROM {t.name} WHERE list_contains(?, game)", [self.replaced])
            self.replaced = []
        if self.file_rows:
            self.con.execute(
                "DELETE FROM files WHERE list_contains(?, path)", [[r[0] for r in self.file_rows]]
            )
        for table, rows in [*self.rows.items(), ("files", self.file_rows)]:
            if rows:
                with contextlib.closing(self.con.cursor()) as cursor:
                    appender = cursor.appender(table, columns=list(BY_NAME[table].names))
                    appender.append_rows(rows)
                    appender.flush()
        self.rows, self.file_rows = empty_rows(), []


def load(
    paths: Sequence[str],
    db: str | Path,
    *,
    rebuild: bool = False,
    advance: Callable[[int], object] = lambda n: None,
) -> LoadReport:
    """Load log files into a store and report; the same games again change nothing.

    The work is done on a copy that replaces the store at the end: readers never see half a load, and a crash
    leaves the old store. Raises StoreError for a file that is no store, one from a newer mjlog, and while another
    load runs; a log that cannot be read is reported and does not stop the rest.
    """
    target, report = Path(db), LoadReport()
    con = open_new(target, rebuild, report)
    collecting = gc.isenabled()
    gc.disable()
    try:
        loader = Loader(con, report)
        for path in paths:
            loader.file(path)
            advance(1)
        loader.flush()
        con.execute("CHECKPOINT")
    except BaseException:
        con.close()
        temporary(target).unlink(missing_ok=True)
        raise
    finally:
        if collecting:
            gc.enable()
    con.close()
    os.replace(temporary(target), target)
    return report
