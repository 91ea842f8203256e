"""Saved questions with their uncertainty: every metric by id and version, never pooled over unlike games."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from mjlog.errors import StoreError
from mjlog.store.intervals import ENOUGH, Interval, mean_interval, wilson
from mjlog.store.opening import connect

if TYPE_CHECKING:
    import duckdb

__all__ = ["BY", "ENOUGH", "METRICS", "Metric", "game_kind", "stats", "wilson"]

GAMES, HANDS, SEATS, WINS = "games", "v_hands", "v_player_hands", "v_wins"
"""What the cases of a metric are: rows of a table or view that has the columns of a kind of game."""

Needs = Literal["", "wins", "fan", "points"]


@dataclass(frozen=True, slots=True)
class Metric:
    """One question over the rows of `source`.

    `numerator` and `denominator` are SQL, summed over the rows: a share counts cases, a mean adds what the case
    is worth. A count has no denominator. `needs` is what a log must have for the metric to exist.
    """

    id: str
    en: str
    zh: str
    definition: str
    source: str
    numerator: str
    denominator: str
    unit: str
    needs: Needs = ""
    version: int = 1
    split: bool = False

    @property
    def rate(self) -> bool:
        """A share of cases, with a Wilson interval."""
        return self.unit == "share"

    @property
    def seated(self) -> bool:
        """Whether its cases belong to seats, so that it can be split by seat, player or bot."""
        return self.source in (SEATS, WINS)

    def splits(self) -> list[str]:
        """What it can be split by."""
        return [by for by, (_, seated) in BY.items() if self.seated or not seated]


BY: dict[str, tuple[str, bool]] = {
    "seat": ("seat::VARCHAR", True),
    "player": ("coalesce(nullif(player, ''), '?')", True),
    "bot": ("coalesce(bot, 'person')", True),
    "ruleset": ("ruleset", False),
}
"""What metrics can be split by: SQL, and whether it needs cases that belong to seats."""


def _rows(*rows: Metric) -> dict[str, Metric]:
    return {m.id: m for m in rows}


METRICS = _rows(
    Metric("games", "games", "对局数", "Games, complete or not.", GAMES, "1", "", "games"),
    Metric("hands", "hands", "局数", "Complete hands.", HANDS, "1", "", "hands"),
    Metric("hand_length", "discards per hand", "每局出牌数", "Discards of all seats in a complete hand.",
           HANDS, "discards", "1", "discards"),
    Metric("won_share", "hands won", "和牌局比例", "Complete hands with a win that counts among all complete hands.",
           HANDS, "(wins > 0)::INT", "1", "share"),
    Metric("draw_rate", "exhausted hands", "荒牌率", "Hands that ended because the wall ran out among all complete hands.",
           HANDS, "(result = 'exhausted')::INT", "1", "share"),
    Metric("win_rate", "win rate", "和牌率", "Player-hands with a win among all player-hands (a seat in a complete hand).",
           SEATS, "(won > 0)::INT", "1", "share"),
    Metric("deal_in_rate", "deal-in rate", "放铳率", "Player-hands that fed a win among all player-hands.",
           SEATS, "(fed > 0)::INT", "1", "share"),
    Metric("call_rate", "hands with a call", "副露率", "Player-hands that claimed a tile among all player-hands.",
           SEATS, "(calls > 0)::INT", "1", "share"),
    Metric("calls_per_hand", "calls per hand", "每局副露数", "Tiles that a seat claimed in a complete hand.",
           SEATS, "calls", "1", "calls"),
    Metric("self_draw_share", "wins by self-draw", "自摸比例", "Self-drawn wins among all wins that count.",
           WINS, "(how = 'self_draw')::INT", "1", "share", "wins"),
    Metric("turns_to_win", "turns to the win", "和牌巡目", "Discards that the winner had made before the win.",
           WINS, "turn", "1", "discards", "wins"),
    Metric("fan_per_win", "fan per win", "每和番数", "Total of a scored win.",
           WINS, "total", "(total IS NOT NULL)::INT", "fan", "fan"),
    Metric("points_per_win", "points per win", "每和点数", "Worth of a scored win, without honba and pot.",
           WINS, "points", "(points IS NOT NULL)::INT", "points", "points"),
    Metric("score_per_hand", "points per hand", "每局得失",
           "Points that a seat, player or bot won or lost in a complete hand; over all seats together it says nothing.",
           SEATS, "delta", "(delta IS NOT NULL)::INT", "points", "points", split=True),
)  # fmt: skip
"""Every metric by id."""


def game_kind(ruleset: str, version: int, options: str | None, seats: int, source: str, bots: str) -> str:
    """A kind of game in words: full name, options that are not default, version, seats, source, who plays.

    >>> game_kind("siren", 1, '{"base": 10}', 4, "simulated", "easy")
    'siren(base=10) v1, 4 seats, simulated, easy'
    """
    given = json.loads(options or "{}")
    words = ", ".join(
        f"{k}={v if isinstance(v, str) else json.dumps(v, ensure_ascii=False)}" for k, v in given.items()
    )
    name = f"{ruleset}({words})" if words else ruleset
    return f"{name} v{version}, {seats} seats, {source}, {bots}"


def stats(
    db: str | Path, ruleset: str | None = None, metrics: Sequence[str] | None = None, by: str | None = None
) -> list[dict[str, Any]]:
    """The metrics of a store as rows with ``metric version ruleset by value numerator denominator low high unit``.

    One row a kind of game (`game_kind`, in ``ruleset``): ruleset, version, options, seats, source and bots are
    never pooled. `by` splits further; its value stands in ``by``. A kind of game without a case has no row.
    `ruleset` is a full name. Raises StoreError for a ruleset that has no game, an unknown metric or split, and
    for a metric asked by name that cannot be split so.
    """
    wanted = [_metric(i) for i in metrics] if metrics else list(METRICS.values())
    if by is not None and by not in BY:
        raise StoreError(f"metrics cannot be split by {by!r}", possible=sorted(BY))
    if metrics:
        for m in wanted:
            _can_split(m, by)
    with contextlib.closing(connect(db)) as con:
        there = [row[0] for row in con.execute("SELECT DISTINCT ruleset FROM games ORDER BY 1").fetchall()]
        if ruleset is not None and ruleset not in there:
            raise StoreError(f"the store has no game of {ruleset!r}", where=str(db), possible=there)
        return [row for m in wanted if _fits(m, by) for row in _figures(con, m, ruleset, by)]


def _metric(name: str) -> Metric:
    if name not in METRICS:
        raise StoreError(f"there is no metric {name!r}", possible=sorted(METRICS))
    return METRICS[name]


def _fits(m: Metric, by: str | None) -> bool:
    seated = by is not None and BY[by][1]
    return seated if m.split else m.seated or not seated


def _can_split(m: Metric, by: str | None) -> None:
    """Raise StoreError if a metric cannot be answered with this split, with the reason."""
    if _fits(m, by):
        return
    if m.split:
        raise StoreError(f"{m.id} needs a split: {m.definition}", possible=[b for b in BY if BY[b][1]])
    raise StoreError(
        f"{m.id} cannot be split by {by}: it counts {m.unit if not m.denominator else 'hands'}, which belong to no seat",
        possible=m.splits(),
    )


def _figures(
    con: duckdb.DuckDBPyConnection, m: Metric, ruleset: str | None, by: str | None
) -> list[dict[str, Any]]:
    split = BY[by][0] if by else "NULL"
    count = m.denominator or "1"
    rows = con.execute(
        f"SELECT ruleset, ruleset_version, options::VARCHAR, seats, source, bots, {split} AS part, "
        f"sum({m.numerator}) AS k, sum({count}) AS n, var_samp({m.numerator}) FILTER ({count} = 1) AS variance "
        f"FROM {m.source} WHERE ? IS NULL OR ruleset = ? GROUP BY ALL HAVING n > 0 ORDER BY ALL",
        [ruleset, ruleset],
    ).fetchall()
    out = []
    for *kind, part, k, n, variance in rows:
        value: float = int(k) if not m.denominator else float(k) / int(n)
        low, high = _interval(m, value, int(k), int(n), variance)
        out.append({
            "metric": m.id, "version": m.version, "ruleset": game_kind(*kind), "by": part, "value": value,
            "numerator": int(k), "denominator": int(n), "low": low, "high": high, "unit": m.unit,
        })  # fmt: skip
    return out


def _interval(m: Metric, value: float, k: int, n: int, variance: float | None) -> Interval:
    """Wilson for a share, Student for a mean, none for a count."""
    if not m.denominator:
        return (None, None)
    return wilson(k, n) if m.rate else mean_interval(value, variance, n)
