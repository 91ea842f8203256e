"""Tenhou XML, one hand: from its tags to events, with the checks that need tile ids.

What disagrees becomes a note; an event whose truth is in doubt is listed in `Hand.doubts`. The order of the
log is the order of knowledge: an indicator that the source writes before the discard after an open or added
kong stands after that discard here, because the seat chose without seeing it.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from mjlog import events as ev
from mjlog.formats import tenhou_end
from mjlog.formats.tenhou_tags import (
    attributes,
    decode_call,
    is_torn,
    name_of,
    numbers,
    own_names,
    tile_ids,
    tile_names,
)

WALL, GONE = 254, 255
PLACES: dict[int, dict[str, list[int]]] = {
    4: {
        "replacement": [134, 135, 132, 133],
        "indicator": [130, 128, 126, 124, 122],
        "ura": [131, 129, 127, 125, 123],
    },
    3: {
        "replacement": [106, 107, 104, 105, 102, 103, 100, 101],
        "indicator": [98, 96, 94, 92, 90],
        "ura": [99, 97, 95, 93, 91],
    },
}
"""Slots of the dead wall by number of players; the draws of a hand never need more than the first ones."""
WALL_SIZE = {4: 136, 3: 108}
DEAD = 14
STICK = 1000

Part = Literal["drawn", "held"] | None
Draw = tuple[int, int, str, ev.Drawn]
Cut = tuple[int, int, str, dict[Part, ev.Discarded]]


def _draws(players: int, reds: bool) -> dict[str, Draw]:
    """Draw tags in their two spellings: seat, tile id, name, the event of a draw from the head of the wall."""
    table: dict[str, Draw] = {}
    for seat in range(players):
        for i, name in enumerate(tile_names(reds)):
            entry = (seat, i, name, ev.Drawn(seat, name))
            table[f"<{'TUVW'[seat]}{i}/>"] = table[f"<{'TUVW'[seat]}{i} />"] = entry
    return table


def _cuts(players: int, reds: bool) -> dict[str, Cut]:
    """Discard tags in their two spellings: seat, tile id, name, the event for each `part`."""
    parts: tuple[Part, ...] = (None, "drawn", "held")
    table: dict[str, Cut] = {}
    for seat in range(players):
        for i, name in enumerate(tile_names(reds)):
            entry = (seat, i, name, {part: ev.Discarded(seat, name, part) for part in parts})
            table[f"<{'DEFG'[seat]}{i}/>"] = table[f"<{'DEFG'[seat]}{i} />"] = entry
    return table


DRAW_TAGS = {(n, reds): _draws(n, reds) for n in (3, 4) for reds in (False, True)}
CUT_TAGS = {(n, reds): _cuts(n, reds) for n in (3, 4) for reds in (False, True)}
"""Nobody changes an event after making it, so equal draws and discards of all games are one object."""
_MOVE = re.compile(r"[TUVWDEFG]\d+")


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

    def doubt(self, text: str, index: int | None = None) -> None:
        """Mark an event (the next one unless told) as doubtful and say why; the first reason stays."""
        at = len(self.events) if index is None else index
        self.doubts.setdefault(at, text)
        self.notes.append(text)


class Reader:
    """Reads the tags of one hand, the first of which is ``INIT``; `unknown` counts elements nobody knows."""

    def __init__(self, players: int, reds: bool, number: int, unknown: Counter[str]) -> None:
        self.n = players
        self.reds = reds
        self.names = tile_names(reds)
        self.unknown = unknown
        self.hand = Hand(number)
        self.where = bytearray([WALL]) * 136
        self.drawn = -1
        self.last = (-1, -1)
        self.lying = ""
        self.source = "head"
        self.reach = ""
        self.awaiting = -1
        self.late: list[tuple[ev.Turned, str]] = []
        self.melds: list[list[tuple[str, int]]] = [[] for _ in range(players)]
        self.indicators = 1
        self.due, self.carried, self.waiting = 1, 0, 0
        self.dealer = self.honba = 0
        self.wins: list[tuple[dict[str, str], str]] = []
        self.drawn_hand: tuple[dict[str, str], str] | None = None
        self.ended = False
        self.after: list[tuple[ev.AnyEvent, str | None]] = []

    def read(self, tags: list[str]) -> Hand:
        """The hand; raises ValueError, KeyError or IndexError only if its ``INIT`` cannot be read."""
        self.start(attributes(tags[0]), tags[0])
        rest = iter(tags)
        next(rest)
        hand, where, key = self.hand, self.where, (self.n, self.reds)
        add, add_raw = hand.events.append, hand.raws.append
        draw_of, cut_of = DRAW_TAGS[key].get, CUT_TAGS[key].get
        for tag in rest:
            if draw := draw_of(tag):
                seat, i, name, event = draw
                if self.awaiting >= 0:
                    self.not_accepted()
                if where[i] != WALL:
                    hand.doubt(f"{name} (id {i}) is drawn a second time")
                where[i] = seat
                self.drawn = i
                if self.lying == "discard":
                    add(event)
                else:
                    add(event if self.source == "head" else ev.Drawn(seat, name, self.source))
                    self.source = "head"
                    self.due += self.carried
                    self.carried = 0
                self.lying = ""
                add_raw(tag)
            elif cut := cut_of(tag):
                seat, i, name, discards = cut
                if where[i] != seat:
                    hand.doubt(f"seat {seat} discards {name} (id {i}) without holding it")
                where[i] = GONE
                drawn = self.drawn
                discarded = discards["drawn" if drawn == i else None if drawn < 0 else "held"]
                if self.reach:
                    discarded = ev.Discarded(seat, name, discarded.part, "riichi")
                    tag = self.reach + tag
                    self.reach, self.awaiting = "", seat
                add(discarded)
                add_raw(tag)
                self.drawn = -1
                self.last = (seat, i)
                self.lying = "discard"
                if self.late or self.waiting:
                    self.turn_late()
            else:
                try:
                    self.rare(tag)
                except (ValueError, KeyError, IndexError) as e:
                    self.cut(tag, e)
                if self.ended:
                    break
        for tag in rest:
            self.rest(tag)
        tenhou_end.finish(self)
        return hand

    def emit(self, event: ev.AnyEvent, source: str | None = None) -> None:
        """One more event."""
        self.hand.events.append(event)
        self.hand.raws.append(source)

    def start(self, a: dict[str, str], source: str) -> None:
        """``INIT``: the hand begins, the wall stands, everybody has tiles, the first indicator is turned."""
        n, hand, names, where = self.n, self.hand, self.names, self.where
        seed = a["seed"].split(",")
        counter, self.honba, sticks = (int(x) for x in seed[:3])
        dice = [int(x) + 1 for x in seed[3:5]] if all(seed[3:5]) else None
        self.dealer = int(a["oya"])
        if not (0 <= self.dealer < n and 0 <= counter < 16 and 0 <= self.honba < 1000 and 0 <= sticks < 1000):
            raise ValueError(f"seed {a['seed']}, dealer {a['oya']}")
        if dice and not all(1 <= d <= 6 for d in dice):
            raise ValueError(f"dice {dice}")
        if counter % 4 != self.dealer:
            hand.notes.append(f"round counter {counter} does not belong to dealer {self.dealer}")
        hand.score = [100 * x for x in numbers(a["ten"], n)[:n]]
        hand.pot = STICK * sticks
        hand.first, hand.first_pot = hand.score[:], hand.pot
        deals = [tile_ids(a[f"hai{q}"]) for q in range(n)]
        (indicator,) = tile_ids(seed[5])
        self.emit(
            ev.HandStarted(self.dealer, hand.score[:], counter // 4, self.honba, hand.pot, dice), source
        )
        places = {name: slots[:] for name, slots in PLACES[n].items()}
        self.emit(ev.WallBuilt(["?"] * WALL_SIZE[n], dead=DEAD, places=places, refill=True))
        for j in range(n):
            q = (self.dealer + j) % n
            if len(deals[q]) != 13:
                hand.doubt(f"seat {q} is dealt {len(deals[q])} tiles")
            for i in deals[q]:
                if where[i] != WALL:
                    hand.doubt(f"{names[i]} (id {i}) is dealt a second time")
                where[i] = q
            self.emit(ev.Dealt(q, [names[i] for i in deals[q]]))
        self.turn(indicator)
        self.emit(ev.Turned("indicator", [self.names[indicator]], "indicator"))

    def turn(self, i: int) -> None:
        """An indicator leaves the wall."""
        if self.where[i] != WALL:
            self.hand.doubt(f"indicator {self.names[i]} (id {i}) was seen before")
        self.where[i] = GONE

    def seat_of(self, text: str) -> int:
        """A seat number; raises ValueError if there is no such seat."""
        seat = int(text)
        if not 0 <= seat < self.n:
            raise ValueError(f"seat {text}")
        return seat

    def rare(self, tag: str) -> None:
        """Any element but a draw or a discard."""
        name = name_of(tag)
        if name == "N":
            a = attributes(tag)
            self.call(self.seat_of(a["who"]), int(a["m"]), tag)
        elif name == "REACH":
            self.riichi(attributes(tag), tag)
        elif name == "DORA":
            (i,) = tile_ids(attributes(tag)["hai"])
            self.turn(i)
            self.indicators += 1
            turned = ev.Turned("indicator", [self.names[i]], "indicator")
            if self.drawn >= 0:
                self.late.append((turned, tag))
            else:
                self.emit(turned, tag)
        elif name == "AGARI":
            self.wins.append((attributes(tag), tag))
            self.ended = True
        elif name == "RYUUKYOKU":
            self.drawn_hand = (attributes(tag), tag)
            self.ended = True
        elif name in ("BYE", "UN"):
            for event in self.connection(name, attributes(tag)):
                self.emit(event, tag)
        elif _MOVE.fullmatch(name):
            raise ValueError("no such seat, tile or spelling")
        elif name:
            self.unknown[name] += 1
        elif is_torn(tag):
            raise ValueError("a torn element")

    def rest(self, tag: str) -> None:
        """An element after the first win or the draw that ended the hand."""
        name = name_of(tag)
        if name == "AGARI" and self.wins:
            self.wins.append((attributes(tag), tag))
        elif name in ("BYE", "UN"):
            try:
                self.after += [(event, tag) for event in self.connection(name, attributes(tag))]
            except (ValueError, KeyError) as e:
                self.hand.notes.append(f"cannot read {tag[:80]}: {e}")
        elif name in ("AGARI", "RYUUKYOKU", "N", "REACH", "DORA") or _MOVE.fullmatch(name):
            self.hand.notes.append(f"{tag[:80]} after the end of the hand is left out")
        elif name:
            self.unknown[name] += 1
        elif is_torn(tag):
            self.hand.notes.append(f"a torn element after the end of the hand: {tag.strip()[:60]}")

    def connection(self, name: str, a: dict[str, str]) -> list[ev.AnyEvent]:
        """A seat went away (``BYE``) or came back (a lone ``UN``)."""
        if name == "BYE":
            return [ev.Noted("lost", "connection", self.seat_of(a["who"]))]
        return [ev.Noted("back", "connection", q) for q in range(self.n) if a.get(f"n{q}")]

    def riichi(self, a: dict[str, str], source: str) -> None:
        """Step 1 marks the discard to come, step 2 pays the stick."""
        seat = self.seat_of(a["who"])
        if a["step"] == "1":
            self.reach = source
            return
        if seat != self.awaiting:
            self.hand.doubt(f"riichi of seat {seat} is accepted, but not declared by the discard before")
        self.awaiting = -1
        hand = self.hand
        deltas = [0] * self.n
        deltas[seat] = -STICK
        hand.score[seat] -= STICK
        hand.pot += STICK
        if "ten" in a and [100 * x for x in numbers(a["ten"], self.n)[: self.n]] != hand.score:
            hand.notes.append(f"scores after the riichi of seat {seat}: source {a['ten']}, counted {hand.score}")
        self.emit(ev.Settled(deltas, "riichi", seat, STICK), source)

    def not_accepted(self) -> None:
        """The play goes on although a declared riichi was neither won on nor accepted: the next event is doubtful."""
        self.hand.doubt(f"the source never accepts the riichi of seat {self.awaiting}")
        self.awaiting = -1

    def turn_late(self) -> None:
        """After a discard: the indicators that waited for it."""
        for turned, source in self.late:
            self.emit(turned, source)
        self.late = []
        self.due += self.waiting
        self.waiting = 0

    def call(self, seat: int, m: int, source: str) -> None:
        """``N``: a claim, a kong or a north set aside."""
        hand, names, where = self.hand, self.names, self.where
        kind, direction, tile, own = decode_call(m)
        if self.awaiting >= 0:
            self.not_accepted()
        for turned, at in self.late:
            hand.notes.append("an indicator stands before a call where none was due")
            self.emit(turned, at)
        self.late = []
        base = tile // 4
        event: ev.AnyEvent
        if direction and kind != "kong_added":
            feeder = (seat + direction) % 4
            if self.last != (feeder, tile) or self.lying != "discard":
                hand.doubt(f"seat {seat} calls {names[tile]} (id {tile}) of seat {feeder}: not the last discard")
            if kind == "chow" and (feeder + 1) % self.n != seat:
                hand.doubt(f"seat {seat} calls a chow from seat {feeder}")
            self.lay_down(seat, own)
            event = ev.Claimed(seat, kind, names[tile], list(own_names(own, self.reds)), feeder % self.n)
            self.melds[seat].append((kind, base))
            self.lying = ""
        elif kind == "kong_closed":
            self.lay_down(seat, own)
            event = ev.Melded(seat, kind, list(own_names(own, self.reds)))
            self.melds[seat].append((kind, base))
            self.last, self.lying = (seat, tile), "kong"
        elif kind == "kong_added":
            self.lay_down(seat, (tile,))
            index = self.melds[seat].index(("pung", base)) if ("pung", base) in self.melds[seat] else -1
            if index < 0:
                hand.doubt(f"seat {seat} adds {names[tile]} to a pung that does not lie there")
            else:
                self.melds[seat][index] = (kind, base)
            event = ev.Extended(seat, kind, names[tile], index)
            self.last, self.lying = (seat, tile), "kong"
        else:
            self.lay_down(seat, (tile,))
            event = ev.SetAside(seat, kind, names[tile])
            self.last, self.lying = (seat, tile), "north"
        self.emit(event, source)
        self.drawn = -1
        self.source = "head" if kind in ("chow", "pung") else "replacement"
        if self.source == "head":
            return
        self.carried += self.waiting + (kind == "kong_closed")
        self.waiting = int(kind in ("kong_open", "kong_added"))
        for i in own:
            where[i] = GONE

    def lay_down(self, seat: int, own: tuple[int, ...]) -> None:
        """Tiles leave a hand for a meld."""
        for i in own:
            if self.where[i] != seat:
                self.hand.doubt(f"seat {seat} lays down {self.names[i]} (id {i}) without holding it")
            self.where[i] = GONE

    def cut(self, tag: str, error: Exception) -> None:
        """An element in the middle of a hand cannot be read: the hand stops here, and a doubtful remark says so."""
        reason = error.args[0] if isinstance(error, ValueError) and error.args else f"{error} is missing"
        text = f"the hand stops here: cannot read {tag.strip()[:80]} ({reason})"
        self.hand.doubt(text)
        self.emit(ev.Noted(text, "doubt"), tag.strip())
        self.ended = True
