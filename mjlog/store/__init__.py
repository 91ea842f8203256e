"""The store: a DuckDB projection of logs that can be thrown away and built again."""
