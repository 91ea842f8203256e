"""Reading a log: games streamed out of a file, every good line kept, every bad one told in one line."""

from __future__ import annotations

import gc
import hashlib
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from pydantic import TypeAdapter, ValidationError
from pydantic_core import from_json

from mjlog.errors import ParseError
from mjlog.events import AnyEvent, Event, HandStarted
from mjlog.log.files import Cut, Source, batches, blocks_of, label_of, opened
from mjlog.log.models import ENTRY, FORMAT, Entry, Game, Header, Seal, place
from mjlog.log.upcast import upcast_entry, upcast_header

CHUNK = 512
"""Lines that are validated together at most."""
MOST_ERRORS = 50
"""Errors of one game that are told; more are counted."""
BOM = b"\xef\xbb\xbf"

_ENTRIES: TypeAdapter[list[Entry]] = TypeAdapter(list[Entry])
_EVENTS: TypeAdapter[list[AnyEvent]] = TypeAdapter(list[Event])
_PLAIN = re.compile(
    r'^\{"seq":([1-9][0-9]{0,15}),"id":"([^"\\\x00-\x1f\x7f-\x9f\u2028\u2029]*)","e":(\{.*\})\}$', re.M
)
"""An entry as we write it with nothing but number, id and event: only the event needs validating."""
_UNREADABLE = (ValueError, RecursionError, TypeError, KeyError, AttributeError)
"""What a line may raise that is not what it should be."""
_OPENING = b'{"seq":'
_FIRST = (b'{"seq":1,', b'{"seq": 1,')


@dataclass
class Log:
    """A whole file in memory: its games, and what was wrong outside of any game."""

    games: list[Game] = field(default_factory=list)
    errors: list[ParseError] = field(default_factory=list)


def problem(error: Exception) -> str:
    """What is wrong in one line: the place within the line and the reason."""
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False)[0]
        loc = ".".join(str(x) for x in first["loc"] if not isinstance(x, int) or len(first["loc"]) > 2)
        return f"{loc}: {first['msg']}" if loc else str(first["msg"])
    return str(error).splitlines()[0] if str(error) else type(error).__name__


class _Reader:
    """The game being read and what is still to be validated."""

    def __init__(self, label: str, errors: list[ParseError]) -> None:
        self.label = label
        self.outside = errors
        self.game: Game | None = None
        self.done: list[Game] = []
        self.pending: list[bytes] = []
        self.numbers: list[int] = []
        self.hash = hashlib.sha256()
        self.ids: dict[str, int] = {}
        self.seq: int | None = 0
        self.lines: list[int] = []
        self.more = 0
        self.unsure = False

    # Errors

    def tell(self, line: int, message: str) -> None:
        """Keep an error where it belongs: in its game, or outside of all."""
        if self.game is None:
            if len(self.outside) < MOST_ERRORS:
                self.outside.append(ParseError(message, where=f"{self.label}:{line}"))
            return
        if len(self.game.errors) >= MOST_ERRORS:
            self.more += 1
            return
        hand, event = self.position()
        self.game.errors.append(ParseError(message, where=f"{self.label}:{line} hand {hand} event {event}"))

    def position(self) -> tuple[int, int]:
        """Hand and event that come next."""
        entries = self.game.entries if self.game else []
        if not entries:
            return 0, 1
        hand = sum(type(x.e) is HandStarted for x in entries)
        start = next((i for i in range(len(entries) - 1, -1, -1) if type(entries[i].e) is HandStarted), 0)
        return hand, len(entries) - start + 1

    # Lines

    def block(self, first: int, lines: Sequence[bytes | None]) -> None:
        """Take whole lines, the first with number `first`; runs of entries are validated together."""
        start, seq = 0, _OPENING
        others = [i for i, x in enumerate(lines) if x is None or not x.startswith(seq)]
        for i in [*others, len(lines)]:
            if i > start:
                self.flush()
                for k in range(start, i, CHUNK):
                    end = min(k + CHUNK, i)
                    self.entries(lines[k:end], range(first + k, first + end))  # type: ignore[arg-type]
            start = i + 1
            if i < len(lines):
                data = lines[i]
                if data is None:
                    self.flush()
                    self.bad(first + i, b"", "a line longer than a log ever has")
                else:
                    self.line(first + i, data.removeprefix(BOM) if first + i == 1 else data)

    def line(self, number: int, data: bytes) -> None:
        """Take one line without its newline."""
        if data.startswith(b'{"format"'):
            self.flush()
            self.header(number, data)
        elif data.startswith(b'{"seal"'):
            self.flush()
            self.seal(number, data)
        elif data.strip():
            self.pending.append(data)
            self.numbers.append(number)
            if len(self.pending) >= CHUNK:
                self.flush()
        elif self.game is not None:
            self.hash.update(data + b"\n")

    def flush(self) -> None:
        """Validate what is pending: all at once, or line by line where that fails."""
        lines, numbers = self.pending, self.numbers
        if lines:
            self.pending, self.numbers = [], []
            self.entries(lines, numbers)

    def entries(self, lines: Sequence[bytes], numbers: Sequence[int]) -> None:
        """Validate lines that should be entries: all at once, or line by line where that fails."""
        if self.unsure:
            self.unsure = False
            if lines[0].startswith(_FIRST):
                self.close()
        if self.game is not None and self.game.header.format == FORMAT:
            with collector_resting():
                try:
                    entries = plain_entries(lines)
                    if entries is None:
                        entries = _ENTRIES.validate_json(b"[" + b",".join(lines) + b"]")
                except (ValidationError, ValueError, RecursionError):
                    entries = []
            if len(entries) == len(lines):
                self.hash.update(b"\n".join(lines) + b"\n")
                if not self.run(entries, numbers):
                    self.take(entries, numbers)
                return
        for number, data in zip(numbers, lines, strict=True):
            self.slow(number, data)

    def run(self, entries: list[Entry], numbers: Sequence[int]) -> bool:
        """Append entries of which each follows the one before and none was there; False if there is more to say."""
        game, ids = self.game, self.ids
        assert game is not None
        if self.seq is None or game.sealed is not None:
            return False
        names = [x.id for x in entries]
        new = set(names)
        after = self.seq + len(entries)
        if len(new) < len(names) or not ids.keys().isdisjoint(new):
            return False
        if [x.seq for x in entries] != list(range(self.seq + 1, after + 1)):
            return False
        ids.update(zip(names, range(len(game.entries), len(game.entries) + len(names)), strict=True))
        game.entries += entries
        self.lines += numbers
        self.seq = after
        return True

    def take(self, entries: list[Entry], numbers: Sequence[int]) -> None:
        """Append entries to the game; a doubled one is dropped, a wrong number is told."""
        game, ids = self.game, self.ids
        assert game is not None
        kept, lines = game.entries, self.lines
        after = game.sealed is not None
        for entry, number in zip(entries, numbers, strict=True):
            at = ids.get(entry.id)
            if at is not None:
                if kept[at] != entry:
                    self.tell(number, f"entry {entry.id!r} stands here again with other content")
                continue
            if self.seq is not None and entry.seq != self.seq + 1:
                self.tell(number, f"entry number {entry.seq} follows {self.seq}")
            self.seq = entry.seq
            ids[entry.id] = len(kept)
            kept.append(entry)
            lines.append(number)
            game.after_seal += after

    def slow(self, number: int, data: bytes) -> None:
        """One line that needs a closer look: another order of keys, an older format, or rubbish."""
        try:
            row = from_json(data)
        except (ValueError, RecursionError) as error:
            self.bad(number, data, f"not JSON: {problem(error)}")
            return
        if not isinstance(row, dict):
            self.bad(number, data, "not a header, an entry or a seal")
        elif "ruleset" in row or ("format" in row and "e" not in row):
            self.header(number, data)
        elif "seal" in row:
            self.seal(number, data)
        elif self.game is None:
            self.tell(number, "there is no header before this line: the log has lost its first line")
        else:
            self.hash.update(data + b"\n")
            try:
                entry = self.entry(row, data)
            except (ValueError, RecursionError, TypeError, KeyError) as error:
                self.tell(number, problem(error))
                self.seq = None
            else:
                self.take([entry], [number])

    def entry(self, row: dict[str, Any], data: bytes) -> Entry:
        """One entry of any format we know."""
        assert self.game is not None
        if self.game.header.format == FORMAT:
            return ENTRY.validate_json(data)
        return ENTRY.validate_python(upcast_entry(row, self.game.header.format))

    def bad(self, number: int, data: bytes, message: str) -> None:
        """A line that cannot be read; it counts for the seal all the same."""
        if self.game is not None:
            self.hash.update(data + b"\n")
        self.tell(number, message)
        self.seq = None

    def header(self, number: int, data: bytes) -> None:
        """The header of the next game; a bad one may be a damaged line within a game that is not sealed yet."""
        try:
            header, version = header_of(data)
        except _UNREADABLE as error:
            message = problem(error) if isinstance(error, ParseError) else f"bad header: {problem(error)}"
            if self.game is not None and self.game.sealed is None and not isinstance(error, ParseError):
                self.bad(number, data, message)
                self.unsure = True
            else:
                self.close()
                self.tell(number, message)
            return
        self.close()
        header.format = version
        self.game = Game(header, [], path=self.label, line=number)
        self.hash = hashlib.sha256(data + b"\n")
        self.ids, self.seq, self.lines, self.more = {}, 0, [], 0
        self.game.lines = self.lines

    def seal(self, number: int, data: bytes) -> None:
        """Compare a seal with what was read."""
        game = self.game
        if game is None:
            self.tell(number, "a seal without a game")
            return
        try:
            seal = Seal.model_validate_json(data)
        except (ValueError, RecursionError) as error:
            self.bad(number, data, f"bad seal: {problem(error)}")
            return
        good = seal.seal == self.hash.hexdigest()
        if not good:
            self.tell(
                number,
                f"the seal does not fit: the game was changed after it was closed with {seal.entries} entries",
            )
        game.sealed = good and game.sealed is not False
        game.after_seal = 0
        self.hash.update(data + b"\n")

    def torn(self, number: int, data: bytes) -> None:
        """A last line without a newline: complete all the same, or cut off by a crash."""
        try:
            from_json(data)
        except (ValueError, RecursionError):
            self.flush()
            text = data.decode("utf-8", "replace")
            self.tell(number, f"the last line is cut off after {len(data)} bytes")
            if self.game is not None:
                self.game.torn = text
        else:
            self.line(number, data)

    def close(self) -> None:
        """The game is complete as far as the file goes."""
        self.flush()
        if self.game is not None:
            if self.more:
                self.game.errors.append(ParseError(f"{self.more} more errors", where=self.label))
            self.game.header.format = FORMAT
            self.done.append(self.game)
        self.game = None

    def ready(self) -> Iterator[Game]:
        """The games that are complete."""
        done, self.done = self.done, []
        return iter(done)


def header_of(data: bytes) -> tuple[Header, int]:
    """The header that a line holds, lifted to our format, and the format it was written in.

    Raises ParseError for a newer format, else what a line that is no header raises.
    """
    row = from_json(data)
    version = row.get("format", FORMAT)
    if isinstance(version, int) and version > FORMAT:
        raise ParseError(f"format {version} is newer than this version of mjlog, which reads up to {FORMAT}")
    return Header.model_validate(upcast_header(row)), version


def plain_entries(lines: Sequence[bytes]) -> list[Entry] | None:
    """The entries of lines that hold number, id and event in our own spelling; None if one of them does not.

    Raises pydantic's ValidationError or ValueError where an event is wrong.
    """
    found = _PLAIN.findall(b"\n".join(lines).decode())
    if len(found) != len(lines):
        return None
    numbers, ids, texts = zip(*found, strict=True)
    events = _EVENTS.validate_json(f"[{','.join(texts)}]")
    if len(events) != len(lines):
        return None
    return list(map(Entry, map(int, numbers), ids, events))


def read_games(source: Source, errors: list[ParseError] | None = None) -> Iterator[Game]:
    """The games of a log one by one: a path, ``-`` for standard input, or a binary stream, packed or not.

    What is wrong within a game stands in its `errors`, what is wrong outside of all games is appended to
    `errors`. Never raises for bad content; ParseError only for a file that cannot be opened.

    >>> import io
    >>> text = b'{"format":1,"game":"g","ruleset":"siren","seats":[],"source":"imported"}\\n{rubbish\\n'
    >>> [str(e) for g in read_games(io.BytesIO(text)) for e in g.errors]
    ['<stream>:2 hand 0 event 1: not JSON: key must be a string at line 1 column 2']
    """
    label = label_of(source)
    outside: list[ParseError] = [] if errors is None else errors
    before = len(outside)
    reader = _Reader(label, outside)
    number = games = 0
    with opened(source) as stream:
        try:
            for lines, whole in batches(blocks_of(stream, label)):
                if whole or lines[0] is None:
                    reader.block(number + 1, lines)
                elif lines[0]:
                    reader.torn(number + 1, lines[0])
                number += len(lines)
                for game in reader.ready():
                    games += 1
                    yield game
        except Cut as error:
            reader.flush()
            reader.tell(number + 1, error.message)
        except ParseError as error:
            reader.flush()
            outside.append(error)
        except OSError as error:
            reader.flush()
            reader.tell(number + 1, f"cannot be read on: {error.strerror or error}")
    reader.close()
    for game in reader.ready():
        games += 1
        yield game
    if not games and len(outside) == before:
        outside.append(ParseError("there is no game in this file", where=label))


def read_log(source: Source) -> Log:
    """A whole log at once, with what was wrong outside of its games; the collector of cycles rests meanwhile."""
    log = Log()
    with collector_resting():
        log.games.extend(read_games(source, log.errors))
    return log


@contextmanager
def collector_resting() -> Iterator[None]:
    """No collection of cycles inside: of many small objects that all stay it would take half the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def describe_place(game: Game, index: int) -> str:
    """``file:line hand H event N`` of an entry."""
    return place(game.entries, index, game.path, game.lines)
