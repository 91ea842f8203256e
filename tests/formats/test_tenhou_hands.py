"""Tenhou XML: what each thing that happens in a hand becomes in the log."""

import pytest
import tenhou_maker as maker
from tenhou_maker import Scene, end, game

from mjlog import events as ev
from mjlog import formats, kinds
from mjlog.log.models import derived_id
from mjlog.table import Table

E_, N_ = 108, 120


def read(text):
    """The one game of a text, and what the importer remarks."""
    result = formats.import_bytes(text.encode(), "x.xml")
    assert result.refused is None
    (made,) = result.games
    return made, result.notes


def clean(text):
    """The one game of a text about which there is nothing to remark but a missing end."""
    made, notes = read(text)
    assert [x for x in notes if "incomplete" not in x] == []
    assert not [x for x in made.entries if x.flag]
    return made


def events(made, *types):
    """The events of a game, all after the deal or of some types."""
    found = [x.e for x in made.entries]
    if types:
        return [e for e in found if isinstance(e, types)]
    start = next(i for i, e in enumerate(found) if isinstance(e, ev.Turned))
    return found[start + 1 :]


def kinds_of(made):
    """The types of the events after the deal, in order."""
    return [e.type for e in events(made)]


def table_of(made):
    """A bare table after the whole game, with every tile in one place at every step."""
    players = len(made.header.seats)
    table = Table(kinds.riichi(players, made.header.options["red_fives"]), players)
    for entry in made.entries:
        table.obey(entry.e)
        zones = [slot for zone in table.zones().values() for part in zone for slot in part]
        assert sorted(zones) == list(range(len(table.kind)))
    return table


def test_the_header_says_rules_people_and_source():
    made = clean(game(end(Scene().start().draw(0).win(0, 0))))
    header = made.header
    assert (header.ruleset, header.source, header.seed) == ("riichi", "imported", None)
    assert header.options == {
        "preset": "tenhou4", "players": 4, "length": "south", "open_tanyao": True, "red_fives": True,
    }  # fmt: skip
    assert [seat.name for seat in header.seats] == ["A一", "B", "C", "D"]
    origin = header.origin
    assert (origin["format"], origin["file"], origin["type"], origin["lobby"]) == (
        "tenhou-xml",
        "x.xml",
        169,
        "0",
    )
    assert origin["shuffle"]["seed"].endswith("made-up")
    assert [tag.split()[0] for tag in origin["head"]] == ["<GO", "<UN", "<TAIKYOKU"]
    assert "incomplete" not in origin
    assert [x.id for x in made.entries] == [derived_id(header.game, x.seq) for x in made.entries]
    assert [x.seq for x in made.entries] == list(range(1, len(made.entries) + 1))


def test_a_hand_starts_with_scores_wall_deal_and_indicator():
    scene = Scene(honba=2, sticks=1).start(dealer=1, counter=5, scores=[200, 300, 240, 250])
    made = clean(game(scene.draw(1).win(1, 1, 3000)))
    started, wall, *deals, turned = [x.e for x in made.entries[:7]]
    assert started == ev.HandStarted(1, [20000, 30000, 24000, 25000], 1, 2, 1000, [3, 5])
    assert wall.tiles == ["?"] * 136
    assert (wall.dead, wall.refill) == (14, True)
    assert [e.seat for e in deals] == [1, 2, 3, 0]
    assert all(len(e.tiles) == 13 for e in deals)
    assert (turned.zone, turned.source) == ("indicator", "indicator")
    assert made.entries[0].raw.startswith("<INIT ")


def test_unknown_dice_are_left_open():
    made = clean(game(Scene().start(dice=",").draw(0).win(0, 0)))
    assert events(made, ev.HandStarted)[0].dice is None


def test_a_discard_says_whether_the_drawn_tile_goes():
    scene = Scene().start()
    scene.turn(0).draw(1).cut(1, scene.hand[1][0])
    made = clean(game(scene.draw(2).win(2, 2)))
    assert [e.part for e in events(made, ev.Discarded)] == ["drawn", "held"]


def test_chow_pung_and_the_discard_after_them():
    scene = Scene().start({0: [0], 1: [4, 8], 3: [1, 2]})
    scene.draw(0).cut(0, 0).claim(3, maker.pung, 1, 2).cut(3, scene.hand[3][0])
    pung, cut = events(clean(game(scene.draw(0).win(0, 0))), ev.Claimed, ev.Discarded)[1:]
    assert pung == ev.Claimed(3, "pung", "1m", ["1m", "1m"], 0)
    assert (cut.seat, cut.part) == (3, None)
    scene = Scene().start({0: [0], 1: [4, 8]})
    scene.draw(0).cut(0, 0).claim(1, maker.chow, 4, 8).cut(1, scene.hand[1][0])
    chow = events(clean(game(scene.draw(2).win(2, 2))), ev.Claimed)[0]
    assert chow == ev.Claimed(1, "chow", "1m", ["2m", "3m"], 0)


def test_a_claim_names_its_red_five():
    scene = Scene().start({0: [17], 2: [16, 18]})
    scene.draw(0).cut(0, 17).claim(2, maker.pung, 16, 18).cut(2, scene.hand[2][0])
    claimed = events(clean(game(scene.draw(3).win(3, 3))), ev.Claimed)[0]
    assert (claimed.tile, claimed.own) == ("5m", ["5m", "0m"])


def test_a_closed_kong_turns_its_indicator_before_the_draw():
    scene = Scene().start({0: [0, 1, 2, 3]})
    scene.draw(0).call(0, maker.kong(2, 0), 0, 1, 2, 3).dora().draw(0).cut(0)
    made = clean(game(scene.draw(1).win(1, 1)))
    assert kinds_of(made)[:5] == ["drawn", "melded", "turned", "drawn", "discarded"]
    assert [e.source for e in events(made, ev.Drawn)] == ["head", "replacement", "head"]
    assert table_of(made).wall_left() == 70 - 3


def test_an_open_kong_turns_its_indicator_after_the_discard_though_the_source_writes_it_before():
    scene = Scene().start({0: [0], 2: [1, 2, 3]})
    scene.draw(0).cut(0, 0).claim(2, maker.kong, 1, 2, 3).draw(2).dora().cut(2)
    made = clean(game(scene.draw(3).win(3, 3)))
    assert kinds_of(made)[:6] == ["drawn", "discarded", "claimed", "drawn", "discarded", "turned"]
    assert [x.raw for x in made.entries if x.e.type == "turned"][1].startswith("<DORA")


def test_a_discard_after_a_kong_that_is_won_on_shows_the_indicator_first():
    scene = Scene().start({0: [0], 2: [1, 2, 3]})
    scene.draw(0).cut(0, 0).claim(2, maker.kong, 1, 2, 3).draw(2).dora().cut(2).win(3, 2)
    assert kinds_of(clean(game(scene)))[4:] == [
        "discarded",
        "turned",
        "won",
        "scored",
        "settled",
        "hand_ended",
    ]


def test_a_riichi_discard_after_a_closed_kong_is_accepted_after_it():
    scene = Scene().start({0: [0, 1, 2, 3]})
    scene.draw(0).call(0, maker.kong(0, 0), 0, 1, 2, 3).dora().draw(0).reach(0).cut(0).accept(0)
    made = clean(game(scene.draw(1).win(1, 1)))
    assert kinds_of(made)[3:6] == ["drawn", "discarded", "settled"]
    assert events(made, ev.Discarded)[0].mark == "riichi"
    assert [x.raw for x in made.entries if x.e.type == "discarded"][0].startswith(
        '<REACH who="0" step="1"/><D'
    )


def test_two_added_kongs_in_one_turn_turn_the_first_indicator_between_them():
    """As measured on real files: kakan, draw, kakan, DORA, draw, DORA, discard."""
    scene = Scene().start({0: [0, 4], 1: [1, 2, 5, 6]}, keep=(3, 7))
    scene.draw(0).cut(0, 0).claim(1, maker.pung, 1, 2).cut(1, scene.hand[1][-1])
    scene.turn(2).turn(3).draw(0).cut(0, 4).claim(1, maker.pung, 5, 6).cut(1, scene.hand[1][-1])
    scene.turn(2).turn(3).turn(0).draw(1, 3)
    first, second = (maker.added(code) for code in scene.codes[1])
    scene.call(1, first, 3).draw(1, 7).call(1, second, 7).dora().draw(1).dora().cut(1)
    made = clean(game(scene.draw(2).win(2, 2)))
    types = kinds_of(made)
    at = types.index("extended")
    assert types[at : at + 7] == [
        "extended", "drawn", "extended", "turned", "drawn", "discarded", "turned",
    ]  # fmt: skip
    assert [e.meld for e in events(made, ev.Extended)] == [0, 1]
    assert len(table_of(made).indicator) == 3


def test_a_waiting_indicator_is_turned_when_a_north_follows_the_kong():
    scene = Scene(3).start({1: [33, 34, 35], 0: [32]}, keep=(N_,))
    scene.draw(0).cut(0, 32).claim(1, maker.kong, 33, 34, 35).draw(1, N_)
    scene.call(1, maker.north(N_), N_).dora().draw(1).cut(1)
    made = clean(game(scene.draw(2).win(2, 2)))
    assert kinds_of(made)[2:8] == ["claimed", "drawn", "set_aside", "turned", "drawn", "discarded"]


def test_a_robbed_kong_ends_the_hand_at_once():
    scene = Scene().start({0: [0], 1: [1, 2]}, keep=(3,))
    scene.draw(0).cut(0, 0).claim(1, maker.pung, 1, 2).cut(1, scene.hand[1][-1]).turn(2).turn(3).turn(0)
    scene.draw(1, 3).call(1, maker.added(scene.codes[1][0]), 3)
    scene.last = (1, 3)
    made = clean(game(scene.win(2, 1)))
    won = events(made, ev.Won)[0]
    assert (won.by, won.tile, won.source) == ("robbed_kong", "1m", 1)
    assert kinds_of(made)[-5:] == ["extended", "won", "scored", "settled", "hand_ended"]
    table = table_of(made)
    assert [meld.kind for meld in table.melds[1]] == ["pung"]


def test_a_robbed_north():
    scene = Scene(3).start(keep=(N_,)).draw(0, N_).call(0, maker.north(N_), N_)
    scene.last = (0, N_)
    won = events(clean(game(scene.win(1, 0))), ev.Won)[0]
    assert (won.by, won.tile) == ("robbed_north", "N")


def test_norths_are_set_aside_and_replaced():
    scene = Scene(3).start(keep=(N_, N_ + 1)).draw(0, N_).call(0, maker.north(N_), N_)
    scene.draw(0, N_ + 1).call(0, maker.north(N_ + 1), N_ + 1).draw(0).cut(0)
    made = clean(game(end(scene.draw(1).win(1, 1), ("1", "2", "3"))))
    assert [e.source for e in events(made, ev.Drawn)] == ["head", "replacement", "replacement", "head"]
    table = table_of(made)
    assert table.names(table.aside[0]) == ["N", "N"]
    assert len(made.header.seats) == 3
    assert events(made, ev.WallBuilt)[0].tiles == ["?"] * 108
    assert made.header.options["preset"] == "tenhou3"
    assert [e.scores for e in events(made, ev.MatchEnded)] == [[34500, 36000, 34500]]


def test_riichi_accepted_pays_a_stick_and_a_win_takes_it():
    scene = Scene().start().draw(0).reach(0).cut(0).accept(0).draw(1).win(1, 1, 3000)
    made = clean(game(scene))
    stick, win = events(made, ev.Settled)
    assert stick == ev.Settled([-1000, 0, 0, 0], "riichi", 0, 1000)
    assert win == ev.Settled([-1000, 4000, -1000, -1000], "win", 1, -1000)
    assert table_of(made).score == [23000, 29000, 24000, 24000]


def test_riichi_accepted_without_scores_in_older_files():
    scene = Scene().start().draw(0).reach(0).cut(0).accept(0)
    scene.tags[-1] = '<REACH who="0" step="2"/>'
    assert events(clean(game(scene.draw(1).win(1, 1))), ev.Settled)[0].pot == 1000


def test_a_riichi_that_is_won_on_is_never_paid():
    scene = Scene().start().draw(0).reach(0).cut(0).win(2, 0)
    made = clean(game(scene))
    assert [e.reason for e in events(made, ev.Settled)] == ["win"]
    assert events(made, ev.Discarded)[0].mark == "riichi"


def test_a_riichi_winner_sees_ura_indicators_once():
    scene = Scene().start().draw(0).reach(0).cut(0).accept(0).turn(1).turn(2).turn(3).draw(0).win(0, 0)
    made = clean(game(scene))
    assert [e.zone for e in events(made, ev.Turned)] == ["indicator", "ura"]
    assert len(table_of(made).ura) == 1


def test_a_double_win_pays_honba_and_sticks_to_the_first():
    scene = Scene(honba=1, sticks=2).start().draw(0).cut(0)
    made = clean(game(scene.win(1, 0, 2000).win(3, 0, 1000, first=False)))
    assert kinds_of(made)[2:] == ["won", "won", "scored", "settled", "scored", "settled", "hand_ended"]
    first, second = events(made, ev.Settled)
    assert (first.deltas, first.pot) == ([-2300, 4300, 0, 0], -2000)
    assert (second.deltas, second.pot) == ([-1000, 0, 0, 1000], 0)
    table = table_of(made)
    assert (table.score, table.pot) == ([21700, 29300, 25000, 26000], 0)


def test_a_liable_seat_is_named():
    scene = Scene().start().draw(0).win(0, 0, 3000, 'yakuman="39" paoWho="2"')
    made = clean(game(scene))
    assert events(made, ev.Settled)[0].liable == 2
    assert events(made, ev.Scored)[0].items == {"daisangen": 13}
    assert events(made, ev.Scored)[0].fu is None


def test_what_a_hand_is_worth():
    scene = Scene().start().draw(0).win(0, 0, 3000, 'yaku="0,1,52,2,52,1,53,0"')
    assert events(clean(game(scene)), ev.Scored) == [
        ev.Scored(0, {"menzen_tsumo": 1, "dora": 3}, 4, 30, "", 3000)
    ]


def test_an_unheard_yaku_stays_visible():
    made, notes = read(game(Scene().start().draw(0).win(0, 0, 3000, 'yaku="77,2"')))
    assert events(made, ev.Scored)[0].items == {"yaku_77": 2}
    assert "hand 1: unknown yaku_77" in notes


def test_an_exhausted_wall_shows_ready_hands_and_pays():
    scene = Scene().start(dealer=2).empty_wall(2).no_win("", (1, 3), [-15, 15, -15, 15])
    made = clean(game(scene))
    assert kinds_of(made)[-4:] == ["revealed", "revealed", "settled", "hand_ended"]
    assert [e.seat for e in events(made, ev.Revealed)] == [3, 1]
    assert events(made, ev.Settled) == [ev.Settled([-1500, 1500, -1500, 1500], "noten")]
    assert events(made, ev.HandEnded) == [ev.HandEnded("exhausted")]
    assert table_of(made).wall_left() == 0


def test_nobody_ready_moves_no_points():
    made = clean(game(Scene(3).start().empty_wall().no_win()))
    assert not events(made, ev.Settled, ev.Revealed)
    assert [x.raw for x in made.entries if x.e.type == "hand_ended"][0].startswith("<RYUUKYOKU")


def test_nagashi_pays_by_its_own_name():
    scene = Scene().start().empty_wall().no_win("nm", (), [-40, 80, -20, -20])
    made = clean(game(scene))
    assert events(made, ev.Settled)[0].reason == events(made, ev.HandEnded)[0].result == "nagashi"


def test_nine_terminals_are_declared_and_shown():
    scene = Scene().start().draw(0)
    made = clean(game(scene.no_win("yao9", (0,))))
    declared, revealed, ended = events(made)[1:]
    assert declared == ev.Declared(0, "nine_terminals")
    assert len(revealed.tiles) == 14
    assert ended.result == "nine_terminals"


@pytest.mark.parametrize(("kind", "result"), [("kaze4", "four_winds"), ("kan4", "four_kongs")])
def test_a_draw_by_four_winds_or_kongs_shows_nothing(kind, result):
    scene = Scene().start().turn(0).turn(1).turn(2).turn(3).no_win(kind)
    made = clean(game(scene))
    assert kinds_of(made)[-2:] == ["discarded", "hand_ended"]
    assert events(made, ev.HandEnded)[0].result == result


def test_four_riichi_are_paid_shown_and_stay_on_the_table():
    scene = Scene().start()
    for q in range(4):
        scene.draw(q).reach(q).cut(q).accept(q)
    made = clean(game(scene.no_win("reach4", (0, 1, 2, 3))))
    assert kinds_of(made)[-5:] == ["revealed"] * 4 + ["hand_ended"]
    table = table_of(made)
    assert (table.score, table.pot) == ([24000] * 4, 4000)


def test_three_winners_end_the_hand_without_payment():
    scene = Scene().start().draw(0).cut(0).no_win("ron3", (1, 2, 3))
    made = clean(game(scene))
    assert [(e.seat, e.by, e.source) for e in events(made, ev.Won)] == [(q, "discard", 0) for q in (1, 2, 3)]
    assert events(made, ev.HandEnded)[0].result == "triple_win"
    assert not events(made, ev.Settled)


def test_an_unheard_kind_of_draw_keeps_its_word():
    made, notes = read(game(Scene().start().draw(0).no_win("moon")))
    assert events(made, ev.HandEnded)[0].result == "moon"
    assert "hand 1: unknown kind of draw 'moon'" in notes


def test_connections_lost_and_found_are_remarks_in_place():
    scene = Scene().start().draw(0).add('<BYE who="2" />').cut(0).add('<UN n2="%43" />')
    made = clean(game(scene.draw(1).win(1, 1).add('<BYE who="0"/>')))
    assert events(made, ev.Noted) == [
        ev.Noted("lost", "connection", 2), ev.Noted("back", "connection", 2), ev.Noted("lost", "connection", 0),
    ]  # fmt: skip
    assert kinds_of(made)[:5] == ["drawn", "noted", "discarded", "noted", "drawn"]
    assert kinds_of(made)[-1] == "noted"
    table_of(made)


def test_unknown_elements_are_kept_in_place_and_reported():
    scene = (
        Scene().start().draw(0).add('<NEWS a="1"/>').cut(0).draw(1).win(1, 1).add('<NEWS a="2"/>', "<MORE/>")
    )
    made, notes = read(game(scene))
    assert "unknown elements: MORE ×1, NEWS ×2" in notes
    assert made.header.origin["unknown"] == {"MORE": 1, "NEWS": 2}
    kept = [x.raw for x in made.entries if x.e.type == "noted"]
    assert kept == ['<NEWS a="1"/>', '<NEWS a="2"/>', "<MORE/>"]
    assert not [x for x in made.entries if x.flag]


def test_every_element_of_a_hand_is_kept_as_it_stands():
    text, scenes = maker.random_game(11)
    made, _ = read(text)
    kept = "".join(x.raw or "" for x in made.entries)
    for scene in scenes:
        for tag in scene.tags:
            assert tag in kept


def test_chip_games_give_scores_and_leave_chips_in_the_source_text():
    scene = Scene().start().draw(0).win(0, 0, 3000)
    scene.tags[-1] = scene.tags[-1].replace('" doraHai', '" chip="1,0,0,0" doraHai')
    scene.tags[-1] = scene.tags[-1].replace('-10"/>', '-10,0,2,0,0,0,-1,0,-1"/>')
    made = clean(game(scene))
    assert events(made, ev.Settled)[0].deltas == [3000, -1000, -1000, -1000]


def test_the_end_of_a_game_has_scores_ranking_and_points():
    made = clean(game(end(Scene(sticks=1).start().empty_wall().no_win(), ("50.1", "10.0", "-20.0", "-40.1"))))
    (ended,) = events(made, ev.MatchEnded)
    assert ended == ev.MatchEnded([26000, 25000, 25000, 25000], [1, 2, 3, 4], [50.1, 10.0, -20.0, -40.1])
    assert made.entries[-1].raw is None
    assert table_of(made).pot == 0


def test_several_hands_are_one_game_and_several_roots_several():
    text, _ = maker.random_game(5, hands=3)
    assert len(events(clean(text), ev.HandStarted)) == 3
    other, _ = maker.random_game(6, players=3, hands=1)
    result = formats.import_bytes((text + other).encode(), "two.xml")
    assert [len(x.header.seats) for x in result.games] == [4, 3]
    assert result.hands == 4
    assert result.notes == []


def test_the_id_of_a_game_depends_on_its_content_only():
    text, _ = maker.random_game(7)
    spread = text.replace("><", ">\n  <")
    assert clean(text).header.game == clean(spread).header.game
    assert clean(text).header.game != clean(maker.random_game(8)[0]).header.game


def test_the_hour_is_taken_from_a_log_name():
    text = game(Scene().start().draw(0).win(0, 0))
    named = text.replace('oya="0"/>', 'oya="0" log="2019061523gm-00a9-0000-0123abcd"/>', 1)
    made = clean(named)
    assert made.header.started.isoformat() == "2019-06-15T23:00:00+09:00"
    assert made.header.origin["log"] == "2019061523gm-00a9-0000-0123abcd"
    assert clean(text).header.started is None


def test_a_missing_or_wrong_game_type_is_read_off_the_hands():
    three = game(Scene(3).start().draw(0).win(0, 0))
    made, notes = read(three.replace(' type="185"', ""))
    assert len(made.header.seats) == 3
    assert "the game type is missing; taken for 25" in notes
    made, notes = read(three.replace('"185"', '"169"'))
    assert len(made.header.seats) == 3
    assert "the game type 169 does not fit the hands dealt; taken for 185" in notes


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("seed", range(12))
def test_games_at_random_come_out_whole(players, seed):
    text, scenes = maker.random_game(seed, players)
    made = clean(text)
    table = table_of(made)
    ended = events(made, ev.MatchEnded)[0]
    assert table.score == ended.scores
    started = events(made, ev.HandStarted)
    assert len(started) == len(scenes)
    for scene, after in zip(scenes, [*started[1:], None], strict=True):
        if after:
            assert (after.scores, after.pot) == ([100 * x for x in scene.scores], 1000 * scene.sticks)
    drawn = sum(isinstance(e, ev.Drawn) for e in events(made))
    assert drawn == sum(scene.draws for scene in scenes)
