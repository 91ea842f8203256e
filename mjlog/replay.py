"""Replaying a log: unchecked, checked against the rules, and with random access to every position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from mjlog import events as ev
from mjlog import kinds, rulesets
from mjlog.errors import IllegalEvent, ImpossibleEvent, MjlogError, OptionError, UnknownRuleset
from mjlog.log import effective
from mjlog.log.models import Entry, Game, Header
from mjlog.rules import FORCED, Event, Memory, Ruleset, State

SNAPSHOT = 16
"""Distance of the states that a `Replayer` keeps."""
REFUSED = (RecursionError, MjlogError, IndexError, KeyError, ValueError, TypeError, AttributeError)
"""What an event that does not fit the position may raise while it is applied unchecked."""
SUPPLY = 5
"""How many forced steps in a row may be missing before an event is called illegal."""


Watch = Callable[[State, Event, int], None]


@dataclass(slots=True)
class BareMemory(Memory):
    """Nothing is remembered where no rules are known."""

    out: tuple[int, ...] = ()


def bare_rules(header: Header) -> Ruleset:
    """A ruleset without rules, for a log whose ruleset is not known: every event goes, the table decides."""
    seats = max(len(header.seats), 1)
    alphabet = kinds.alphabet_of(header.ruleset, seats, header.options) or kinds.open_alphabet()
    return Ruleset(
        header.ruleset,
        {"en": header.ruleset, "zh": header.ruleset},
        kinds=alphabet,
        seats=seats,
        family=header.ruleset,
        phases={"start": ()},
        hooks={"memory": lambda values, n: BareMemory()},
    )


def rules_of(header: Header) -> Ruleset | None:
    """The ruleset a header names with its options bound; None if it is not registered.

    Raises OptionError when the ruleset is known but its options are not legal.
    """
    try:
        return rulesets.get("+".join([*header.overlays, header.ruleset]), header.options)
    except UnknownRuleset:
        return None


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a check found: its entry (`index` after folding, `seq`), hand and event within it, and what."""

    index: int
    seq: int
    hand: int
    event: int
    severity: Literal["error", "info"]
    kind: str
    message: str
    clause: str = ""

    def __str__(self) -> str:
        clause = f" [{self.clause}]" if self.clause else ""
        return f"hand {self.hand} event {self.event}: {self.message}{clause}"


@dataclass(slots=True)
class Report:
    """The outcome of a check: findings, and how many hands and events were replayed."""

    findings: list[Finding] = field(default_factory=list)
    hands: int = 0
    events: int = 0
    known: bool = True

    @property
    def ok(self) -> bool:
        """No finding is an error."""
        return all(f.severity != "error" for f in self.findings)


def supply(s: State, e: Event) -> list[Event] | None:
    """The forced steps that are missing before an event fits; None if no number of them helps.

    >>> from mjlog import rulesets
    >>> s = rulesets.get("siren").start()
    >>> [type(x).__name__ for x in supply(s, ev.WallBuilt(["?"] * 136)) or []]
    ['HandStarted']
    """
    if s.over:
        return None
    twin = s.copy()
    steps: list[Event] = []
    for _ in range(SUPPLY):
        forced = [o for w in twin.rules.windows(twin) if w.stage == FORCED for o in w.options(twin)]
        if len(forced) != 1:
            return None
        try:
            twin.rules.apply(twin, forced[0], check=False)
        except MjlogError:
            return None
        steps.append(forced[0])
        if twin.over:
            return None
        if twin.rules.allows(twin, e):
            return steps
    return None


class Checker:
    """Replays entries one by one with every event checked; goes on after whatever it finds."""

    def __init__(self, rules: Ruleset, known: bool = True, watch: Watch | None = None) -> None:
        self.rules = rules
        self.state = rules.start()
        self.watch = watch if known else None
        self.report = Report(known=known)
        self._hand = self._event = self._index = 0
        self._base = self.state.copy()
        self._since: list[tuple[Event, bool]] = []

    def feed(self, entry: Entry) -> None:
        """Check one entry and let it happen."""
        e, s, report = entry.e, self.state, self.report
        self._event += 1
        report.events += 1
        if type(e) is ev.HandStarted:
            self._hand += 1
            self._event = 1
            report.hands += 1
            if not report.known:
                self._chain(entry, e)
        if report.known and not s.loose and not self._silent(e):
            if not self._allowed(e):
                self._illegal(entry)
            elif self.watch is not None:
                self.watch(s, e, self._index)
        if entry.flag is not None:
            self._tell(
                entry, "info", entry.flag, entry.note or f"marked {entry.flag}: {ev.words(e)}", self._why(e)
            )
        self._happen(entry, e)
        self._index += 1

    def _silent(self, e: Event) -> bool:
        return type(e) in ev.SILENT or type(e) in (ev.Penalised, ev.Revealed)

    def _allowed(self, e: Event) -> bool:
        try:
            return self.rules.allows(self.state, e)
        except REFUSED:
            return False

    def _why(self, e: Event) -> str:
        return self.rules.why(self.state, e) if self.report.known else ""

    def _tell(
        self, entry: Entry, severity: Literal["error", "info"], kind: str, message: str, clause: str
    ) -> None:
        self.report.findings.append(
            Finding(self._index, entry.seq, self._hand, self._event, severity, kind, message, clause)
        )

    def _chain(self, entry: Entry, e: ev.HandStarted) -> None:
        """Without rules the scores are still expected to go on where the last hand left them."""
        before = self.state.table.score
        if self._hand > 1 and entry.flag is None and e.scores != before:
            self._tell(
                entry,
                "error",
                "scores",
                f"the hand starts with {e.scores}, the last one ended with {before}",
                "",
            )

    def _illegal(self, entry: Entry) -> None:
        e, s = entry.e, self.state
        if entry.flag is not None:
            return
        missing = supply(s, e)
        if missing:
            for step in missing:
                self._tell(
                    entry,
                    "error",
                    "missing",
                    f"missing before {ev.words(e)}: {ev.words(step)}",
                    self._why(step),
                )
                self._happen(entry, step)
            return
        refusal = self._refusal(e)
        refusal.where = ""
        self._tell(
            entry,
            "error",
            "illegal",
            MjlogError.__str__(refusal).removesuffix(f" [{refusal.clause}]"),
            refusal.clause,
        )

    def _refusal(self, e: Event) -> IllegalEvent:
        try:
            return self.rules.refusal(self.state, e)
        except REFUSED:
            return IllegalEvent(read=ev.words(e), clause=self.rules.why(self.state, e))

    def _happen(self, entry: Entry, e: Event) -> None:
        """Apply without a check; what the tiles refuse is told and then bent into place on a clean copy."""
        s = self.state
        try:
            self.rules.apply(s, e, check=False)
            self._since.append((e, False))
            if type(e) is ev.HandStarted:
                self._base, self._since = s.copy(), []
            return
        except ImpossibleEvent as error:
            kind, text = "impossible", error
        except REFUSED as problem:
            kind, text = "impossible", ImpossibleEvent(f"does not fit this position ({problem})")
        told = self.report.findings and self.report.findings[-1].index == self._index
        if entry.flag is None and not told:
            message = text.message or str(text)
            self._tell(entry, "error", kind, f"{ev.words(e)}: {message}", self._why_safe(e))
        self._restore()
        self._bend(e)

    def _why_safe(self, e: Event) -> str:
        return self._why(e) if self.report.known else "table"

    def _restore(self) -> None:
        """The state before the event that failed, which may have moved half of its tiles."""
        s = self._base.copy()
        for e, bent in self._since:
            apply_bent(s, e) if bent else self.rules.apply(s, e, check=False)
        self.state = s

    def _bend(self, e: Event) -> None:
        keep = self.state.copy()
        if not apply_bent(self.state, e):
            self.state = keep
            self.state.loose = True
        seat = getattr(e, "seat", None)
        if isinstance(seat, int) and seat < self.state.table.seats:
            self.state.table.forget(seat)
        self._base, self._since = self.state.copy(), []


def apply_bent(s: State, e: Event) -> bool:
    """Force an event on the table and tell whether it could be; nothing is promised about the state if not."""
    s.table.force = True
    try:
        s.rules.apply(s, e, check=False)
    except REFUSED:
        return False
    finally:
        s.table.force = False
    return True


def check(game: Game, watch: Watch | None = None) -> Report:
    """Replay a game with every event checked; without its ruleset the tiles and the chain of scores are checked.

    Corrections are folded first. A log whose options its ruleset refuses has that as its only finding. `watch` is
    called with the state, the event and its index before each legal event of a known ruleset.
    """
    try:
        rules = rules_of(game.header)
    except OptionError as error:
        return Report([Finding(0, 0, 0, 0, "error", "options", str(error), error.clause)])
    entries = effective(game)
    checker = Checker(rules or bare_rules(game.header), rules is not None, watch)
    if rules is None:
        checker.report.findings.append(
            Finding(
                0,
                0,
                0,
                0,
                "info",
                "unknown_ruleset",
                f"unknown ruleset {game.header.ruleset}: only the tiles are checked",
            )
        )
    elif rules.version != game.header.ruleset_version:
        checker.report.findings.append(
            Finding(
                0, 0, 0, 0, "info", "version",
                f"played under version {game.header.ruleset_version}, checked under version {rules.version}",
            )
        )  # fmt: skip
    for entry in entries:
        checker.feed(entry)
    return checker.report


class Replayer:
    """A game that can be opened at any position: `at(n)` is the state after n events.

    Nothing is checked. An event that the tiles refuse is bent into place, or passed over if even that fails.

    >>> from mjlog import play, rulesets
    >>> r = Replayer(play.play(rulesets.get("siren"), seed=1)); len(r.at(6).table.hand[0]), len(r) > 20
    (13, True)
    """

    def __init__(self, game: Game, entries: Sequence[Entry] | None = None) -> None:
        self.game = game
        self.entries = list(effective(game) if entries is None else entries)
        self.events: list[Event] = [x.e for x in self.entries]
        try:
            known = rules_of(game.header)
        except OptionError:
            known = None
        self.rules = known or bare_rules(game.header)
        self._kept: dict[int, State] = {0: self.rules.start()}
        self._bent: dict[int, bool] = {}

    def __len__(self) -> int:
        return len(self.events)

    def at(self, n: int) -> State:
        """The state after the first n events; the caller may change it. Raises IndexError out of range."""
        if not 0 <= n <= len(self.events):
            raise IndexError(f"position {n} of 0..{len(self.events)}")
        start = max(k for k in range(n - n % SNAPSHOT, -1, -SNAPSHOT) if k in self._kept)
        s = self._kept[start].copy()
        for i in range(start, n):
            s = self._step(s, i)
            if (i + 1) % SNAPSHOT == 0 and i + 1 not in self._kept:
                self._kept[i + 1] = s.copy()
        return s

    def _step(self, s: State, i: int) -> State:
        """The state after event number i; a state that failed halfway is thrown away and made again."""
        if i in self._bent:
            if self._bent[i]:
                apply_bent(s, self.events[i])
            return s
        try:
            return s.rules.apply(s, self.events[i], check=False)
        except REFUSED:
            pass
        clean = self.at(i)
        self._bent[i] = apply_bent(clean, self.events[i])
        return clean if self._bent[i] else self.at(i)
