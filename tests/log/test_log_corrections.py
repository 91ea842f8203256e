"""Corrections are appended and folded away: retracted, amended, inserted, corrections of corrections."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog.events import Amended, Inserted, Noted, Retracted, to_dict
from mjlog.log import Entry, effective, fold


def entries(*events):
    return [Entry(i, f"e{i}", e) for i, e in enumerate(events, 1)]


def texts(rows):
    return [x.e.text for x in rows]


def noted(text):
    return to_dict(Noted(text))


ABC = (Noted("a"), Noted("b"), Noted("c"))


@pytest.mark.parametrize(
    ("corrections", "left"),
    [
        ((), "a b c"),
        ((Retracted("e2"),), "a c"),
        ((Amended("e2", noted("B")),), "a B c"),
        ((Inserted("e1", noted("x")),), "a x b c"),
        ((Inserted("", noted("x")),), "x a b c"),
        ((Retracted("e2"), Retracted("e4")), "a b c"),
        ((Retracted("e2"), Retracted("e4"), Retracted("e5")), "a c"),
        ((Amended("e2", noted("B")), Retracted("e4")), "a b c"),
        ((Amended("e2", noted("B")), Amended("e4", noted("BB"))), "a BB c"),
        ((Amended("e2", noted("B")), Amended("e2", noted("BB")), Retracted("e5")), "a B c"),
        ((Inserted("e1", noted("x")), Amended("e4", noted("y"))), "a y b c"),
        ((Inserted("e1", noted("x")), Inserted("e4", noted("y"))), "a x y b c"),
        ((Inserted("e1", noted("x")), Inserted("e1", noted("y"))), "a y x b c"),
        ((Inserted("e1", noted("x")), Retracted("e4")), "a b c"),
        ((Retracted("e1"), Inserted("e1", noted("x"))), "x b c"),
    ],
)
def test_what_is_left(corrections, left):
    rows, problems = fold(entries(*ABC, *corrections))
    assert (" ".join(texts(rows)), problems) == (left, [])


@pytest.mark.parametrize(
    ("correction", "problem"),
    [
        (Retracted("e9"), "'e4' retracts 'e9', which is not there"),
        (Amended("e9", noted("x")), "'e4' amends 'e9', which is not there"),
        (Inserted("e9", noted("x")), "'e4' inserts after 'e9', which is not there"),
        (Amended("e1", {"type": "unheard_of"}), "'e4' holds no event"),
        (Inserted("e1", {"type": "drawn"}), "'e4' holds no event"),
        (Amended("e1", {}), "'e4' holds no event"),
    ],
)
def test_a_correction_that_cannot_work_is_told_and_changes_nothing(correction, problem):
    rows, problems = fold(entries(*ABC, correction))
    assert texts(rows) == ["a", "b", "c"]
    assert len(problems) == 1 and problem in problems[0] and "\n" not in problems[0]


def test_an_amended_entry_keeps_its_number_id_and_note():
    rows = entries(*ABC)
    rows[1].note = "heard badly"
    rows.append(Entry(4, "fix", Amended("e2", noted("B"))))
    assert (effective(rows)[1].seq, effective(rows)[1].id, effective(rows)[1].note) == (
        2,
        "e2",
        "heard badly",
    )
    rows[-1].note = "clear now"
    assert effective(rows)[1].note == "clear now"


def test_folding_changes_no_entry_that_was_given():
    rows = entries(*ABC, Amended("e2", noted("B")), Retracted("e1"), Inserted("e3", noted("d")))
    before = repr(rows)
    fold(rows)
    assert repr(rows) == before


@st.composite
def histories(draw):
    n = draw(st.integers(1, 5))
    events = [Noted(str(i)) for i in range(n)]
    for i in range(draw(st.integers(0, 8))):
        target = f"e{draw(st.integers(1, n + i))}"
        kind = draw(st.sampled_from(["retract", "amend", "insert"]))
        new = noted(f"{kind}{i}")
        events.append(
            {"retract": Retracted(target), "amend": Amended(target, new), "insert": Inserted(target, new)}[
                kind
            ]
        )
    return entries(*events)


@given(histories())
@settings(max_examples=300, deadline=None)
def test_taking_back_the_last_correction_restores_what_was_there(rows):
    before = fold(rows)[0]
    if not isinstance(rows[-1].e, Noted):
        earlier = fold(rows[:-1])[0]
        back = [*rows, Entry(len(rows) + 1, "back", Retracted(rows[-1].id))]
        assert texts(fold(back)[0]) == texts(earlier)
    twice = [*rows, Entry(90, "x", Retracted("e1")), Entry(91, "y", Retracted("x"))]
    assert texts(fold(twice)[0]) == texts(before)


@given(histories())
@settings(max_examples=200, deadline=None)
def test_what_is_left_never_holds_a_correction_and_never_an_id_twice(rows):
    left = effective(rows)
    assert all(isinstance(x.e, Noted) for x in left)
    ids = [x.id for x in left]
    assert len(ids) == len(set(ids))
