"""Games into an open store: kept until a batch is full, appended in bulk, replaced where they changed."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mjlog.store.opening import told
from mjlog.store.project import Rows, empty_rows
from mjlog.store.reading import FILE_KINDS, Loaded
from mjlog.store.schema import BY_NAME, TABLES

if TYPE_CHECKING:
    import duckdb

BATCH = 200_000
"""Events after which rows go to the database."""


@dataclass
class LoadReport:
    """What a load did: files read and left as they were, games new, changed, unchanged, removed, and what was wrong.

    `failed` counts games that could not be loaded and things outside of all games that could not be read;
    `findings` are the errors of all files given, one line each, also of those that were left as they were.
    `rebuilt` says why the store was built from nothing, if it was.
    """

    files: int = 0
    unchanged_files: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    failed: int = 0
    events: int = 0
    findings: list[str] = field(default_factory=list)
    rebuilt: str = ""

    def __str__(self) -> str:
        removed = f"{self.removed} removed, " if self.removed else ""
        return (
            f"{self.files} files: {self.new} games new, {self.changed} changed, {self.unchanged} unchanged, "
            f"{removed}{self.failed} failed; {self.events} events"
        )


@dataclass
class LogFile:
    """A log file to be read: its path as given, how the store calls it, the digest of its bytes, or what is wrong."""

    path: str
    where: str
    digest: str = ""
    problem: str = ""


class Loader:
    """One load into a store that is open for writing; `flush` sends what is still kept."""

    def __init__(self, con: duckdb.DuckDBPyConnection, report: LoadReport) -> None:
        self.con, self.report = con, report
        self.known: dict[str, str] = dict(con.execute("SELECT game, digest FROM games").fetchall())
        self.held: dict[str, list[str]] = dict(con.execute("SELECT path, games FROM files").fetchall())
        self.told = {row[0] for row in con.execute("SELECT DISTINCT path FROM findings").fetchall()}
        self.batch: list[Loaded] = []
        self.files: list[tuple[LogFile, list[str], int]] = []
        self.same: list[str] = []
        self.waiting: set[str | None] = set()
        self.replaced: set[str] = set()
        self.refused: set[str] = set()
        self.events = 0

    def skip(self, game: str, digest: str) -> bool:
        """Whether the game is there with this very content."""
        return self.known.get(game) == digest

    def file(self, file: LogFile, games: Iterable[Loaded]) -> None:
        """Take all games of one file; what the file held before and holds no longer goes."""
        con, where = self.con, file.where
        if file.problem:
            row = (None, where, None, "error", "unreadable", None, file.problem)
            con.execute("DELETE FROM findings WHERE path = ? AND message = ?", [where, file.problem])
            con.execute("UPDATE files SET digest = '' WHERE path = ?", [where])
            self.game(Loaded(None, findings=[row], failed=1))
            self.report.failed += 1
            return
        before = self.held.pop(where, None)
        if before is not None:
            con.execute("DELETE FROM files WHERE path = ?", [where])
        if where in self.told:
            con.execute("DELETE FROM findings WHERE path = ? AND list_contains(?, kind)", [where, FILE_KINDS])
        inside: dict[str, None] = {}
        self.same, failed = [], 0
        for loaded in games:
            self.game(loaded)
            failed += loaded.failed
            if loaded.game is not None and not loaded.failed:
                inside[loaded.game] = None
            if self.events >= BATCH:
                self.flush()
        self.report.failed += failed
        self.files.append((file, list(inside), failed))
        self.recall()
        missing = sorted(set(before or ()) - inside.keys())
        if missing:
            self.drop(missing, where)

    def game(self, loaded: Loaded) -> None:
        """Keep one game until the batch is full, or what was found if it is known already or cannot be loaded."""
        name = loaded.game
        if name is not None and name in self.waiting:
            self.flush()
        if name is not None and not loaded.failed:
            if loaded.rows is None or self.skip(name, loaded.digest):
                self.report.unchanged += 1
                self.same.append(name)
                loaded.rows = None
                loaded.findings = [row for row in loaded.findings if row[4] in FILE_KINDS]
            else:
                if name in self.known:
                    self.replaced.add(name)
                self.known[name] = loaded.digest
                self.events += len(loaded.rows["events"])
        self.report.findings += [told(r[0], r[1], r[5], r[6]) for r in loaded.findings if r[3] == "error"]
        if loaded.rows is not None or loaded.findings:
            self.batch.append(loaded)
            self.waiting.add(name)

    def recall(self) -> None:
        """Tell again what was found in games that a file holds unchanged."""
        if self.same:
            rows = self.con.execute(
                "SELECT game, path, clause, message FROM findings "
                "WHERE severity = 'error' AND list_contains(?, game) AND NOT list_contains(?, kind)",
                [self.same, FILE_KINDS],
            ).fetchall()
            self.report.findings += [told(*row) for row in rows]

    def drop(self, games: list[str], where: str) -> None:
        """Remove games that one file held, unless another file has them."""
        self.flush()
        held = {x[0] for x in self.con.execute("SELECT DISTINCT unnest(games) FROM files").fetchall()}
        gone = [g for g in games if g not in held]
        self.delete(gone)
        self.report.removed += len(gone)
        for game in gone:
            self.known.pop(game, None)
        self.con.execute(
            "UPDATE games SET path = (SELECT min(f.path) FROM files f WHERE list_contains(f.games, games.game)) "
            "WHERE path = ? AND list_contains(?, game)",
            [where, games],
        )

    def delete(self, games: Sequence[str]) -> None:
        """Remove all rows of games, except what was found in their files."""
        for t in TABLES if games else ():
            if t.name == "findings":
                self.con.execute(
                    "DELETE FROM findings WHERE list_contains(?, game) AND NOT list_contains(?, kind)",
                    [games, FILE_KINDS],
                )
            else:
                self.con.execute(f"DELETE FROM {t.name} WHERE list_contains(?, game)", [games])

    def flush(self) -> None:
        """Send all kept games to the database."""
        self.delete(list(self.replaced))
        self.send(self.batch)
        rows = []
        for file, inside, failed in self.files:
            games = [g for g in inside if g not in self.refused]
            rows.append((file.where, file.digest, games, failed + len(inside) - len(games)))
        append(self.con, {"files": rows})
        self.batch, self.files, self.events = [], [], 0
        self.waiting, self.replaced = set(), set()
        gc.collect()

    def send(self, batch: Sequence[Loaded]) -> None:
        """Append games in one transaction, or one by one where the database refuses a value."""
        import duckdb

        report = self.report
        try:
            append(self.con, merged(batch))
        except duckdb.Error as error:
            if len(batch) > 1:
                for one in batch:
                    self.send([one])
            else:
                self.refuse(batch[0], str(error).splitlines()[0])
            return
        for x in batch:
            if x.rows is not None:
                report.events += len(x.rows["events"])
                report.changed += x.game in self.replaced
                report.new += x.game not in self.replaced

    def refuse(self, loaded: Loaded, why: str) -> None:
        """A game with a value that no column holds: a finding takes its place."""
        name = loaded.game or ""
        path = loaded.rows["games"][0][1] if loaded.rows is not None else None
        text = f"the store cannot hold a value: {why}"
        self.known.pop(name, None)
        self.refused.add(name)
        self.report.failed += 1
        self.report.findings.append(told(name, path, None, text))
        append(self.con, {"findings": [(name, path, None, "error", "unloadable", None, text)]})


def merged(batch: Iterable[Loaded]) -> Rows:
    """The rows of several games, table by table."""
    rows = empty_rows()
    for x in batch:
        for table, more in (x.rows or {}).items():
            rows[table] += more
        rows["findings"] += x.findings
    return rows


def append(con: duckdb.DuckDBPyConnection, rows: dict[str, list[tuple[Any, ...]]]) -> None:
    """Append rows to their tables in one transaction; raises duckdb's error, and then nothing is appended."""
    with contextlib.closing(con.cursor()) as cursor:
        cursor.begin()
        try:
            for table, some in rows.items():
                if some:
                    appender = cursor.appender(table, columns=list(BY_NAME[table].names))
                    appender.append_rows(some)
                    appender.flush()
            cursor.commit()
        except BaseException:
            with contextlib.suppress(Exception):
                cursor.rollback()
            raise
