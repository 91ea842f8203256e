"""Any event of any type, any header, any game: hypothesis strategies made from the types themselves."""

from __future__ import annotations

import types
import typing
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any, Literal, Union

from hypothesis import strategies as st

from mjlog import events as ev
from mjlog.log import Entry, Game, Header, Seat

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)


def of(hint: Any) -> st.SearchStrategy[Any]:
    """Values of a type hint as the events use them."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if hint is ev.SeatNo:
        return st.integers(0, 7)
    if origin is Literal:
        return st.sampled_from(args)
    if origin in (Union, types.UnionType):
        return st.one_of(*map(of, args))
    if origin is list:
        return st.lists(of(args[0]), max_size=4)
    if origin is dict:
        return st.dictionaries(of(args[0]), of(args[1]), max_size=3)
    if hint is float:
        return st.floats(-1e6, 1e6, width=32)
    simple = {
        int: st.integers(-(2**60), 2**60),
        str: TEXT,
        bool: st.booleans(),
        type(None): st.none(),
        Any: JSON,
    }
    if hint in simple:
        return simple[hint]
    if origin is typing.Annotated:
        return of(args[0]).filter(lambda x: x >= 0)
    raise TypeError(f"no strategy for {hint}")


def event_of(cls: type) -> st.SearchStrategy[Any]:
    """Events of one type."""
    hints = typing.get_type_hints(cls, include_extras=True)
    return st.builds(cls, **{f.name: of(hints[f.name]) for f in fields(cls) if f.name != "type"})


PLAIN = st.one_of([event_of(c) for c in ev.EVENT_TYPES if c not in ev.CORRECTIONS])
EVENTS = st.one_of([event_of(c) for c in ev.EVENT_TYPES])
MOMENTS = st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1)).map(lambda t: t.replace(tzinfo=UTC))
HEADERS = st.builds(
    Header,
    game=st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8),
    ruleset=TEXT,
    seats=st.lists(st.builds(Seat, name=TEXT, bot=st.none() | TEXT, id=st.none() | TEXT), max_size=6),
    source=st.sampled_from(["simulated", "transcribed", "imported"]),
    options=st.dictionaries(TEXT, JSON, max_size=3),
    seed=st.none() | st.integers(0, 2**60),
    started=st.none() | MOMENTS,
    origin=st.dictionaries(TEXT, JSON, max_size=3),
)


@st.composite
def games(draw: Any) -> Game:
    """A whole game, numbers from 1, ids of all kinds, notes and raw text here and there."""
    header = draw(HEADERS)
    ids = draw(st.lists(TEXT, unique=True, max_size=8))
    entries = [
        Entry(
            i,
            name,
            draw(EVENTS),
            draw(st.none() | MOMENTS),
            draw(st.sampled_from([None, "as_played", "doubtful"])),
            draw(st.none() | TEXT),
            draw(st.none() | TEXT),
        )
        for i, name in enumerate(ids, 1)
    ]
    return Game(header, entries)
