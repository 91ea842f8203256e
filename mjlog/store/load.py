"""Loading logs into a store: what has to be read, a new file beside the old one, and the exchange at the end."""

from __future__ import annotations

import contextlib
import gc
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mjlog import __version__
from mjlog.store.loader import Loader, LoadReport, LogFile
from mjlog.store.opening import Contents, contents
from mjlog.store.reading import file_digest, log_files, read_files, where_of
from mjlog.store.schema import MARK, VERSION
from mjlog.store.swap import locked, working_copy
from mjlog.store.views import create_all

if TYPE_CHECKING:
    import duckdb

__all__ = ["LoadReport", "load"]

Advance = Callable[[int], object]


def load(
    paths: Sequence[str | os.PathLike[str]],
    db: str | os.PathLike[str],
    *,
    rebuild: bool = False,
    workers: int = 1,
    advance: Advance = lambda n: None,
) -> LoadReport:
    """Load log files and folders of logs into a store and report; the same logs again change nothing.

    A game is known by its id: with other content it replaces what was there, and a game that its file no longer
    holds goes. `rebuild` starts from nothing: from these paths, or without any from the logs of the old store; a
    store of an older schema is always built again from its logs and these. `workers` processes read the logs;
    `advance` is told every finished file.

    The work is done on a copy that replaces the store at the end: readers never see half a load, and a crash
    leaves the old store. Raises StoreError for a file that is no store, one from a newer mjlog, and while another
    load runs; a log that cannot be read is reported and does not stop the rest.
    """
    target, report = Path(db), LoadReport()
    with locked(target):
        old = contents(target) if target.exists() else None
        wanted = log_files(paths)
        keep = old is not None and old.version == VERSION and not rebuild
        if old is not None and not keep:
            wanted = _again(old, wanted, report)
        todo = _to_read(wanted, old if keep else None, report, advance)
        if not keep or todo:
            with working_copy(target, keep) as work, contextlib.closing(_open(work, keep)) as con:
                _read(con, todo, workers, report, advance)
    return report


def _again(old: Contents, wanted: list[str], report: LoadReport) -> list[str]:
    """The logs to build a store from once more, and why in the report."""
    older = old.version < VERSION
    if older or not wanted:
        given = {where_of(path) for path in wanted}
        wanted = [*(path for path in old.files if path not in given), *wanted]
    why = f"it had the older schema {old.version}, this is {VERSION}" if older else "as asked"
    report.rebuilt = f"the store was built again from {len(wanted)} logs ({why})"
    return wanted


def _to_read(
    wanted: Sequence[str], old: Contents | None, report: LoadReport, advance: Advance
) -> list[LogFile]:
    """The files that are not in the store as they are now; those that are go into the report as they were."""
    todo = []
    for path in wanted:
        report.files += 1
        file = LogFile(path, where_of(path))
        before = old.files.get(file.where) if old is not None else None
        try:
            file.digest = "" if path == "-" else file_digest(path)
        except OSError as error:
            file.problem = f"{path}: cannot be read: {error.strerror or error}"
        if before is not None and old is not None and file.digest and file.digest == before.digest:
            report.unchanged_files += 1
            report.unchanged += before.games
            report.failed += before.failed
            report.findings += old.errors.get(file.where, ())
            advance(1)
        else:
            todo.append(file)
    return todo


def _open(work: Path, keep: bool) -> duckdb.DuckDBPyConnection:
    """The working copy, open for writing; an empty store if nothing was kept."""
    import duckdb

    con = duckdb.connect(str(work))
    if not keep:
        create_all(con)
    con.execute("DELETE FROM meta")
    con.executemany(
        "INSERT INTO meta VALUES (?, ?)", [["mark", MARK], ["schema", str(VERSION)], ["mjlog", __version__]]
    )
    return con


def _read(
    con: duckdb.DuckDBPyConnection,
    todo: Sequence[LogFile],
    workers: int,
    report: LoadReport,
    advance: Advance,
) -> None:
    """Read all files into the store; the collector of cycles rests between batches, where it finds next to nothing."""
    loader = Loader(con, report)
    collecting = gc.isenabled()
    gc.disable()
    try:
        for file in todo:
            if file.problem:
                loader.file(file, ())
                advance(1)
        good = [file for file in todo if not file.problem]
        for file, games in zip(
            good, read_files([(f.path, f.where) for f in good], loader.skip, workers), strict=True
        ):
            loader.file(file, games)
            advance(1)
        loader.flush()
        con.execute("CHECKPOINT")
    finally:
        if collecting:
            gc.enable()
