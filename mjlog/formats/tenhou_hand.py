"""Tenhou XML, one hand: from its elements to events, with the checks that need tile ids.

What disagrees becomes a note; an event whose truth is in doubt is listed in `Hand.doubts`. A hand without
doubts fits the tiles: no id is drawn twice, every tile that leaves a hand was in it, a claim takes the last
discard, a shown hand is the hand held, wall and dead wall suffice.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from mjlog import events as ev
from mjlog.formats import tenhou_calls, tenhou_end
from mjlog.formats.tenhou_moves import (
    GONE,
    INDICATORS,
    REPLACEMENTS,
    STICK,
    WALL,
    WALLS,
    Cut,
    Draw,
    Ready,
    cuts,
    draws,
)
from mjlog.formats.tenhou_tags import Tag, attributes, numbers, tag_of, tile_id, tile_ids, tile_names

_CALL = re.compile(r'<N who="(\d)" m="(\d+)" ?/>')
_MOVE = re.compile(r"[TUVWDEFG]\d+")
_ABSENT = {4: (), 3: range(4, 32)}
UNREADABLE = (ValueError, KeyError, IndexError)


@dataclass(slots=True)
class Hand:
    """One hand as read: events, the source text of each, doubts by index, notes, scores and pot at its end."""

    number: int
    events: list[ev.AnyEvent] = field(default_factory=list)
    raws: list[str | None] = field(default_factory=list)
    doubts: dict[int, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    first_pot: int = 0
    score: list[int] = field(default_factory=list)
    pot: int = 0
    result: str = ""
    owari: str = ""
    fits: bool = False
    """Surely fits the tiles, so that no table need look at it."""

    def doubt(self, text: str, index: int | None = None) -> None:
        """Mark an event (the next one unless told) as doubtful and say why; the first reason stays."""
        self.doubts.setdefault(len(self.events) if index is None else index, text)
        self.notes.append(text)

    def emit(self, event: ev.AnyEvent, source: str | None = None) -> None:
        """One more event."""
        self.events.append(event)
        self.raws.append(source)


def reason_of(error: Exception) -> str:
    """What an error of reading says to people."""
    return str(error.args[0]) if isinstance(error, ValueError) and error.args else f"{error} is missing"


class Reader:
    """Reads the elements of one hand, the first of which is ``INIT``; `unknown` counts elements nobody knows."""

    __slots__ = (
        "n", "reds", "names", "unknown", "hand", "where", "drawn", "last", "turn", "source", "reach",
        "awaiting", "late", "busy", "melds", "indicators", "due", "carried", "waiting", "replaced", "dealer",
        "honba", "wins", "drawn_hand", "ended", "after",
    )  # fmt: skip

    def __init__(self, players: int, reds: bool, number: int, unknown: Counter[str]) -> None:
        self.n, self.reds, self.names, self.unknown = players, reds, tile_names(reds), unknown
        self.hand = Hand(number)
        self.where = bytearray([WALL]) * 136
        for i in _ABSENT[players]:
            self.where[i] = GONE
        self.drawn = -1
        """The tile just drawn, until its seat acts."""
        self.last: Ready = (-1, -1, "")
        """What lies ready as long as nobody draws."""
        self.turn = -1
        """The seat that claimed a tile and must discard."""
        self.source = "head"
        self.reach, self.awaiting = "", -1
        self.late: list[tuple[ev.Turned, str]] = []
        """Indicators that the source has written and that nobody at the table sees before the discard."""
        self.busy = False
        """Does the next draw or discard do more than move a tile?"""
        self.melds: list[list[tuple[str, int]]] = [[] for _ in range(players)]
        self.indicators, self.replaced = 1, 0
        self.due, self.carried, self.waiting = 1, 0, 0
        self.dealer = self.honba = 0
        self.wins: list[tuple[dict[str, str], str]] = []
        self.drawn_hand: tuple[dict[str, str], str] | None = None
        self.ended = False
        self.after: list[tuple[ev.AnyEvent, str | None]] = []

    def read(self, chunks: list[str]) -> Hand:
        """The hand; raises ValueError, KeyError or IndexError only if its ``INIT`` cannot be read."""
        first = tag_of(chunks[0])
        if first.torn:
            raise ValueError("a torn element")
        self.start(attributes(first.text), first.text)
        rest = iter(chunks)
        next(rest)
        hand, where = self.hand, self.where
        add, add_raw = hand.events.append, hand.raws.append
        draw_of, cut_of = draws(self.n, self.reds).get, cuts(self.n, self.reds).get
        drawn, actor, last, busy = -1, -1, self.last, False
        for chunk in rest:
            if draw := draw_of(chunk):
                seat, i, event, raw = draw
                if busy or actor >= 0 or where[i] != WALL:
                    self.drawn, self.last = drawn if actor >= 0 else -1, last
                    event = self.unusual_draw(draw)
                    busy = self.busy
                where[i] = actor = seat
                drawn = i
                add(event)
                add_raw(raw)
            elif cut := cut_of(chunk):
                seat, i, as_drawn, as_held, _, raw, lies = cut
                if busy or seat != actor or where[i] != seat:
                    self.drawn, self.last = drawn if actor >= 0 else -1, last
                    self.unusual_cut(cut)
                    busy = self.busy
                else:
                    where[i] = GONE
                    add(as_drawn if i == drawn else as_held)
                    add_raw(raw)
                actor, last = -1, lies
            else:
                self.drawn, self.last = drawn if actor >= 0 else -1, last
                self.other(chunk)
                if self.ended:
                    break
                drawn, last, busy = self.drawn, self.last, self.busy
                actor = where[drawn] if drawn >= 0 else -1
        else:
            self.drawn, self.last = drawn if actor >= 0 else -1, last
        for chunk in rest:
            self.rest(tag_of(chunk))
        tenhou_end.finish(self)
        hand.fits = not hand.doubts and self.indicators < INDICATORS
        return hand

    def start(self, a: dict[str, str], source: str) -> None:
        """``INIT``: the hand begins, the wall stands, everybody has tiles, the first indicator is turned."""
        n, hand, names, where = self.n, self.hand, self.names, self.where
        seed = a["seed"].split(",")
        if len(seed) < 6:
            raise ValueError(f"seed {a['seed']!r}")
        counter, honba, sticks = map(int, seed[:3])
        dice = [int(seed[3]) + 1, int(seed[4]) + 1] if seed[3] and seed[4] else None
        dealer = int(a["oya"])
        if not (0 <= dealer < n and 0 <= counter < 16 and 0 <= honba < 1000 and 0 <= sticks < 1000):
            raise ValueError(f"seed {a['seed']}, dealer {a['oya']}")
        if dice and not 1 <= min(dice) <= max(dice) <= 6:
            raise ValueError(f"dice {dice}")
        self.dealer, self.honba = dealer, honba
        if counter % 4 != dealer:
            hand.notes.append(f"round counter {counter} does not belong to dealer {dealer}")
        hand.score = [100 * x for x in numbers(a["ten"], n)[:n]]
        hand.pot = STICK * sticks
        hand.first, hand.first_pot = hand.score[:], hand.pot
        deals = [tile_ids(a["hai0"]), tile_ids(a["hai1"]), tile_ids(a["hai2"])]
        if n > 3:
            deals.append(tile_ids(a["hai3"]))
        indicator = tile_id(seed[5])
        hand.emit(ev.HandStarted(dealer, hand.score[:], counter // 4, honba, hand.pot, dice), source)
        hand.emit(WALLS[n])
        for q in [*range(dealer, n), *range(dealer)]:
            ids = deals[q]
            if len(ids) != 13:
                hand.doubt(f"seat {q} is dealt {len(ids)} tiles")
            for i in ids:
                if where[i] != WALL:
                    hand.doubt(f"{names[i]} (id {i}) is dealt, but was not in the wall")
                where[i] = q
            hand.emit(ev.Dealt(q, [names[i] for i in ids]))
        if where[indicator] != WALL:
            hand.doubt(f"indicator {names[indicator]} (id {indicator}) was not in the wall")
        where[indicator] = GONE
        hand.emit(ev.Turned("indicator", [names[indicator]], "indicator"))

    def settle_busy(self) -> None:
        """Note whether the next draw or discard is a plain one again."""
        self.busy = bool(
            self.reach
            or self.late
            or self.awaiting >= 0
            or self.turn >= 0
            or self.waiting
            or self.carried
            or self.source != "head"
        )

    def unusual_draw(self, draw: Draw) -> ev.Drawn:
        """The event of a draw with something to check first, or from the dead wall; the caller does the rest."""
        seat, i, event, _ = draw
        hand = self.hand
        if self.awaiting >= 0:
            self.not_accepted()
        if self.where[i] != WALL:
            hand.doubt(f"{self.names[i]} (id {i}) is drawn, but was not in the wall")
        if self.drawn >= 0 or self.turn >= 0:
            holder = self.turn if self.turn >= 0 else self.where[self.drawn]
            hand.doubt(f"seat {seat} draws before seat {holder} discards")
            self.turn = -1
        if self.source != "head":
            event = ev.Drawn(seat, event.tile, self.source)
            self.source = "head"
            self.replaced += 1
            if self.replaced > REPLACEMENTS[self.n]:
                hand.doubt(f"replacement draw number {self.replaced}")
        self.due += self.carried
        self.carried = 0
        self.settle_busy()
        return event

    def unusual_cut(self, cut: Cut) -> None:
        """A discard with something to check, after a claim or with a riichi."""
        seat, i, as_drawn, as_held, as_claimed, raw, _ = cut
        hand, where, drawn = self.hand, self.where, self.drawn
        if self.awaiting >= 0:
            self.not_accepted()
        if where[i] != seat:
            hand.doubt(f"seat {seat} discards {self.names[i]} (id {i}) without holding it")
        if self.turn != seat if drawn < 0 else where[drawn] != seat:
            hand.doubt(f"seat {seat} discards out of turn")
        event = as_claimed if drawn < 0 else as_drawn if drawn == i else as_held
        if self.reach:
            event = ev.Discarded(seat, event.tile, event.part, "riichi")
            raw = self.reach + raw
            self.reach, self.awaiting = "", seat
        where[i] = GONE
        hand.emit(event, raw)
        for turned, source in self.late:
            hand.emit(turned, source)
        self.due += self.waiting
        self.late, self.waiting, self.carried = [], 0, 0
        self.source = "head"
        self.drawn, self.last, self.turn = -1, cut.lies, -1
        self.settle_busy()

    def not_accepted(self) -> None:
        """The play goes on although a declared riichi was neither won on nor accepted: the next event is doubtful."""
        self.hand.doubt(f"the source never accepts the riichi of seat {self.awaiting}")
        self.awaiting = -1

    def seat_of(self, text: str) -> int:
        """A seat number; raises ValueError if there is no such seat."""
        seat = int(text)
        if not 0 <= seat < self.n:
            raise ValueError(f"seat {text}")
        return seat

    def wall_draws(self) -> int:
        """How many tiles were drawn so far."""
        absent = len(_ABSENT[self.n])
        return 136 - absent - 13 * self.n - self.indicators - self.where.count(WALL)

    def other(self, chunk: str) -> None:
        """Any element but a plainly written draw or discard; one that cannot be read ends the hand there."""
        tag = tag_of(chunk)
        try:
            if tag.torn:
                raise ValueError("a torn element")
            self.act(tag)
        except UNREADABLE as e:
            text = f"the hand stops here: cannot read {tag.text.strip()[:80]} ({reason_of(e)})"
            self.hand.doubt(text)
            self.hand.emit(ev.Noted(text, "doubt"), tag.text)
            self.ended = True
        if tag.stray:
            self.hand.notes.append(f"text between the elements is left out: {tag.stray[:60]}")
        self.settle_busy()

    def act(self, tag: Tag) -> None:
        """What an element says; raises ValueError, KeyError or IndexError if it cannot be read."""
        name, text, _, _ = tag
        if plain := _CALL.fullmatch(text):
            tenhou_calls.call(self, self.seat_of(plain[1]), int(plain[2]), text)
        elif name == "N":
            a = attributes(text)
            tenhou_calls.call(self, self.seat_of(a["who"]), int(a["m"]), text)
        elif name == "REACH":
            tenhou_calls.riichi(self, attributes(text), text)
        elif name == "DORA":
            tenhou_calls.indicator(self, attributes(text), text)
        elif name == "AGARI":
            self.wins.append((attributes(text), text))
            self.ended = True
        elif name == "RYUUKYOKU":
            self.drawn_hand = (attributes(text), text)
            self.ended = True
        elif _MOVE.fullmatch(name):
            self.move(tag)
        elif name:
            for event in self.remark(tag):
                self.hand.emit(event, text)

    def move(self, tag: Tag) -> None:
        """A draw or discard in an unusual spelling."""
        key = f"{tag.name}/>"
        if draw := draws(self.n, self.reds).get(key):
            event = self.unusual_draw(draw)
            self.where[draw.tile] = draw.seat
            self.drawn = draw.tile
            self.hand.emit(event, tag.text)
        elif cut := cuts(self.n, self.reds).get(key):
            self.unusual_cut(cut._replace(raw=tag.text))
        else:
            raise ValueError("no such seat or tile")

    def remark(self, tag: Tag) -> list[ev.Noted]:
        """A seat went away (``BYE``) or came back (a lone ``UN``); an element nobody knows is kept as a remark."""
        a = attributes(tag.text)
        if tag.name == "BYE":
            return [ev.Noted("lost", "connection", self.seat_of(a["who"]))]
        if tag.name == "UN":
            return [ev.Noted("back", "connection", q) for q in range(self.n) if a.get(f"n{q}")]
        self.unknown[tag.name] += 1
        return [ev.Noted(tag.name, "unknown")]

    def rest(self, tag: Tag) -> None:
        """An element after the first win or the draw that ended the hand."""
        name, text, stray, torn = tag
        notes = self.hand.notes
        if torn:
            notes.append(f"a torn element after the end of the hand: {text[:60]}")
        elif name == "AGARI" and self.wins:
            self.wins.append((attributes(text), text))
        elif name in ("AGARI", "RYUUKYOKU", "N", "REACH", "DORA") or _MOVE.fullmatch(name):
            notes.append(f"{text[:80]} after the end of the hand is left out")
        elif name:
            try:
                self.after += [(event, text) for event in self.remark(tag)]
            except UNREADABLE as e:
                notes.append(f"cannot read {text[:80]} ({reason_of(e)})")
        if stray:
            notes.append(f"text between the elements is left out: {stray[:60]}")
