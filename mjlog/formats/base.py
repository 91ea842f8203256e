"""What every importer is and gives back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from mjlog.log.models import Game


@dataclass(slots=True)
class ImportResult:
    """What one file gave: its games, remarks for people, or one line why it is refused."""

    games: list[Game] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    refused: str | None = None
    format: str | None = None

    @property
    def hands(self) -> int:
        """Hands of all games."""
        from mjlog.events import HandStarted

        return sum(type(entry.e) is HandStarted for game in self.games for entry in game.entries)

    @property
    def events(self) -> int:
        """Entries of all games."""
        return sum(len(game.entries) for game in self.games)

    @property
    def marked(self) -> int:
        """Entries that the importer marked as doubtful or the source as against the rules."""
        return sum(entry.flag is not None for game in self.games for entry in game.entries)


class Importer(Protocol):
    """A reader of one foreign format; it never raises for what a text contains."""

    name: str
    """How commands call the format."""
    label: str
    """How people call it."""

    def sniff(self, head: str) -> bool:
        """Does a text that begins like this belong to the format?"""
        ...

    def read(self, text: str, file: str) -> ImportResult:
        """Import a text; `file` is the bare file name, for the header."""
        ...
