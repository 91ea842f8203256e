"""The log: header and entries, reading and writing, folding corrections, older formats."""

from mjlog.log.fold import effective, fold
from mjlog.log.models import ENTRY, FORMAT, Entry, Flag, Game, Header, Seal, Seat, derived_id, digest_id
from mjlog.log.read import Log, read_games, read_log
from mjlog.log.write import Writer, dump_game, entry_line, event_text, header_line, write_games

__all__ = [
    "ENTRY", "FORMAT", "Entry", "Flag", "Game", "Header", "Log", "Seal", "Seat", "Writer", "derived_id", "digest_id",
    "dump_game", "effective", "entry_line", "event_text", "fold", "header_line", "read_games", "read_log",
    "write_games",
]  # fmt: skip
