"""The store: a DuckDB projection of logs that can be thrown away and built again.

`load.load` builds it, `opening.connect` opens it for reading, `query.run_sql` answers SQL that somebody typed,
`metrics.stats` gives figures with their uncertainty. `schema` and `views` say what every column means.

>>> import tempfile
>>> from pathlib import Path
>>> from mjlog import log, play, rulesets
>>> from mjlog.store.load import load
>>> from mjlog.store.metrics import stats
>>> from mjlog.store.query import run_sql
>>> with tempfile.TemporaryDirectory() as folder:
...     path, db = Path(folder, "games.jsonl"), Path(folder, "games.duckdb")
...     wrote = log.write_games(path, [play.play(rulesets.get("siren"), seed=1)])
...     print([load([path], db).new for _ in range(2)])
...     print(run_sql(db, "SELECT ruleset, hands FROM games").json())
...     print([(r["metric"], r["value"]) for r in stats(db, metrics=["hands"])])
[1, 0]
[{"ruleset": "siren", "hands": 1}]
[('hands', 1)]
"""
