"""The library: every game of the store, with filters; a click opens the replay."""

from __future__ import annotations

import streamlit as st

from viewer import data
from viewer.labels import text
from viewer.places import go, language

SHOWN = ("ruleset", "source", "players", "hands", "events", "scores", "started", "complete", "game")


def page() -> None:
    """Draw the page."""
    zh = language()
    db = data.store()
    st.subheader(text("library", zh))
    known = data.filters(db)
    everything = text("all", zh)
    left, middle, right = st.columns(3)
    ruleset = left.selectbox(text("ruleset", zh), [everything, *known.rulesets], key="library_ruleset")
    source = middle.selectbox(text("source", zh), [everything, *known.sources], key="library_source")
    player = right.text_input(text("player", zh), key="library_player")
    found, rows = data.library(
        db,
        None if ruleset == everything else ruleset,
        None if source == everything else source,
        player.strip(),
    )
    if not rows:
        st.info(text("no_games", zh))
        return
    st.caption(text("found" if found == len(rows) else "shown", zh, n=found, m=len(rows)))
    visit = st.session_state.get("visit", 0)
    picked = st.dataframe(
        {text(k, zh): [r[k] for r in rows] for k in SHOWN},
        hide_index=True,
        on_select="rerun",
        selection_mode="single-row",
        key=f"library_table_{visit}",
    )
    names = [r["game"] for r in rows]
    which = {r["game"]: f"{r['game']} · {r['ruleset']} · {r['players']}" for r in rows}
    wide, narrow = st.columns([4, 1], vertical_alignment="bottom")
    chosen = wide.selectbox(text("game", zh), names, format_func=which.__getitem__, key="library_game")
    opened = narrow.button(text("open", zh), key="library_open", width="stretch")
    selected = picked["selection"]["rows"]
    if selected or opened:
        st.session_state["visit"] = visit + 1
        go("replay", game=names[selected[0]] if selected else chosen)
