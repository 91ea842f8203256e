"""One log file as rows: read, checked and projected game by game, in this process or in others."""

from __future__ import annotations

import gc
import hashlib
import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from mjlog.errors import MjlogError, ParseError, StoreError
from mjlog.events import CORRECTIONS
from mjlog.log import Entry, Game, fold, read_games
from mjlog.offers import offers
from mjlog.replay import check
from mjlog.rules import Event, State
from mjlog.store.project import Rows, project

SUFFIXES = (".jsonl", ".jsonl.gz", ".jsonl.zst")
"""What a log in a folder ends in; a file that is named itself may be called anything."""
WHOLE = 16 << 20
"""Bytes of a file up to which another process may read it at once; longer ones are read game by game here."""
IN_FLIGHT = 2
"""Files a process that are read ahead."""

FILE_KINDS = ("unreadable", "unloadable", "reading")
"""Kinds of findings that belong to a file and go when it is read again; all others belong to their game."""

UNEXPECTED = (
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
    AssertionError,
    RecursionError,
)
"""What a log that nobody thought of may raise: that game is reported, the load goes on."""

Skip = Callable[[str, str], bool]


@dataclass
class Loaded:
    """One game of a file: its id and digest, its rows (None: known already or not loadable), what was found.

    `findings` are rows of that table. A `game` of None holds what was found outside of all games.
    """

    game: str | None
    digest: str = ""
    rows: Rows | None = None
    findings: list[tuple[Any, ...]] = field(default_factory=list)
    failed: int = 0


def log_files(paths: Sequence[str | os.PathLike[str]]) -> list[str]:
    """The files under paths in a fixed order: folders walked for logs, files and ``-`` as they are, each once."""
    found: dict[str, str] = {}
    for path in (os.fspath(p) for p in paths):
        some = [path]
        if os.path.isdir(path):
            inside = sorted(p for p in Path(path).rglob("*") if p.name.endswith(SUFFIXES) and p.is_file())
            some = [str(p) for p in inside if not p.name.startswith(".")]
        for p in some:
            found.setdefault(where_of(p), p)
    return list(found.values())


def where_of(path: str) -> str:
    """How the store calls a file: by its absolute path."""
    return path if path == "-" else os.path.abspath(path)


def file_digest(path: str) -> str:
    """SHA-256 of the bytes of a file; raises OSError."""
    with open(path, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


_ENTRIES: TypeAdapter[list[Entry]] = TypeAdapter(list[Entry])


def content_digest(game: Game) -> str:
    """SHA-256 of header (without origin) and entries: what makes two copies of a game the same game."""
    head = game.header.model_dump_json(exclude={"origin"}, exclude_defaults=True)
    body = _ENTRIES.dump_json(game.entries, exclude_defaults=True)
    return hashlib.sha256(head.encode() + b"\n" + body).hexdigest()


def read_file(path: str, where: str, skip: Skip | None = None) -> Iterator[Loaded]:
    """The games of one file and, last, what was wrong outside of them; never raises for what a log holds.

    `where` is how the store calls the file. `skip` tells whether a game with this digest is there already; such
    a game is neither checked nor projected.
    """
    outside: list[ParseError] = []
    problem: MjlogError | None = None
    try:
        for game in read_games(path, outside):
            yield load_game(game, where, skip)
    except MjlogError as error:
        problem = error
    errors = [*outside, *([problem] if problem else [])]
    if errors:
        rows = [(None, where, None, "error", "unreadable", e.clause or None, _line(e)) for e in errors]
        yield Loaded(None, findings=rows, failed=len(rows))


def load_game(game: Game, where: str, skip: Skip | None = None) -> Loaded:
    """One game as rows with its findings."""
    name, digest = game.header.game, content_digest(game)
    entries, problems = fold(game.entries)
    out = Loaded(name, digest)
    out.findings = [(name, where, None, "error", "reading", e.clause or None, _line(e)) for e in game.errors]
    if skip is not None and skip(name, digest):
        return out
    corrections = [x for x in game.entries if type(x.e) in CORRECTIONS]
    try:
        out.rows = project(game.header, entries, corrections, path=where, digest=digest)
    except UNEXPECTED as error:
        clause = error.clause if isinstance(error, MjlogError) else ""
        out.findings.append((name, where, None, "error", "unloadable", clause or None, _line(error)))
        out.failed = 1
        return out
    out.findings += [(name, where, None, "error", "correction", None, text) for text in problems]
    offered = out.rows["offers"]
    hands = [row[3] for row in out.rows["events"]]

    def watch(s: State, e: Event, index: int) -> None:
        hand = hands[index]
        if hand is not None:
            offered.extend((name, hand, index + 1, *offer) for offer in offers(s, e))

    try:
        found = check(game, watch).findings
    except UNEXPECTED as problem:
        text = f"the check cannot go on: {_line(problem)}"
        out.findings.append((name, where, None, "error", "check", None, text))
        return out
    for f in found:
        at = f.hand + f.event > 0
        text = f"hand {f.hand} event {f.event}: {f.message}" if at else f.message
        n = f.index + 1 if at else None
        out.findings.append((name, where, n, f.severity, f.kind, f.clause or None, " ".join(text.split())))
    return out


def _line(error: Exception) -> str:
    """An error in one line, without the clause, which has a column of its own."""
    if isinstance(error, MjlogError):
        return " ".join(str(error).removesuffix(f" [{error.clause}]").split())
    return " ".join(f"{type(error).__name__}: {error}".split())


def _read_whole(path: str, where: str) -> list[Loaded]:
    """All of a file at once: what another process does."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        return list(read_file(path, where))
    finally:
        if collecting:
            gc.enable()


def read_files(files: Sequence[tuple[str, str]], skip: Skip, workers: int = 1) -> Iterator[Iterator[Loaded]]:
    """The games of each (path, where) in order, read by so many processes; only a few files are held at once.

    Raises StoreError if one of the processes ends.
    """
    if workers <= 1 or len(files) <= 1:
        for path, where in files:
            yield read_file(path, where, skip)
        return
    with ProcessPoolExecutor(min(workers, len(files)), mp_context=get_context("spawn")) as pool:
        ahead: deque[Future[list[Loaded]] | None] = deque()
        todo = iter(files)
        try:
            for path, where in files:
                for p, w in islice(todo, workers * IN_FLIGHT - len(ahead)):
                    ahead.append(pool.submit(_read_whole, p, w) if _small(p) else None)
                job = ahead.popleft()
                yield read_file(path, where, skip) if job is None else iter(job.result())
        except BrokenProcessPool:
            raise StoreError("a process that read logs has ended; is there enough memory?") from None
        finally:
            pool.shutdown(cancel_futures=True)


def _small(path: str) -> bool:
    return os.path.isfile(path) and os.path.getsize(path) <= WHOLE
