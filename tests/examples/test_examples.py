"""The worked examples pass, and an example with a wrong expectation does not."""

import copy
import json
from pathlib import Path

import pytest

from mjlog.errors import ParseError
from mjlog.examples import OPERATIONS, check_examples, check_file

FOLDER = Path(__file__).parent.parent / "data" / "examples"


def rows(name):
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["tuidaohe", "siren"])
def test_every_example_passes(name):
    results = check_file(str(FOLDER / f"{name}.json"))
    assert [(r.id, r.reason, r.expected, r.got) for r in results if not r.passed] == []
    assert len(results) == len(rows(name))


def spoil(value):
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return "9s" if value != "9s" else "1m"
    return 99


def spoiled(example):
    """The example once for every single value of its expectation that is changed."""

    def paths(box, at=()):
        for k, v in box.items() if isinstance(box, dict) else enumerate(box):
            if isinstance(v, (dict, list)) and v:
                yield from paths(v, (*at, k))
            else:
                yield (*at, k)

    for path in paths(example["expect"]):
        twin = copy.deepcopy(example)
        box = twin["expect"]
        for k in path[:-1]:
            box = box[k]
        box[path[-1]] = spoil(box[path[-1]])
        yield twin


@pytest.mark.parametrize("name", ["tuidaohe", "siren"])
def test_every_wrong_expectation_fails(name):
    wrong = [w for e in rows(name) for w in spoiled(e)]
    assert len(wrong) > len(rows(name))
    assert [(r.id, r.expected) for r in check_examples(wrong) if r.passed] == []


OTHERS = [
    ("tuidaohe", {"op": "legal", "discarder": 0, "tile": "4p", "seat": 1, "hand_has": ["5p", "6p"], "action": "chi"}, {"legal": True}),
    ("tuidaohe", {"op": "legal", "discarder": 0, "tile": "4p", "seat": 2, "hand_has": ["5p", "6p"], "action": "chi"}, {"legal": False}),
    ("tuidaohe", {"op": "legal", "discarder": 0, "tile": "4p", "seat": 2, "hand_has": ["4p"], "action": "peng"}, {"legal": False}),
    ("tuidaohe", {"op": "legal", "seat": 1, "claim": "peng", "complete_after_claim": True, "action": "zimo", "options": {"declare_after_claim": True}}, {"legal": True}),
    ("tuidaohe", {"op": "legal", "seat": 2, "open_pungs": ["5m"], "drawn": "5m", "hand_has": [], "action": "jiagang", "tile": "5m"}, {"legal": True}),
    ("tuidaohe-0410", {"op": "legal", "seat": 2, "open_pungs": ["5m"], "drawn": "5m", "hand_has": [], "action": "jiagang", "tile": "5m"}, {"legal": True}),
    ("tuidaohe", {"op": "exits", "options": {"exits": 3}, "events": ["wall empty at draw of 1"]}, {"exits": [1, 2, 3], "winner": None, "ended": True}),
    ("tuidaohe", {"op": "settle", "wins": [{"winner": 2, "by": "zimo", "fan": 7}]}, {"deltas": [-64, -64, 192, -64]}),
    ("tuidaohe", {"op": "kong_end", "options": {"exits": 1}, "seat": 1, "action": "jiagang", "wall_left": 0}, {"ended": True, "winner": None}),
    ("tuidaohe", {"op": "replacement_win", "seat": 2, "kong": "minggang", "replacement_completes_hand": True}, {"may_win": True}),
    ("tuidaohe", {"op": "replacement_win", "seat": 2, "kong": "jiagang", "replacement_completes_hand": False}, {"may_win": False}),
    ("tuidaohe", {"op": "rob_poll", "seat": 0, "action": "angang", "tile": "7p", "can_win_on_it": [2]}, {"robbing_possible": False, "kong_stands": True}),
    ("siren", {"op": "legal", "discarder": 0, "tile": "4p", "seat": 1, "hand": ["3p", "5p"], "action": "chi"}, {"legal": True}),
    ("siren", {"op": "rob_legal", "options": {"rob_kong": True}, "added_tile": "7s", "seat": 0, "other_seat": 2, "other_waits": ["7s"], "action": "qianggang"}, {"legal": True}),
    ("siren", {"op": "poll", "discarder": 2, "tile": "5m", "claims": [{"seat": 3, "action": "chi"}]}, {"resolved": {"seat": 3, "action": "chi"}, "next_phase": "discard-only"}),
    ("siren", {"op": "poll", "discarder": 2, "tile": "5m", "claims": [{"seat": 1, "action": "chi"}]}, {"resolved": None, "next_seat": 3}),
    ("siren", {"op": "ranking_points", "human_seat": 2, "hands": [{"level": "normal", "winner": 2}]}, {"ranking_points": [30], "total": 30}),
]  # fmt: skip


@pytest.mark.parametrize(("ruleset", "given", "expect"), OTHERS)
def test_other_questions_of_the_same_operations(ruleset, given, expect):
    (result,) = check_examples(
        [{"id": "x", "ruleset": ruleset, "clause": [], "given": given, "expect": expect}]
    )
    assert result.passed, (result.got, result.reason)


def test_what_cannot_be_asked_fails_with_its_reason():
    def reason(**changes):
        (result,) = check_examples(
            [
                {
                    "id": "x",
                    "ruleset": "siren",
                    "given": {"op": "is_win", "tiles": []},
                    "expect": {"win": False},
                }
                | changes
            ]
        )
        return result.passed, result.reason

    assert reason(ruleset="nobody-knows") == (False, "unknown ruleset nobody-knows")
    assert reason(given={"op": "fly"}) == (False, "unknown operation 'fly'")
    assert reason(given={"op": "is_win"})[1].startswith("the question cannot be put")
    assert reason(expect={}) == (False, "")
    assert set(OPERATIONS) >= {"legal", "score", "bot_choice"}


@pytest.mark.parametrize("text", ["{}", "nonsense", "[1]", '[{"ruleset": "siren"}]'])
def test_a_file_that_is_no_list_of_examples_is_refused(tmp_path, text):
    path = tmp_path / "x.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ParseError):
        check_file(str(path))
