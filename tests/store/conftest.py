"""Simulated logs, a store made of them, and the means to compare stores."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from mjlog import rulesets
from mjlog.events import AnyEvent
from mjlog.log import Game, Header, Seat, write_games
from mjlog.play import play
from mjlog.store.load import load

Contents = dict[str, list[tuple[Any, ...]]]


@pytest.fixture(scope="session")
def games() -> list[Game]:
    """Games of several kinds: rulesets, options, bots, one player name."""
    three = rulesets.get("tuidaohe", {"players": 3})
    two_hands = rulesets.get("siren", {"hands_per_match": 2})
    found = [play(rulesets.get("siren"), 5, ("easy",), i) for i in range(12)]
    found += [play(two_hands, 5, ("easy", "easy", "random", "random"), i) for i in range(4)]
    found += [play(rulesets.get("tuidaohe"), 5, ("normal",), i) for i in range(8)]
    found += [play(three, 5, ("random",), i) for i in range(4)]
    return found


@pytest.fixture(scope="session")
def logs(games: list[Game], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of three logs, packed and plain."""
    folder = tmp_path_factory.mktemp("logs")
    (folder / "inner").mkdir()
    write_games(folder / "a.jsonl", games[:12])
    write_games(folder / "b.jsonl.gz", games[12:20])
    write_games(folder / "inner" / "c.jsonl.zst", games[20:])
    return folder


@pytest.fixture(scope="session")
def store(logs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of all of them; it is only read."""
    db = tmp_path_factory.mktemp("store") / "games.duckdb"
    assert not load([logs], db).findings
    return db


@pytest.fixture(scope="session")
def all_rows() -> Callable[[Path], Contents]:
    """All rows of all tables of a store, in a fixed order, without the facts about the program."""

    def read(db: Path) -> Contents:
        with duckdb.connect(str(db), read_only=True) as con:
            names = [x[0] for x in con.execute("SELECT table_name FROM duckdb_tables()").fetchall()]
            return {
                t: sorted(con.execute(f"SELECT * FROM {t}").fetchall(), key=repr)
                for t in sorted(names)
                if t != "meta"
            }

    return read


@pytest.fixture(scope="session")
def rows() -> Callable[..., list[tuple[Any, ...]]]:
    """The rows of one query."""

    def ask(db: Path, sql: str, *values: object) -> list[tuple[Any, ...]]:
        with duckdb.connect(str(db), read_only=True) as con:
            return con.execute(sql, list(values)).fetchall()

    return ask


@pytest.fixture(scope="session")
def made() -> Callable[..., Game]:
    """A game of events that somebody wrote down, of a ruleset that nobody knows."""

    def make(events: list[AnyEvent], name: str = "by-hand", seats: int = 4) -> Game:
        header = Header(
            game=name,
            ruleset="nobody-knows",
            seats=[Seat(name=f"seat {q}") for q in range(seats)],
            source="transcribed",
        )
        return Game.of(header, events)

    return make
