"""Tenhou XML, how a hand ends: wins with their value and payments, draws, shown hands, the score checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mjlog import events as ev
from mjlog.formats.tenhou_calls import unseen
from mjlog.formats.tenhou_moves import DRAWS, INDICATORS, STICK
from mjlog.formats.tenhou_tags import HEARD, LIMITS, YAKUMAN, numbers, tile_id, tile_ids, yaku_name

if TYPE_CHECKING:
    from mjlog.formats.tenhou_hand import Reader

DRAWN = {
    "": "exhausted",
    "nm": "nagashi",
    "yao9": "nine_terminals",
    "kaze4": "four_winds",
    "reach4": "four_riichi",
    "kan4": "four_kongs",
    "ron3": "triple_win",
}
"""Our word for each type of drawn hand."""
CUT = "the source ends in the middle of this hand"
WON_BY = {"kong": "robbed_kong", "north": "robbed_north"}


def finish(r: Reader) -> None:
    """Write what ends a hand, or the remark that the source stops in its middle."""
    hand = r.hand
    if r.reach:
        hand.notes.append("a riichi is declared without a discard")
    for turned, text in r.late:
        hand.emit(turned, text)
    if r.wall_draws() > DRAWS[r.n]:
        hand.doubt(f"{r.wall_draws()} draws, {DRAWS[r.n]} empty the wall")
    source: str | None = None
    closing = r.wins[0][1] if r.wins else r.drawn_hand[1] if r.drawn_hand else None
    try:
        if r.wins:
            won(r)
        elif r.drawn_hand is not None:
            source = drawn(r, *r.drawn_hand)
        elif not r.ended:
            hand.doubt(CUT)
            hand.emit(ev.Noted(CUT, "doubt"))
    except (ValueError, KeyError, IndexError) as e:
        what = "the win" if r.wins else "the draw"
        reason = e.args[0] if isinstance(e, ValueError) and e.args else f"{e} is missing"
        text = f"cannot read {what} that ended the hand: {reason}"
        hand.doubt(text)
        hand.emit(ev.Noted(text, "doubt"), closing)
    if hand.result:
        hand.emit(ev.HandEnded(hand.result), source)
        if r.indicators != r.due:
            hand.notes.append(f"{r.indicators} indicators turned, {r.due} expected")
    for event, remark in r.after:
        hand.emit(event, remark)


def won(r: Reader) -> None:
    """One or several wins: all hands are shown, then the ura indicators, then each is scored and settled."""
    hand, names = r.hand, r.names
    rows = [(a, source, r.seat_of(a["who"]), r.seat_of(a["fromWho"])) for a, source in r.wins]
    lying = "" if r.drawn >= 0 else r.last[2]
    for a, source, seat, feeder in rows:
        if "owari" in a:
            hand.owari = a["owari"]
        tile = tile_id(a["machi"])
        shown = tile_ids(a["hai"])
        self_drawn = seat == feeder
        if tile not in shown:
            hand.doubt(f"the winning tile {names[tile]} is not in the hand shown by seat {seat}")
            shown = sorted([*shown, tile])
        if self_drawn and tile != r.drawn:
            hand.doubt(f"seat {seat} wins with {names[tile]}, which is not the tile drawn")
        if not self_drawn:
            shown.remove(tile)
            if not lying or r.last[0] != feeder or names[tile] != names[r.last[1]]:
                hand.doubt(f"seat {seat} wins with {names[tile]} of seat {feeder}: no such tile lies ready")
        compare_hand(r, seat, shown)
        by = "self_draw" if self_drawn else WON_BY.get(lying, "discard")
        hand.emit(
            ev.Won(seat, by, names[tile], None if self_drawn else feeder, [names[i] for i in shown]), source
        )
    if r.awaiting >= 0 and r.awaiting != rows[0][3]:
        hand.notes.append(f"the source never accepts the riichi of seat {r.awaiting}")
    ura: list[int] = []
    for a, _, _, _ in rows:
        turned = tile_ids(a.get("doraHaiUra", ""))
        if turned and not ura:
            for i in turned:
                unseen(r, i, "ura indicator")
            if len(turned) > INDICATORS:
                hand.doubt(f"{len(turned)} ura indicators")
            r.hand.emit(ev.Turned("ura", [names[i] for i in turned], "ura"))
            ura = turned
        elif turned and turned != ura:
            hand.notes.append("two winners see different ura indicators")
    for j, (a, _, seat, _) in enumerate(rows):
        settle_win(r, a, seat, score(r, a, seat), first=j == 0)
    hand.result = "win"


def compare_hand(r: Reader, seat: int, shown: list[int]) -> None:
    """A shown hand must be the tiles the seat holds, id by id."""
    where, tiles = r.where, set(shown)
    if not where.count(seat) == len(tiles) == len(shown) or not all([where[i] == seat for i in tiles]):
        held = [i for i in range(136) if where[i] == seat]
        extra = " ".join(r.names[i] for i in shown if i not in held)
        lack = " ".join(r.names[i] for i in held if i not in shown)
        text = f"seat {seat} shows a hand that it does not hold"
        r.hand.doubt(text + (f", with {extra}" if extra else "") + (f", without {lack}" if lack else ""))


def score(r: Reader, a: dict[str, str], seat: int) -> int:
    """What the source says the hand is worth; returns the points."""
    fu, points, limit = numbers(a["ten"], 3)[:3]
    items: dict[str, int] = {}
    if "yaku" in a:
        row = numbers(a["yaku"])
        ids = row[::2]
        for number, han in zip(ids, row[1::2], strict=False):
            if han:
                name = yaku_name(number)
                items[name] = items.get(name, 0) + han
    else:
        ids = numbers(a["yakuman"])
        items = {yaku_name(number): YAKUMAN for number in ids}
    if not HEARD.issuperset(ids):
        r.hand.notes.append(f"unknown {' '.join(map(yaku_name, sorted(set(ids) - HEARD)))}")
    label = LIMITS[limit] if 0 <= limit < len(LIMITS) else str(limit)
    total = sum(items.values())
    r.hand.emit(ev.Scored(seat, items, total, fu if "yaku" in a else None, label, points))
    return points


def settle_win(r: Reader, a: dict[str, str], seat: int, points: int, *, first: bool) -> None:
    """The payments of one winner; the first takes honba and sticks."""
    hand = r.hand
    honba, sticks = numbers(a["ba"], 2)[:2]
    pot, lying = STICK * sticks, hand.pot if first else 0
    deltas = deltas_of(r, a)
    liable = r.seat_of(a["paoWho"]) if "paoWho" in a else None
    if pot != lying:
        hand.notes.append(f"seat {seat} takes {pot} from the table, where {lying} lie")
    if honba != r.honba:
        hand.notes.append(f"the win counts {honba} honba, the hand has {r.honba}")
    if deltas is not None:
        bonus = honba * 100 * (r.n - 1) if first else 0
        if deltas[seat] != points + bonus + pot:
            hand.notes.append(
                f"seat {seat} gets {deltas[seat]} for {points} points, honba {bonus}, pot {pot}"
            )
    settle(r, deltas, "win", seat, -pot, liable)


def deltas_of(r: Reader, a: dict[str, str]) -> list[int] | None:
    """The payments the source writes, None if it writes none; scores before them are compared."""
    if "sc" not in a:
        r.hand.notes.append("the source gives no payments")
        return None
    row = [100 * x for x in numbers(a["sc"], 2 * r.n)]
    if row[: 2 * r.n : 2] != r.hand.score:
        r.hand.notes.append(f"scores before the payment: source {row[: 2 * r.n : 2]}, counted {r.hand.score}")
    return row[1 : 2 * r.n : 2]


def settle(
    r: Reader,
    deltas: list[int] | None,
    reason: str,
    seat: int | None = None,
    pot: int = 0,
    liable: int | None = None,
) -> None:
    """Points move; what does not add up is noted."""
    hand = r.hand
    if deltas is not None:
        if sum(deltas) + pot:
            hand.doubt(f"payments {deltas} and pot {pot:+} do not add up to 0")
        hand.score = [x + d for x, d in zip(hand.score, deltas, strict=True)]
    hand.pot += pot
    r.hand.emit(ev.Settled(deltas, reason, seat, pot, liable))


def drawn(r: Reader, a: dict[str, str], source: str) -> str | None:
    """A hand without a winner: who showed what, and the payments; returns the source text if no event took it."""
    hand, names, n = r.hand, r.names, r.n
    kind = a.get("type", "")
    hand.owari = a.get("owari", "")
    result = DRAWN.get(kind, kind)
    if kind not in DRAWN:
        hand.notes.append(f"unknown kind of draw {kind!r}")
    shown = {q: tile_ids(a[f"hai{q}"]) for q in range(n) if a.get(f"hai{q}")}
    if r.awaiting >= 0 and result != "triple_win":
        r.not_accepted()
    first = len(hand.events)
    if result == "nine_terminals":
        acting = r.where[r.drawn] if r.drawn >= 0 else max(r.last[0], 0)
        r.hand.emit(ev.Declared(next(iter(shown), acting), result))
    feeder, tile, lying = r.last
    if result == "triple_win" and (r.drawn >= 0 or not lying):
        raise ValueError("no tile lies ready to be won")
    start = feeder + 1 if result == "triple_win" else r.dealer
    for q in [(start + j) % n for j in range(n)]:
        if q not in shown:
            continue
        compare_hand(r, q, shown[q])
        hand_shown = [names[i] for i in shown[q]]
        if result == "triple_win":
            hand.emit(ev.Won(q, WON_BY.get(lying, "discard"), names[tile], feeder, hand_shown))
        else:
            r.hand.emit(ev.Revealed(hand_shown, seat=q))
    taken = len(hand.events) > first
    if taken:
        hand.raws[first] = source
    deltas = deltas_of(r, a)
    if deltas is not None and any(deltas):
        settle(r, deltas, "nagashi" if result == "nagashi" else "noten")
    if "ba" in a:
        honba, sticks = numbers(a["ba"], 2)[:2]
        if (honba, 1000 * sticks) != (r.honba, hand.pot):
            hand.notes.append(
                f"source says honba {honba}, sticks {sticks}; counted {r.honba} and {hand.pot // 1000}"
            )
    draws = list(map(type, hand.events)).count(ev.Drawn)
    if result in ("exhausted", "nagashi") and draws != DRAWS[n]:
        hand.doubt(f"the hand is called drawn after {draws} draws, {DRAWS[n]} empty the wall")
    hand.result = result
    return None if taken else source
