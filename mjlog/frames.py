"""What a viewer draws: the table at one step as plain data by zone, and a hand as a first frame and its changes.

A tile is a token: its face, ``back`` (this view may not know it) or ``?`` (nobody wrote down what it is), then
flags, parted by ``|``: ``drawn`` the tile just drawn, ``cut`` discarded as drawn, ``ghost`` no longer there,
``taken`` claimed for this meld, ``owner:S`` laid by seat S, ``at:N`` place in the wall. Faces that a view may not
know are absent from its frames.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from mjlog import events as ev
from mjlog.errors import MjlogError
from mjlog.kinds import sort_key
from mjlog.layouts import Zone, layout_of, plain
from mjlog.log.models import Game
from mjlog.replay import Replayer
from mjlog.sight import Viewer, face, mask, observe, sight_bits
from mjlog.table import Table
from mjlog.wording import Speaker

Frame = dict[str, Any]
BACK = "back"


def frame(table: Table, view: Viewer, layout: Sequence[Zone]) -> Frame:
    """The content of every zone of a layout as this view knows it.

    Raises MjlogError for a role that no table has.

    >>> from mjlog import rulesets
    >>> from mjlog.layouts import layout_of
    >>> rules = rulesets.get("siren")
    >>> frame(rules.start().table, "all", layout_of(rules))["score:0"]
    0
    """
    drawer = _Drawer(table, view)
    return {z.id: drawer.content(z) for z in layout}


class _Drawer:
    """One table seen from one view."""

    def __init__(self, table: Table, view: Viewer) -> None:
        self.table = table
        self.bits = sight_bits(table, view)
        self.view = view
        self.known = observe(table, view)
        self.laid_by = {i: q for q in range(table.seats) for i in table.laid[q]}

    def content(self, zone: Zone) -> Any:
        """What lies in a zone."""
        seat, role, t = zone.seat, zone.role, self.table
        if seat is None:
            match role:
                case "river":
                    return [self._discard(i, f"owner:{self.laid_by.get(i, 0)}") for i in t.river[0]]
                case "row" | "indicator" | "ura":
                    return self._tokens(getattr(t, role))
                case "open_wall":
                    return [f"{name}|at:{i}" for i, name in self.known["wall_seen"]]
                case "wall" | "dead" | "pot" | "tags":
                    return self.known[role]
        else:
            match role:
                case "hand":
                    return self._hand(seat)
                case "melds":
                    return self._melds(seat)
                case "river":
                    lies = set(t.river[seat])
                    return [self._discard(i, "" if i in lies else "ghost") for i in t.laid[seat]]
                case "pile" | "aside":
                    return self._tokens(getattr(t, role)[seat])
                case "counts":
                    return {name: row[seat] for name, row in self.known["counts"].items()}
                case "score":
                    return self.known["scores"][seat]
        raise MjlogError(f"no table has a zone {role!r}", where=zone.id)

    def token(self, slot: int, *flags: str) -> str:
        """A slot as this view knows it, with its flags."""
        hidden = self.bits >= 0 and self.table.seen[slot] & self.bits != self.bits
        return "|".join([BACK if hidden else face(self.table, slot, self.view), *(f for f in flags if f)])

    def _tokens(self, slots: Iterable[int]) -> list[str]:
        return [self.token(i) for i in slots]

    def _discard(self, slot: int, flag: str) -> str:
        return self.token(slot, "cut" if slot in self.table.cut else "", flag)

    def _hand(self, seat: int) -> list[str]:
        """Known tiles in order, then the others; the tile just drawn last."""
        slots = self.table.hand[seat]
        drawn = self.table.drawn
        tokens = sorted(self._tokens(i for i in slots if i != drawn), key=_place)
        if drawn in slots and drawn is not None:
            tokens.append(self.token(drawn, "drawn"))
        return tokens

    def _melds(self, seat: int) -> list[dict[str, Any]]:
        return [
            {
                "kind": m.kind,
                "feeder": m.feeder,
                "tiles": [self.token(i, "taken" if i == m.taken else "") for i in m.slots],
            }
            for m in self.table.melds[seat]
        ]


def _place(token: str) -> tuple[int, str]:
    return (1 << 30 if token == BACK else sort_key(token), token)


def changes(before: Frame, after: Frame) -> Frame:
    """The zones of `after` that differ from `before`.

    >>> changes({"wall": 3, "pot": 0}, {"wall": 2, "pot": 0})
    {'wall': 2}
    """
    return {k: v for k, v in after.items() if before.get(k) != v}


def hand_bounds(events: Sequence[ev.AnyEvent]) -> list[tuple[int, int]]:
    """For each hand the numbers of events applied at its first and last frame; one hand if none was started.

    The first frame follows ``hand_started``; what stands before the first hand belongs to it.

    >>> start = ev.HandStarted(0, [0, 0])
    >>> hand_bounds([start, ev.Noted("a"), start]), hand_bounds([ev.Noted("a"), start])
    ([(1, 2), (3, 3)], [(0, 2)])
    """
    starts = [n for n, e in enumerate(events, 1) if type(e) is ev.HandStarted]
    if not starts or starts[0] > 1:
        starts = [0, *starts[1:]]
    return list(zip(starts, [*(n - 1 for n in starts[1:]), len(events)], strict=True))


def views(seats: int) -> list[Viewer]:
    """Every view of a table: all faces, each seat, and an onlooker."""
    return ["all", *range(seats), "outside"]


def frames(game: Game, view: Viewer, hand: int, replayer: Replayer | None = None) -> dict[str, Any]:
    """Hand number `hand` (from 1) as ``{layout, base, deltas, marks, text}``, JSON-ready.

    `base` is the first frame and each of `deltas` the zones that one more event changed. `marks` and `text` have
    one row a frame, the first included: number, type, seat and flag of the event that led there, and (by language)
    a sentence about it as this view saw it. A `replayer` of the same game saves opening it again. Raises MjlogError for a hand
    or seat that the game does not have.
    """
    r = replayer or Replayer(game)
    bounds = hand_bounds(r.events)
    if not 1 <= hand <= len(bounds):
        raise MjlogError(f"there is no hand {hand}, only {len(bounds)}", where=game.header.game)
    first, last = bounds[hand - 1]
    table = r.at(first).table
    if view not in views(table.seats):
        raise MjlogError(f"there is no view {view!r}", possible=[str(v) for v in views(table.seats)])
    layout = layout_of(r.rules)
    base = now = frame(table, view, layout)
    deltas = []
    for n in range(first + 1, last + 1):
        after = frame(r.at(n).table, view, layout)
        deltas.append(changes(now, after))
        now = after
    steps = range(first, last + 1)
    return {
        "layout": plain(layout),
        "base": base,
        "deltas": deltas,
        "marks": [_mark(r, n) for n in steps],
        "text": {lang: _sentences(r, view, steps, lang) for lang in ("en", "zh")},
    }


def _sentences(r: Replayer, view: Viewer, steps: Iterable[int], lang: str) -> list[str]:
    """What happened, as this view saw it."""
    speaker = Speaker(lang, [x.name for x in r.game.header.seats])
    return [speaker.say(mask(r.events[n - 1], view)) if n else "" for n in steps]


def _mark(r: Replayer, n: int) -> dict[str, Any]:
    """What is to be known of the event that led to frame n beside its words."""
    if not n:
        return {"n": 0, "seq": 0, "type": "", "seat": None, "flag": None}
    x = r.entries[n - 1]
    return {
        "n": n,
        "seq": x.seq,
        "type": ev.TYPE_NAMES[type(x.e)],
        "seat": getattr(x.e, "seat", None),
        "flag": x.flag,
    }
