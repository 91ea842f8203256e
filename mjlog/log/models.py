"""What a log is made of: seats, header, entry, and one game as it was read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt, PositiveInt, TypeAdapter

from mjlog.errors import ParseError
from mjlog.events import AnyEvent, Event, HandStarted

FORMAT = 1
"""The log format that this version writes; older ones are upcast on reading, newer ones refused."""

FIRST_SEQ = 1
"""`seq` of the first entry after a header; the header itself would be 0."""

Flag = Literal["as_played", "doubtful"]


class Seat(BaseModel):
    """Who sits at a seat: a name, the bot that plays it, its team, and an id of the source."""

    model_config = ConfigDict(extra="forbid")

    name: str = ""
    bot: str | None = None
    team: int | None = None
    id: str | None = None


class Header(BaseModel):
    """The first line of a game: which rules, who sits where, where the record comes from.

    >>> Header(game="g1", ruleset="siren", seats=[Seat(name="甲")], source="transcribed").format
    1
    """

    model_config = ConfigDict(extra="forbid")

    format: NonNegativeInt = FORMAT
    game: str = Field(min_length=1)
    ruleset: str
    ruleset_version: PositiveInt = 1
    overlays: list[str] = []
    options: dict[str, Any] = {}
    seats: list[Seat]
    source: Literal["simulated", "transcribed", "imported"]
    seed: int | None = None
    started: datetime | None = None
    place: str | None = None
    origin: dict[str, Any] = {}


@dataclass(slots=True)
class Entry:
    """Every further line: an event with its number since the header, its writer's id, and what was noted with it.

    `flag` marks an event that breaks the rules but was played, or that the writer doubts; `raw` is the text of
    the source. A slotted dataclass like the events it carries, validated by pydantic at the edge: a log has one
    of these a line.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")
    seq: PositiveInt
    id: str
    e: Event
    at: datetime | None = None
    flag: Flag | None = None
    note: str | None = None
    raw: str | None = None


class Seal(BaseModel):
    """The line that closes a game: SHA-256 of all its lines so far, and how many entries they held."""

    model_config = ConfigDict(extra="forbid")

    seal: str = Field(pattern="^[0-9a-f]{64}$")
    entries: NonNegativeInt


ENTRY: TypeAdapter[Entry] = TypeAdapter(Entry)


@dataclass
class Game:
    """One header and its entries in file order, with all that was wrong while reading them.

    `line` is the header's line in the file and `lines` that of each entry (0 and empty: not read from a file).
    `sealed`: None without a seal, True if every seal fits, False if one does not. `after_seal` counts the
    entries behind the last seal; `torn` is the text of a last line that a crash cut off.
    """

    header: Header
    entries: list[Entry]
    errors: list[ParseError] = field(default_factory=list)
    path: str = ""
    line: int = 0
    lines: Sequence[int] = ()
    sealed: bool | None = None
    after_seal: int = 0
    torn: str | None = None

    @classmethod
    def of(cls, header: Header, events: Iterable[AnyEvent]) -> Game:
        """A new game of these events: numbers from 1, ids derived from game and number, no clock.

        >>> from mjlog.events import Noted
        >>> h = Header(game="g1", ruleset="siren", seats=[], source="simulated")
        >>> [(x.seq, x.id) for x in Game.of(h, [Noted("a"), Noted("b")]).entries]
        [(1, 'g1-1'), (2, 'g1-2')]
        """
        stem = f"{header.game}-"
        return cls(header, [Entry(i, f"{stem}{i}", e) for i, e in enumerate(events, FIRST_SEQ)])

    def where(self, index: int) -> str:
        """The place of entry number `index` (from 0) in words: ``file:line hand H event N``, N within its hand."""
        return place(self.entries, index, self.path, self.lines)


def place(entries: Sequence[Entry], index: int, path: str = "", lines: Sequence[int] = ()) -> str:
    """Where an entry stands: ``path:line`` if known, the hand (0 before the first) and the event within it.

    >>> place([Entry(1, "a", HandStarted(0, [0])), Entry(2, "b", HandStarted(1, [0]))], 1, "x.jsonl", [2, 3])
    'x.jsonl:3 hand 2 event 1'
    """
    hand = event = 0
    for x in entries[: index + 1]:
        event += 1
        if type(x.e) is HandStarted:
            hand += 1
            event = 1
    head = f"{path}:{lines[index]} " if index < len(lines) else f"{path} " if path else ""
    return f"{head}hand {hand} event {event}"


def derived_id(game: str, seq: int) -> str:
    """The id of an entry that simulator and importers write: the same input gives the same bytes.

    >>> derived_id("g1", 17)
    'g1-17'
    """
    return f"{game}-{seq}"


def digest_id(*parts: Any) -> str:
    """A short id that depends on its parts alone (JSON-ready values): 16 hex digits.

    >>> digest_id("siren", 1, {"base": 2}, 7, 0) == digest_id("siren", 1, {"base": 2}, 7, 0)
    True
    """
    text = json.dumps(parts, ensure_ascii=True, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
