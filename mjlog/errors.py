"""The error classes of mjlog: what cannot be read, what rules refuse, what tiles refuse."""

from __future__ import annotations

from collections.abc import Sequence


class MjlogError(ValueError):
    """Base of all errors of mjlog: where it happened, what was read, what was possible, which clause.

    Every field is text for people; an empty field is left out of the message.

    >>> print(MjlogError("a fifth 5m", where="a.jsonl:42 hand 3 event 17", clause="table.copies"))
    a.jsonl:42 hand 3 event 17: a fifth 5m [table.copies]
    """

    def __init__(
        self,
        message: str = "",
        *,
        where: str = "",
        read: str = "",
        possible: Sequence[str] = (),
        clause: str = "",
    ) -> None:
        self.message = message
        self.where = where
        self.read = read
        self.possible = list(possible)
        self.clause = clause
        super().__init__(message)

    def __str__(self) -> str:
        parts = []
        if self.read:
            parts.append(f"read {self.read}")
        if self.message:
            parts.append(self.message)
        if self.possible:
            shown = ", ".join(self.possible[:5])
            more = len(self.possible) - 5
            parts.append(f"possible: {shown}" + (f" and {more} more" if more > 0 else ""))
        text = "; ".join(parts)
        if self.where:
            text = f"{self.where}: {text}"
        return f"{text} [{self.clause}]" if self.clause else text


class ParseError(MjlogError):
    """Something cannot be read: broken JSON, an unknown event type, a missing header."""


class IllegalEvent(MjlogError):
    """An event that can be read but that the rules refuse in this state; cites the clause."""


class ImpossibleEvent(MjlogError):
    """An event that the physical tiles refuse: a fifth copy, a tile not held, an empty wall."""


class UnknownRuleset(MjlogError):
    """No ruleset, overlay or option of that name is registered."""


class OptionError(MjlogError):
    """An option that the ruleset does not have, or a value that is not legal for it."""


class StoreError(MjlogError):
    """A store that cannot be opened, is no store, or comes from a newer version."""
