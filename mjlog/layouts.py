"""Which zones a table has and how they lie: the list a viewer draws, from the ruleset or by default."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from mjlog.rules import Ruleset

Arrangement = Literal["row", "grid", "snake", "stack", "pile", "melds", "counter", "words"]

RIVER_LENGTH = 6


@dataclass(frozen=True, slots=True)
class Zone:
    """One zone: its id in a frame, what it is (`role`), whose (`seat`, None: shared), how its tiles lie.

    `length` is the number of tiles in a row of a grid or snake, 0 for no limit.
    """

    id: str
    role: str
    seat: int | None
    arrangement: Arrangement
    en: str
    zh: str
    length: int = 0


SEATED: tuple[tuple[str, Arrangement, str, str, int], ...] = (
    ("hand", "row", "hand", "手牌", 0),
    ("melds", "melds", "melds", "副露", 0),
    ("river", "grid", "river", "牌河", RIVER_LENGTH),
    ("pile", "pile", "won tiles", "得牌", 0),
    ("aside", "row", "set aside", "花牌", 0),
    ("counts", "words", "counters", "计数", 0),
    ("score", "counter", "score", "点数", 0),
)
SHARED: tuple[tuple[str, Arrangement, str, str], ...] = (
    ("wall", "counter", "wall", "牌墙"),
    ("dead", "counter", "dead wall", "王牌"),
    ("open_wall", "stack", "wall tiles in sight", "可见牌墙"),
    ("row", "row", "row", "明牌"),
    ("indicator", "row", "indicators", "指示牌"),
    ("ura", "row", "hidden indicators", "里指示牌"),
    ("tags", "words", "marked tiles", "记号"),
    ("pot", "counter", "pot", "供托"),
)


def default_layout(seats: int, shared_river: bool = False) -> list[Zone]:
    """Every zone that a table of this size can fill.

    >>> [z.id for z in default_layout(2, shared_river=True)][:6]
    ['wall', 'dead', 'open_wall', 'row', 'indicator', 'ura']
    """
    zones = [Zone(role, role, None, how, en, zh) for role, how, en, zh in SHARED]
    if shared_river:
        zones.append(Zone("river", "river", None, "snake", "river", "牌河", 2 * RIVER_LENGTH))
    for seat in range(seats):
        zones += [
            Zone(f"{role}:{seat}", role, seat, how, en, zh, length)
            for role, how, en, zh, length in SEATED
            if not (shared_river and role == "river")
        ]
    return zones


def layout_of(rules: Ruleset) -> list[Zone]:
    """The zones of a ruleset: what its hook ``layout(values)`` returns, else the default."""
    hook = rules.hooks.get("layout")
    if hook is None:
        return default_layout(rules.seats, rules.shared_river)
    return list(hook(rules.values))


def plain(layout: list[Zone]) -> list[dict[str, Any]]:
    """The layout as JSON-ready data."""
    return [asdict(z) for z in layout]
