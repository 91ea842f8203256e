"""Damaged logs: every good line is kept, every bad one told in one line with file, line, hand and event."""

from __future__ import annotations

import io
import re
from collections import Counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mjlog import rulesets
from mjlog.log import dump_game, read_games, read_log, write_games
from mjlog.play import play

GAME = play(rulesets.get("siren", {"hands_per_match": 2}), 3)
DATA = dump_game(GAME)
LINES = DATA.splitlines(keepends=True)
PLACE = re.compile(r"^[^\n]*:(\d+) hand (\d+) event (\d+): [^\n]+$")


def read(data):
    outside = []
    games = list(read_games(io.BytesIO(data), outside))
    errors = [*outside, *(e for g in games for e in g.errors)]
    assert all("\n" not in str(e) for e in errors)
    return games, errors


def place_of(index):
    """Line, hand and event of entry number `index` of the undamaged file."""
    hand, event = re.search(r"hand (\d+) event (\d+)", GAME.where(index)).groups()
    return index + 2, int(hand), int(event)


@given(
    st.integers(1, len(GAME.entries) - 1), st.binary(min_size=1, max_size=60).filter(lambda b: b"\n" not in b)
)
@example(5, b"{}")
@example(5, b"[]")
@example(5, b"null")
@example(5, b'{"seq":6,"id":"x","e":{"type":"unheard_of"}}')
@example(5, b"{" * 60)
@example(5, b"\xef\xbb\xbf")
@example(5, b"\x00")
@settings(max_examples=150, deadline=None)
def test_a_line_of_rubbish_costs_itself_and_is_told_with_its_place(index, rubbish):
    lines = [*LINES]
    lines[index + 1] = rubbish + b"\n"
    games, errors = read(b"".join(lines))
    kept = [x for i, x in enumerate(GAME.entries) if i != index]
    assert games[0].entries == kept and games[0].header == GAME.header
    if not rubbish.strip():
        return
    first = PLACE.match(str(errors[0]))
    assert first and tuple(map(int, first.groups())) == place_of(index)
    assert games[0].sealed is False


@given(st.integers(len(LINES[0]), len(DATA)))
@settings(max_examples=150, deadline=None)
def test_a_file_cut_anywhere_keeps_every_whole_line(at):
    games, errors = read(DATA[:at])
    whole = DATA[:at].count(b"\n") - 1
    game = games[0]
    assert game.entries[:whole] == GAME.entries[: min(whole, len(GAME.entries))]
    tail = DATA[:at].rpartition(b"\n")[2]
    complete = len(game.entries) > whole or game.sealed is not None
    assert bool(errors) == bool(tail and not complete)
    if errors:
        assert "the last line is cut off after" in str(errors[0]) and game.torn == tail.decode()


@given(st.integers(0, 8 * len(DATA) - 1))
@settings(max_examples=250, deadline=None)
def test_a_flipped_bit_is_always_noticed_and_costs_two_lines_at_most(bit):
    broken = bytearray(DATA)
    broken[bit // 8] ^= 1 << bit % 8
    if bytes(broken).splitlines() == DATA.splitlines():
        return
    games, errors = read(bytes(broken))
    assert errors
    if bit // 8 < len(LINES[0]):
        return  # the header itself
    kept = Counter(map(repr, games[0].entries))
    lost = Counter(map(repr, GAME.entries)) - kept
    assert sum(lost.values()) <= 2


@given(st.lists(st.integers(0, len(GAME.entries) - 1), min_size=1, max_size=4, unique=True))
@settings(max_examples=60, deadline=None)
def test_missing_lines_are_told_unless_the_file_goes_on_without_a_gap(gone):
    lines = [x for i, x in enumerate(LINES) if i - 1 not in gone]
    games, errors = read(b"".join(lines))
    assert games[0].entries == [x for i, x in enumerate(GAME.entries) if i not in gone]
    assert any("follows" in str(e) for e in errors) or min(gone) + len(gone) == len(GAME.entries)
    assert any("seal does not fit" in str(e) for e in errors)


@given(st.integers(0, len(GAME.entries) - 1), st.integers(0, 5))
@settings(max_examples=60, deadline=None)
def test_doubled_lines_are_no_ops(at, run):
    unsealed = LINES[:-1]
    lines = [*unsealed[: at + 2 + run], *unsealed[at + 1 :]]
    games, errors = read(b"".join(lines))
    assert games[0].entries == GAME.entries and not errors


@given(st.binary(max_size=400))
@example(b"")
@example(b"\x1f\x8b")
@example(b"\x1f\x8b\x08\x00rubbish")
@example(b"\x28\xb5\x2f\xfd")
@example(b"\x28\xb5\x2f\xfdrubbish")
@example(b"\n\n\n")
@example(b'{"format":1}\n')
@example(b'{"format":1,"game":"","ruleset":"x","seats":[],"source":"imported"}\n')
@example(b'{"format":"one","game":"a"}\n')
@example(b'{"format":-1,"game":"a"}\n')
@example(b'{"seal":"00","entries":1}\n')
@settings(max_examples=200, deadline=None)
def test_no_file_whatever_raises_and_each_without_a_game_says_so(data):
    games, errors = read(data)
    assert games or errors


@pytest.mark.parametrize("suffix", [".jsonl.gz", ".jsonl.zst"])
def test_packed_files_cut_anywhere_keep_what_can_be_unpacked(tmp_path, suffix):
    path = tmp_path / f"x{suffix}"
    write_games(path, [GAME] * 12)
    data = path.read_bytes()
    most = 0
    for at in range(len(data) // 10, len(data), max(len(data) // 40, 1)):
        path.write_bytes(data[:at])
        log = read_log(path)
        entries = [x for g in log.games for x in g.entries]
        assert entries == (GAME.entries * 12)[: len(entries)]
        told = [*map(str, log.errors), *(str(e) for g in log.games for e in g.errors)]
        assert any("compressed data" in x for x in told)
        most = max(most, len(entries))
    assert most > 0


def test_one_damaged_game_leaves_its_neighbours_alone():
    other = dump_game(GAME)
    broken = b"".join([LINES[0], b"rubbish\n", *LINES[2:]])
    games, errors = read(other + broken + other)
    assert [len(g.errors) for g in games] == [0, 2, 0]
    assert [g.sealed for g in games] == [True, False, True]


def test_a_game_that_lost_its_header_is_told_once_a_line_and_the_next_is_read():
    games, errors = read(b"".join(LINES[1:]) + DATA)
    assert [g.entries for g in games] == [GAME.entries]
    assert "there is no header before this line" in str(errors[0]) and len(errors) <= 50


def test_windows_line_ends_and_blank_lines_change_nothing():
    data = DATA.replace(b"\n", b"\r\n\r\n")
    games, errors = read(data)
    assert games[0].entries == GAME.entries
    assert [str(e) for e in errors if "seal" not in str(e)] == []


@pytest.mark.parametrize(
    "rubbish", [b'{"format"', b'{"format":1}', b'{"format":1,"game":"","seats":[]}', b'{"ruleset":"siren"}']
)
def test_half_a_header_within_a_game_does_not_end_it(rubbish):
    lines = [*LINES]
    lines[10] = rubbish + b"\n"
    games, errors = read(b"".join(lines))
    assert [g.entries for g in games] == [[x for x in GAME.entries if x.seq != 10]]
    assert "bad header" in str(errors[0])


def test_a_damaged_header_of_the_next_game_takes_nothing_into_the_one_before():
    unsealed = b"".join(LINES[:-1])
    games, errors = read(unsealed + b'{"format":1,"game' + b"\n" + b"".join(LINES[1:]) + DATA)
    assert [g.entries for g in games] == [GAME.entries, GAME.entries]
    assert "bad header" in str(errors[-1]) or any("bad header" in str(e) for e in errors)
    assert any("there is no header before this line" in str(e) for e in errors)
