"""Playing: the same seed gives the same bytes, the quick path the same events as the plain one."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog import events as ev
from mjlog import rulesets
from mjlog.errors import OptionError
from mjlog.log import dump_game
from mjlog.play import Answer, Player, play, questions, random_bot, resolve, shuffled
from mjlog.rules import Window

IDS = rulesets.all_ids()


@pytest.mark.parametrize("ruleset", IDS)
def test_same_seed_same_bytes(ruleset):
    rules = rulesets.get(ruleset)
    assert dump_game(play(rules, 5, index=3)) == dump_game(play(rulesets.get(ruleset), 5, index=3))
    assert dump_game(play(rules, 5, index=3)) != dump_game(play(rules, 5, index=4))
    assert dump_game(play(rules, 5)) != dump_game(play(rules, 6))


@pytest.mark.parametrize("ruleset", IDS)
@pytest.mark.parametrize("index", range(4))
def test_sampling_without_lists_plays_the_same_game(ruleset, index):
    rules = rulesets.get(ruleset)
    quick, plain = [], []
    Player(rules, 9, [None] * rules.seats, index, quick.append).run()
    Player(rules, 9, [random_bot] * rules.seats, index, plain.append).run()
    assert quick == plain


def test_bots_are_held_to_their_options():
    from mjlog.errors import MjlogError

    rules = rulesets.get("siren")
    with pytest.raises(MjlogError, match="not offered"):
        play(rules, 1, [lambda obs, options, rng: ev.Discarded(obs.seat, "f1")])
    with pytest.raises(OptionError, match="4 seats"):
        play(rules, 1, ["random", "random"])


def test_a_hand_that_does_not_end_is_an_error():
    from mjlog.errors import MjlogError
    from mjlog.rules import FORCED

    base = rulesets.get("siren")
    forever = (Window(lambda s: [ev.Noted("again")], (ev.Noted,), stage=FORCED),)
    rules = base.revise("siren", phases={"deal": forever}).bind({})
    with pytest.raises(MjlogError, match="does not end"):
        play(rules, 1)


@given(st.lists(st.integers(), max_size=20), st.integers())
@settings(max_examples=50)
def test_shuffled_keeps_the_tiles(tiles, seed):
    names = [str(x) for x in tiles]
    assert sorted(shuffled(names, Random(seed))) == sorted(names)


def windows(*ties):
    return [Window(lambda s: [], (ev.Won,), tie=t) for t in ties]


def answer(seat, window):
    return Answer(seat, window, ev.Won(seat, "discard"))


def test_resolve_takes_the_first_window_and_the_nearest_seat():
    both = windows("nearest", "nearest")
    assert resolve(both, [answer(1, 1), answer(3, 0), answer(2, 0)], 3, 4) == [ev.Won(2, "discard")]
    assert resolve(both, [], 3, 4) == []


def test_resolve_all_lists_winners_in_turn_order():
    found = resolve(windows("all"), [answer(0, 0), answer(3, 0), answer(1, 0)], 2, 4)
    assert [e.seat for e in found] == [3, 0, 1]


def test_resolve_first_takes_the_first_answer():
    assert resolve(windows("first"), [answer(0, 0), answer(3, 0)], 2, 4) == [ev.Won(0, "discard")]


def test_questions_tell_who_may_decline():
    rules = rulesets.get("tuidaohe")
    s = rules.start()
    for e in play(rules, 3).entries:
        for q in questions(s):
            assert q.options and q.may_decline == (q.stage == 0 and s.phase in ("claims", "rob"))
        rules.apply(s, e.e)


def test_all_registered_hands_per_match():
    game = play(rulesets.get("tuidaohe", {"hands_per_match": 3}), 2)
    assert sum(type(x.e) is ev.HandStarted for x in game.entries) == 3
    starts = [x.e.dealer for x in game.entries if type(x.e) is ev.HandStarted]
    assert starts == [0, 1, 2]
