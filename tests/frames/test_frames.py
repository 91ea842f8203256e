"""Frames: changes add up, they say what `observe` says, and a seat's frames do not depend on what it cannot see."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from mjlog import events as ev
from mjlog import play, rulesets
from mjlog.errors import MjlogError
from mjlog.frames import BACK, frame, frames, hand_bounds, views
from mjlog.layouts import Zone, default_layout, layout_of
from mjlog.log.models import Game, Header, Seat
from mjlog.replay import Replayer
from mjlog.sight import observe


@pytest.fixture(scope="module", params=["siren", "tuidaohe", "tuidaohe-0410"])
def game(request: pytest.FixtureRequest) -> Game:
    return play.play(rulesets.get(request.param), seed=4)


def unfolded(data: dict[str, Any]) -> list[dict[str, Any]]:
    out = [data["base"]]
    for delta in data["deltas"]:
        out.append({**out[-1], **delta})
    return out


def face(token: str) -> str:
    name = token.split("|")[0]
    return "?" if name == BACK else name


def test_base_and_deltas_give_every_frame(game: Game) -> None:
    r = Replayer(game)
    layout = layout_of(r.rules)
    for view in views(r.rules.seats):
        for hand, (first, last) in enumerate(hand_bounds(r.events), 1):
            data = frames(game, view, hand)
            got = unfolded(data)
            assert (
                len(got)
                == len(data["marks"])
                == len(data["text"]["en"])
                == len(data["text"]["zh"])
                == last - first + 1
            )
            for n, one in enumerate(got, first):
                assert one == frame(r.at(n).table, view, layout)
                assert data["marks"][n - first]["n"] == n


def test_frames_say_what_the_view_may_know(game: Game) -> None:
    r = Replayer(game)
    layout = layout_of(r.rules)
    for n in range(0, len(r) + 1, 7):
        table = r.at(n).table
        for view in views(r.rules.seats):
            one, known = frame(table, view, layout), observe(table, view)
            for q in range(table.seats):
                assert sorted(map(face, one[f"hand:{q}"])) == sorted(known["hands"][q])
                lying = [face(x) for x in one[f"river:{q}"] if "ghost" not in x.split("|")]
                assert lying == known["rivers"][q]
                assert [[face(x) for x in m["tiles"]] for m in one[f"melds:{q}"]] == [
                    m["tiles"] for m in known["melds"][q]
                ]
                assert [face(x) for x in one[f"aside:{q}"]] == known["aside"][q]
                assert one[f"score:{q}"] == known["scores"][q]
            assert (one["wall"], one["dead"], one["pot"]) == (known["wall"], known["dead"], known["pot"])


def opening(seed: int) -> list[ev.AnyEvent]:
    """The deal and the first draw of a game of siren."""
    game = play.play(rulesets.get("siren"), seed=seed)
    events = [x.e for x in game.entries]
    return events[: next(i for i, e in enumerate(events) if type(e) is ev.Discarded) + 1]


def shuffled_for(seat: int, events: list[ev.AnyEvent], seed: int) -> list[ev.AnyEvent]:
    """The same history for one seat: every tile it has not seen lies elsewhere, in wall and hands alike."""
    r = Replayer(Game.of(HEADER, events))
    table = r.at(len(events)).table
    hidden = [i for i in range(len(table.kind)) if not table.seen[i] >> seat & 1]
    names = table.names(range(len(table.kind)))
    mixed = [names[i] for i in hidden]
    Random(seed).shuffle(mixed)
    for i, name in zip(hidden, mixed, strict=True):
        names[i] = name
    out: list[ev.AnyEvent] = []
    taken = 0
    for n, e in enumerate(events, 1):
        if type(e) is ev.WallBuilt:
            e = replace(e, tiles=names)
        elif type(e) is ev.Dealt:
            count = len(e.tiles)
            e = replace(e, tiles=names[taken : taken + count])
            taken += count
        elif type(e) is ev.Drawn:
            slot = r.at(n).table.drawn
            assert slot is not None
            e = replace(e, tile=names[slot])
        out.append(e)
    return out


HEADER = Header(game="g", ruleset="siren", seats=[Seat(name=str(q)) for q in range(4)], source="simulated")


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_hidden_tiles_leave_no_trace_in_the_frames_of_a_seat(seat: int, seed: int) -> None:
    events = opening(seed)
    other = shuffled_for(seat, events, seed)
    one, two = Game.of(HEADER, events), Game.of(HEADER, other)
    assert frames(one, seat, 1) == frames(two, seat, 1)
    assert frames(one, "all", 1) != frames(two, "all", 1)
    hands = frames(one, seat, 1)
    for shown in unfolded(hands):
        for q in range(4):
            if q != seat:
                assert {x.split("|")[0] for x in shown[f"hand:{q}"]} <= {BACK}


def test_unknown_is_not_hidden() -> None:
    events: list[ev.AnyEvent] = [
        ev.HandStarted(0, [0] * 4),
        ev.WallBuilt(["?"] * 136),
        ev.Dealt(0, ["?", "1m"]),
        ev.Dealt(1, ["?", "2m"]),
    ]
    game = Game.of(HEADER, events)
    last = unfolded(frames(game, 0, 1))[-1]
    assert (last["hand:0"], last["hand:1"]) == (["1m", "?"], [BACK, BACK])
    assert unfolded(frames(game, "all", 1))[-1]["hand:1"] == ["2m", "?"]


def test_a_shared_river_shows_who_laid_each_tile() -> None:
    layout = default_layout(2, shared_river=True)
    ids = [z.id for z in layout]
    assert "river" in ids and "river:0" not in ids and len(ids) == len(set(ids))
    from mjlog.kinds import STANDARD
    from mjlog.table import Table

    table = Table(STANDARD, 2, shared_river=True)
    for e in (ev.HandStarted(0, [0, 0]), ev.WallBuilt(["1m", "2m", "3m", "4m"]), ev.Dealt(0, ["1m"])):
        table.obey(e)
    for e in (ev.Dealt(1, ["2m"]), ev.Discarded(1, "2m"), ev.Discarded(0, "1m")):
        table.obey(e)
    assert frame(table, 0, layout)["river"] == ["2m|owner:1", "1m|owner:0"]


def test_a_layout_may_come_from_the_ruleset() -> None:
    zones = [Zone("wall", "wall", None, "counter", "wall", "牌墙")]
    base = rulesets.get("siren")
    rules = replace(base, hooks={**base.hooks, "layout": lambda values: zones})
    assert frame(rules.start().table, "all", layout_of(rules)) == {"wall": 0}
    with pytest.raises(MjlogError):
        frame(rules.start().table, "all", [Zone("x", "moat", None, "row", "moat", "河")])


def test_what_is_not_there_is_refused(game: Game) -> None:
    with pytest.raises(MjlogError, match="no hand 99"):
        frames(game, "all", 99)
    with pytest.raises(MjlogError, match="no view 7"):
        frames(game, 7, 1)
