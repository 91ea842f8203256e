"""What the suite works on: outcomes of checks, and games played with the states they went through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from mjlog import events as ev
from mjlog.log.models import Game
from mjlog.observe import Observation
from mjlog.play import Player, header, makers
from mjlog.rules import Event, Ruleset, State

SHOWN = 3
"""How many failures of one check are kept as text."""


@dataclass
class Outcome:
    """One check: how many cases passed and failed, and the first failures in words."""

    name: str = ""
    passed: int = 0
    failed: int = 0
    messages: list[str] = field(default_factory=list)

    @property
    def message(self) -> str:
        """The first failures in one line."""
        return "; ".join(self.messages)

    def that(self, holds: Any, what: str) -> bool:
        """Count one case."""
        if holds:
            self.passed += 1
            return True
        self.failed += 1
        if len(self.messages) < SHOWN:
            self.messages.append(what)
        return False

    @contextmanager
    def case(self, what: str) -> Iterator[None]:
        """Count one case that passes when nothing is raised."""
        try:
            yield
        except Exception as error:  # a plug-in may raise anything, and the suite has to say so and go on
            self.that(False, f"{what}: {type(error).__name__}: {error}")
        else:
            self.passed += 1


@dataclass
class Sample:
    """One played game: its log, its events, and the digest of the state after each."""

    name: str
    game: Game
    events: list[Event]
    digests: list[str]
    end: State


def greedy(obs: Observation, options: list[Event], rng: Random) -> Event | None:
    """Win if you can, else keep neighbours and pairs; claims half of the time."""
    for e in options:
        if type(e) is ev.Won:
            return e
    if obs.may_decline:
        return options[0] if rng.random() < 0.5 else None
    counts, kinds = obs.counts(), obs.kinds

    def worth(e: Event) -> tuple[float, float]:
        if type(e) is not ev.Discarded or e.tile == "?":
            return (-1.0 if rng.random() < 0.7 else 99.0, rng.random())
        k = kinds.index[e.tile]
        near = 3.0 * (counts[k] - 1)
        if kinds.suit[k] <= 2:
            for d, w in ((1, 1.0), (2, 0.5)):
                for j in (k - d, k + d):
                    if 0 <= j < kinds.n and kinds.suit[j] == kinds.suit[k]:
                        near += w * min(counts[j], 1)
        return (near, rng.random())

    return min(options, key=worth)


def fingerprint(s: State) -> str:
    """A state as text that two equal states share."""
    return repr(s.digest())


def sample(rules: Ruleset, seed: int, bots: str, index: int) -> Sample:
    """Play one game and keep the fingerprint of every state."""
    events: list[Event] = []
    digests: list[str] = []
    chosen: Sequence[Any] = [greedy if bots == "greedy" else bots] * rules.seats
    player = Player(rules, seed, makers(rules, chosen), index, events.append)

    def emit(e: Event) -> None:
        events.append(e)
        digests.append(fingerprint(player.state))

    player.emit = emit
    end = player.run()
    return Sample(
        f"{bots} game {index}", Game.of(header(rules, seed, chosen, index), events), events, digests, end
    )


def walk(rules: Ruleset, events: Sequence[Event]) -> Iterator[tuple[int, State, Event | None]]:
    """Step through a game: position, state before the event, the event; None at the end. States are live."""
    s = rules.start()
    for i, e in enumerate(events):
        yield i, s, e
        rules.apply(s, e, check=False)
    yield len(events), s, None


def picks(total: int, wanted: int, rng: Random) -> set[int]:
    """A fixed sample of positions out of `total`."""
    return set(range(total)) if total <= wanted else set(rng.sample(range(total), wanted))
