"""Saved questions with their uncertainty: every metric by id and version, never pooled over unlike games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mjlog.errors import StoreError

Z = 1.959963984540054
"""Two-sided 95 % of the normal distribution."""
ENOUGH = 30
"""Fewer cases than this are shown in grey."""

HANDS = "(SELECT h.*, {group}, NULL::TINYINT AS seat FROM hands h JOIN games g USING (game) WHERE h.complete)"
SEATS = (
    "(SELECT hs.*, {group} FROM hand_seats hs JOIN hands h USING (game, hand) JOIN games g USING (game) "
    "JOIN seats s ON s.game = hs.game AND s.seat = hs.seat WHERE h.complete)"
)
WINS = (
    "(SELECT w.*, {group} FROM wins w JOIN hands h USING (game, hand) JOIN games g USING (game) "
    "JOIN seats s ON s.game = w.game AND s.seat = w.seat WHERE h.complete AND w.counted)"
)


@dataclass(frozen=True, slots=True)
class Metric:
    """One question: rows of `source`, numerator summed and denominator counted; a mean has a `square` too."""

    id: str
    en: str
    zh: str
    definition: str
    source: str
    numerator: str
    denominator: str
    unit: str
    version: int = 1

    @property
    def rate(self) -> bool:
        """A share of cases, with a Wilson interval; else a mean."""
        return self.unit == "share"

    @property
    def seated(self) -> bool:
        """Whether its rows belong to seats."""
        return self.source != HANDS


def _rows(*rows: Metric) -> dict[str, Metric]:
    return {m.id: m for m in rows}


METRICS = _rows(
    Metric("drawn_hands", "drawn hands", "流局率", "Complete hands without a win among all complete hands.",
           HANDS, "(wins = 0)::INT", "1", "share"),
    Metric("hand_length", "discards per hand", "每局出牌数", "Discards of all seats in a complete hand.",
           HANDS, "discards", "1", "discards"),
    Metric("win_rate", "win rate", "和牌率", "Player-hands with a win among all player-hands.",
           SEATS, "(won > 0)::INT", "1", "share"),
    Metric("deal_in_rate", "deal-in rate", "放铳率", "Player-hands that fed a win among all player-hands.",
           SEATS, "(fed > 0)::INT", "1", "share"),
    Metric("call_rate", "hands with a call", "副露率", "Player-hands that claimed a tile among all player-hands.",
           SEATS, "(calls > 0)::INT", "1", "share"),
    Metric("self_draw_share", "wins by self-draw", "自摸比例", "Self-drawn wins among all wins.",
           WINS, "(how = 'self_draw')::INT", "1", "share"),
    Metric("turns_to_win", "turns to the win", "和牌巡目", "Discards that the winner had made before the win.",
           WINS, "turn", "1", "discards"),
    Metric("fan_per_win", "fan per win", "每和番数", "Total of a scored win.",
           WINS, "total", "(total IS NOT NULL)::INT", "fan"),
    Metric("points_per_win", "points per win", "每和点数", "Worth of a scored win, without honba and pot.",
           WINS, "points", "(points IS NOT NULL)::INT", "points"),
    Metric("score_per_hand", "points per hand", "每局得失", "Points won or lost by a seat in a complete hand.",
           SEATS, "delta", "(delta IS NOT NULL)::INT", "points"),
)  # fmt: skip
"""Every metric by id."""

BY = {"seat": "seat::VARCHAR", "player": "player", "bot": "coalesce(bot, 'person')", "ruleset": "''"}
"""What a metric can be split by."""


def wilson(k: float, n: float) -> tuple[float, float]:
    """The 95 % Wilson interval of a share of k among n cases.

    >>> [round(x, 4) for x in wilson(10, 100)]
    [0.0552, 0.1744]
    """
    if n <= 0:
        return (math.nan, math.nan)
    p = k / n
    middle = p + Z * Z / (2 * n)
    half = Z * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    scale = 1 + Z * Z / n
    return ((middle - half) / scale, (middle + half) / scale)


def _interval(m: Metric, total: float, squares: float, n: int) -> tuple[float | None, float | None]:
    """Wilson for a share; for a mean the normal interval of its standard error, open below two cases."""
    if m.rate:
        return wilson(total, n)
    if n < 2:
        return (None, None)
    mean = total / n
    error = math.sqrt(max(squares - n * mean * mean, 0) / (n - 1) / n)
    return (mean - Z * error, mean + Z * error)


def stats(
    db: str | Path, ruleset: str | None = None, metrics: Sequence[str] = (), by: str | None = None
) -> list[dict[str, Any]]:
    """The metrics of a store as rows with ``metric version ruleset by value numerator denominator low high unit``.

    One row a kind of game: ruleset with its options, version, seats, source and bots are never pooled; `by` splits
    further. Raises StoreError for an unknown metric or split.
    """
    from mjlog.store.opening import connect

    unknown = [m for m in metrics if m not in METRICS]
    if unknown:
        raise StoreError(f"no metric {unknown[0]!r}", possible=sorted(METRICS))
    if by is not None and by not in BY:
        raise StoreError(f"cannot split by {by!r}", possible=sorted(BY))
    out: list[dict[str, Any]] = []
    con = connect(db)
    try:
        for m in [METRICS[i] for i in metrics] if metrics else METRICS.values():
            out += _rows_of(con, m, ruleset, by)
    finally:
        con.close()
    return out


def _rows_of(con: Any, m: Metric, ruleset: str | None, by: str | None) -> list[dict[str, Any]]:
    if by in ("seat", "player", "bot") and not m.seated:
        return []
    split = BY[by] if by else "''"
    group = (
        "g.ruleset, g.ruleset_version, g.options::VARCHAR AS options, g.seats AS table_seats, g.source AS played, "
        "(SELECT string_agg(DISTINCT coalesce(x.bot, 'person'), ' ' ORDER BY coalesce(x.bot, 'person')) "
        "FROM seats x WHERE x.game = g.game) AS bots"
    )
    if m.seated:
        group += ", s.player, s.bot"
    rows = con.execute(
        f"SELECT ruleset, ruleset_version, options, table_seats, played, bots, {split} AS part, "
        f"sum({m.numerator}) AS k, sum({m.denominator}) AS n, sum(({m.numerator})::DOUBLE ** 2) AS squares "
        f"FROM {m.source.format(group=group)} WHERE ? IS NULL OR ruleset = ? "
        "GROUP BY ALL HAVING n > 0 ORDER BY ALL",
        [ruleset, ruleset],
    ).fetchall()
    out = []
    for name, version, options, seats, played, bots, part, k, n, squares in rows:
        low, high = _interval(m, float(k), float(squares), int(n))
        full = name if options in (None, "{}") else f"{name} {options}"
        kind = f"{full} v{version}, {seats} seats, {played}, {bots}"
        out.append(
            dict(
                metric=m.id, version=m.version, ruleset=kind, by=part or None, value=float(k) / int(n),
                numerator=float(k) if isinstance(k, float) else int(k), denominator=int(n),
                low=low, high=high, unit=m.unit,
            )
        )  # fmt: skip
    return out
