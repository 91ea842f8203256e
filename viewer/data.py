"""What the pages ask of the store: the library's rows, and a game put together from its events."""

from __future__ import annotations

import contextlib
import json
import os
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

from mjlog.errors import StoreError
from mjlog.log.models import Entry, Game, Header, Seat
from mjlog.replay import Replayer
from mjlog.store.columns import COLUMNS, event
from mjlog.store.opening import connect

LIMIT = 500
"""Rows that the library shows at most."""


def store() -> str:
    """The path of the store, from the environment; raises StoreError if none is named."""
    db = os.environ.get("MJLOG_DB", "")
    if not db:
        raise StoreError("no store is named; start the viewer with: mjlog view --db FILE")
    return db


def stamp(db: str) -> tuple[int, int]:
    """What changes when the store is loaded again."""
    facts = Path(db).stat()
    return facts.st_mtime_ns, facts.st_ino


@dataclass(frozen=True, slots=True)
class Filters:
    """Values to choose from in the library."""

    rulesets: list[str]
    sources: list[str]


def filters(db: str) -> Filters:
    """The rulesets and sources that the store has."""
    with contextlib.closing(connect(db)) as con:
        one = [r[0] for r in con.execute("SELECT DISTINCT ruleset FROM games ORDER BY 1").fetchall()]
        two = [r[0] for r in con.execute("SELECT DISTINCT source FROM games ORDER BY 1").fetchall()]
    return Filters(one, two)


def library(
    db: str, ruleset: str | None = None, source: str | None = None, player: str = ""
) -> tuple[int, list[dict[str, Any]]]:
    """How many games fit, and the first `LIMIT` of them as rows; `player` is part of a name in any case."""
    where = (
        "FROM games g WHERE ($1 IS NULL OR ruleset = $1) AND ($2 IS NULL OR source = $2) AND ($3 = '' OR EXISTS "
        "(SELECT 1 FROM seats s WHERE s.game = g.game AND contains(lower(s.player), lower($3))))"
    )
    names = (
        "(SELECT string_agg(coalesce(nullif(player, ''), bot, '?'), ' · ' ORDER BY seat) "
        "FROM seats s WHERE s.game = g.game)"
    )
    scores = "(SELECT string_agg(coalesce(score::VARCHAR, '?'), ' · ' ORDER BY seat) FROM seats s WHERE s.game = g.game)"
    with contextlib.closing(connect(db)) as con:
        found = con.execute(f"SELECT count(*) {where}", [ruleset, source, player]).fetchall()[0][0]
        rows = con.execute(
            f"SELECT game, ruleset, source, {names}, hands, events, {scores}, started, complete {where} "
            f"ORDER BY started DESC NULLS LAST, path, game LIMIT {LIMIT}",
            [ruleset, source, player],
        ).fetchall()
    keys = ("game", "ruleset", "source", "players", "hands", "events", "scores", "started", "complete")
    return int(found), [dict(zip(keys, r, strict=True)) for r in rows]


def game(db: str, name: str) -> Game:
    """A game from the store, corrections folded; raises StoreError if it is not there."""
    with contextlib.closing(connect(db)) as con:
        head = con.execute(
            "SELECT ruleset, ruleset_version, overlays, options::VARCHAR, source FROM games WHERE game = ?",
            [name],
        ).fetchone()
        if head is None:
            raise StoreError(f"the store has no game {name!r}", where=db)
        seats = con.execute("SELECT player, bot FROM seats WHERE game = ? ORDER BY seat", [name]).fetchall()
        rows = con.execute(
            f"SELECT seq, id, flag, {', '.join(COLUMNS)} FROM events WHERE game = ? ORDER BY n", [name]
        ).fetchall()
    ruleset, version, overlays, options, source = head
    header = Header(
        game=name,
        ruleset=ruleset.split("+")[-1],
        ruleset_version=version,
        overlays=list(overlays or []),
        options=json.loads(options or "{}"),
        seats=[Seat(name=player or "", bot=bot) for player, bot in seats],
        source=source,
    )
    entries = [Entry(seq, id or "", event(tuple(cells)), flag=flag) for seq, id, flag, *cells in rows]
    return Game(header, entries)


_opened: OrderedDict[tuple[Any, ...], Replayer] = OrderedDict()
_lock = Lock()


def replayer(db: str, name: str) -> Replayer:
    """A game ready to replay; the last eight stay in memory until the store changes."""
    key = (db, stamp(db), name)
    with _lock:
        if key not in _opened:
            _opened[key] = Replayer(game(db, name))
            while len(_opened) > 8:
                _opened.popitem(last=False)
        _opened.move_to_end(key)
        return _opened[key]
