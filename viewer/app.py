"""The viewer: library, replay and statistics of a store; started by ``mjlog view``."""

from __future__ import annotations

import streamlit as st

from mjlog.errors import MjlogError
from viewer.labels import text
from viewer.places import language, pages


def main() -> None:
    """Draw the page that the reader chose; what goes wrong is told in one line."""
    st.set_page_config(page_title="mjlog", layout="wide")
    st.session_state.setdefault("language", "English")
    zh = language()
    chosen = st.navigation(list(pages(zh).values()))
    st.sidebar.radio(text("language", zh), ["English", "中文"], horizontal=True, key="language")
    try:
        chosen.run()
    except MjlogError as error:
        st.error(str(error))


main()
