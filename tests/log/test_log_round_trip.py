"""What is written is read back: every type of event, every suffix, many games a file; old formats are lifted."""

from __future__ import annotations

import gzip
import io
import json
import sys
from pathlib import Path

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))
from event_strategies import EVENTS, event_of, games

from mjlog import rulesets
from mjlog.events import EVENT_TYPES, from_dict, to_dict
from mjlog.log import dump_game, event_text, read_games, read_log, write_games
from mjlog.play import play

DATA = Path(__file__).resolve().parents[1] / "data" / "logs"


@given(EVENTS)
@settings(max_examples=400, deadline=None)
def test_an_event_is_its_dictionary_and_its_text(event):
    assert from_dict(to_dict(event)) == event
    assert json.loads(event_text(event)) == to_dict(event)


@pytest.mark.parametrize("cls", EVENT_TYPES)
def test_every_type_of_event_round_trips(cls):
    @given(st.lists(event_of(cls), min_size=1, max_size=5))
    @settings(max_examples=25, deadline=None)
    def run(events):
        assert [from_dict(json.loads(event_text(e))) for e in events] == events

    run()


@given(st.lists(games(), min_size=1, max_size=3), st.booleans())
@settings(max_examples=120, deadline=None)
def test_games_are_read_back_as_they_were_written(written, seal):
    out = io.BytesIO()
    write_games(out, written, seal)
    errors = []
    read = list(read_games(io.BytesIO(out.getvalue()), errors))
    assert not errors
    for before, after in zip(written, read, strict=True):
        assert not after.errors
        assert (after.header, after.entries) == (before.header, before.entries)
        assert after.sealed is (True if seal else None)
        assert dump_game(after, seal) == dump_game(before, seal)


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz", ".jsonl.zst"])
def test_all_suffixes_hold_the_same_and_the_same_bytes_twice(tmp_path, suffix):
    written = [play(rulesets.get("tuidaohe"), 1, index=i) for i in range(3)]
    one, two = tmp_path / f"a{suffix}", tmp_path / f"b{suffix}"
    write_games(one, written)
    write_games(two, written)
    assert one.read_bytes() == two.read_bytes()
    data = one.read_bytes()
    plain = {".jsonl": bytes, ".jsonl.gz": gzip.decompress, ".jsonl.zst": unzstd}[suffix](data)
    assert plain == b"".join(map(dump_game, written))
    assert [g.entries for g in read_log(one).games] == [g.entries for g in written]


def unzstd(data):
    return zstandard.ZstdDecompressor().stream_reader(data).read()


def test_the_content_decides_how_a_file_is_unpacked_and_not_its_name(tmp_path):
    game = play(rulesets.get("siren"), 2)
    for suffix in (".jsonl", ".jsonl.gz", ".jsonl.zst"):
        write_games(tmp_path / f"x{suffix}", [game])
        wrong = tmp_path / f"from{suffix.replace('.', '_')}.txt"
        wrong.write_bytes((tmp_path / f"x{suffix}").read_bytes())
        assert read_log(wrong).games[0].entries == game.entries


def test_packed_files_one_after_the_other_are_read_as_one(tmp_path):
    written = [play(rulesets.get("siren"), 1, index=i) for i in range(2)]
    for suffix in (".jsonl.gz", ".jsonl.zst"):
        parts = []
        for i, game in enumerate(written):
            write_games(tmp_path / f"{i}{suffix}", [game])
            parts.append((tmp_path / f"{i}{suffix}").read_bytes())
        both = tmp_path / f"both{suffix}"
        both.write_bytes(b"".join(parts))
        assert [g.entries for g in read_log(both).games] == [g.entries for g in written]


def test_a_log_of_format_0_reads_like_the_newest():
    old, new = (read_log(DATA / f"format-{n}.jsonl") for n in (0, 1))
    assert not old.errors and not old.games[0].errors and not new.games[0].errors
    assert old.games[0].header == new.games[0].header
    assert [x.e for x in old.games[0].entries] == [x.e for x in new.games[0].entries]
    assert [x.at for x in old.games[0].entries] == [x.at for x in new.games[0].entries]
    again = io.BytesIO(dump_game(old.games[0]))
    assert next(read_games(again)).entries == old.games[0].entries


def test_a_log_of_a_newer_format_is_refused_in_one_line_and_the_next_game_is_read():
    game = play(rulesets.get("siren"), 1)
    data = dump_game(game).replace(b'"format":1', b'"format":2', 1) + dump_game(game)
    errors = []
    read = list(read_games(io.BytesIO(data), errors))
    assert [g.entries for g in read] == [game.entries]
    assert "format 2 is newer than this version of mjlog, which reads up to 1" in str(errors[0])
