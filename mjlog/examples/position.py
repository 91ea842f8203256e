"""Setting up a position by events: what the question names is known, everything else is unknown or idle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from mjlog import events as ev
from mjlog.rules import FORCED, Event, Ruleset, State

ENOUGH = 60
"""Tiles left in the wall when a question does not say."""
ACTIONS: dict[str, tuple[type, str]] = {
    "chi": (ev.Claimed, "chow"), "peng": (ev.Claimed, "pung"), "minggang": (ev.Claimed, "kong_open"),
    "angang": (ev.Melded, "kong_closed"), "jiagang": (ev.Extended, "kong_added"),
    "ron": (ev.Won, "discard"), "zimo": (ev.Won, "self_draw"), "qianggang": (ev.Won, "robbed_kong"),
    "discard": (ev.Discarded, ""), "baoting": (ev.Discarded, "baoting"),
}  # fmt: skip
"""The sheets' words for actions: event type, and its kind, `by` or mark."""
_IDLE = ["E", "S", "W", "N", "C", "F", "P", "1m", "5m", "9m", "1p", "5p", "9p", "1s", "5s", "9s"]


def happen(s: State, *events: Event) -> State:
    """Let events happen without asking the rules whether they may."""
    for e in events:
        s.rules.apply(s, e, check=False)
    return s


def dealt(
    rules: Ruleset,
    hands: dict[int, Sequence[str]],
    draws: int,
    dealer: int = 0,
    scores: Sequence[int] | None = None,
) -> State:
    """A hand after the deal: named tiles are known, the rest of every hand and the wall are not.

    `draws` is the number of tiles in the wall after the deal.
    """
    s = rules.start()
    size, n = int(rules.values["hand_size"]), s.table.seats
    happen(s, ev.HandStarted(dealer, list(scores or [0] * n)), ev.WallBuilt(["?"] * (size * n + draws)))
    for d in range(n):
        q = (dealer + d) % n
        tiles = list(hands.get(q, ()))[:size]
        happen(s, ev.Dealt(q, tiles + ["?"] * (size - len(tiles))))
    return s


def idle(rules: Ruleset, hand: Iterable[str], near: Iterable[str], number: int) -> list[str]:
    """Single tiles that neither form a set with the named tiles nor among themselves; ``?`` when they run out."""
    kinds = rules.kinds
    fixed = [kinds.index[x] for x in (*hand, *near) if x != "?"]

    def apart(k: int) -> bool:
        return all(
            j != k and (kinds.suit[j] != kinds.suit[k] or kinds.suit[k] > 2 or abs(j - k) > 2) for j in fixed
        )

    found = [x for x in _IDLE if kinds.copies[kinds.index[x]] and apart(kinds.index[x])][:number]
    return found + ["?"] * (number - len(found))


def has_action(s: State, seat: int, action: str, tile: str | None = None) -> list[Event]:
    """The options by which a seat does what a sheet calls `action`, with this tile if one is named."""
    kind, word = ACTIONS[action]
    return [e for e in s.rules.legal(s) if _is(e, seat, kind, word) and (tile is None or tile in _tiles(e))]


def _is(e: Event, seat: int, kind: type, word: str) -> bool:
    if getattr(e, "seat", None) != seat:
        return False
    if isinstance(e, ev.Claimed) and word == "kong_added" and kind is ev.Extended:
        return e.kind == word
    if type(e) is not kind:
        return False
    said = {ev.Won: "by", ev.Discarded: "mark"}.get(kind, "kind")
    return bool(getattr(e, said) == word)


def _tiles(e: Event) -> list[str]:
    return e.tiles if isinstance(e, ev.Melded) else [getattr(e, "tile", "?"), "?"]


def word_of(e: Event) -> str:
    """What a sheet calls an option."""
    return next(a for a, (kind, word) in ACTIONS.items() if _is(e, getattr(e, "seat", -1), kind, word))


def wait_for(s: State, seat: int) -> None:
    """Make it this seat's turn to draw, as if the seat before it had thrown a tile nobody wanted."""
    s.actor, s.phase = seat, "draw"


def meld(s: State, seat: int, tiles: Sequence[str], kind: str, feeder: int) -> None:
    """A meld claimed in an earlier turn: the feeder draws and throws, the seat claims and throws."""
    happen(s, ev.Drawn(feeder, "?"), ev.Discarded(feeder, tiles[0]))
    happen(s, ev.Claimed(seat, kind, tiles[0], list(tiles[1:]), feeder), ev.Discarded(seat, "?"))


def leave(s: State, seat: int) -> None:
    """A seat that won earlier in this hand."""
    happen(s, ev.Drawn(seat, "?"), ev.Won(seat, "self_draw"), ev.Scored(seat), ev.Settled(None, "win", seat))


def forced(s: State) -> Event | None:
    """The one event that must come next, if nobody chooses otherwise."""
    windows = s.rules.windows(s)
    options = [o for w in windows if w.stage == FORCED for o in w.options(s)]
    return options[0] if len(options) == 1 else None


def run_out(s: State, types: tuple[type, ...]) -> list[Any]:
    """Follow what must happen as long as it is of these types; the events in order."""
    done: list[Any] = []
    while not s.over and s.phase != "between" and (e := forced(s)) is not None and type(e) in types:
        happen(s, e)
        done.append(e)
    return done
