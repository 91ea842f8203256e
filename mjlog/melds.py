"""A meld on the table: its kind, its slots, who gave a tile to it."""

from __future__ import annotations

from typing import Any

KONGS = frozenset({"kong_open", "kong_closed", "kong_added"})


class Meld:
    """Tiles laid down together; `taken` is the slot that came from `feeder`."""

    __slots__ = ("kind", "slots", "feeder", "taken", "open")

    def __init__(
        self,
        kind: str,
        slots: list[int],
        feeder: int | None = None,
        taken: int | None = None,
        open_: bool = True,
    ) -> None:
        self.kind = kind
        self.slots = slots
        self.feeder = feeder
        self.taken = taken
        self.open = open_

    def copy(self) -> Meld:
        """An independent copy."""
        return Meld(self.kind, self.slots[:], self.feeder, self.taken, self.open)

    def digest(self) -> tuple[Any, ...]:
        """All that makes this meld what it is."""
        return self.kind, self.slots, self.feeder, self.taken, self.open
