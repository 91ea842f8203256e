"""Playing a game: asking seats, resolving their answers by window, letting chance fill what nobody chooses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from random import Random
from typing import NamedTuple

from mjlog import events as ev
from mjlog.errors import MjlogError, OptionError
from mjlog.log.models import Game, Header, Seat, digest_id
from mjlog.observe import Observation
from mjlog.rules import FORCED, Event, Ruleset, State, Window, stages

Bot = Callable[[Observation, list[Event], Random], Event | None]
Emit = Callable[[Event], object]
CAP = 4000
"""Events a hand may have before the driver gives up: no ruleset comes near it."""


@dataclass(frozen=True, slots=True)
class Question:
    """What one seat is asked: its options in order of priority, and whether it may leave them."""

    seat: int
    stage: int
    options: list[Event]
    may_decline: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """An option that a seat chose, with the place of its window in the order of priority."""

    seat: int
    window: int
    event: Event


def questions(s: State) -> list[Question]:
    """Every question of this state, stage by stage: who may choose what, and what is forced at the end.

    >>> from mjlog import rulesets
    >>> [(q.seat, q.may_decline, len(q.options)) for q in questions(rulesets.get("siren").start())]
    [(0, False, 1)]
    """
    asked = list(stages(s.rules.windows(s)))
    found = []
    for i, windows in enumerate(asked):
        for seat, choices in by_seat(s, windows).items():
            found.append(Question(seat, windows[0].stage, [e for _, e in choices], i + 1 < len(asked)))
    return found


def seat_of(s: State, e: Event) -> int:
    """Who decides on an option: its seat, or the acting seat where nobody in particular does."""
    seat = getattr(e, "seat", None)
    return s.actor if seat is None else int(seat)


def by_seat(s: State, windows: Sequence[Window]) -> dict[int, list[tuple[int, Event]]]:
    """The options of one stage by seat, each with the place of its window."""
    found: dict[int, list[tuple[int, Event]]] = {}
    for i, w in enumerate(windows):
        if options := w.options(s):
            for e in options:
                found.setdefault(seat_of(s, e), []).append((i, e))
    return found


def resolve(windows: Sequence[Window], answers: Sequence[Answer], origin: int, seats: int) -> list[Event]:
    """What happens after simultaneous answers: the first window anyone chose, ties as that window says.

    `origin` is the seat whose discard (or kong) was answered: ``nearest`` and ``all`` count turn order from it.
    """
    if not answers:
        return []
    first = min(a.window for a in answers)
    chosen = [a for a in answers if a.window == first]
    tie = windows[first].tie
    if tie != "first":
        chosen.sort(key=lambda a: (a.seat - origin) % seats or seats)
    return [a.event for a in (chosen if tie == "all" else chosen[:1])]


def random_bot(obs: Observation, options: list[Event], rng: Random) -> Event | None:
    """Any option with equal chance; where it may decline it does so half of the time."""
    if obs.may_decline and rng.random() < 0.5:
        return None
    return options[int(rng.random() * len(options))]


def shuffled(tiles: list[str], rng: Random) -> list[str]:
    """A new list in random order that depends on `rng.random` alone, so that it is the same everywhere."""
    out, draw = tiles[:], rng.random
    for i in range(len(out) - 1, 0, -1):
        j = int(draw() * (i + 1))
        out[i], out[j] = out[j], out[i]
    return out


def fill(s: State, e: Event, rng: Random) -> Event:
    """The event with its open slots filled by chance: a wall is shuffled, dice are thrown."""
    if type(e) is ev.WallBuilt and "?" in e.tiles:
        names = s.kinds.names
        return replace(e, tiles=shuffled([names[k] for k in s.kinds.deck], rng))
    if type(e) is ev.HandStarted and e.dice is not None:
        return replace(e, dice=[1 + int(rng.random() * 6) for _ in e.dice])
    return e


def rng_of(*parts: object) -> Random:
    """A generator that depends on these parts alone, on every machine."""
    return Random(int.from_bytes(sha256("/".join(map(str, parts)).encode()).digest()[:16], "big"))


class Stage(NamedTuple):
    """Windows that are asked together, and what the driver wants to know of them every time."""

    windows: tuple[Window, ...]
    forced: bool
    may_decline: bool
    sized: bool
    idle: Callable[[State], bool] | None


def plan(windows: Sequence[Window]) -> tuple[Stage, ...]:
    """The stages of a phase in the order of asking."""
    asked = list(stages(windows))
    return tuple(
        Stage(tuple(w), w[0].stage == FORCED, i + 1 < len(asked), any(x.size for x in w), w[0].idle)
        for i, w in enumerate(asked)
    )


class Player:
    """Drives one game: `step` asks, resolves and applies, and tells `emit` every event.

    `bots` has one bot a seat; None plays at random without building what it does not choose.
    """

    def __init__(
        self, rules: Ruleset, seed: int | str, bots: Sequence[Bot | None], index: int, emit: Emit
    ) -> None:
        self.state = rules.start()
        self.rules = rules
        self.emit = emit
        self.chance = rng_of(seed, index, "chance")
        self.rngs = [rng_of(seed, index, q) for q in range(rules.seats)]
        self.bots = list(bots)
        self.views = [None if b is None else Observation(self.state, q) for q, b in enumerate(bots)]
        for view in self.views:
            if view is not None:
                view.seed = seed if isinstance(seed, int) else 0
        self.since = 0
        self.fixed = {name: plan(w) for name, w in rules.phases.items() if isinstance(w, tuple)}
        self.dice = [rng.random for rng in self.rngs]

    def happen(self, e: Event) -> None:
        """Apply an event and tell it."""
        self.since += 1
        if type(e) is ev.HandStarted:
            self.since = 0
        elif self.since > CAP:
            raise MjlogError(f"the hand does not end: {CAP} events", where=self.where())
        self.rules.apply(self.state, e, check=False)
        self.emit(e)

    def where(self) -> str:
        """Ruleset and phase, for messages."""
        return f"{self.state.rules.id} phase {self.state.phase}"

    def step(self) -> None:
        """Let what comes next happen: one event, or several of one window."""
        s = self.state
        asked = self.fixed.get(s.phase)
        if asked is None:
            asked = plan(s.rules.windows(s))
        for stage in asked:
            if stage.forced:
                self.happen(self.forced(stage))
                return
            if stage.idle is not None and stage.idle(s):
                continue
            if not stage.may_decline and stage.sized and self.bots[s.actor] is None:
                self.happen(self.sample(stage.windows))
                return
            chosen = self.ask(stage)
            if chosen:
                for e in chosen:
                    self.happen(e)
                return
        raise MjlogError("nobody chose and nothing is forced", where=self.where())

    def forced(self, stage: Stage) -> Event:
        """What must happen; chance fills what is open, a seat chooses where there is more than one way."""
        s = self.state
        windows = stage.windows
        options = windows[0].options(s) if len(windows) == 1 else [e for w in windows for e in w.options(s)]
        if len(options) == 1:
            return fill(s, options[0], self.chance)
        if not options:
            raise MjlogError("no event is possible", where=self.where())
        if stage.sized and self.bots[s.actor] is None:
            return fill(s, self.sample(windows), self.chance)
        return fill(s, self.ask(stage)[0], self.chance)

    def ask(self, stage: Stage) -> list[Event]:
        """The answers of one stage, resolved."""
        s = self.state
        windows = stage.windows
        answers = []
        offered = by_seat(s, windows)
        if not offered:
            return []
        for seat, choices in sorted(offered.items()):
            e = self.choose(seat, [c[1] for c in choices], stage.may_decline)
            if e is not None:
                answers.append(Answer(seat, next(i for i, c in choices if c is e or c == e), e))
        return resolve(windows, answers, s.mem.discarder, s.table.seats)

    def choose(self, seat: int, options: list[Event], may_decline: bool) -> Event | None:
        """One seat's answer, held to what it was offered."""
        bot, view, rng = self.bots[seat], self.views[seat], self.rngs[seat]
        if bot is None or view is None:
            if may_decline and rng.random() < 0.5:
                return None
            return options[int(rng.random() * len(options))]
        view.may_decline = may_decline
        e = bot(view, options, rng)
        if e is None and not may_decline or e is not None and e not in options:
            raise MjlogError(
                f"the bot of seat {seat} answered {e}, which it was not offered", where=self.state.phase
            )
        return e

    def sample(self, windows: Sequence[Window]) -> Event:
        """A random option of the acting seat without building them all; windows with `size` are drawn from."""
        s = self.state
        parts: list[tuple[int, Window, Sequence[Event]]] = []
        total = 0
        for w in windows:
            if w.size is not None:
                if n := w.size(s):
                    total += n
                    parts.append((n, w, ()))
            elif built := w.options(s):
                total += len(built)
                parts.append((len(built), w, built))
        i = int(self.dice[s.actor]() * total)
        for n, w, built in parts:
            if i < n:
                return built[i] if built else w.draw(s, i)  # type: ignore[misc]
            i -= n
        raise MjlogError("no event is possible", where=self.where())

    def run(self) -> State:
        """Play to the end of the match."""
        s = self.state
        while not s.over:
            self.step()
        return s


def makers(rules: Ruleset, bots: Sequence[str | Bot]) -> list[Bot | None]:
    """One bot a seat from names or functions, None for a random one.

    Raises OptionError for unknown names or a wrong number.
    """
    if len(bots) != rules.seats:
        raise OptionError(
            f"{len(bots)} bots for {rules.seats} seats of {rules.id}: name one, or one per seat"
        )
    if all(callable(b) or b == "random" for b in bots):
        return [b if callable(b) else None for b in bots]
    from mjlog.bots import make

    return [b if callable(b) else None if b == "random" else make(b, rules) for b in bots]


def header(rules: Ruleset, seed: int | str, bots: Sequence[str | Bot], index: int) -> Header:
    """The header of a simulated game: it depends on ruleset, options, seed, bots and index alone."""
    names = [b if isinstance(b, str) else getattr(b, "__name__", "bot") for b in bots]
    base = rules.id.split("+")[-1]
    options = dict(rules.given)
    return Header(
        game=digest_id(base, rules.version, list(rules.overlays), options, seed, names, index),
        ruleset=base,
        ruleset_version=rules.version,
        overlays=list(rules.overlays),
        options=options,
        seats=[Seat(name=f"{b} {q}", bot=b) for q, b in enumerate(names)],
        source="simulated",
        seed=seed if isinstance(seed, int) else None,
        origin={"index": index},
    )


def play(rules: Ruleset, seed: int = 0, bots: Sequence[str | Bot] = ("random",), index: int = 0) -> Game:
    """One whole game as a log; one name in `bots` stands for all seats.

    Raises OptionError for unknown bots and MjlogError for a hand that does not end.

    >>> from mjlog import rulesets
    >>> play(rulesets.get("siren"), seed=7).entries[-1].e.type
    'match_ended'
    """
    everyone = list(bots) * rules.seats if len(bots) == 1 else list(bots)
    log: list[Event] = []
    Player(rules, seed, makers(rules, everyone), index, log.append).run()
    return Game.of(header(rules, seed, everyone, index), log)
