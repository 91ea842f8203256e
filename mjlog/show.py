"""One moment of a game as plain data, for everybody or as one seat saw it."""

from __future__ import annotations

from typing import Any

from mjlog import events as ev
from mjlog.errors import MjlogError
from mjlog.frames import frame
from mjlog.layouts import layout_of, plain
from mjlog.log import read_games
from mjlog.log.models import Game
from mjlog.replay import Replayer
from mjlog.sight import Viewer, mask, observe
from mjlog.wording import Speaker


def open_game(path: str, number: int) -> Game:
    """Game number `number` (from 1) of a log; raises MjlogError if the file has fewer."""
    outside: list[Any] = []
    count = 0
    for game in read_games(path, outside):
        count += 1
        if count == number:
            return game
    if outside and not count:
        raise outside[0]
    raise MjlogError(f"there is no game {number}, only {count}", where=path)


def frame_of(game: Game, at: int | None, seat: int | None, lang: str = "en") -> dict[str, Any]:
    """The table after the entry with number `at` (None: the end) as a seat knows it (None: everything).

    `frame` has the content of every zone of the ruleset's `layout`, as the viewer draws it; `words` is the last
    event as a sentence; the rest is the same table in names. Raises MjlogError for a seat that is not at this table.
    """
    replayer = Replayer(game)
    n = len(replayer) if at is None else sum(x.seq <= at for x in replayer.entries)
    s = replayer.at(n)
    if seat is not None and seat >= s.table.seats:
        raise MjlogError(f"there is no seat {seat}, this table has seats 0 to {s.table.seats - 1}")
    view: Viewer = "all" if seat is None else seat
    last = mask(replayer.events[n - 1], view) if n else None
    layout = layout_of(replayer.rules)
    names = [x.name for x in game.header.seats]
    return {
        "game": game.header.game,
        "ruleset": "+".join([*game.header.overlays, game.header.ruleset]),
        "n": n,
        "of": len(replayer) if seat is None else None,
        "seq": replayer.entries[n - 1].seq if n else 0,
        "hand": sum(type(e) is ev.HandStarted for e in replayer.events[:n]),
        "phase": s.phase,
        "dealer": s.match.dealer,
        "names": names,
        "event": ev.to_dict(last) if last is not None else None,
        "words": Speaker(lang, names).say(last) if last is not None else "",
        **observe(s.table, view),
        "layout": plain(layout),
        "frame": frame(s.table, view, layout),
    }
