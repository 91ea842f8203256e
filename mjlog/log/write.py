"""Writing a log: one line a header, entry or seal; whole games; many games into one file."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import fields
from json.encoder import encode_basestring
from operator import attrgetter
from types import TracebackType
from typing import Any, BinaryIO

from pydantic_core import to_json

from mjlog.events import EVENT_TYPES, TYPE_NAMES, AnyEvent
from mjlog.log.files import Source, open_out
from mjlog.log.models import Entry, Game, Header

_quote: Callable[[str], str] = encode_basestring


def _any(value: Any) -> str:
    return to_json(value).decode()


_SCALARS: dict[type, Callable[[Any], str]] = {int: repr, str: _quote}
_Plan = tuple[str, Callable[[Any], tuple[Any, ...]], tuple[tuple[Any, str], ...]]


def _plan(cls: type) -> _Plan:
    """How a type is written: its opening text, a getter of all its fields, and (default, key text) of each."""
    rows = [f for f in fields(cls) if f.name != "type"]
    names = [f.name for f in rows]
    get = attrgetter(*names)
    many = get if len(names) > 1 else lambda event: (get(event),)
    return f'{{"type":"{TYPE_NAMES[cls]}"', many, tuple((f.default, f',"{f.name}":') for f in rows)


_PLANS = {cls: _plan(cls) for cls in EVENT_TYPES}


def event_text(event: AnyEvent) -> str:
    """The event as compact JSON: its type first, then only the fields that differ from their default.

    >>> from mjlog.events import Drawn
    >>> event_text(Drawn(2, "5m"))
    '{"type":"drawn","seat":2,"tile":"5m"}'
    """
    text, get, rows = _PLANS[type(event)]
    for value, (default, key) in zip(get(event), rows, strict=True):
        if value != default:
            text += key + _SCALARS.get(type(value), _any)(value)
    return text + "}"


def entry_line(entry: Entry) -> str:
    """One entry as a line with its newline; keys in the order seq, id, at, flag, note, e, raw.

    >>> from mjlog.events import Drawn
    >>> entry_line(Entry(3, "g1-3", Drawn(2, "5m")))
    '{"seq":3,"id":"g1-3","e":{"type":"drawn","seat":2,"tile":"5m"}}\\n'
    """
    more = ""
    if entry.at is not None:
        more = f',"at":{_any(entry.at)}'
    if entry.flag is not None:
        more += f',"flag":"{entry.flag}"'
    if entry.note is not None:
        more += f',"note":{_quote(entry.note)}'
    raw = "" if entry.raw is None else f',"raw":{_quote(entry.raw)}'
    return f'{{"seq":{entry.seq},"id":{_quote(entry.id)}{more},"e":{event_text(entry.e)}{raw}}}\n'


def header_line(header: Header) -> str:
    """The header as a line with its newline: format and game first, then the fields that are not default."""
    rest = header.model_dump(mode="json", exclude_defaults=True, exclude={"format", "game"})
    return _any({"format": header.format, "game": header.game, **rest}) + "\n"


def seal_line(digest: str, entries: int) -> str:
    """The seal as a line with its newline: hex digest of all lines since the header, and the entries counted."""
    return f'{{"seal":"{digest}","entries":{entries}}}\n'


def dump_game(game: Game, seal: bool = True) -> bytes:
    """The game as lines of UTF-8: header, entries and, unless told otherwise, a seal over all of them."""
    lines = [header_line(game.header), *map(entry_line, game.entries)]
    data = "".join(lines).encode()
    if seal:
        data += seal_line(hashlib.sha256(data).hexdigest(), len(game.entries)).encode()
    return data


class Writer:
    """Writes many games into one ``.jsonl``, ``.jsonl.gz`` or ``.jsonl.zst`` file; same games, same bytes.

    A named file appears under its name only when the writer closes without an error. `games` counts them.
    """

    def __init__(self, target: Source) -> None:
        self._out = open_out(target)
        self.games = 0

    def write(self, game: Game, seal: bool = True) -> None:
        """Append one game."""
        self.write_bytes(dump_game(game, seal))

    def write_bytes(self, data: bytes) -> None:
        """Append one game that `dump_game` has already made."""
        self._out.stream.write(data)
        self.games += 1

    def close(self) -> None:
        """Finish the file and give it its name."""
        self._out.close()

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()
        else:
            self._out.discard()


def write_games(target: Source | BinaryIO, games: Iterable[Game], seal: bool = True) -> int:
    """Write all games to one file (suffix decides the compression, ``-`` is standard output); return the count."""
    with Writer(target) as out:
        for game in games:
            out.write(game, seal)
    return out.games
