"""The replay: one hand of a game on the table, from any view; the browser steps, Python keeps the address."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from mjlog.frames import frames, hand_bounds, views
from mjlog.kinds import NAMES_ZH
from mjlog.sight import Viewer
from viewer import data
from viewer.labels import TEXT, text, tile_names
from viewer.places import language

HERE = Path(__file__).parent


@cache
def files() -> dict[str, str]:
    """The component's HTML, CSS and JavaScript; one module, tiles first."""
    script = (HERE / "tiles.js").read_text(encoding="utf-8").replace("export function", "function")
    return {
        "html": '<div id="mjlog" tabindex="0"></div>',
        "css": (HERE / "table.css").read_text(encoding="utf-8"),
        "js": script + (HERE / "table.js").read_text(encoding="utf-8"),
    }


@st.cache_data(max_entries=32, show_spinner=False)
def payload(db: str, stamp: tuple[int, int], game: str, view: Viewer, hand: int) -> dict[str, Any]:
    """The frames of one hand from one view."""
    replayer = data.replayer(db, game)
    return frames(replayer.game, view, hand, replayer)


def whole(name: str, default: int) -> int:
    """A number from the address."""
    value = st.query_params.get(name, "")
    return int(value) if value.isdecimal() else default


def page() -> None:
    """Draw the page."""
    zh = language()
    db = data.store()
    name = st.query_params.get("game") or st.session_state.get("address", {}).get("game")
    if not name:
        st.subheader(text("replay", zh))
        st.info(text("no_game", zh))
        return
    replayer = data.replayer(db, name)
    seats = len(replayer.game.header.seats) or replayer.rules.seats
    names = [s.name or s.bot or "" for s in replayer.game.header.seats] or [""] * seats
    bounds = hand_bounds(replayer.events)
    header = replayer.game.header
    st.subheader("+".join([*header.overlays, header.ruleset]))
    st.caption(f"{header.source} · {name}")

    left, right = st.columns([1, 4], vertical_alignment="bottom")
    hands = list(range(1, len(bounds) + 1))
    first_hand = min(max(whole("hand", 1), 1), len(hands))
    hand = left.selectbox(text("hand", zh), hands, index=first_hand - 1, key=f"hand_{name}")
    options = views(seats)
    asked = st.query_params.get("view", "all")
    index = [str(v) for v in options].index(asked) if asked in map(str, options) else 0
    view = right.radio(
        text("view", zh),
        options,
        index=index,
        format_func=lambda v: text(f"view_{v}", zh) if isinstance(v, str) else f"{v} {names[v]}",
        horizontal=True,
        key=f"view_{name}",
    )
    first, last = bounds[hand - 1]
    start = whole("n", first) - first if first_hand == hand else 0
    where = show(db, name, view, hand, names, zh, min(max(start, 0), last - first))
    st.caption(text("keys", zh))
    at = where["at"] if where and where.get("hand") == f"{name}/{hand}" else start
    st.query_params.from_dict({"game": name, "hand": str(hand), "view": str(view), "n": str(first + at)})


def show(
    db: str, name: str, view: Viewer, hand: int, names: list[str], zh: bool, start: int
) -> dict[str, Any] | None:
    """Draw the table and return where its reader is."""
    table = st.components.v2.component("mjlog_table", **files())
    shown = payload(db, data.stamp(db), name, view, hand)
    faces = {*NAMES_ZH, *data.replayer(db, name).rules.kinds.names, "back", "?"}
    result = table(
        data={
            **shown,
            "hand": f"{name}/{hand}",
            "start": start,
            "seats": names,
            "bottom": view if isinstance(view, int) else 0,
            "zh": zh,
            "names": tile_names(faces, zh),
            "labels": {k: text(k, zh) for k in TEXT},
        },
        key="table",
        on_where_change=lambda: None,
    )
    where = getattr(result, "where", None)
    return where if isinstance(where, dict) else None
