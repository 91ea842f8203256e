"""What seats could have done: exactly the choices that the rules list, none where a hand is not known."""

from __future__ import annotations

from collections import Counter

import duckdb
import pytest

from mjlog import events as ev
from mjlog import rulesets
from mjlog.log import Game, write_games
from mjlog.offers import kind_of, offers
from mjlog.play import play
from mjlog.replay import check
from mjlog.rules import FORCED
from mjlog.sight import seat_log
from mjlog.store.load import load


def listed(s):
    """Every choice by the plain list of legal events."""
    found = set()
    for w in s.rules.windows(s):
        if w.ask and w.stage != FORCED:
            for e in w.options(s):
                if not isinstance(e, ev.Discarded) or e.mark:
                    found.add((e.seat, kind_of(e)))
    return found


@pytest.mark.parametrize(
    ("ruleset", "options"), [("siren", {}), ("tuidaohe", {"baoting": True}), ("tuidaohe-0", {})]
)
@pytest.mark.parametrize("bots", ["random", "normal"])
def test_offers_are_what_the_rules_list(ruleset, options, bots):
    seen = Counter()

    def watch(s, e, index):
        got = offers(s, e)
        assert {(seat, kind) for seat, kind, _ in got} == listed(s)
        assert len(got) == len(listed(s))
        taken = [(seat, kind) for seat, kind, done in got if done]
        assert len(taken) <= 1
        if taken:
            assert taken == [(e.seat, kind_of(e))]
        seen.update(kind for _, kind, _ in got)

    for i in range(3):
        assert check(play(rulesets.get(ruleset, options), 3, (bots,), i), watch).ok
    assert seen["pung"] and seen["win"] >= (bots == "normal")


def test_a_hand_that_is_not_known_is_offered_nothing():
    rules = rulesets.get("tuidaohe")
    game = play(rules, 3, ("normal",))
    mine = seat_log([x.e for x in game.entries], rules.kinds, 4, 2)
    asked = set()
    check(Game.of(game.header, mine), lambda s, e, i: asked.update(x[0] for x in offers(s, e)))
    assert asked == {2}


def test_the_store_has_the_offers_of_each_event(store, games):
    with duckdb.connect(str(store), read_only=True) as con:
        for game in games[::6]:
            want = set()
            check(game, lambda s, e, i: want.update((i + 1, *x) for x in offers(s, e)))  # noqa: B023
            rows = con.execute("SELECT n, seat, kind, taken FROM offers WHERE game = ?", [game.header.game])
            assert set(rows.fetchall()) == want and want
        calls = "SELECT kind, count(*) FROM claims GROUP BY kind"
        taken = "SELECT kind, count_if(taken) FROM offers WHERE kind IN ('chow', 'pung', 'kong_open') GROUP BY kind"
        assert dict(con.execute(calls).fetchall()) == {k: n for k, n in con.execute(taken).fetchall() if n}
        wins = con.execute("SELECT count(*) FROM wins").fetchone()
        assert con.execute("SELECT count_if(taken) FROM offers WHERE kind = 'win'").fetchone() == wins


def test_a_game_of_unknown_rules_has_no_offers(tmp_path):
    game = play(rulesets.get("siren"), 1)
    game.header.ruleset = "unheard-of"
    write_games(tmp_path / "x.jsonl", [game])
    load([tmp_path / "x.jsonl"], tmp_path / "x.duckdb")
    with duckdb.connect(str(tmp_path / "x.duckdb"), read_only=True) as con:
        assert con.execute("SELECT count(*) FROM offers").fetchone() == (0,)
