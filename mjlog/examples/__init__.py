"""Worked examples: questions of the rule sheets, put to the public calls of engine, scoring and bots.

Each example names its operation in ``given.op``; an operation has one adapter, whatever the family.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mjlog import rulesets
from mjlog.errors import MjlogError, ParseError, UnknownRuleset
from mjlog.examples import bots, ends, play, worth
from mjlog.rules import Ruleset

Adapter = Callable[[Ruleset, dict[str, Any]], dict[str, Any]]

OPERATIONS: dict[str, Adapter] = {
    "is_win": worth.is_win, "score": worth.score, "settle": ends.settle, "match_sequence": worth.match_sequence,
    "ranking_points": worth.ranking_points,
    "legal": play.legal, "poll": play.poll, "rob_poll": play.rob_poll, "rob_legal": play.rob_legal,
    "turn_count": play.turn_count, "kong_count": play.kong_count, "replacement_win": play.replacement_win,
    "kong_end": ends.kong_end, "exits": ends.exits, "exhaustion": ends.exhaustion,
    "bot_choice": bots.bot_choice, "bot_discard": bots.bot_discard, "bot_action": bots.bot_action,
    "bot_claim": bots.bot_claim,
}  # fmt: skip
"""The adapter of each operation."""

UNORDERED = frozenset({"waits", "still_in"})
"""Lists that are compared as multisets."""
FOR_PEOPLE = frozenset({"why", "reason", "reading", "note", "error"})
"""Keys of an expectation that are not compared."""


@dataclass(frozen=True)
class Result:
    """The outcome of one example."""

    id: str
    clause: str
    passed: bool
    expected: Any
    got: Any
    reason: str = ""


def same(name: str, expected: Any, got: Any) -> bool:
    """Does an answer agree with what was expected? A dictionary is compared by the keys that are expected."""
    if isinstance(expected, dict) and isinstance(got, dict):
        return (name != "fans" or set(expected) == set(got)) and all(
            k in got and same(k, v, got[k]) for k, v in expected.items()
        )
    if isinstance(expected, list) and isinstance(got, list):
        if name in UNORDERED:
            return sorted(map(str, expected)) == sorted(map(str, got))
        return len(expected) == len(got) and all(same(name, a, b) for a, b in zip(expected, got, strict=True))
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    return bool(expected == got)


def check_example(example: dict[str, Any]) -> Result:
    """Put one question to the engine and compare every expected key; raises nothing."""
    given, expect = example["given"], example["expect"]
    clause = (
        ", ".join(example.get("clause") or [])
        if isinstance(example.get("clause"), list)
        else str(example.get("clause"))
    )
    name = str(example.get("id", "?"))
    wanted = {k: v for k, v in expect.items() if k not in FOR_PEOPLE}
    try:
        rules = rulesets.get(example["ruleset"], given.get("options"))
        adapter = OPERATIONS.get(given.get("op", ""))
        if adapter is None:
            return Result(name, clause, False, wanted, None, f"unknown operation {given.get('op')!r}")
        got = adapter(rules, given)
    except UnknownRuleset:
        return Result(name, clause, False, wanted, None, f"unknown ruleset {example['ruleset']}")
    except MjlogError as error:
        return Result(name, clause, False, wanted, None, str(error))
    except (KeyError, IndexError, ValueError, TypeError, AttributeError) as error:
        return Result(
            name, clause, False, wanted, None, f"the question cannot be put: {type(error).__name__} {error}"
        )
    wrong = [k for k, v in wanted.items() if k not in got or not same(k, v, got[k])]
    shown = {k: got.get(k) for k in wanted}
    reason = f"differs in {', '.join(wrong)}" if wrong else ""
    return Result(name, clause, bool(wanted) and not wrong, wanted, shown, reason)


def check_examples(examples: Sequence[dict[str, Any]]) -> list[Result]:
    """Check examples one by one."""
    return [check_example(e) for e in examples]


def check_file(path: str) -> list[Result]:
    """Check a file of examples; raises ParseError for a file that is not a list of examples."""
    try:
        rows = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise ParseError(f"cannot be read: {getattr(error, 'strerror', None) or error}", where=path) from None
    if not isinstance(rows, list):
        raise ParseError("not a list of examples", where=path)
    for i, row in enumerate(rows):
        fine = isinstance(row, dict) and all(isinstance(row.get(k), dict) for k in ("given", "expect"))
        if not fine or not isinstance(row.get("ruleset"), str):
            raise ParseError(f"example number {i + 1} has no ruleset, given and expect", where=path)
    return check_examples(rows)
