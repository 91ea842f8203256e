"""The journal: a log that grows while a game is being played, each entry on the disk before `append` returns."""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import TracebackType

from filelock import FileLock, Timeout
from pydantic import ValidationError
from pydantic_core import from_json

from mjlog.errors import MjlogError, ParseError
from mjlog.events import AnyEvent
from mjlog.log.models import ENTRY, FIRST_SEQ, FORMAT, Entry, Flag, Game, Header
from mjlog.log.read import BOM, problem, read_log
from mjlog.log.write import entry_line, header_line, seal_line

Sync = Callable[[int], object]
PACKED = (".gz", ".zst")


class Journal:
    """The one writer of a log file; whatever `append` returned for stays, also if the process or machine dies.

    `game` is the last game of the file as it stands, corrections unfolded. `recovered` says in words what opening
    had to put in order, empty if nothing. A lock file beside the log keeps other writers out until `close`.

    >>> import tempfile
    >>> from mjlog.events import Noted
    >>> from mjlog.log import Header
    >>> path = Path(tempfile.mkdtemp()) / "table.jsonl"
    >>> with Journal.create(path, Header(game="g", ruleset="siren", seats=[], source="transcribed")) as journal:
    ...     first = journal.append(Noted("the cat sits on the wall"), id="phone-1")
    ...     again = journal.append(Noted("the cat sits on the wall"), id="phone-1")
    >>> first.seq, again is first, len(read_log(path).games[0].entries)
    (1, True, 1)
    """

    def __init__(self, path: str | os.PathLike[str], sync: Sync = os.fsync) -> None:
        self.path = Path(path)
        self.recovered: list[str] = []
        self._sync = sync
        if self.path.suffix in PACKED:
            raise MjlogError("a journal is plain .jsonl: packed files cannot grow safely", where=str(path))
        self._lock = FileLock(self.path.with_name(f".{self.path.name}.lock"), timeout=0)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._lock.acquire()
        except Timeout:
            raise MjlogError("somebody else is recording into this file", where=str(path)) from None
        except OSError as error:
            raise self._trouble("cannot be opened", error) from None
        self._handle = -1
        self._broken = False

    @classmethod
    def create(cls, path: str | os.PathLike[str], header: Header, sync: Sync = os.fsync) -> Journal:
        """A new file with the header of its first game; raises MjlogError if there is one with content already."""
        journal = cls(path, sync)
        try:
            journal._open(os.O_RDWR | os.O_CREAT)
            if journal._size:
                raise MjlogError("there is a log already", where=str(path))
            journal.start(header)
            journal._sync_folder()
        except BaseException:
            journal.close()
            raise
        return journal

    @classmethod
    def open(cls, path: str | os.PathLike[str], sync: Sync = os.fsync) -> Journal:
        """Go on with the last game of a file, after a crash too.

        A torn or unreadable last line moves to ``<name>.torn``; other errors of the file stay in `game.errors`.
        Raises MjlogError when the file is missing or has no game to go on with.
        """
        journal = cls(path, sync)
        try:
            journal._open(os.O_RDWR)
            journal._recover()
            games = read_log(journal.path).games
            if not games:
                raise MjlogError("there is no game to go on with", where=str(path))
            journal._go_on(games[-1])
        except BaseException:
            journal.close()
            raise
        return journal

    # Writing

    def start(self, header: Header) -> None:
        """Begin the next game of the file; what follows belongs to it."""
        line = header_line(header).encode()
        self._write(line)
        self._hash = hashlib.sha256(line)
        self.game = Game(header, [], path=str(self.path))
        self._ids: dict[str, Entry] = {}
        self._seq = FIRST_SEQ

    def append(
        self,
        event: AnyEvent,
        *,
        id: str | None = None,
        at: datetime | None = None,
        flag: Flag | None = None,
        note: str | None = None,
        raw: str | None = None,
    ) -> Entry:
        """Write one entry and return it once it is on the disk.

        `id` is the writer's own name of the entry, by default a random one: what is sent a second time under the
        same id is not written again. Raises MjlogError if an id comes back with other content, if the entry could
        not be read back, and when the disk refuses; the file then ends where it ended before.
        """
        name = id if id is not None else secrets.token_hex(8)
        known = self._ids.get(name)
        entry = Entry(self._seq if known is None else known.seq, name, event, at, flag, note, raw)
        if known is not None:
            if known != entry:
                raise MjlogError(f"entry {name!r} is there already with other content", where=str(self.path))
            return known
        try:
            line = entry_line(entry).encode()
            if ENTRY.validate_json(line) != entry:
                raise ValueError("it would be read back as something else")
        except (ValidationError, ValueError) as error:
            raise ParseError(
                f"this entry cannot be written: {problem(error)}", where=str(self.path)
            ) from None
        self._write(line)
        self._hash.update(line)
        self._ids[name] = entry
        self._seq += 1
        self.game.entries.append(entry)
        self.game.after_seal += self.game.sealed is not None
        return entry

    def seal(self) -> str:
        """Close the game with the digest of all its lines and return it; corrections may still follow."""
        digest = self._hash.hexdigest()
        line = seal_line(digest, len(self.game.entries)).encode()
        self._write(line)
        self._hash.update(line)
        self.game.sealed, self.game.after_seal = self.game.sealed is not False, 0
        return digest

    def close(self) -> None:
        """Give up file and lock; nothing is left to be written."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1
        self._lock.release()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # The file

    def _trouble(self, what: str, error: OSError) -> MjlogError:
        return MjlogError(f"{what}: {error.strerror or error}", where=str(self.path))

    def _open(self, flags: int) -> None:
        try:
            self._handle = os.open(self.path, flags | getattr(os, "O_BINARY", 0), 0o644)
        except OSError as error:
            raise self._trouble("cannot be opened", error) from None
        self._size = os.fstat(self._handle).st_size

    def _write(self, line: bytes) -> None:
        """Append a line and wait for the disk; on failure the file is cut back to what it was."""
        if self._handle < 0 or self._broken:
            raise MjlogError("this journal is closed", where=str(self.path))
        if os.fstat(self._handle).st_size != self._size:
            raise MjlogError("the file was changed by something else, open it again", where=str(self.path))
        try:
            os.lseek(self._handle, self._size, os.SEEK_SET)
            rest = memoryview(line)
            while rest:
                rest = rest[os.write(self._handle, rest) :]
            self._sync(self._handle)
        except OSError as error:
            try:
                os.ftruncate(self._handle, self._size)
                self._sync(self._handle)
            except OSError:
                self._broken = True
            raise self._trouble("cannot be written", error) from None
        self._size += len(line)

    def _sync_folder(self) -> None:
        """Make the name of a new file last; systems that cannot sync a folder do it on their own."""
        try:
            folder = os.open(self.path.parent, os.O_RDONLY)
        except OSError:
            return
        try:
            self._sync(folder)
        except OSError:
            pass
        finally:
            os.close(folder)

    def _recover(self) -> None:
        """Put the end of the file in order: a torn or unreadable last line leaves, a missing newline is added."""
        data = self.path.read_bytes()
        end = data.rstrip(b"\n")
        start = end.rfind(b"\n") + 1
        last = data[start:]
        if not last.strip():
            return
        try:
            whole = isinstance(from_json(last), dict)
        except ValueError:
            whole = False
        if not whole:
            with open(f"{self.path}.torn", "ab") as torn:
                torn.write(last if last.endswith(b"\n") else last + b"\n")
                torn.flush()
                self._sync(torn.fileno())
            os.ftruncate(self._handle, start)
            self._sync(self._handle)
            self._size = start
            size = len(last.rstrip(b"\n"))
            self.recovered.append(f"the last line was torn: its {size} bytes moved to {self.path.name}.torn")
        elif not data.endswith(b"\n"):
            self._write(b"\n")
            self.recovered.append("the last line had no newline")

    def _go_on(self, game: Game) -> None:
        """Stand where the file ends."""
        self.game = game
        self._ids = {x.id: x for x in game.entries}
        self._seq = max((x.seq for x in game.entries), default=FIRST_SEQ - 1) + 1
        data = self.path.read_bytes()
        if game.line == 1:
            data = data.removeprefix(BOM)
        for _ in range(game.line - 1):
            data = data[data.index(b"\n") + 1 :]
        version = from_json(data[: data.index(b"\n")])["format"]
        if version != FORMAT:
            raise MjlogError(
                f"this game is written in format {version}: a journal goes on in format {FORMAT} only",
                where=str(self.path),
            )
        self._hash = hashlib.sha256(data)
