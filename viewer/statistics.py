"""Statistics: shares with their counts and 95 % Wilson intervals; few cases in grey; unlike games never pooled."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from textwrap import wrap
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from mjlog.store.metrics import ENOUGH, METRICS, stats
from viewer import data
from viewer.labels import text
from viewer.places import language

CHARTS = ("won_share", "win_rate", "deal_in_rate")
COLOUR, GREY = "#2f7fb8", "#9a9a9a"


def page() -> None:
    """Draw the page."""
    zh = language()
    db = data.store()
    st.subheader(text("statistics", zh))
    everything = text("all", zh)
    left, right = st.columns(2)
    ruleset = left.selectbox(
        text("ruleset", zh), [everything, *data.filters(db).rulesets], key="stats_ruleset"
    )
    splits = ["no_split", "seat", "player", "bot"]
    by = right.selectbox(text("split", zh), splits, format_func=lambda k: text(k, zh), key="stats_by")
    only = None if ruleset == everything else ruleset
    st.caption(f"{text('interval', zh)} · {text('few', zh, n=ENOUGH)}")
    for metric in CHARTS:
        m = METRICS[metric]
        split = by if by != "no_split" and by in m.splits() else None
        rows = stats(db, only, [metric], split)
        st.subheader(m.zh if zh else m.en)
        st.caption(m.definition)
        if rows:
            st.plotly_chart(chart(rows), key=f"chart_{metric}", config={"displaylogo": False})
        else:
            st.info(text("no_cases", zh))
    with st.expander(text("every_metric", zh)):
        rows = stats(db, only)
        st.dataframe({k: [str(r[k]) if k == "by" else r[k] for r in rows] for k in rows[0]} if rows else {})


def chart(rows: Sequence[dict[str, Any]]) -> go.Figure:
    """One row a kind of game and part of it: the share, its interval and its counts."""
    counts = [f"{r['numerator']} / {r['denominator']}" for r in rows]
    names = [label(r, count) for r, count in zip(rows, counts, strict=True)]
    colours = [COLOUR if r["denominator"] >= ENOUGH else GREY for r in rows]
    figure = go.Figure()
    for name, count, colour, r in zip(names, counts, colours, rows, strict=True):
        figure.add_scatter(
            x=[r["value"]],
            y=[name],
            mode="markers",
            marker={"size": 11, "color": colour},
            error_x={
                "type": "data",
                "symmetric": False,
                "array": [r["high"] - r["value"]],
                "arrayminus": [r["value"] - r["low"]],
                "color": colour,
            },
            hovertemplate=f"%{{x:.2%}} [{r['low']:.2%}, {r['high']:.2%}]<br>{count}<extra></extra>",
        )
    figure.update_layout(
        showlegend=False,
        height=70 + 80 * len(rows),
        margin={"l": 10, "r": 10, "t": 10, "b": 30},
        xaxis={"tickformat": ".0%", "range": [-0.02, 1.02]},
        yaxis={"automargin": True, "autorange": "reversed"},
    )
    return figure


def label(row: dict[str, Any], count: str) -> str:
    """What stands beside a bar: the kind of game in short lines, the part of it, the share and its counts."""
    lines = wrap(str(row["ruleset"]), 40)
    if row["by"] is not None:
        lines.append(str(row["by"]))
    return "<br>".join([*map(escape, lines), f"<b>{row['value']:.1%}</b> ({count})"])
