"""Importing many files: what is written where, what is reported, what is left alone."""

import gzip
import io
import json
import re
from pathlib import Path

import pytest
import tenhou_maker as maker
from hypothesis import given
from hypothesis import strategies as st

from mjlog import formats
from mjlog.errors import MjlogError, ParseError
from mjlog.log import read_games

TEXT = maker.random_game(21, hands=2)[0]
OTHER = maker.random_game(22, players=3, hands=1)[0]
LINE = re.compile(r"(\d+) files?: (\d+) imported, (\d+) refused; (\d+) hands?")
SAMPLES = Path(__file__).parents[1] / "data" / "tenhou"


@pytest.fixture
def folder(tmp_path):
    """Some files, good and bad, in folders."""
    home = tmp_path / "in"
    (home / "b" / "deep").mkdir(parents=True)
    (home / ".hidden").mkdir()
    (home / "b" / "one.xml").write_text(TEXT)
    (home / "b" / "deep" / "one.mjlog").write_bytes(gzip.compress(OTHER.encode()))
    (home / "a note.txt").write_text("nothing")
    (home / ".hidden" / "two.xml").write_text(TEXT)
    (home / ".three.xml").write_text(TEXT)
    return home


def names(tasks, home):
    """Sources and targets, short."""
    return [(Path(t.source).relative_to(home).as_posix(), Path(t.target).name) for t in tasks]


def test_a_folder_is_walked_in_order_and_equal_names_get_a_number(folder, tmp_path):
    tasks = formats.plan([folder], tmp_path / "out")
    assert names(tasks, folder) == [
        ("a note.txt", "a_note.jsonl"), ("b/one.xml", "one.jsonl"), ("b/deep/one.mjlog", "one-2.jsonl"),
    ]  # fmt: skip


def test_outcomes_say_what_was_read_and_logs_are_read_back(folder, tmp_path):
    out = tmp_path / "out"
    outcomes = list(formats.import_many([folder], out))
    note, one, deep = outcomes
    assert note.refused == "no known format; it begins with 'nothing'"
    assert note.target is None
    assert (one.format, one.games, one.hands, one.marked, one.notes) == ("tenhou-xml", 1, 2, 0, [])
    assert sorted(x.name for x in out.iterdir()) == ["one-2.jsonl", "one.jsonl"]
    for outcome in (one, deep):
        (made,) = read_games(outcome.target)
        assert made.errors == []
        assert made.sealed
        assert len(made.entries) == outcome.events
        (direct,) = formats.import_path(outcome.source).games
        assert (made.header, made.entries) == (direct.header, direct.entries)
    totals = formats.Totals()
    for outcome in outcomes:
        totals.add(outcome)
        assert json.loads(json.dumps(outcome.to_dict())) == outcome.to_dict()
    assert LINE.fullmatch(totals.line()).groups() == ("3", "2", "1", "3")


def test_several_workers_write_the_same_bytes(folder, tmp_path):
    one = list(formats.import_many([folder], tmp_path / "out1"))
    two = list(formats.import_many([folder], tmp_path / "out2", workers=2))
    assert [x.hands for x in one] == [x.hands for x in two]
    for outcome in one:
        if outcome.target:
            path = Path(outcome.target)
            assert path.read_bytes() == (tmp_path / "out2" / path.name).read_bytes()


def test_a_second_import_changes_nothing(folder, tmp_path):
    out = folder / "b" / "logs"
    first = [x.target for x in formats.import_many([folder], out)]
    before = {x.name: x.read_bytes() for x in out.iterdir()}
    assert [x.target for x in formats.import_many([folder], out)] == first
    assert {x.name: x.read_bytes() for x in out.iterdir()} == before


def test_no_source_is_overwritten(tmp_path):
    (tmp_path / "game.jsonl").write_text(TEXT)
    (outcome,) = formats.import_many([tmp_path / "game.jsonl"], tmp_path)
    assert Path(outcome.target).name == "game-2.jsonl"
    assert (tmp_path / "game.jsonl").read_text() == TEXT


def test_a_missing_path_is_refused_and_the_rest_goes_on(folder, tmp_path):
    gone, one = formats.import_many([tmp_path / "gone", folder / "b" / "one.xml"], tmp_path / "out")
    assert gone.refused == "no such file"
    assert one.hands == 2


def test_what_is_no_file_is_refused(tmp_path):
    assert formats.import_path(tmp_path).refused == "not a file"


def test_an_unknown_format_is_refused_before_anything_is_read(folder, tmp_path):
    with pytest.raises(ParseError, match="unknown format 'morse'; possible: tenhou-xml"):
        formats.import_many([folder], tmp_path / "out", fmt="morse")
    assert not (tmp_path / "out").exists()


def test_a_file_in_place_of_the_folder_is_an_error(folder, tmp_path):
    (tmp_path / "out").write_text("")
    with pytest.raises(MjlogError, match="is a file, not a folder"):
        formats.import_many([folder], tmp_path / "out")


def test_a_log_that_cannot_be_written_is_refused_and_leaves_nothing(folder, tmp_path):
    out = tmp_path / "out"
    (out / "one.jsonl").mkdir(parents=True)
    (outcome,) = formats.import_many([folder / "b" / "one.xml"], out)
    assert "cannot be written" in outcome.refused
    assert (outcome.hands, outcome.target) == (0, None)
    assert [x.name for x in out.iterdir()] == ["one.jsonl"]


def test_standard_input_is_a_file_too(tmp_path, monkeypatch):
    class Stdin:
        buffer = io.BytesIO(TEXT.encode())

    monkeypatch.setattr("sys.stdin", Stdin)
    (outcome,) = formats.import_many(["-"], tmp_path)
    assert (Path(outcome.target).name, outcome.hands) == ("stdin.jsonl", 2)


def test_a_format_may_be_named_instead_of_sniffed(tmp_path):
    (tmp_path / "x").write_text(TEXT)
    (outcome,) = formats.import_many([tmp_path / "x"], tmp_path / "out", fmt="tenhou-xml")
    assert (outcome.format, outcome.hands) == ("tenhou-xml", 2)


@given(
    st.lists(st.text(min_size=1, max_size=12).filter(lambda x: "/" not in x and "\0" not in x), max_size=8)
)
def test_targets_are_plain_distinct_names(stems):
    tasks = formats.plan([f"d/{i}/{stem}" for i, stem in enumerate(stems)], "out")
    targets = [Path(t.target).name for t in tasks]
    assert len({x.casefold() for x in targets}) == len(stems)
    assert all(re.fullmatch(r"[\w.+=@-]+\.jsonl", x) and x[0] != "." for x in targets)


def test_the_list_of_importers_loads_and_names_itself():
    for name in formats.names():
        made = formats.importer(name)
        assert (made.name, bool(made.label)) == (name, True)


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.*")), ids=lambda p: p.name)
def test_the_sample_files_import(path, tmp_path):
    (outcome,) = formats.import_many([path], tmp_path)
    assert outcome.refused is None
    assert outcome.hands >= 2
    expected = ["gzip data end too early"] if "torn" in path.name else []
    assert [any(note.startswith(x) for note in outcome.notes) for x in expected] == [True] * len(expected)
    assert bool(outcome.notes) == bool(expected)
