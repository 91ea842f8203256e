"""The pages run on a small store: library, replay, statistics."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import viewer
from mjlog import play, rulesets
from mjlog.errors import StoreError
from mjlog.log import effective
from mjlog.store.metrics import stats, wilson
from viewer import data, replay, statistics
from viewer.labels import TEXT, tile_names

APP = str(Path(viewer.__file__).parent / "app.py")


@pytest.fixture
def app(db: str, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setenv("MJLOG_DB", db)
    return AppTest.from_file(APP, default_timeout=30)


def test_library_filters(app: AppTest) -> None:
    app.run()
    assert not app.exception
    assert len(app.dataframe[0].value) == 5
    app.selectbox(key="library_ruleset").select("siren").run()
    assert len(app.dataframe[0].value) == 3
    app.text_input(key="library_player").input("nobody at all").run()
    assert not app.dataframe and app.info


def test_replay_opens_from_the_library(app: AppTest) -> None:
    app.run()
    name = app.selectbox(key="library_game").value
    app.button(key="library_open").click().run()
    assert not app.exception and not app.error
    assert any(name in c.value for c in app.caption)
    assert [str(v) for v in app.radio(key=f"view_{name}").options] == [
        "all faces", "0 random 0", "1 random 1", "2 random 2", "3 random 3", "onlooker",
    ]  # fmt: skip
    app.radio(key=f"view_{name}").set_value(2).run()
    assert not app.exception
    assert app.query_params["view"] in ("2", ["2"])


def test_a_game_from_the_store_is_the_game_of_the_log(db: str) -> None:
    want = play.play(rulesets.get("tuidaohe"), seed=1)
    got = data.game(db, want.header.game)
    assert [(x.seq, x.e) for x in got.entries] == [(x.seq, x.e) for x in effective(want)]
    assert (got.header.ruleset, got.header.seats) == (want.header.ruleset, want.header.seats)
    with pytest.raises(StoreError, match="no game"):
        data.game(db, "nobody")


def test_statistics_has_three_charts_with_counts(app: AppTest, db: str) -> None:
    def page() -> None:
        from viewer import statistics

        statistics.page()

    shown = AppTest.from_function(page, default_timeout=30).run()
    assert not shown.exception
    assert len(shown.get("plotly_chart")) == 3
    shown.selectbox(key="stats_by").select("seat").run()
    assert not shown.exception and len(shown.get("plotly_chart")) == 3


def test_few_cases_are_grey_and_the_interval_is_wilsons(db: str) -> None:
    rows = stats(db, "siren", ["win_rate"])
    figure = statistics.chart(rows)
    (dot,) = figure.data
    assert rows[0]["denominator"] == 12 and dot.marker.color == statistics.GREY
    low, high = wilson(rows[0]["numerator"], 12)
    assert dot.error_x.array[0] == pytest.approx(high - dot.x[0])
    assert dot.error_x.arrayminus[0] == pytest.approx(dot.x[0] - low)
    assert f"({rows[0]['numerator']} / 12)" in dot.y[0]
    assert statistics.chart([{**rows[0], "denominator": 30}]).data[0].marker.color == statistics.COLOUR


def test_labels_have_both_languages() -> None:
    assert all(en and zh for en, zh in TEXT.values())
    assert tile_names(["1s", "E", "7z"], True) == {"1s": "一条", "7z": "7z", "E": "东"}


def test_scripts_name_no_other_host() -> None:
    parts = "".join(replay.files().values()).replace("http://www.w3.org/2000/svg", "")
    assert "http" not in parts and "import " not in parts and "innerHTML" not in parts
