"""Where the reader is: the pages, the language, going from one page to another."""

from __future__ import annotations

from typing import Any, NoReturn

import streamlit as st

from viewer.labels import text


def language() -> bool:
    """Whether the reader wants Chinese."""
    return bool(st.session_state.get("language", "English") == "中文")


def pages(zh: bool) -> dict[str, Any]:
    """The pages by name."""
    from viewer import library, replay, statistics

    return {
        "library": st.Page(library.page, title=text("library", zh), url_path="library", default=True),
        "replay": st.Page(replay.page, title=text("replay", zh), url_path="replay"),
        "statistics": st.Page(statistics.page, title=text("statistics", zh), url_path="statistics"),
    }


def go(page: str, **address: str) -> NoReturn:
    """Open another page with an address."""
    st.session_state["address"] = address
    st.switch_page(pages(language())[page], query_params=address)
