"""The demonstration: games of several rulesets simulated, real games imported, everything loaded and counted."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

from mjlog.cli.common import log_files
from mjlog.formats import import_many
from mjlog.simulate import Run, run
from mjlog.store.load import load
from mjlog.store.query import run_sql

GAMES = (("tuidaohe", 100, "normal"), ("tuidaohe-0410", 100, "normal"), ("siren", 60, "normal"))
"""What is simulated: ruleset, games, bots."""


def prepare(folder: str) -> str:
    """Make the demonstration's logs and store in a folder, say what was done, and return the store's path."""
    root = Path(folder)
    for ruleset, games, bots in GAMES:
        task = Run.of(ruleset, [], 1, games, bots)
        made = run(task, str(root / "simulated" / ruleset), 1, lambda n: None)
        print(f"simulated {made.games} games of {ruleset}: {made.hands} hands, {made.events} events")
    with as_file(files("mjlog") / "samples") as samples:
        found = [p for p in log_files([str(samples)]) if not p.endswith(".md")]
        rows = list(import_many(found, str(root / "imported")))
    refused = sum(bool(r.refused) for r in rows)
    print(f"imported {len(rows) - refused} of {len(rows)} sample games: {sum(r.hands for r in rows)} hands")
    db = str(root / "games.duckdb")
    print(load(log_files([str(root / "simulated"), str(root / "imported")]), db))
    query = (
        "SELECT g.ruleset, count(DISTINCT g.game) AS games, count(*) AS hands, count_if(h.wins > 0) AS won "
        "FROM games g JOIN hands h USING (game) GROUP BY ALL ORDER BY ALL"
    )
    print(run_sql(db, query).table())
    return db
