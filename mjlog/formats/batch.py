"""Importing many files: folders are walked, every file gives one log, every outcome is reported."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from mjlog.errors import MjlogError
from mjlog.formats.base import ImportResult
from mjlog.formats.container import MAX_BYTES
from mjlog.formats.registry import import_bytes, import_path, importer

_SUFFIXES = {".gz", ".zst", ".xml", ".mjlog", ".txt", ".log", ".json", ".jsonl", ".mjson"}
_UNSAFE = re.compile(r"[^\w.+=@-]+")
_LONGEST = 120
_CHUNK = 8


@dataclass(frozen=True, slots=True)
class Task:
    """One file to import, and the log to write; `source` ``-`` is standard input."""

    source: str
    target: str


@dataclass(slots=True)
class Outcome:
    """What became of one file: the log written and what it holds, remarks, or one line why it was refused."""

    source: str
    target: str | None = None
    format: str | None = None
    games: int = 0
    hands: int = 0
    events: int = 0
    marked: int = 0
    notes: list[str] = field(default_factory=list)
    refused: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The outcome as JSON-ready data."""
        return asdict(self)


@dataclass(slots=True)
class Totals:
    """Counts over outcomes.

    >>> totals = Totals(); totals.add(Outcome("a.xml", "a.jsonl", hands=8)); totals.add(Outcome("b", refused="no"))
    >>> totals.line()
    '2 files: 1 imported, 1 refused; 8 hands'
    """

    files: int = 0
    imported: int = 0
    refused: int = 0
    hands: int = 0

    def add(self, outcome: Outcome) -> None:
        """Count one more file."""
        self.files += 1
        self.imported += outcome.refused is None
        self.refused += outcome.refused is not None
        self.hands += outcome.hands

    def line(self) -> str:
        """The closing line."""
        return (
            f"{self.files} {'file' if self.files == 1 else 'files'}: {self.imported} imported, "
            f"{self.refused} refused; {self.hands} {'hand' if self.hands == 1 else 'hands'}"
        )


def plan(paths: Iterable[str | os.PathLike[str]], out: str | os.PathLike[str]) -> list[Task]:
    """Every file of the paths in order, folders walked by name, with the log that it will give in `out`.

    Hidden files and folders are passed over, and so is `out` where it lies inside a folder. Two files of one name
    get ``-2``, ``-3`` …; the names depend on the paths alone. No source is ever a target.
    """
    folder = Path(out)
    sources = [source for path in paths for source in _files(os.fspath(path), folder)]
    home = folder.resolve()
    taken = {Path(x).name.casefold() for x in sources if x != "-" and Path(x).resolve().parent == home}
    tasks = []
    for source in sources:
        stem = name = _stem(source)
        number = 1
        while f"{name}.jsonl".casefold() in taken:
            number += 1
            name = f"{stem}-{number}"
        taken.add(f"{name}.jsonl".casefold())
        tasks.append(Task(source, str(folder / f"{name}.jsonl")))
    return tasks


def _files(path: str, out: Path) -> Iterator[str]:
    if path == "-" or not os.path.isdir(path):
        yield path
        return
    home, start = os.path.realpath(out), os.path.realpath(path)
    for folder, inner, files in os.walk(path):
        inner[:] = sorted(
            x
            for x in inner
            if x[0] != "." and (os.path.realpath(os.path.join(folder, x)) != home or home == start)
        )
        yield from (os.path.join(folder, x) for x in sorted(files) if x[0] != ".")


def _stem(source: str) -> str:
    """The name of a log without its suffix.

    >>> _stem("logs/2020 game.mjlog.gz"), _stem("-")
    ('2020_game', 'stdin')
    """
    if source == "-":
        return "stdin"
    name = Path(source).name
    while (suffix := Path(name).suffix).lower() in _SUFFIXES:
        name = name[: -len(suffix)]
    return _UNSAFE.sub("_", name).strip("._")[:_LONGEST] or "log"


def import_task(task: Task, fmt: str | None = None) -> Outcome:
    """Import one file and write its log; the log appears under its name only when it is complete."""
    from mjlog.log.write import write_games

    if task.source == "-":
        result = import_bytes(sys.stdin.buffer.read(MAX_BYTES), "stdin", fmt)
    else:
        result = import_path(task.source, fmt)
    if result.refused is None:
        try:
            write_games(task.target, result.games)
        except OSError as error:
            result = ImportResult(
                notes=result.notes, refused=f"{task.target} cannot be written: {error.strerror or error}"
            )
    if result.refused is not None:
        return Outcome(task.source, format=result.format, notes=result.notes, refused=result.refused)
    return Outcome(
        task.source,
        task.target,
        result.format,
        len(result.games),
        result.hands,
        result.events,
        result.marked,
        result.notes,
    )


def run(tasks: list[Task], fmt: str | None = None, workers: int = 1) -> Iterator[Outcome]:
    """Do the tasks one after another or by several processes; outcomes come in the order of the tasks.

    Raises ParseError at once for a format that does not exist, MjlogError if a target folder is a file.
    """
    if fmt:
        importer(fmt)
    for folder in {os.path.dirname(task.target) for task in tasks}:
        if folder and os.path.exists(folder) and not os.path.isdir(folder):
            raise MjlogError("is a file, not a folder", where=folder)
    return _outcomes(tasks, fmt, workers)


def _outcomes(tasks: list[Task], fmt: str | None, workers: int) -> Iterator[Outcome]:
    work = partial(import_task, fmt=fmt)
    if workers < 2 or len(tasks) < 2 or any(task.source == "-" for task in tasks):
        yield from map(work, tasks)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(min(workers, len(tasks)), get_context("spawn")) as pool:
        yield from pool.map(work, tasks, chunksize=_CHUNK)


def import_many(
    paths: Iterable[str | os.PathLike[str]],
    out: str | os.PathLike[str],
    fmt: str | None = None,
    workers: int = 1,
) -> Iterator[Outcome]:
    """Import every file under the paths into the folder `out`, one log a file; yields what became of each."""
    return run(plan(paths, out), fmt, workers)
