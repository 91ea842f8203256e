"""Tile alphabets: names and small integers, suit, rank, number of copies; ``?`` is the unknown tile, ``-1``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

UNKNOWN = -1
CHARACTERS, DOTS, BAMBOOS, WINDS, DRAGONS, FLOWER, WILD, CARD = range(8)
SUIT_LETTERS = "mps"


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of tile: its name, how many copies a set has, suit (0–2 numbers, 3 winds, 4 dragons …), rank.

    `base` names the kind it counts as in shapes (a red five counts as a five); empty: itself.
    """

    name: str
    copies: int = 4
    suit: int = CARD
    rank: int = 0
    base: str = ""


class Kinds:
    """An alphabet: kinds numbered from 0, with flat lists for fast access.

    >>> STANDARD.index["5m"], STANDARD.names[31], STANDARD.index["?"]
    (4, 'C', -1)
    >>> len(STANDARD.deck)
    136
    """

    __slots__ = ("names", "copies", "suit", "rank", "base", "index", "deck", "n", "open")

    def __init__(self, kinds: Iterable[Kind], *, open_ended: bool = False) -> None:
        rows = list(kinds)
        self.names: list[str] = [k.name for k in rows]
        self.copies: list[int] = [k.copies for k in rows]
        self.suit: list[int] = [k.suit for k in rows]
        self.rank: list[int] = [k.rank for k in rows]
        self.index: dict[str, int] = {k.name: i for i, k in enumerate(rows)}
        self.base: list[int] = [self.index.get(k.base, i) if k.base else i for i, k in enumerate(rows)]
        self.index["?"] = UNKNOWN
        self.n = len(rows)
        self.deck: list[int] = [] if open_ended else [i for i, k in enumerate(rows) for _ in range(k.copies)]
        self.open = open_ended

    def name(self, kind: int) -> str:
        """The name of a kind; ``?`` for -1."""
        return "?" if kind < 0 else self.names[kind]

    def add(self, name: str) -> int:
        """Add an unheard-of tile to an open-ended alphabet (logs of unknown rulesets) and return its number."""
        self.names.append(name)
        self.copies.append(1 << 30)
        self.suit.append(CARD)
        self.rank.append(0)
        self.base.append(self.n)
        self.index[name] = self.n
        self.n += 1
        return self.n - 1


def _standard() -> list[Kind]:
    rows = [Kind(f"{r}{c}", 4, s, r) for s, c in enumerate(SUIT_LETTERS) for r in range(1, 10)]
    rows += [Kind(c, 4, WINDS, i + 1) for i, c in enumerate("ESWN")]
    rows += [Kind(c, 4, DRAGONS, i + 1) for i, c in enumerate("CFP")]
    return rows


def _flowers() -> list[Kind]:
    return [Kind(f"f{i}", 1, FLOWER, i) for i in range(1, 9)]


def _reds(five_copies: int = 1) -> list[Kind]:
    return [Kind(f"0{c}", five_copies, s, 5, f"5{c}") for s, c in enumerate(SUIT_LETTERS)]


def _cards() -> list[Kind]:
    ranks = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
    rows = [Kind(f"{r}{s}", 1, CARD, i + 1) for s in "SHCD" for i, r in enumerate(ranks)]
    return [*rows, Kind("RJ", 1, CARD), Kind("BJ", 1, CARD)]


def riichi(players: int = 4, reds: bool = True) -> Kinds:
    """The riichi alphabet: 34 kinds and red fives as kinds of their own; three players have no 2m–8m.

    >>> len(riichi().deck), len(riichi(3).deck), len(riichi(4, reds=False).deck)
    (136, 108, 136)
    """
    rows = []
    for k in _standard():
        copies = k.copies
        if players == 3 and k.suit == CHARACTERS and 2 <= k.rank <= 8:
            copies = 0
        elif reds and k.suit < WINDS and k.rank == 5:
            copies = 3
        rows.append(Kind(k.name, copies, k.suit, k.rank))
    for k in _reds(1 if reds else 0):
        gone = players == 3 and k.suit == CHARACTERS
        rows.append(Kind(k.name, 0 if gone else k.copies, k.suit, k.rank, k.base))
    return Kinds(rows)


def open_alphabet() -> Kinds:
    """Every tile we know, as many copies as a log wants, new names welcome: for rulesets that are not installed."""
    rows = [*_standard(), *_reds(), *_flowers(), Kind("X", 1, WILD), *_cards()]
    return Kinds((Kind(k.name, 1 << 30, k.suit, k.rank, k.base) for k in rows), open_ended=True)


def alphabet_of(ruleset: str, seats: int, options: Mapping[str, Any]) -> Kinds | None:
    """The tiles of a ruleset that the formats we import name but that may not be installed; None if unheard of."""
    return riichi(seats, bool(options.get("red_fives", True))) if ruleset == "riichi" else None


STANDARD = Kinds(_standard())
NUMBERS = Kinds(Kind(k.name, 4 if k.suit < WINDS else 0, k.suit, k.rank) for k in _standard())
FLOWERS = Kinds([*_standard(), *_flowers()])

NAMES_ZH = {
    **{
        f"{r}{c}": f"{'一二三四五六七八九'[r - 1]}{zh}"
        for c, zh in zip("mps", "万筒条", strict=True)
        for r in range(1, 10)
    },
    **dict(zip("ESWNCFP", "东南西北中发白", strict=True)),
    **{f"0{c}": f"赤五{zh}" for c, zh in zip("mps", "万筒条", strict=True)},
    **{f"f{i + 1}": c for i, c in enumerate("春夏秋冬梅兰竹菊")},
    "X": "百搭",
    "?": "未知",
}


def sort_key(name: str) -> int:
    """The place of a tile in our order: 1m–9m 1p–9p 1s–9s E S W N C F P, reds beside their fives, then the rest.

    >>> sorted(["C", "9s", "0p", "1m", "5p"], key=sort_key)
    ['1m', '5p', '0p', '9s', 'C']
    """
    place = _ORDER.get(name)
    return place if place is not None else 1_000 + sum(map(ord, name[:3]))


_ORDER: dict[str, int] = {k.name: 10 * i for i, k in enumerate(_standard())}
_ORDER |= {f"0{c}": _ORDER[f"5{c}"] + 1 for c in SUIT_LETTERS}
_ORDER |= {f"f{i}": 400 + i for i in range(1, 9)}
_ORDER |= {"X": 500, "?": 9_999}


def sort_tiles(names: Sequence[str]) -> list[str]:
    """The tiles in our order.

    >>> sort_tiles(["E", "?", "2p", "1p"])
    ['1p', '2p', 'E', '?']
    """
    return sorted(names, key=sort_key)
