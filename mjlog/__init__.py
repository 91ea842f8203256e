"""mjlog: one log for every mahjong."""

__version__ = "0.1.0"
