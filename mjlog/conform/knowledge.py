"""Checks of who may know what: hidden tiles change nothing, seats' own logs suffice, onlookers find no fault."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from mjlog import events as ev
from mjlog.conform.samples import Outcome, Sample, picks, walk
from mjlog.log.models import Entry
from mjlog.replay import Checker
from mjlog.rules import FORCED, Event, Ruleset, State
from mjlog.sight import observe, seat_log
from mjlog.table import Table

POSITIONS = 6
"""Positions of each game at which hidden tiles are permuted, for each seat."""


def own_options(s: State, seat: int) -> list[Event]:
    """What a seat may choose now; what is forced is no choice."""
    windows = s.rules.windows(s)
    return [o for w in windows if w.stage != FORCED for o in w.options(s) if getattr(o, "seat", seat) == seat]


def hidden_slots(s: State, seat: int) -> list[int]:
    """The slots whose face a seat has never seen."""
    t, bit, top = s.table, 1 << seat, set(s.table.wall_seen())
    return [i for i in range(len(t.kind)) if not t.seen[i] & bit and i not in top]


def other_history(events: Sequence[Event], hidden: Sequence[int], rng: Random) -> list[Event]:
    """The history of one hand with the hidden tiles permuted: only the wall and what nobody names differ."""
    out: list[Event] = []
    for e in events:
        if isinstance(e, ev.WallBuilt):
            tiles = e.tiles[:]
            mixed = [tiles[i] for i in hidden]
            rng.shuffle(mixed)
            for i, x in zip(hidden, mixed, strict=True):
                tiles[i] = x
            out.append(replace(e, tiles=tiles))
        elif isinstance(e, ev.Dealt):
            out.append(replace(e, tiles=["?"] * len(e.tiles)))
        elif isinstance(e, ev.Drawn):
            out.append(replace(e, tile="?"))
        else:
            out.append(e)
    return out


def hidden_tiles(rules: Ruleset, games: Sequence[Sample]) -> Outcome:
    """Two histories that differ only in what a seat cannot know give it one observation and the same options."""
    out = Outcome()
    for g in games:
        rng = Random(len(g.events))
        chosen = picks(len(g.events), POSITIONS, rng)
        start = 0
        for i, s, e in walk(rules, g.events):
            if isinstance(e, ev.HandStarted):
                start, before = i, s.copy()
            if i not in chosen or not s.table.kind:
                continue
            for seat in range(s.table.seats):
                twin = before.copy()
                for other in other_history(g.events[start:i], hidden_slots(s, seat), rng):
                    rules.apply(twin, other, check=False)
                what = f"{g.name} event {i} seat {seat}"
                out.that(observe(twin.table, seat) == observe(s.table, seat), f"{what}: sees hidden tiles")
                same = own_options(twin, seat) == own_options(s, seat)
                out.that(same, f"{what}: its options tell of hidden tiles")
    return out


def seat_logs(rules: Ruleset, games: Sequence[Sample]) -> Outcome:
    """A seat's own log, replayed on a bare table, shows exactly what that seat knew after every event."""
    out = Outcome()
    for g in games:
        for viewer in [*range(rules.seats), "outside"]:
            bare = Table(rules.kinds, rules.seats, rules.shared_river)
            own = iter(seat_log(g.events, rules.kinds, rules.seats, viewer, rules.shared_river))
            full = Table(rules.kinds, rules.seats, rules.shared_river)
            nxt = next(own, None)
            for i, e in enumerate(g.events):
                full.obey(e)
                if nxt is not None:
                    bare.obey(nxt)
                    nxt = next(own, None)
                    while isinstance(nxt, ev.Revealed) and nxt.zone == "wall" and type(e) is not ev.Revealed:
                        bare.obey(nxt)
                        nxt = next(own, None)
                mine, theirs = observe(bare, "all"), observe(full, viewer)
                mine["viewer"] = theirs["viewer"]
                if not out.that(
                    mine == theirs, f"{g.name} event {i + 1} viewer {viewer}: {difference(mine, theirs)}"
                ):
                    break
    return out


def difference(mine: dict[str, object], theirs: dict[str, object]) -> str:
    """The first part in which two observations differ."""
    return next((f"{k}: {mine[k]} instead of {theirs[k]}" for k in theirs if mine[k] != theirs[k]), "")


def onlooker(rules: Ruleset, games: Sequence[Sample]) -> Outcome:
    """The game as somebody saw it who saw no hand, and as each seat saw it, is as legal as the whole."""
    out = Outcome()
    for g in games:
        for viewer in ["outside", *range(rules.seats)]:
            checker = Checker(rules)
            for n, e in enumerate(
                seat_log(g.events, rules.kinds, rules.seats, viewer, rules.shared_river), 1
            ):
                checker.feed(Entry(n, str(n), e))
            found = checker.report.findings
            out.that(not found, f"{g.name} viewer {viewer}: {found[0] if found else ''}")
    return out
