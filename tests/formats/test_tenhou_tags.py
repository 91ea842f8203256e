"""Tenhou XML, smallest parts: elements, attributes, numbers, tile ids, call codes, game types."""

import pytest
import tenhou_maker as maker
from hypothesis import given
from hypothesis import strategies as st

from mjlog.formats import tenhou_tags as tags
from mjlog.formats.tenhou_moves import cuts, draws


@st.composite
def chows(draw):
    """Three ids of a run, which of them is called."""
    first = draw(st.sampled_from([9 * suit + rank for suit in range(3) for rank in range(7)]))
    ids = [4 * (first + j) + draw(st.integers(0, 3)) for j in range(3)]
    return ids, draw(st.sampled_from(ids))


@st.composite
def pungs(draw):
    """Three ids of a kind, which of them is called, and the direction it comes from."""
    kind, spare = draw(st.integers(0, 33)), draw(st.integers(0, 3))
    ids = [4 * kind + j for j in range(4) if j != spare]
    return ids, draw(st.sampled_from(ids)), draw(st.integers(1, 3))


@given(chows())
def test_a_chow_code_gives_its_three_tiles(case):
    ids, called = case
    call = tags.decode_call(maker.chow(ids, called))
    assert (call.kind, call.direction, call.tile) == ("chow", 3, called)
    assert sorted([*call.own, call.tile]) == ids


@given(pungs())
def test_a_pung_code_and_the_kong_added_to_it_give_their_tiles(case):
    ids, called, direction = case
    code = maker.pung(ids, called, direction)
    call = tags.decode_call(code)
    assert (call.kind, call.direction, call.tile) == ("pung", direction, called)
    assert sorted([*call.own, call.tile]) == ids
    kong = tags.decode_call(maker.added(code))
    assert (kong.kind, kong.direction, kong.own) == ("kong_added", direction, tuple(ids))
    assert {kong.tile, *ids} == {ids[0] // 4 * 4 + j for j in range(4)}


@given(st.integers(0, 135), st.integers(0, 3))
def test_a_kong_code_gives_its_tiles(tile, direction):
    call = tags.decode_call(maker.kong(tile, direction))
    assert (call.kind, call.tile) == ("kong_open" if direction else "kong_closed", tile)
    four = {tile // 4 * 4 + j for j in range(4)}
    assert set(call.own) == (four - {tile} if direction else four)


@pytest.mark.parametrize("tile", range(120, 124))
def test_a_north_code_gives_its_tile(tile):
    assert tags.decode_call(maker.north(tile)) == tags.Call("north", 0, tile, ())


@given(st.integers(-10, 1 << 17))
def test_any_code_is_a_call_of_real_tiles_or_refused_in_words(code):
    try:
        call = tags.decode_call(code)
    except ValueError as error:
        assert str(code) in str(error)
        return
    ids = [call.tile, *call.own] if call.kind != "kong_closed" else list(call.own)
    assert len(set(ids)) == len(ids)
    assert all(0 <= i < 136 for i in ids)
    kinds = sorted(i // 4 for i in ids)
    if call.kind == "chow":
        assert kinds == [kinds[0], kinds[0] + 1, kinds[0] + 2]
        assert kinds[0] // 9 == kinds[2] // 9 < 3
    else:
        assert len(set(kinds)) == 1
    assert (call.direction == 0) == (call.kind in ("north", "kong_closed"))


@given(st.text(max_size=60), st.text(max_size=20))
def test_scanning_loses_no_character(before, after):
    text = f"{before}<A b='1'/>{after}"
    assert "<".join([text.split("<")[0], *tags.scan(text)]) == text


@pytest.mark.parametrize(
    ("chunk", "name", "torn", "stray"),
    [
        ("T5/>", "T5", False, ""),
        ('N who="0" m="1" />\n', "N", False, ""),
        ("N who='0' m='1'/>", "N", False, ""),
        ('X a=">"/> rest', "X", False, "rest"),
        ("/mjloggm>", "", False, ""),
        ('?xml version="1.0"?>', "", False, ""),
        ('N who="0', "", True, ""),
        ('N who="0/>', "", True, ""),
        ("N", "", True, ""),
        ("", "", True, ""),
        ("3/>", "", True, ""),
        ("T5/>", "T5", False, ""),
    ],
)
def test_an_element_is_read_or_called_torn(chunk, name, torn, stray):
    tag = tags.tag_of(chunk)
    assert (tag.name, tag.torn, tag.stray) == (name, torn, stray)
    assert tag.text.startswith("<")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<T5/>", {}),
        ('<X a="1" b="2"/>', {"a": "1", "b": "2"}),
        ('<X\n  a = "1"\n  b="x y=z" />', {"a": "1", "b": "x y=z"}),
        ("<X a='1\"' b=\"2'\"/>", {"a": '1"', "b": "2'"}),
        ('<X owari="1" owari="2"/>', {"owari": "2"}),
        ('<X t="&lt;a&amp;b&#65;"/>', {"t": "<a&bA"}),
    ],
)
def test_attributes_in_every_spelling(text, found):
    assert tags.attributes(text) == found


def test_an_entity_is_never_expanded_from_a_declaration():
    assert tags.attributes('<X a="&boom;"/>') == {"a": "&boom;"}


@pytest.mark.parametrize("text", ["1,,2", "a", "1,2,x", "12345678901"])
def test_numbers_refuse_rubbish(text):
    with pytest.raises(ValueError):
        tags.numbers(text)
    with pytest.raises(ValueError):
        tags.tile_ids(text)


def test_every_draw_and_discard_has_its_event():
    for players in (3, 4):
        for reds in (True, False):
            names = tags.tile_names(reds)
            assert len(draws(players, reds)) == len(cuts(players, reds)) == players * 136 * 2
            for key, draw in draws(players, reds).items():
                assert key.startswith(f"{'TUVW'[draw.seat]}{draw.tile}")
                assert (draw.event.seat, draw.event.tile) == (draw.seat, names[draw.tile])
            for key, cut in cuts(players, reds).items():
                assert key.startswith(f"{'DEFG'[cut.seat]}{cut.tile}")
                assert [e.part for e in (cut.drawn, cut.held, cut.claimed)] == ["drawn", "held", None]
                assert {(e.seat, e.tile) for e in (cut.drawn, cut.held, cut.claimed)} == {
                    (cut.seat, names[cut.tile])
                }


def test_red_fives_are_ids_16_52_88_only_where_there_are_any():
    reds = [(i, x) for i, x in enumerate(tags.tile_names(True)) if x[0] == "0"]
    assert reds == [(16, "0m"), (52, "0p"), (88, "0s")]
    assert not [x for x in tags.tile_names(False) if x[0] == "0"]


@pytest.mark.parametrize(
    ("bits", "expected"),
    [
        (169, (4, True, True, True)),
        (185, (3, True, True, True)),
        (1, (4, True, True, False)),
        (0x0F, (4, False, False, True)),
        (2113, (4, True, True, False)),
    ],
)
def test_the_bits_of_a_game_type(bits, expected):
    rules = tags.GameType.of(bits)
    assert tuple(rules) == expected
    options = rules.options()
    assert options["preset"] == f"tenhou{expected[0]}"
    assert (options["red_fives"], options["open_tanyao"], options["length"] == "south") == expected[1:]


def test_the_table_of_yaku_has_every_number_of_the_format():
    assert len(tags.YAKU) == len(set(tags.YAKU)) == 55
    assert (tags.YAKU[0], tags.YAKU[36], tags.YAKU[52], tags.YAKU[54]) == (
        "menzen_tsumo", "renhou", "dora", "red_five",
    )  # fmt: skip
