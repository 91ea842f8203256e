"""How fast mjlog is, always as a ratio to a yardstick timed in the same process: ``python -m benchmarks``."""
