"""Verifying log files: what reading and checked replay find, line by line, and the closing count."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from mjlog.errors import MjlogError
from mjlog.log import fold, read_games
from mjlog.log.models import Game
from mjlog.replay import check


@dataclass(frozen=True)
class Line:
    """One finding: where, how grave, what, and under which clause."""

    where: str
    severity: str
    message: str
    clause: str = ""

    def __str__(self) -> str:
        clause = f" [{self.clause}]" if self.clause else ""
        note = "note: " if self.severity == "info" else ""
        return " ".join(f"{self.where}: {note}{self.message}{clause}".split())

    def row(self) -> dict[str, Any]:
        """The finding as plain data."""
        return asdict(self)


@dataclass
class Totals:
    """The closing count of a run; `unread` counts files in which no game could be read."""

    files: int = 0
    games: int = 0
    hands: int = 0
    events: int = 0
    verified: int = 0
    failed: int = 0
    unread: int = 0

    @property
    def bad(self) -> bool:
        """Anything that the exit code must tell."""
        return bool(self.failed or self.unread)

    def __str__(self) -> str:
        return (
            f"{self.files} files, {self.games} games, {self.hands} hands, {self.events} events: "
            f"{self.verified} verified, {self.failed} failed"
        )

    def row(self) -> dict[str, int]:
        """The count as plain data."""
        return asdict(self)


def verify_game(game: Game, totals: Totals) -> Iterator[Line]:
    """Everything found in one game, counted into the totals."""
    errors = [Line(e.where, "error", e.message) for e in game.errors]
    entries, problems = fold(game.entries)
    errors += [Line(game.path, "error", p) for p in problems]
    yield from errors
    report = check(game)
    lines = {x.id: n for x, n in zip(game.entries, game.lines, strict=False)}
    for f in report.findings:
        entry = entries[f.index] if f.index < len(entries) and f.hand + f.event else None
        number = f":{lines[entry.id]}" if entry is not None and entry.id in lines else ""
        place = f" hand {f.hand} event {f.event}" if f.hand + f.event else f" game {game.header.game}"
        yield Line(f"{game.path}{number}{place}", f.severity, f.message, f.clause)
    totals.games += 1
    totals.hands += report.hands
    totals.events += report.events
    good = report.ok and not errors
    totals.verified += good
    totals.failed += not good


def verify_files(files: Sequence[str], totals: Totals, advance: Callable[[], object]) -> Iterator[Line]:
    """Everything found in files; a file that cannot be read is a finding and does not stop the rest."""
    for path in files:
        totals.files += 1
        outside: list[Any] = []
        before = totals.games
        try:
            for game in read_games(path, outside):
                yield from verify_game(game, totals)
        except MjlogError as failure:
            outside.append(failure)
        for error in outside:
            yield Line(error.where or path, "error", error.message or str(error))
        if outside or totals.games == before:
            totals.unread += 1
        advance()
