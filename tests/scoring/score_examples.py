"""The worked examples that concern scores, as arguments of the scoring functions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mjlog.kinds import STANDARD
from mjlog.scoring.fans import Meld, WinHand

FOLDER = Path(__file__).parent.parent / "data" / "examples"
MELDS = {
    "chi": "chow",
    "peng": "pung",
    "minggang": "kong_open",
    "jiagang": "kong_added",
    "angang": "kong_closed",
}
FLAGS = {
    "岭上开花": "kong_replacement",
    "海底捞月": "last_discard",
    "妙手回春": "last_tile",
    "天和": "first_draw",
    "地和": "first_discard",
}


def examples(file: str, op: str, *rulesets: str) -> list[Any]:
    """The examples of one operation, each a case named after its clauses."""
    import pytest

    rows = json.loads((FOLDER / f"{file}.json").read_text(encoding="utf-8"))
    return [
        pytest.param(row["given"], row["expect"], id=f"{row['id']} {' '.join(row['clause'])}")
        for row in rows
        if row["given"]["op"] == op and (not rulesets or row["ruleset"] in rulesets)
    ]


def counts_of_tiles(tiles: list[str]) -> list[int]:
    """The 34 counts of tiles by name."""
    counts = [0] * 34
    for tile in tiles:
        counts[STANDARD.index[tile]] += 1
    return counts


def melds_of(given: dict[str, Any]) -> tuple[Meld, ...]:
    """The melds of an example."""
    return tuple(
        Meld(MELDS[meld["kind"]], min(STANDARD.index[tile] for tile in meld["tiles"]))
        for meld in given.get("melds", [])
    )


def win_hand(given: dict[str, Any]) -> WinHand:
    """The won hand of an example."""
    events = given.get("events", [])
    robbed = "抢杠和" in events
    return WinHand(
        counts_of_tiles([*given["hand"], given["win_tile"]]),
        melds_of(given),
        STANDARD.index[given["win_tile"]],
        "robbed_kong" if robbed else {"zimo": "self_draw", "ron": "discard"}[given["by"]],
        STANDARD.index[given.get("seat_wind", "E")],
        STANDARD.index[given.get("round_wind", "E")],
        given.get("winner", 1) == given.get("dealer", 0),
        frozenset(FLAGS[event] for event in events if event in FLAGS),
    )
