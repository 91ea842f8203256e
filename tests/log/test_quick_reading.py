"""The quick way of reading entries gives what the plain one gives, and steps aside where it is not sure."""

import io

import pytest
from pydantic import TypeAdapter

from mjlog import play, rulesets
from mjlog.event_examples import EXAMPLES
from mjlog.events import Noted
from mjlog.log import Entry, Game, Header, dump_game, read_games
from mjlog.log.read import plain_entries

ENTRIES = TypeAdapter(list[Entry])


def lines_of(game):
    return [x for x in dump_game(game).splitlines() if x.startswith(b'{"seq"')]


@pytest.mark.parametrize("ruleset", ["siren", "tuidaohe"])
def test_simulated_games_read_alike_both_ways(ruleset):
    lines = lines_of(play.play(rulesets.get(ruleset), seed=4))
    assert plain_entries(lines) == ENTRIES.validate_json(b"[" + b",".join(lines) + b"]")


def test_every_type_of_event_reads_alike_both_ways():
    header = Header(game="g", ruleset="siren", seats=[], source="imported")
    game = Game.of(header, [*EXAMPLES, Noted('quo"tes \\ and }{ 甲\u2028'), Noted("")])
    lines = lines_of(game)
    assert plain_entries(lines) == ENTRIES.validate_json(b"[" + b",".join(lines) + b"]") == game.entries


@pytest.mark.parametrize(
    "line",
    [
        b'{"seq":1,"id":"a","note":"x","e":{"type":"noted","text":"a"}}',
        b'{"seq": 1, "id": "a", "e": {"type": "noted", "text": "a"}}',
        b'{"seq":01,"id":"a","e":{"type":"noted","text":"a"}}',
        b'{"seq":0,"id":"a","e":{"type":"noted","text":"a"}}',
        b'{"seq":1,"id":"a\\u0041","e":{"type":"noted","text":"a"}}',
        b'{"seq":1,"id":"a","e":{"type":"noted","text":"a"}}\r',
        b'{"seq":1,"id":"a","e":{"type":"noted","text":"a"},"raw":"}"}',
        b'{"seq":1,"id":"a","e":{"type":"noted","text":"a"},{"type":"noted","text":"b"}}',
    ],
)
def test_the_quick_way_leaves_other_spellings_alone(line):
    assert plain_entries([line]) is None


@pytest.mark.parametrize(
    "bad",
    [
        b'{"seq":2,"id":"g-2","e":{"type":"noted","text":"a"},"x":{}}',
        b'{"seq":2,"id":"g-2","e":{"type":"drawn","seat":9,"tile":"5m"}}',
        b'{"seq":2,"id":"g-2","e":{"type":"noted","text":"a"},{"type":"noted","text":"b"}}',
        b'{"seq":2,"id":"g-2","e":{"type":"noted","text":"\xff"}}',
    ],
)
def test_one_bad_line_costs_only_itself(bad):
    header = Header(game="g", ruleset="siren", seats=[], source="imported")
    lines = dump_game(Game.of(header, [Noted("a"), Noted("b"), Noted("c")]), seal=False).splitlines()
    lines[2] = bad
    (game,) = read_games(io.BytesIO(b"\n".join(lines) + b"\n"))
    assert [x.e.text for x in game.entries] == ["a", "c"]
    assert len(game.errors) == 1 and ":3 hand 0 event 2" in str(game.errors[0])


def test_a_doubled_run_of_lines_is_dropped_and_a_missing_number_is_told():
    header = Header(game="g", ruleset="siren", seats=[], source="imported")
    lines = dump_game(Game.of(header, [Noted(str(i)) for i in range(6)]), seal=False).splitlines()
    (game,) = read_games(io.BytesIO(b"\n".join([*lines[:5], *lines[3:]]) + b"\n"))
    assert [x.seq for x in game.entries] == [1, 2, 3, 4, 5, 6]
    (game,) = read_games(io.BytesIO(b"\n".join([*lines[:3], *lines[4:]]) + b"\n"))
    assert [x.seq for x in game.entries] == [1, 2, 4, 5, 6] and "entry number 4 follows 2" in str(game.errors)
