"""Replay: a defect costs one finding, names its clause, and the rest of the log is still checked."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog import events as ev
from mjlog import rulesets
from mjlog.log import Entry, Game
from mjlog.play import play
from mjlog.replay import Replayer, bare_rules, check, rules_of


@pytest.fixture(scope="module")
def game():
    return play(rulesets.get("tuidaohe"), 11)


def changed(game, entries):
    return Game(game.header, [replace(x, seq=i) for i, x in enumerate(entries, 1)])


def first(game, kind):
    return next(i for i, x in enumerate(game.entries) if type(x.e) is kind)


def test_a_played_game_has_no_finding(game):
    report = check(game)
    assert report.ok and not report.findings
    assert (report.hands, report.events) == (1, len(game.entries))


@pytest.mark.parametrize("kind", [ev.Drawn, ev.HandStarted, ev.Dealt, ev.HandEnded])
def test_a_forced_step_left_out_costs_one_finding_and_cites_a_clause(game, kind):
    i = first(game, kind)
    report = check(changed(game, game.entries[:i] + game.entries[i + 1 :]))
    assert [f.kind for f in report.findings] == ["missing"]
    assert report.findings[0].clause.startswith("tuidaohe.")


def test_a_discard_of_the_wrong_seat_names_the_clause(game):
    i = first(game, ev.Discarded)
    e = game.entries[i].e
    entries = [
        *game.entries[:i],
        replace(game.entries[i], e=replace(e, seat=(e.seat + 1) % 4)),
        *game.entries[i + 1 :],
    ]
    report = check(changed(game, entries))
    assert not report.ok and report.findings[0].clause == "tuidaohe.cut.1"
    assert len(report.findings) <= 4


def test_a_breach_that_was_played_is_told_and_does_not_fail(game):
    i = first(game, ev.Drawn)
    breach = Entry(0, "x", ev.Declared(2, "peeked"), flag="as_played", note="looked at the wall")
    report = check(changed(game, [*game.entries[: i + 1], breach, *game.entries[i + 1 :]]))
    assert report.ok and [(f.severity, f.kind) for f in report.findings] == [("info", "as_played")]


def test_an_impossible_tile_is_bent_and_the_rest_still_checked(game):
    i = first(game, ev.Discarded)
    e = game.entries[i].e
    held = {x for x in Replayer(game).at(i).table.names(Replayer(game).at(i).table.hand[e.seat])}
    other = next(x for x in rulesets.get("tuidaohe").kinds.names if x not in held)
    entries = [
        *game.entries[:i],
        replace(game.entries[i], e=replace(e, tile=other, part=None)),
        *game.entries[i + 1 :],
    ]
    report = check(changed(game, entries))
    assert report.events == len(game.entries) and [f.kind for f in report.findings] == ["illegal"]


def test_a_gap_with_numbers_switches_the_check_off_once(game):
    i = first(game, ev.Discarded)
    gap = Entry(0, "gap", ev.Gap("missed", [0, 0, 0, 0], [1, 0, 0, 0]))
    report = check(changed(game, [*game.entries[:i], gap, *game.entries[i + 1 :]]))
    assert len(report.findings) <= 1


def test_options_the_ruleset_refuses_are_one_finding(game):
    bad = Game(game.header.model_copy(update={"options": {"players": 9}}), game.entries)
    report = check(bad)
    assert [f.kind for f in report.findings] == ["options"] and not report.ok


def test_an_unknown_ruleset_steps_on_the_bare_table(game):
    other = Game(
        game.header.model_copy(update={"ruleset": "nobody-knows", "options": {"x": 1}}), game.entries
    )
    assert rules_of(other.header) is None and bare_rules(other.header).seats == 4
    report = check(other)
    assert report.ok and [f.kind for f in report.findings] == ["unknown_ruleset"]
    mine, theirs = Replayer(game), Replayer(other)
    for n in (5, 20, len(mine)):
        assert mine.at(n).table.names(mine.at(n).table.hand[0]) == theirs.at(n).table.names(
            theirs.at(n).table.hand[0]
        )


def test_corrections_are_folded_before_the_check(game):
    i = first(game, ev.Discarded)
    e = game.entries[i].e
    wrong = replace(game.entries[i], e=replace(e, tile="?", part=None))
    fix = Entry(0, "fix", ev.Amended(wrong.id, ev.to_dict(e)))
    report = check(changed(game, [*game.entries[:i], wrong, *game.entries[i + 1 :], fix]))
    assert report.ok and not report.findings


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_no_damage_stops_a_replay(game, data):
    """Events dropped, doubled and moved: every position still opens, every event is still looked at."""
    entries = list(game.entries)
    for _ in range(data.draw(st.integers(1, 6))):
        i = data.draw(st.integers(0, len(entries) - 1))
        what = data.draw(st.sampled_from(["drop", "double", "move"]))
        if what == "drop":
            del entries[i]
        elif what == "double":
            entries.insert(i, entries[i])
        else:
            entries.insert(data.draw(st.integers(0, len(entries) - 1)), entries.pop(i))
    broken = changed(game, entries)
    report = check(broken)
    assert report.events == len(entries)
    replayer = Replayer(broken)
    for n in {0, len(entries) // 2, len(entries)}:
        replayer.at(n)


def test_positions_out_of_range():
    r = Replayer(play(rulesets.get("siren"), 1))
    with pytest.raises(IndexError, match="position"):
        r.at(len(r) + 1)
