"""All rows of the table, in its order."""

from benchmarks import engine, formats, hands, logs, processes, stores

ROWS = (*logs.ROWS, *engine.ROWS, *formats.ROWS, *hands.ROWS, *stores.ROWS, *processes.ROWS)
