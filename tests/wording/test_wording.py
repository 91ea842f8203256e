"""Sentences about events: every type in both languages, seats by name, nothing that a view may not know."""

import pytest

from mjlog import events as ev
from mjlog import rulesets
from mjlog.event_examples import EXAMPLES
from mjlog.play import play
from mjlog.sight import mask
from mjlog.wording import Speaker


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda e: e.type)
def test_every_type_of_event_has_a_sentence_in_both_languages(event):
    en, zh = Speaker("en").say(event), Speaker("zh").say(event)
    assert en and zh and "\n" not in en + zh
    assert event.type in ("noted", "acted") or en != zh
    assert "None" not in en + zh


def test_seats_are_called_by_name_and_by_number_without_one():
    speaker = Speaker("en", ["Ann", " "])
    assert speaker.say(ev.Won(0, "discard", "6s", source=1, hand=["6s"])) == (
        "Ann: wins on a discard with 6s, from seat 1; hand 6s"
    )
    assert (
        speaker.say(ev.Settled([8, -8], "win", pot=-3, liable=0))
        == "points move +8 -8, pot -3, Ann liable (win)"
    )


def test_unknown_tiles_are_counted_and_terms_are_the_glossary_s():
    assert Speaker("zh").say(ev.Dealt(1, ["1m", "?", "?"])) == "1 号位：配牌 一万 ＋ 2 张未知牌"
    assert Speaker("zh").say(ev.Extended(1, "kong_added", "5p", 0)) == "1 号位：加杠五筒"
    assert (
        Speaker("en").say(ev.Drawn(1, "?", "tail"))
        == "seat 1: draws an unknown tile from the tail of the wall"
    )


def test_a_masked_draw_tells_no_face():
    game = play(rulesets.get("siren"), seed=3)
    drawn = next(x.e for x in game.entries if isinstance(x.e, ev.Drawn) and x.e.seat != 0)
    assert drawn.tile in Speaker().say(drawn) and drawn.tile not in Speaker().say(mask(drawn, 0))
