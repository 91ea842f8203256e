"""Tenhou XML that is torn, edited, packed or no log at all: imported with remarks or refused in one line."""

import gzip
import random

import pytest
import tenhou_maker as maker
from hypothesis import given, settings
from hypothesis import strategies as st
from tenhou_maker import Scene, game

from mjlog import events as ev
from mjlog import formats, replay
from mjlog.formats.assemble import table_doubts
from mjlog.formats.tenhou_xml import read_game
from mjlog.log.write import dump_game

TEXTS = [maker.random_game(seed, players, hands=3)[0] for seed in range(6) for players in (3, 4)]


def read(text, file="x.xml"):
    """What the importer makes of a text."""
    return formats.import_bytes(text.encode() if isinstance(text, str) else text, file)


def marked(result):
    """The marked events and why."""
    return [(x.e.type, x.note) for made in result.games for x in made.entries if x.flag]


def check_whole(result):
    """Refused in one line, or logs that replay without an unmarked contradiction and can be written."""
    if result.refused is not None:
        assert result.refused.strip()
        assert "\n" not in result.refused
        assert "importer failed" not in result.refused
        assert not result.games
        return
    for made in result.games:
        findings = [f for f in replay.check(made).findings if f.severity == "error"]
        assert findings == []
        assert dump_game(made)


@st.composite
def edited(draw):
    """A real game after a few edits of its elements or its text."""
    text = draw(st.sampled_from(TEXTS))
    pieces = text.replace("><", ">\0<").split("\0")
    for _ in range(draw(st.integers(1, 4))):
        i = draw(st.integers(0, len(pieces) - 1))
        kind = draw(st.sampled_from(["drop", "twice", "swap", "digit", "cut", "move", "attribute"]))
        if kind == "drop":
            pieces[i] = ""
        elif kind == "twice":
            pieces[i] *= 2
        elif kind == "swap":
            j = draw(st.integers(0, len(pieces) - 1))
            pieces[i], pieces[j] = pieces[j], pieces[i]
        elif kind == "digit":
            digits = [j for j, c in enumerate(pieces[i]) if c.isdigit()]
            if digits:
                j = draw(st.sampled_from(digits))
                pieces[i] = pieces[i][:j] + str(draw(st.integers(0, 9))) + pieces[i][j + 1 :]
        elif kind == "cut":
            pieces[i] = pieces[i][: draw(st.integers(0, len(pieces[i])))]
        elif kind == "move":
            pieces[i] = f"<{draw(st.sampled_from('TUVWDEFG'))}{draw(st.integers(0, 140))}/>"
        elif '="' in pieces[i]:
            name, _, rest = pieces[i].partition('="')
            pieces[i] = f'{name}="{rest.partition(chr(34))[2]}'
    return "".join(pieces)


@settings(max_examples=150, deadline=None)
@given(edited())
def test_an_edited_game_is_refused_or_every_contradiction_is_marked(text):
    check_whole(read(text))


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300), st.sampled_from([None, "tenhou-xml"]))
def test_rubbish_is_refused_in_one_line(data, fmt):
    check_whole(formats.import_bytes(data, "rubbish", fmt))
    check_whole(formats.import_bytes(b"<mjloggm><INIT " + data, "rubbish", fmt))


@pytest.mark.parametrize("text", TEXTS[:4])
def test_a_hand_that_its_ids_prove_is_never_refused_by_the_table(text):
    """The table is asked only about hands in doubt; this is why that is enough."""
    header = read(text).games[0].header
    for hand in read_game(text).hands:
        assert hand.fits
        assert table_doubts(header, hand) == []


@pytest.mark.parametrize("share", [0.15, 0.4, 0.66, 0.9, 0.999])
def test_a_torn_file_keeps_its_whole_hands(share):
    text = TEXTS[1]
    torn = text[: int(len(text) * share)]
    result = read(torn)
    check_whole(result)
    whole = torn.count("<INIT")
    assert len(marked(result)) <= 1
    assert result.hands in (whole, whole - 1)
    assert "the source ends before its last element is closed" in result.notes


def test_a_torn_gzip_keeps_what_could_be_unpacked():
    rng = random.Random(1)
    comment = "<!--" + "".join(rng.choice("abcdefgh") for _ in range(60_000)) + "-->"
    data = gzip.compress((TEXTS[0] + comment).encode())
    result = read(data[: len(data) * 2 // 3])
    check_whole(result)
    assert result.hands == 3
    assert any(note.startswith("gzip data end too early") for note in result.notes)


def test_a_cut_hand_is_marked_once_and_the_next_start_too_if_scores_jump():
    first = Scene().start().turn(0).turn(1)
    second = Scene().start(dealer=1, scores=[260, 250, 250, 240]).draw(1).win(1, 1)
    result = read(game(first, second))
    assert [x[0] for x in marked(result)] == ["noted", "hand_started"]
    assert "hand 1: the source ends in the middle of this hand" in result.notes
    check_whole(result)


def test_a_hand_without_a_readable_start_is_left_out():
    hands = [Scene().start().draw(0).win(0, 0) for _ in range(2)]
    hands[0].tags[0] = hands[0].tags[0].replace("hai1=", "hai9=")
    result = read(game(*hands))
    assert result.hands == 1
    assert "hand 1: the start of the hand cannot be read ('hai1' is missing), left out" in result.notes
    one = read(game(hands[0]))
    assert one.refused.startswith("no hand could be read: hand 1: the start")


def test_an_unreadable_element_stops_the_hand_there():
    scene = Scene().start().turn(0).add('<N who="7" m="x"/>').turn(1)
    result = read(game(scene))
    ((kind, why),) = marked(result)
    assert kind == "noted"
    assert why.startswith('the hand stops here: cannot read <N who="7" m="x"/>')
    check_whole(result)


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (lambda s: s.add(f"<D{s.hand[1][0]}/>"), "without holding it"),
        (lambda s: s.add(s.tags[0].replace("INIT", "UN")).add("<U0/><E0/>", "<V0/>"), "was not in the wall"),
        (lambda s: s.draw(0).draw(1), "draws before seat 0 discards"),
        (lambda s: s.draw(0).cut(1, s.hand[1][0]), "discards out of turn"),
        (lambda s: s.add(f'<N who="2" m="{maker.kong(5, 1)}"/>'), "not the last discard"),
        (lambda s: s.add('<REACH who="2" step="2"/>'), "not declared by the discard before"),
        (lambda s: s.draw(0).reach(0).cut(0).draw(1), "never accepts the riichi of seat 0"),
        (lambda s: s.draw(0).add(f'<DORA hai="{s.hand[0][0]}"/>'), "was not in the wall"),
        (lambda s: s.draw(0).win(0, 0).add("") and _other_hand(s), "shows a hand that it does not hold"),
        (lambda s: s.turn(0).no_win(), "is called drawn after 1 draws"),
        (lambda s: s.draw(0).win(0, 0) and _other_sum(s), "do not add up to 0"),
    ],
)
def test_what_contradicts_the_tiles_is_marked_and_told(edit, why):
    scene = Scene(seed=3).start(keep=(0,))
    scene.draws = 0
    edit(scene)
    result = read(game(scene))
    assert any(why in note for _, note in marked(result)), (marked(result), result.notes)
    assert any(why in note for note in result.notes)
    check_whole(result)


def _other_hand(scene):
    a, b = scene.hand[0][0], scene.hand[1][0]
    head, _, tail = scene.tags[-2].partition(' hai="')
    ids, _, rest = tail.partition('"')
    row = [str(b) if x == str(a) else x for x in ids.split(",")]
    scene.tags[-2] = f'{head} hai="{",".join(row)}"{rest}'


def _other_sum(scene):
    scene.tags[-1] = scene.tags[-1].replace(',-3"', ',-4"')


def test_scores_that_do_not_go_on_are_told():
    hands = [
        Scene().start().draw(0).win(0, 0),
        Scene().start(dealer=1, scores=[300, 250, 250, 200]).draw(1).win(1, 1),
    ]
    result = read(game(*hands))
    assert marked(result)[0][0] == "hand_started"
    assert marked(result)[0][1].startswith("starts with [30000, 25000, 25000, 20000]")
    check_whole(result)


def test_points_that_come_from_nowhere_are_told():
    hands = [
        Scene().start().draw(0).win(0, 0),
        Scene().start(dealer=1, scores=[300, 250, 250, 250]).draw(1).win(1, 1),
    ]
    assert any("105000 points are in play, 100000 were" in note for note in read(game(*hands)).notes)


@pytest.mark.parametrize(
    "change",
    [
        gzip.compress,
        lambda b: gzip.compress(gzip.compress(b)),
        lambda b: gzip.compress(b[:500]) + gzip.compress(b[500:]),
        lambda b: b"\xef\xbb\xbf" + b,
        lambda b: b.replace(b"><", b">\r\n<"),
        lambda b: b.replace(b"><", b">\r<"),
        lambda b: b.replace(b"/>", b" />").replace(b"  />", b" />"),
        lambda b: b.replace(b"/>", b"   />"),
        lambda b: b.replace(b'"', b"'"),
        lambda b: b.replace(b"><", b">\n\t <"),
        lambda b: b'<?xml version="1.0" encoding="UTF-8"?>\n<!-- made up -->\n' + b,
        lambda b: b.decode().encode("utf-16"),
    ],
)
def test_the_same_game_in_another_coat(change):
    plain, other = read(TEXTS[1]), read(change(TEXTS[1].encode()))
    assert other.notes == []
    assert [x.e for x in other.games[0].entries] == [x.e for x in plain.games[0].entries]


def test_zstd_is_unpacked():
    import zstandard

    result = read(zstandard.compress(TEXTS[0].encode()))
    assert (result.refused, result.notes, result.hands) == (None, [], 3)


def test_an_attribute_written_twice_counts_as_its_last():
    scene = maker.end(Scene().start().draw(0).win(0, 0))
    scene.tags[-1] = scene.tags[-1].replace('owari="', 'owari="1,1.0,1,1.0,1,1.0,1,1.0" owari="')
    (ended,) = [x.e for x in read(game(scene)).games[0].entries if isinstance(x.e, ev.MatchEnded)]
    assert ended.scores == [28000, 24000, 24000, 24000] or sum(ended.scores) == 100_000


def test_text_between_elements_is_told():
    result = read(game(Scene().start().draw(0).add("what is this").win(0, 0)))
    assert any("what is this" in note for note in result.notes)


def test_a_file_without_its_end_is_incomplete():
    result = read(game(Scene().start().draw(0).win(0, 0)))
    assert result.games[0].header.origin["incomplete"] is True
    assert "the source does not write the end of the game: incomplete" in result.notes


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "the file is empty"),
        (b" \n", "the file is empty"),
        (b"hello", "no known format; it begins with 'hello'"),
        (b'{"type":"start_game"}\n', "no known format; it begins with"),
        (b'{"format":1,"game":"x","ruleset":"riichi"}\n{"raw":"<INIT "}', "already a log of mjlog"),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "it is not text"),
        (b"PK\x03\x04....", "a zip archive: unpack it first"),
        (b"\x1f\x8b\x08\x00rubbish", "gzip data"),
        (b"<mjloggm ver='2.3'></mjloggm>", "no hand could be read: no INIT element"),
        (b"<mjloggm><INIT/></mjloggm>", "no hand could be read: hand 1: the start of the hand"),
    ],
)
def test_what_is_no_log_is_refused_with_the_reason(data, why):
    result = read(data)
    assert result.refused is not None
    assert why in result.refused
    check_whole(result)


def test_absurd_sizes_are_refused_quickly():
    bomb = gzip.compress(b"<" * (40 << 20))
    assert "MiB of text" in formats.import_bytes(bomb, "x", "tenhou-xml").refused
    many = read("<mjloggm><INIT/>" + "<T1/>" * 5_000)
    assert "elements, a hand has at most" in many.refused
    deep = read("<mjloggm" * 20_000 + "<INIT ")
    assert deep.refused


def test_a_format_that_does_not_exist_is_named_with_those_that_do():
    with pytest.raises(formats.registry.ParseError, match="tenhou-xml"):
        formats.import_bytes(b"", "x", "morse")


def test_sniffing_goes_by_content_alone():
    text = TEXTS[0].encode()
    assert formats.sniff(text) == formats.sniff(gzip.compress(text)) == "tenhou-xml"
    assert formats.sniff(b"<html><body>no</body></html>") is None
    assert formats.sniff(b"\x1f\x8b") is None
    assert formats.sniff(b"") is None
