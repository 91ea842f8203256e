"""What the table does on each event type; effects of existing types never change, old logs must replay."""

from __future__ import annotations

from mjlog import events as ev
from mjlog.errors import ImpossibleEvent
from mjlog.melds import Meld
from mjlog.table import Table, obeys


@obeys(ev.HandStarted)
def hand_started(t: Table, e: ev.HandStarted) -> None:
    """A new hand: zones are cleared, scores and pot are those written."""
    if len(e.scores) != t.seats:
        raise ImpossibleEvent(f"{len(e.scores)} scores for {t.seats} seats")
    t.clear()
    t.score = e.scores[:]
    t.pot = e.pot


@obeys(ev.WallBuilt)
def wall_built(t: Table, e: ev.WallBuilt) -> None:
    """Slots 0..n−1 in draw order, the last `dead` apart."""
    index = t.index
    try:
        faces = [index[x] for x in e.tiles]
    except KeyError:
        faces = [t.kind_of(x) for x in e.tiles]
    left = [*t.kinds.copies, len(faces)]  # the last place counts unknown tiles
    for k in faces:
        left[k] -= 1
    left.pop()
    if left and min(left) < 0 and not t.force:
        k = next(k for k in faces if k >= 0 and left[k] < 0)
        raise ImpossibleEvent(f"the wall holds more than {t.kinds.copies[k]} {t.kinds.names[k]}")
    n = len(faces)
    t.kind, t.left, t.seen = faces, left, bytearray(n)
    t.wall, t.dead = list(range(n - e.dead)), list(range(n - e.dead, n))
    t.height, t.faces, t.refill = max(e.height, 1), e.faces, e.refill
    t.places = {k: v[:] for k, v in (e.places or {}).items()}


@obeys(ev.Dealt)
def dealt(t: Table, e: ev.Dealt) -> None:
    """A block from the wall goes to a hand."""
    me, faces, seat, wall = 1 << e.seat, e.faces, e.seat, t.wall
    n = len(e.tiles)
    if e.source == "head" and not faces and len(wall) >= n and t.names(wall[:n]) == e.tiles:
        block = wall[:n]  # nearly every deal, without the calls of the general way below
        del wall[:n]
        kinds, seen, held, keys, suit, unit = t.kind, t.seen, t.held[seat], t.keys[seat], t.suit, t.unit
        t.hand[seat] += block
        for slot in block:
            kind = kinds[slot]
            seen[slot] |= me
            if kind < 0:
                t.blank[seat] += 1
            else:
                held[kind] += 1
                keys[suit[kind]] += unit[kind]
        t.drawn = None
        return
    for j, x in enumerate(e.tiles):
        slot = t.take(e.source)
        t.learn(slot, t.kind_of(x), t.all if faces[j : j + 1] == "u" else me)
        t.gain(seat, slot)
    t.drawn = None


@obeys(ev.Drawn)
def drawn(t: Table, e: ev.Drawn) -> None:
    """One tile goes to a hand; with `refill` a draw from a place moves the last wall slot to the dead wall."""
    seat, source, wall = e.seat, e.source, t.wall
    kind = t.index.get(e.tile)
    if kind is None:
        kind = t.kind_of(e.tile)
    if source == "head" and kind >= 0 and wall and t.kind[wall[0]] == kind and e.face == "down":
        slot = wall.pop(0)  # nearly every draw, without the calls of the general way below
        t.seen[slot] |= 1 << seat
        t.hand[seat].append(slot)
        t.held[seat][kind] += 1
        t.keys[seat][t.suit[kind]] += t.unit[kind]
    else:
        slot = t.take(source)
        t.learn(slot, kind, t.all if e.face == "up" or source.startswith("row:") else 1 << seat)
        if t.refill and source in t.places and t.wall:
            t.dead.append(t.wall.pop())
        t.gain(seat, slot)
    t.drawn = slot
    t.last = None


@obeys(ev.Discarded)
def discarded(t: Table, e: ev.Discarded) -> None:
    """A tile of the hand goes to the river; face down only its owner knows it."""
    seat, part = e.seat, e.part
    up = e.face == "up"
    sight = t.all if up else 1 << seat
    slot, hand, drawn = -1, t.hand[seat], t.drawn
    if part in ("drawn", "held"):  # a known tile, without the search for the copy that most seats know
        kind, faces = t.index.get(e.tile, -1), t.kind
        held = t.held[seat]
        if kind >= 0 and (copies := held[kind]):
            if part == "drawn":
                if drawn is not None and faces[drawn] == kind and hand[-1] == drawn:
                    slot = hand.pop()
            elif copies == 1 and drawn is not None and faces[drawn] != kind:
                for slot in hand:
                    if faces[slot] == kind:
                        break
                hand.remove(slot)
            if slot >= 0:
                t.seen[slot] |= sight
                held[kind] = copies - 1
                t.keys[seat][t.suit[kind]] -= t.unit[kind]
    if slot < 0:
        slot = t.pick(seat, e.tile, sight, part)
    t.river[seat].append(slot)
    t.laid[seat].append(slot)
    if slot == drawn and part != "held":
        t.cut.add(slot)
    t.last = (seat, slot) if up else None
    t.drawn = None


@obeys(ev.Claimed)
def claimed(t: Table, e: ev.Claimed) -> None:
    """The tile that lies ready and own tiles become a meld, or go to hand or pile."""
    if e.to == "melds" and e.source == "river" and e.meld is None and claimed_plainly(t, e):
        return
    kind = t.kind_of(e.tile)
    if not t.force and not t.may_all(e.seat, [t.kind_of(x) for x in e.own if x != "?"]):
        raise ImpossibleEvent(f"seat {e.seat} does not hold {' '.join(e.own)}")
    if len(e.own) > len(t.hand[e.seat]):
        raise ImpossibleEvent(f"seat {e.seat} holds {len(t.hand[e.seat])} tiles, {len(e.own)} are laid down")
    feeder: int | None = None
    if e.source == "wall":
        slot = t.take("head")
    else:
        if t.last is None and t.force:
            t.last = next(((q, r[-1]) for q, r in enumerate(t.river) if r), None)
        if t.last is None:
            raise ImpossibleEvent("no tile lies ready to be claimed")
        feeder, slot = t.last
        if kind >= 0 and t.kind[slot] not in (kind, -1) and not t.force:
            raise ImpossibleEvent(f"the tile that lies ready is {t.name(slot)}, not {e.tile}")
        if e.source == "kong":
            rob(t, feeder, slot)
        if slot not in t.river[feeder]:
            raise ImpossibleEvent("the tile that was discarded is gone")
        t.river[feeder].remove(slot)
        t.gone[slot] = e.seat
    t.learn(slot, kind, t.all)
    own = [t.pick(e.seat, x, t.all) for x in e.own]
    if e.to == "hand":
        for i in [slot, *own]:
            t.gain(e.seat, i)
    elif e.to == "pile":
        t.pile[e.seat] += [*own, slot]
    elif e.meld is not None:
        meld = t.melds[e.seat][e.meld]
        meld.slots += [*own, slot]
        meld.kind = e.kind
    else:
        t.melds[e.seat].append(Meld(e.kind, [*own, slot], feeder, slot))
    t.tally(e.seat, e.counts)
    t.last = t.drawn = None


def claimed_plainly(t: Table, e: ev.Claimed) -> bool:
    """Nearly every claim: the last discard and known tiles of the hand; False, and nothing done, for any other."""
    seat, last, index = e.seat, t.last, t.index
    if last is None:
        return False
    feeder, taken = last
    river, hand, held, faces = t.river[feeder], t.hand[seat], t.held[seat], t.kind
    if not river or river[-1] != taken or faces[taken] != index.get(e.tile):
        return False
    own = e.own
    kinds = [index.get(x, -1) for x in own]
    for k in kinds:
        if k < 0 or held[k] < kinds.count(k):
            return False
    seen, everyone, keys, suit, unit = t.seen, t.all, t.keys[seat], t.suit, t.unit
    slots = []
    for k in kinds:
        known = -1
        for i in hand:
            if faces[i] == k and (bits := seen[i].bit_count()) > known:
                slot, known = i, bits
        seen[slot] = everyone
        hand.remove(slot)
        held[k] -= 1
        keys[suit[k]] -= unit[k]
        slots.append(slot)
    river.pop()
    t.gone[taken] = seat
    seen[taken] = everyone
    slots.append(taken)
    t.melds[seat].append(Meld(e.kind, slots, feeder, taken))
    if e.counts:
        t.tally(seat, e.counts)
    t.last = t.drawn = None
    return True


@obeys(ev.Melded)
def melded(t: Table, e: ev.Melded) -> None:
    """Tiles of the hand become a meld; face down only the owner knows them."""
    if not t.force and not t.may_all(e.seat, [t.kind_of(x) for x in e.tiles if x != "?"]):
        raise ImpossibleEvent(f"seat {e.seat} does not hold {' '.join(e.tiles)}")
    sight = t.all if e.face == "up" else 1 << e.seat
    slots = [t.pick(e.seat, x, sight) for x in e.tiles]
    t.melds[e.seat].append(Meld(e.kind, slots, open_=e.kind != "kong_closed"))
    t.tally(e.seat, e.counts)
    t.drawn = None


@obeys(ev.Extended)
def extended(t: Table, e: ev.Extended) -> None:
    """A tile of the hand joins an own meld and lies ready to be robbed."""
    meld = t.melds[e.seat][e.meld]
    slot = t.pick(e.seat, e.tile, t.all)
    meld.slots.append(slot)
    meld.kind = e.kind
    t.last = (e.seat, slot)
    t.drawn = None
    t.tally(e.seat, e.counts)


def rob(t: Table, seat: int, slot: int) -> None:
    """Undo an added kong: the robbed tile lies in its owner's river like a discard, the meld is a pung again."""
    for meld in t.melds[seat]:
        if slot in meld.slots:
            meld.slots.remove(slot)
            meld.kind = "pung"
            t.river[seat].append(slot)
            t.laid[seat].append(slot)


@obeys(ev.Taken)
def taken(t: Table, e: ev.Taken) -> None:
    """Tiles of a shared zone go to a seat's hand or pile."""
    zone = t.row if e.zone == "row" else t.river[e.seat]
    if not e.indices or min(e.indices) < 0 or max(e.indices) >= len(zone):
        raise ImpossibleEvent(f"{e.zone} has {len(zone)} tiles")
    slots = [zone[i] for i in e.indices]
    for slot, x in zip(slots, e.tiles, strict=False):
        t.learn(slot, t.kind_of(x), t.all)
    for slot in slots:
        zone.remove(slot)
        t.gone[slot] = e.seat
        if e.to == "hand":
            t.gain(e.seat, slot)
        else:
            t.pile[e.seat].append(slot)
    t.tally(e.seat, e.counts)
    t.last = None


@obeys(ev.Exchanged)
def exchanged(t: Table, e: ev.Exchanged) -> None:
    """Kong swap: `take` leaves the zone for the hand and `give` of the hand takes its place."""
    zone = t.row if e.zone == "row" else t.river[e.seat]
    got = zone[e.index]
    t.learn(got, t.kind_of(e.take), t.all)
    if e.meld < 0:
        t.melds[e.seat].append(Meld("pung", [t.pick(e.seat, x, t.all) for x in e.tiles]))
    given = t.pick(e.seat, e.give, t.all)
    zone[e.index] = given
    t.laid[e.seat].append(given)
    t.gone[got] = e.seat
    t.gain(e.seat, got)
    t.tally(e.seat, e.counts)


@obeys(ev.Turned)
def turned(t: Table, e: ev.Turned) -> None:
    """Tiles of the wall go face up into an open zone."""
    zone = {"indicator": t.indicator, "ura": t.ura}.get(e.zone, t.row)
    for x in e.tiles:
        slot = t.take(e.source)
        t.learn(slot, t.kind_of(x), t.all)
        zone.append(slot)


@obeys(ev.SetAside)
def set_aside(t: Table, e: ev.SetAside) -> None:
    """A tile of the hand is laid aside and lies ready to be robbed."""
    slot = t.pick(e.seat, e.tile, t.all)
    t.aside[e.seat].append(slot)
    t.last = (e.seat, slot)
    t.drawn = None
    t.tally(e.seat, e.counts)


def show(t: Table, seat: int, tiles: list[str]) -> None:
    """A whole hand is shown: unknown tiles get the faces that are left over."""
    hand = t.hand[seat]
    if len(tiles) != len(hand) and not t.force:
        raise ImpossibleEvent(f"seat {seat} holds {len(hand)} tiles, {len(tiles)} are shown")
    faces = [t.kind_of(x) for x in tiles if x != "?"]
    for i in hand:
        k = t.kind[i]
        if k >= 0 and k in faces:
            faces.remove(k)
        elif k >= 0 and len(tiles) - tiles.count("?") == len(hand):
            if not t.force:
                raise ImpossibleEvent(f"seat {seat} holds {t.kinds.names[k]}, which is not shown")
            t.bent += 1
    for i in hand:
        if t.kind[i] < 0 and faces:
            t.name_in_hand(seat, i, faces.pop(0), 0)
        if t.kind[i] >= 0:
            t.seen[i] = t.all


@obeys(ev.Revealed)
def revealed(t: Table, e: ev.Revealed) -> None:
    """Faces become known to all; nothing moves. The zone ``wall`` counts its slots as built."""
    if e.zone == "hand" and e.seat is not None and e.indices is None:
        show(t, e.seat, e.tiles)
        return
    zones: dict[str, list[int]] = {
        "wall": list(range(len(t.kind))),
        "row": t.row,
        "indicator": t.indicator,
        "ura": t.ura,
        "hand": t.hand[e.seat or 0],
        "river": t.river[e.seat or 0],
        "aside": t.aside[e.seat or 0],
        "pile": t.pile[e.seat or 0],
    }
    zone = zones.get(e.zone)
    if zone is None:
        raise ImpossibleEvent(f"no zone {e.zone!r} at this table")
    for i, x in zip(e.indices or [], e.tiles, strict=False):
        if e.zone == "hand":
            t.name_in_hand(e.seat or 0, zone[i], t.kind_of(x), t.all)
        else:
            t.learn(zone[i], t.kind_of(x), 0 if e.zone == "wall" else t.all)


@obeys(ev.Declared)
def declared(t: Table, e: ev.Declared) -> None:
    """Counters change; with `to` and `tile` a tag is put on one physical tile of that seat's hand."""
    if e.to is not None and e.tile is not None:
        kind = t.kind_of(e.tile)
        slot = next((i for i in t.hand[e.to] if t.kind[i] in (kind, -1) and i not in t.tags), None)
        if slot is None:
            raise ImpossibleEvent(f"seat {e.to} has no {e.tile} to be marked")
        t.tags[slot] = e.name
    t.tally(e.seat, e.counts)


@obeys(ev.Won)
def won(t: Table, e: ev.Won) -> None:
    """The hand is shown; a self-drawn tile names the drawn slot first; a robbed kong is undone."""
    kind = t.kind_of(e.tile)
    if e.by == "self_draw" and kind >= 0 and t.drawn is not None and t.drawn in t.hand[e.seat]:
        t.name_in_hand(e.seat, t.drawn, kind, 0)
    if e.hand is not None:
        show(t, e.seat, e.hand)
    if e.by == "robbed_kong" and t.last is not None:
        rob(t, *t.last)
    t.tally(e.seat, e.counts)


@obeys(ev.Settled)
@obeys(ev.Penalised)
def settled(t: Table, e: ev.Settled | ev.Penalised) -> None:
    """Points move."""
    if e.deltas is not None:
        if len(e.deltas) != t.seats:
            raise ImpossibleEvent(f"{len(e.deltas)} deltas for {t.seats} seats")
        t.score = [a + b for a, b in zip(t.score, e.deltas, strict=True)]
    if type(e) is ev.Settled:
        t.pot += e.pot


@obeys(ev.MatchEnded)
def match_ended(t: Table, e: ev.MatchEnded) -> None:
    """The final scores stand; points left on the table went to somebody."""
    if len(e.scores) != t.seats:
        raise ImpossibleEvent(f"{len(e.scores)} scores for {t.seats} seats")
    t.score = e.scores[:]
    t.pot = 0


@obeys(ev.Gap)
def gap(t: Table, e: ev.Gap) -> None:
    """That many unknown tiles were drawn and discarded."""
    for q, n in enumerate(e.draws or []):
        for _ in range(n):
            t.gain(q, t.take("head"))
    for q, n in enumerate(e.discards or []):
        for _ in range(n):
            slot = t.pick(q, "?", 0)
            t.river[q].append(slot)
            t.laid[q].append(slot)
    t.last = t.drawn = None


@obeys(ev.Acted)
def acted(t: Table, e: ev.Acted) -> None:
    """A plug-in's moves as written: ``from`` and ``to`` name zones, `tiles` or `indices` say which."""
    for move in e.moves or []:
        seat = int(move.get("seat", e.seat or 0))
        to_seat = int(move.get("to_seat", seat))
        tiles = [str(x) for x in move.get("tiles", ())]
        sight = t.all if move.get("face", "up") == "up" else 1 << to_seat
        source, target = str(move.get("from", "hand")), str(move.get("to", "river"))
        if source == "hand":
            slots = [t.pick(seat, x, sight) for x in tiles]
        elif source in ("river", "row", "pile", "aside"):
            zone = _zone(t, source, seat)
            slots = [zone[int(i)] for i in move.get("indices", ())]
            for slot in slots:
                zone.remove(slot)
        else:
            slots = [t.take(source) for _ in tiles]
        for slot, x in zip(slots, tiles or ["?"] * len(slots), strict=False):
            t.learn(slot, t.kind_of(x), sight)
            if target == "hand":
                t.gain(to_seat, slot)
            elif target == "melds":
                continue
            else:
                _zone(t, target, to_seat).append(slot)
        if target == "melds":
            t.melds[to_seat].append(Meld(e.name, slots))
    if e.seat is not None:
        t.tally(e.seat, e.counts)


def _zone(t: Table, name: str, seat: int) -> list[int]:
    """A zone of slots by name."""
    zones = {
        "river": t.river[seat],
        "pile": t.pile[seat],
        "aside": t.aside[seat],
        "row": t.row,
        "indicator": t.indicator,
    }
    if name not in zones:
        raise ImpossibleEvent(f"no zone {name!r} at this table")
    return zones[name]
