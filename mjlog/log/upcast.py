"""Older formats, step by step: raw dictionaries become those of the next format before anything is validated.

Format 0 was the draft before the first release: it said ``rules`` for the ruleset and ``players`` (a list of
names) for the seats, named every event by a verb in the present tense and had no ids.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mjlog.log.models import FORMAT

Row = dict[str, Any]

NAMES_0 = {
    "deal_hand": "dealt", "start": "hand_started", "build": "wall_built", "draw": "drawn", "discard": "discarded",
    "claim": "claimed", "meld": "melded", "extend": "extended", "win": "won", "score": "scored",
    "settle": "settled", "end_hand": "hand_ended", "end": "match_ended", "note": "noted",
}  # fmt: skip


def header_0_1(row: Row) -> Row:
    """Format 0 → 1: ``rules`` → ``ruleset``, ``players`` → ``seats``."""
    out = {k: v for k, v in row.items() if k not in ("rules", "players")}
    out["ruleset"] = row["rules"]
    out["seats"] = [{"name": name} for name in row["players"]]
    return out


def entry_0_1(row: Row) -> Row:
    """Format 0 → 1: an event stood in the entry itself, its verb in ``do``; ids follow from the number."""
    event = {k: v for k, v in row.items() if k not in ("seq", "at", "do")}
    verb = row["do"]
    out: Row = {"seq": row["seq"], "id": f"0-{row['seq']}", "e": {"type": NAMES_0.get(verb, verb), **event}}
    return {**out, "at": row["at"]} if "at" in row else out


HEADERS: dict[int, Callable[[Row], Row]] = {0: header_0_1}
ENTRIES: dict[int, Callable[[Row], Row]] = {0: entry_0_1}


def upcast_header(row: Row) -> Row:
    """A header of any known format as one of the newest.

    >>> upcast_header({"format": 0, "game": "g", "rules": "siren", "players": ["甲"], "source": "imported"})["seats"]
    [{'name': '甲'}]
    """
    for version in range(int(row.get("format", FORMAT)), FORMAT):
        row = {**HEADERS[version](row), "format": version + 1}
    return row


def upcast_entry(row: Row, version: int) -> Row:
    """An entry of a known format as one of the newest.

    >>> upcast_entry({"seq": 5, "do": "draw", "seat": 1, "tile": "5m"}, 0)["e"]
    {'type': 'drawn', 'seat': 1, 'tile': '5m'}
    """
    for step in range(version, FORMAT):
        row = ENTRIES[step](row)
    return row
