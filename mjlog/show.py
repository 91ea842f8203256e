"""One moment of a game as plain data and as text for the terminal, for everybody or as one seat saw it."""

from __future__ import annotations

from typing import Any

from mjlog import events as ev
from mjlog.errors import MjlogError
from mjlog.frames import frame
from mjlog.layouts import layout_of
from mjlog.log import read_games
from mjlog.log.models import Game
from mjlog.replay import Replayer
from mjlog.sight import Viewer, mask, observe

WINDS_ZH = "东南西北"


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


def frame_of(game: Game, at: int | None, seat: int | None) -> dict[str, Any]:
    """The table after the entry with number `at` (None: the end) as a seat knows it (None: everything).

    `frame` has the content of every zone of the ruleset's layout, as the viewer draws it; the rest is the same
    table in names. Raises MjlogError for a seat that is not at this table.
    """
    replayer = Replayer(game)
    n = len(replayer) if at is None else sum(x.seq <= at for x in replayer.entries)
    s = replayer.at(n)
    if seat is not None and seat >= s.table.seats:
        raise MjlogError(f"there is no seat {seat}, this table has seats 0 to {s.table.seats - 1}")
    view: Viewer = "all" if seat is None else seat
    last = mask(replayer.events[n - 1], view) if n else None
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
        "words": ev.words(last) if last is not None else "",
        **observe(s.table, view),
        "frame": frame(s.table, view, layout_of(replayer.rules)),
    }


def render(f: dict[str, Any], lang: str) -> str:
    """The moment as text: what just happened, then every seat with hand, melds and river, then the rest.

    Columns are padded with spaces; tiles are names as in the log.
    """
    zh = lang == "zh"
    head = (
        f"{f['ruleset']}  "
        + (f"第{f['hand']}局" if zh else f"hand {f['hand']}")
        + f"  n {f['n']}  seq {f['seq']}"
    )
    lines = [head, (f"刚刚：{f['words']}" if zh else f"just now: {f['words']}") if f["words"] else "", ""]
    seats = len(f["hands"])
    for q in range(seats):
        lines += _seat(f, q, seats, zh)
    if len(f["rivers"]) < seats:
        lines.append(("牌河：" if zh else "river: ") + _numbered(f["rivers"][0]))
    lines.append(
        (f"牌墙 {f['wall']} 张" if zh else f"wall {f['wall']}") + (f" + {f['dead']}" if f["dead"] else "")
    )
    for key, en, cn in (
        ("row", "row", "明牌"),
        ("indicator", "indicator", "指示牌"),
        ("ura", "ura", "里指示牌"),
    ):
        if f[key]:
            lines.append((f"{cn}：" if zh else f"{en}: ") + " ".join(f[key]))
    for name, values in f["counts"].items():
        lines.append(f"{name}: {' '.join(map(str, values))}")
    if f["tags"]:
        lines.append("tags: " + " ".join(f["tags"]))
    return "\n".join(lines)


def _numbered(tiles: list[str]) -> str:
    return " ".join(f"{i}:{x}" for i, x in enumerate(tiles))


def _seat(f: dict[str, Any], q: int, seats: int, zh: bool) -> list[str]:
    dealer = " (庄)" if zh and q == f["dealer"] else " (dealer)" if q == f["dealer"] else ""
    name = f["names"][q] if q < len(f["names"]) else ""
    hand, unknown = [x for x in f["hands"][q] if x != "?"], f["hands"][q].count("?")
    from mjlog.kinds import sort_tiles

    tiles = " ".join(sort_tiles(hand)) + (f" ?×{unknown}" if unknown else "")
    out = [f"{q} {name}{dealer}  {f['scores'][q]}", f"   {'手牌' if zh else 'hand '}  {tiles.strip()}"]
    if f["melds"][q]:
        melds = "  ".join(f"{m['kind']} {' '.join(m['tiles'])}" for m in f["melds"][q])
        out.append(f"   {'副露' if zh else 'melds'}  {melds}")
    if len(f["rivers"]) == seats:
        out.append(f"   {'牌河' if zh else 'river'}  {' '.join(f['rivers'][q])}")
    for key, en, cn in (("piles", "pile ", "得牌"), ("aside", "aside", "花牌")):
        if f[key][q]:
            out.append(f"   {cn if zh else en}  {' '.join(f[key][q])}")
    return out
