"""Reading and writing logs beside the standard library's JSON."""

from __future__ import annotations

import io
import json

from benchmarks import data
from benchmarks.measure import Pair, Row
from mjlog.events import to_dict
from mjlog.log import dump_game
from mjlog.log.read import read_log


def parse_lines() -> int:
    """The yardstick: `json.loads` a line, results kept."""
    lines = data.lines()
    kept = [json.loads(x) for x in lines]
    return len(kept)


def reading() -> Pair:
    """A log to validated events in games, seals compared."""
    text = data.text()

    def work() -> int:
        return sum(len(g.entries) for g in read_log(io.BytesIO(text)).games)

    return work, parse_lines


def writing() -> Pair:
    """Games to the bytes of a log, seals made."""
    games = data.games()
    rows = [{"seq": x.seq, "id": x.id, "e": to_dict(x.e)} for g in games for x in g.entries]

    def work() -> int:
        return sum(len(g.entries) for g in games if dump_game(g))

    def yard() -> int:
        return len([json.dumps(r) for r in rows])

    return work, yard


ROWS = (
    Row("read", "read a log to validated events", "json.loads a line", 2.0, reading, standard=True),
    Row("write", "write a log", "json.dumps a line", 1.5, writing, standard=True),
)
