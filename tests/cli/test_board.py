"""The board in the terminal: every zone of the layout, marks of tiles, languages, widths, what a seat may see."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from rich.cells import cell_len
from rich.console import Console

from mjlog import rulesets
from mjlog.board import Board
from mjlog.play import play
from mjlog.show import frame_of


@pytest.fixture(scope="module")
def game():
    return play(rulesets.get("tuidaohe"), 3, ("normal",))


def drawn(found, lang="en", width=80, colour=False):
    out = StringIO()
    Console(file=out, width=width, force_terminal=colour, color_system="truecolor" if colour else None).print(
        Board(found, lang).draw()
    )
    return out.getvalue()


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("width", [40, 80, 120])
def test_no_line_is_wider_than_the_terminal(game, lang, width):
    for at in (0, 1, 20, 60, None):
        for line in drawn(frame_of(game, at, None, lang), lang, width).splitlines():
            assert cell_len(line) <= width


def test_all_known_tiles_of_all_zones_stand_on_the_board(game):
    found = frame_of(game, 60, None)
    text = drawn(found, width=200)
    for q in range(4):
        for zone in ("hand", "river"):
            for token in found["frame"][f"{zone}:{q}"]:
                assert re.search(rf"\b{token.split('|')[0]}\b", text)
        assert f"score {found['scores'][q]}" in text


def test_marks_of_tiles_do_not_need_colours(game):
    tokens = [t for at in range(20, 60) for t in _tokens(frame_of(game, at, None))]
    board = Board(frame_of(game, 60, None), "en")
    assert {"drawn", "ghost", "taken"} <= {f for t in tokens for f in t.split("|")[1:]}
    assert board.tile("5m|ghost", None).plain == "(5m)"
    assert board.tile("5m|drawn", None).plain == "+ 5m"
    assert board.tile("5m|taken", None).plain == "‹5m›"
    assert board.tile("5m|owner:2", 7).plain == "7:5m@2"
    assert board.row(["5m", "back", "?", "back"]).plain == "5m 2 hidden 1 unknown"


def test_a_seat_sees_its_own_tiles_only(game):
    text = drawn(frame_of(game, 40, 1, "zh"), "zh")
    assert text.count("张暗牌") == 3
    assert "normal 1 所见" in text


def test_colours_change_nothing_but_colours(game):
    found = frame_of(game, 70, None)
    assert re.sub(r"\x1b\[[0-9;]*m", "", drawn(found, colour=True)) == drawn(found)


def _tokens(found):
    for zone, content in found["frame"].items():
        if zone.startswith(("hand", "river")):
            yield from content
        if zone.startswith("melds"):
            for m in content:
                yield from m["tiles"]
