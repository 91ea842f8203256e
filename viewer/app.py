"""The viewer: library, replay and statistics of a store; started by ``mjlog view``."""

from __future__ import annotations

import streamlit as st

from mjlog.errors import MjlogError
from viewer.labels import text
from viewer.places import language, pages

# More room for the table than Streamlit leaves.
STYLE = """
.stMainBlockContainer { padding: 3.2rem 1.5rem 2rem; }
.stMainBlockContainer h3 { padding: 0; }
@media (max-width: 700px) { .stMainBlockContainer { padding: 4rem .8rem 2rem; } }
"""


def main() -> None:
    """Draw the page that the reader chose; what goes wrong is told in one line."""
    st.set_page_config(page_title="mjlog", layout="wide")
    st.html(f"<style>{STYLE}</style>")
    st.session_state.setdefault("language", "English")
    zh = language()
    chosen = st.navigation(list(pages(zh).values()))
    st.sidebar.radio(text("language", zh), ["English", "中文"], horizontal=True, key="language")
    try:
        chosen.run()
    except MjlogError as error:
        st.error(str(error))


main()
