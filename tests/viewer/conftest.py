"""A small store for the viewer's tests."""

from __future__ import annotations

import pytest

from mjlog import play, rulesets
from mjlog.log import write_games
from mjlog.store.load import load


@pytest.fixture(scope="session", name="db")
def small_store(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A store with three games of siren and two of tuidaohe."""
    root = tmp_path_factory.mktemp("store")
    games = [play.play(rulesets.get("siren"), seed=i) for i in range(3)]
    games += [play.play(rulesets.get("tuidaohe"), seed=i) for i in range(2)]
    write_games(root / "games.jsonl", games)
    load([str(root / "games.jsonl")], str(root / "games.duckdb"))
    return str(root / "games.duckdb")
