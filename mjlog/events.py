"""Event types: what happened, in the past tense, as slotted dataclasses that pydantic validates at the edge.

By convention nobody changes an event after making it. Tiles are names (``5m E f3 RJ ?``); a list of tiles
without order (`own`, a shown hand, the tiles of a kong) compares as a bag. ``counts`` on an event changes
public counters of its seat in the same step: one decision is one event. Field docs live in ``FIELD_DOCS``.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated, Any, Literal, Union

from pydantic import ConfigDict, Field, TypeAdapter

_STRICT = ConfigDict(extra="forbid")

Counts = dict[str, int]
SeatNo = Annotated[int, Field(ge=0, le=7)]


@dataclass(slots=True)
class HandStarted:
    """A hand begins: zones are cleared, scores and pot are those written here."""

    __pydantic_config__ = _STRICT
    dealer: SeatNo
    scores: list[int]
    round: int = 0
    honba: int = 0
    pot: int = 0
    dice: list[int] | None = None
    type: Literal["hand_started"] = "hand_started"


@dataclass(slots=True)
class WallBuilt:
    """The wall stands: one slot a tile in draw order, the last `dead` apart, named `places` for special draws."""

    __pydantic_config__ = _STRICT
    tiles: list[str]
    height: int = 2
    faces: Literal["down", "up"] = "down"
    dead: int = 0
    places: dict[str, list[int]] | None = None
    refill: bool = False
    type: Literal["wall_built"] = "wall_built"


@dataclass(slots=True)
class Dealt:
    """A block of tiles went to a hand; `faces` has one letter a tile, ``u`` seen by all, ``d`` by the owner."""

    __pydantic_config__ = _STRICT
    seat: SeatNo
    tiles: list[str]
    faces: str = ""
    source: str = "head"
    type: Literal["dealt"] = "dealt"


@dataclass(slots=True)
class Drawn:
    """A seat drew one tile from `source`: ``head``, ``tail``, a named place, ``at:slot`` or ``row:i``."""

    __pydantic_config__ = _STRICT
    seat: SeatNo
    tile: str = "?"
    source: str = "head"
    face: Literal["down", "up"] = "down"
    type: Literal["drawn"] = "drawn"


@dataclass(slots=True)
class Turned:
    """Tiles of the wall were turned up into an open zone (indicator, ura, row)."""

    __pydantic_config__ = _STRICT
    zone: str
    tiles: list[str]
    source: str = "head"
    type: Literal["turned"] = "turned"


@dataclass(slots=True)
class Revealed:
    """Faces became known to all and nothing moved: a hand shown, or the tiles at `indices` of a zone."""

    __pydantic_config__ = _STRICT
    tiles: list[str]
    zone: str = "hand"
    seat: SeatNo | None = None
    indices: list[int] | None = None
    type: Literal["revealed"] = "revealed"


@dataclass(slots=True)
class Discarded:
    """A seat discarded a tile; `part` says which of several equal tiles, `mark` what was declared with it."""

    __pydantic_config__ = _STRICT
    seat: SeatNo
    tile: str = "?"
    part: Literal["drawn", "held", "open", "hidden", "marked"] | None = None
    mark: str = ""
    face: Literal["up", "down"] = "up"
    type: Literal["discarded"] = "discarded"


@dataclass(slots=True)
class Claimed:
    """A seat took the tile that lay ready and laid it down with `own` tiles; `feeder` names who gave it.

    With `meld` the tile joins that own meld instead of making a new one.
    """

    __pydantic_config__ = _STRICT
    seat: SeatNo
    kind: str
    tile: str
    own: list[str]
    feeder: SeatNo | None = None
    meld: int | None = None
    source: Literal["river", "wall", "kong"] = "river"
    to: Literal["melds", "hand", "pile"] = "melds"
    counts: Counts | None = None
    type: Literal["claimed"] = "claimed"


@dataclass(slots=True)
class Melded:
    """A seat laid tiles of its hand down as a new meld (a concealed kong, a throw)."""

    __pydantic_config__ = _STRICT
    seat: SeatNo
    kind: str
    tiles: list[str]
    face: Literal["up", "down"] = "up"
    counts: Counts | None = None
    type: Literal["melded"] = "melded"


@dataclass(slots=True)
class Extended:
    """A seat added a tile of its hand to meld number `meld` of its own (an added kong, a stick)."""

    __pydantic_config__ = _STRICT
    seat: SeatNo
    kind: str
    tile: str
    meld: int = -1
    counts: Counts | None = None
    type: Literal["extended"] = "extended"


@dataclass(slots=True)
class Taken:
    """A seat took tiles at `indices` of a shared zone into its hand or pile (a scoop, a capture)."""

    __pydantic_config__ = _STRICT
    seat: SeatNo
    zone: str
    indices: list[int]
    tiles: list[str]
    to: Literal["hand", "pile"] = "hand"
    kind: str = ""
    counts: Counts | None = None
    type: Literal["taken"] = "taken"


@dataclass(slots=True)
class Exchanged:
    """Two tiles changed places: `give` of the hand lies at `index` of the zone, `take` is in the hand."""

    __pydantic_config__ = _STRICT
    seat: SeatNo
    tiles: list[str]
    give: str
    zone: str
    index: int
    take: str
    meld: int = -1
    counts: Counts | None = None
    type: Literal["exchanged"] = "exchanged"


@dataclass(slots=True)
class SetAside:
    """A seat laid a tile aside (a flower, a north, a joker)."""

    __pydantic_config__ = _STRICT
    seat: SeatNo
    kind: str
    tile: str
    counts: Counts | None = None
    type: Literal["set_aside"] = "set_aside"


@dataclass(slots=True)
class Declared:
    """A seat declared something by name; with `to` and `tile` a tag is put on that seat's tile."""

    __pydantic_config__ = _STRICT
    seat: SeatNo
    name: str
    to: int | None = None
    tile: str | None = None
    data: dict[str, Any] | None = None
    counts: Counts | None = None
    type: Literal["declared"] = "declared"


@dataclass(slots=True)
class Answered:
    """A seat answered a question without effect; never needed for replay."""

    __pydantic_config__ = _STRICT
    seat: SeatNo
    answer: str
    outcome: Literal["passed", "overruled", "too_late"] = "passed"
    type: Literal["answered"] = "answered"


@dataclass(slots=True)
class Won:
    """A seat won `by` self_draw, discard, robbed_kong … from seat `source`; `hand` is shown, without a tile won from another."""

    __pydantic_config__ = _STRICT
    seat: SeatNo
    by: str
    tile: str = "?"
    source: SeatNo | None = None
    hand: list[str] | None = None
    counts: Counts | None = None
    type: Literal["won"] = "won"


@dataclass(slots=True)
class Scored:
    """What a hand is worth: items by id, their total, fu, limit and points without honba and pot."""

    __pydantic_config__ = _STRICT
    seat: SeatNo
    items: dict[str, int] | None = None
    total: int | None = None
    fu: int | None = None
    limit: str = ""
    points: int | None = None
    type: Literal["scored"] = "scored"


@dataclass(slots=True)
class Settled:
    """Points moved between seats and pot for a `reason`; in a zero-sum ruleset deltas and pot add up to 0."""

    __pydantic_config__ = _STRICT
    deltas: list[int] | None = None
    reason: str = ""
    seat: SeatNo | None = None
    pot: int = 0
    liable: int | None = None
    type: Literal["settled"] = "settled"


@dataclass(slots=True)
class HandEnded:
    """The hand is over: win, exhausted, an abortive draw by name, or penalty."""

    __pydantic_config__ = _STRICT
    result: str
    type: Literal["hand_ended"] = "hand_ended"


@dataclass(slots=True)
class MatchEnded:
    """The game is over: final scores, place of each seat (ties share), points after uma where there are any."""

    __pydantic_config__ = _STRICT
    scores: list[int]
    ranking: list[int]
    points: list[float] | None = None
    type: Literal["match_ended"] = "match_ended"


@dataclass(slots=True)
class Penalised:
    """A seat was penalised under a rule; points move, and the hand may end."""

    __pydantic_config__ = _STRICT
    seat: SeatNo
    rule: str
    deltas: list[int] | None = None
    ends_hand: bool = False
    type: Literal["penalised"] = "penalised"


@dataclass(slots=True)
class Acted:
    """The door for plug-ins: a named action whose moves are written out, so that it replays without the plug-in.

    A move is ``{"from": zone, "to": zone, "tiles": [...], "seat": q, "indices": [...], "face": "up"}``.
    """

    __pydantic_config__ = _STRICT
    name: str
    seat: SeatNo | None = None
    moves: list[dict[str, Any]] | None = None
    counts: Counts | None = None
    type: Literal["acted"] = "acted"


@dataclass(slots=True)
class Gap:
    """Something was missed: that many unknown draws and discards a seat; the next event is not checked."""

    __pydantic_config__ = _STRICT
    what: str = ""
    draws: list[int] | None = None
    discards: list[int] | None = None
    type: Literal["gap"] = "gap"


@dataclass(slots=True)
class Noted:
    """A remark without effect (chat, connection, doubt)."""

    __pydantic_config__ = _STRICT
    text: str
    kind: str = ""
    seat: SeatNo | None = None
    type: Literal["noted"] = "noted"


@dataclass(slots=True)
class Retracted:
    """Correction: the entry with id `target` did not happen."""

    __pydantic_config__ = _STRICT
    target: str
    type: Literal["retracted"] = "retracted"


@dataclass(slots=True)
class Amended:
    """Correction: the entry with id `target` was really `event`."""

    __pydantic_config__ = _STRICT
    target: str
    event: dict[str, Any]
    type: Literal["amended"] = "amended"


@dataclass(slots=True)
class Inserted:
    """Correction: `event` happened right after the entry with id `after` (empty: before the first)."""

    __pydantic_config__ = _STRICT
    after: str
    event: dict[str, Any]
    type: Literal["inserted"] = "inserted"


EVENT_TYPES: tuple[type, ...] = (
    HandStarted, WallBuilt, Dealt, Drawn, Turned, Revealed, Discarded, Claimed, Melded, Extended, Taken,
    Exchanged, SetAside, Declared, Answered, Won, Scored, Settled, HandEnded, MatchEnded, Penalised, Acted,
    Gap, Noted, Retracted, Amended, Inserted,
)  # fmt: skip

Event = Annotated[Union[EVENT_TYPES], Field(discriminator="type")]  # type: ignore[valid-type]  # noqa: UP007
AnyEvent = (
    HandStarted | WallBuilt | Dealt | Drawn | Turned | Revealed | Discarded | Claimed | Melded | Extended
    | Taken | Exchanged | SetAside | Declared | Answered | Won | Scored | Settled | HandEnded | MatchEnded
    | Penalised | Acted | Gap | Noted | Retracted | Amended | Inserted
)  # fmt: skip

ADAPTER: TypeAdapter[AnyEvent] = TypeAdapter(Event)
CORRECTIONS = (Retracted, Amended, Inserted)
SILENT = (Noted, Answered, Gap)
"""Events that no window offers and every state accepts."""


def _name_of(cls: type) -> str:
    return str(next(f.default for f in fields(cls) if f.name == "type"))


TYPE_NAMES: dict[type, str] = {c: _name_of(c) for c in EVENT_TYPES}
BY_NAME: dict[str, type] = {n: c for c, n in TYPE_NAMES.items()}
_FIELDS: dict[type, tuple[tuple[str, Any], ...]] = {
    c: tuple((f.name, f.default) for f in fields(c) if f.name != "type") for c in EVENT_TYPES
}


def to_dict(event: AnyEvent) -> dict[str, Any]:
    """The event as JSON-ready data: its type first, then only the fields that differ from their default.

    >>> to_dict(Drawn(2, "5m"))
    {'type': 'drawn', 'seat': 2, 'tile': '5m'}
    """
    cls = type(event)
    out: dict[str, Any] = {"type": TYPE_NAMES[cls]}
    for name, default in _FIELDS[cls]:
        value = getattr(event, name)
        if value != default:
            out[name] = value
    return out


def from_dict(data: dict[str, Any]) -> AnyEvent:
    """The event that `to_dict` wrote; raises pydantic's ValidationError on unknown types, fields or values.

    >>> from_dict({"type": "drawn", "seat": 2, "tile": "5m"})
    Drawn(seat=2, tile='5m', source='head', face='down', type='drawn')
    """
    return ADAPTER.validate_python(data)


def words(event: AnyEvent) -> str:
    """The event in one short line, for messages and logs of refusals.

    >>> words(Claimed(1, "chow", "4p", ["3p", "5p"], feeder=0))
    'claimed seat 1 chow 4p own 3p 5p feeder 0'
    """
    cls = type(event)
    parts = [TYPE_NAMES[cls]]
    for name, default in _FIELDS[cls]:
        value = getattr(event, name)
        if value == default or value is None:
            continue
        if isinstance(value, list):
            text = " ".join(map(str, value[:16])) + (" …" if len(value) > 16 else "")
        elif isinstance(value, dict):
            text = " ".join(f"{k}={v}" for k, v in value.items())
        else:
            text = str(value)
        parts.append(text if name in ("tile", "kind", "result", "name", "by") else f"{name} {text}")
    return " ".join(parts)
