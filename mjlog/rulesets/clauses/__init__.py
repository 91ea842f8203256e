"""The clauses of the rule sheets: one JSON list a family, shipped with the package."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from mjlog.rules import Clause


@cache
def sheet(family: str) -> dict[str, Clause]:
    """All clauses of a family's sheet by id, in the order of the sheet."""
    text = (files(__name__) / f"{family}.json").read_text(encoding="utf-8")
    return {row["id"]: Clause(**row) for row in json.loads(text)}


def load(family: str, *prefixes: str) -> dict[str, Clause]:
    """The clauses of a family whose id starts with one of the prefixes (none: all).

    >>> load("siren", "siren.goal.")["siren.goal.3"].original
    '和成的牌会计分，分数在玩家间转移，本局结束'
    """
    return {i: c for i, c in sheet(family).items() if not prefixes or i.startswith(prefixes)}


@cache
def known() -> frozenset[str]:
    """The ids of all clauses of all sheets.

    >>> "tuidaohe.cut.1" in known()
    True
    """
    sheets = [f.name.removesuffix(".json") for f in files(__name__).iterdir() if f.name.endswith(".json")]
    return frozenset(i for name in sheets for i in sheet(name))
