"""From one game to rows: what the events of a log say, table by table, without any rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from mjlog import events as ev
from mjlog.errors import ParseError
from mjlog.log import Entry, Header
from mjlog.store.columns import CELLS, dumps
from mjlog.store.fold import STEPS, HandFold
from mjlog.store.schema import TABLES

Row = tuple[Any, ...]
Rows = dict[str, list[Row]]


def empty_rows() -> Rows:
    """No rows yet, one list a table."""
    return {t.name: [] for t in TABLES}


def full_name(header: Header) -> str:
    """The ruleset's full name, overlays first and base last, as commands accept it."""
    return "+".join([*header.overlays, header.ruleset])


def line_up(header: Header) -> str:
    """Who plays, without regard to seats; games are only compared with games of the same line-up.

    >>> line_up(Header(game="g", ruleset="x", source="simulated", seats=[{"bot": "easy"}, {}, {"bot": "easy"}]))
    'easy×2 person'
    """
    count = Counter(seat.bot or "person" for seat in header.seats)
    if len(count) == 1:
        return next(iter(count))
    return " ".join(f"{bot}×{n}" if n > 1 else bot for bot, n in sorted(count.items()))


def utc(moment: datetime | None) -> datetime | None:
    """The moment as UTC without a zone, as the store keeps it; a moment without zone counts as UTC."""
    if moment is None or moment.tzinfo is None:
        return moment
    return moment.astimezone(UTC).replace(tzinfo=None)


def project(
    header: Header,
    entries: Iterable[Entry],
    corrections: Sequence[Entry] = (),
    *,
    path: str = "",
    digest: str = "",
) -> Rows:
    """The rows of one game: `entries` with corrections folded away, `corrections` as they were appended.

    Raises ParseError when an event names a seat that the header does not have.
    """
    return _Projection(header, path, digest).run(entries, corrections)


class _Projection:
    """The fold over one game; `rows` grows, hands are written when they end or the next one begins."""

    def __init__(self, header: Header, path: str, digest: str) -> None:
        self.header, self.path, self.digest = header, path, digest
        self.game = header.game
        self.seats = len(header.seats)
        self.rows = empty_rows()
        self.hand: HandFold | None = None
        self.hands = 0
        self.end: ev.MatchEnded | None = None

    def run(self, entries: Iterable[Entry], corrections: Sequence[Entry]) -> Rows:
        """All rows of the game."""
        out = self.rows["events"]
        game, steps, all_cells = self.game, STEPS, CELLS
        hand: HandFold | None = None
        n = 0
        for n, entry in enumerate(entries, 1):
            e: ev.AnyEvent = entry.e
            kind = type(e)
            if isinstance(e, ev.HandStarted):
                hand = self.start(e, n)
            elif isinstance(e, ev.MatchEnded):
                self.close(n - 1, e.scores)
                self.end, hand = e, None
            turn = None
            if hand is not None:
                seat = getattr(e, "seat", None)
                try:
                    step = steps.get(kind)
                    if step is not None:
                        step(hand, e, n)
                    if seat is not None:
                        turn = hand.discards[seat]
                except (IndexError, ValueError, TypeError, AttributeError):
                    outside = isinstance(seat, int) and seat >= self.seats
                    raise ParseError(
                        f"the game has {self.seats} seats"
                        if outside
                        else "no event of this form can be counted",
                        read=ev.words(e),
                        where=f"hand {hand.number} event {n - hand.first + 1}",
                    ) from None
                if entry.flag:
                    hand.flagged += 1
            number = None if hand is None else hand.number
            out.append(
                (game, n, entry.seq, number, entry.id, utc(entry.at), entry.flag, turn, *all_cells[kind](e))
            )
        self.close(n, None)
        self.rows["corrections"] += [
            (game, c.seq, ev.TYPE_NAMES[type(c.e)], getattr(c.e, "target", None) or getattr(c.e, "after", ""))
            for c in corrections
        ]
        self.about(n)
        return self.rows

    def start(self, e: ev.HandStarted, n: int) -> HandFold:
        """Begin the next hand."""
        self.close(n - 1, e.scores)
        self.hands += 1
        self.hand = HandFold(self.seats, self.hands, e, n)
        return self.hand

    def close(self, last: int, scores: list[int] | None) -> None:
        """Write the rows of the current hand, if there is one; `scores` are those that the next event states."""
        h, self.hand = self.hand, None
        if h is None:
            return
        game, number, rows = self.game, h.number, self.rows
        counted = [w for w in h.wins if h.counts(w)]
        rows["hands"].append((
            game, number, h.start.dealer, h.start.round, h.start.honba, h.start.pot, h.result, len(counted),
            max(h.discards, default=0), sum(h.discards), h.first, last, h.living, h.flagged, h.gaps,
            h.result is not None,
        ))  # fmt: skip
        someone = any(h.shown)
        for q in range(self.seats):
            before = h.start.scores[q] if q < len(h.start.scores) else None
            delta: int | None = h.deltas[q]
            if h.unknown:
                delta = scores[q] - before if scores and before is not None and q < len(scores) else None
            won = sum(w.seat == q for w in counted)
            rows["hand_seats"].append((
                game, number, q, before, delta, None if before is None or delta is None else before + delta,
                h.draws[q], h.discards[q], h.dark[q], h.calls[q], h.kong_open[q], h.kong_closed[q], h.kong_added[q],
                won, sum(w.feeder == q and w.seat != q for w in counted), h.ready[q],
                h.shown[q] if someone and not won else None,
            ))  # fmt: skip
        rows["wins"] += [
            (game, number, i, w.n, w.seat, w.how, w.feeder, w.liable, w.tile, w.turn, w.hand_discards, w.replacement,
             w.total, w.fu, w.limit_name, w.points, w.gain, h.counts(w))
            for i, w in enumerate(h.wins, 1)
        ]  # fmt: skip
        for name, found in (
            ("items", h.items),
            ("transfers", h.transfers),
            ("counters", h.counters),
            ("claims", h.claims),
        ):
            rows[name] += [(game, number, *row) for row in found]

    def about(self, events: int) -> None:
        """Write the rows of the game and its seats."""
        h, end = self.header, self.end
        self.rows["games"].append((
            h.game, self.path, self.digest, full_name(h), h.ruleset_version, h.ruleset.split("-")[0], h.overlays,
            dumps(dict(sorted(h.options.items()))), self.seats, h.source, line_up(h), utc(h.started), h.place or None, h.format,
            self.hands, events, end is not None,
        ))  # fmt: skip

        def of(values: Sequence[Any] | None, q: int) -> Any:
            return values[q] if values is not None and q < len(values) else None

        for q, seat in enumerate(h.seats):
            self.rows["seats"].append((
                h.game, q, seat.name, seat.bot or None, seat.team or None,
                of(end.scores if end else None, q), of(end.ranking if end else None, q), of(end.points if end else None, q),
            ))  # fmt: skip
