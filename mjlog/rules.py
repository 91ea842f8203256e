"""The contract between rulesets and everything else: State, Window, Ruleset; legal, apply, diff, revise."""

from __future__ import annotations

import copy as copying
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from random import Random
from typing import Any, Literal

from mjlog import events as ev
from mjlog.errors import IllegalEvent, MjlogError
from mjlog.kinds import STANDARD, Kinds
from mjlog.match import MatchRule, MatchState, first_hand
from mjlog.params import Param, bind
from mjlog.table import Table

Event = ev.AnyEvent
TURN, FORCED = 0, 9
"""Stages: windows of one stage are asked together; `FORCED` is the continuation when nobody answered."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a rule sheet: the original text, what it means, how we read it."""

    id: str
    original: str = ""
    meaning: str = ""
    reading: str = ""


class Memory:
    """Base of what a ruleset remembers beside the table: a slotted dataclass of flat fields per family."""

    __slots__ = ()

    def copy(self) -> Memory:
        """A copy in which no list, set or dict is shared."""
        twin = copying.copy(self)
        for f in fields(self):  # type: ignore[arg-type]
            value = getattr(self, f.name)
            if isinstance(value, (list, set, dict)):
                object.__setattr__(twin, f.name, value.copy())
        return twin

    def digest(self) -> tuple[Any, ...]:
        """All values in the order of the fields."""
        return tuple(getattr(self, f.name) for f in fields(self))  # type: ignore[arg-type]


class State:
    """A game in progress: table, phase, whose turn, memory, and where the match stands."""

    __slots__ = ("rules", "p", "table", "kinds", "phase", "actor", "mem", "match", "over", "loose", "cache")

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.p = rules.values
        self.kinds = rules.kinds
        self.table = Table(rules.kinds, rules.seats, rules.shared_river)
        self.phase = "start"
        self.actor = 0
        self.mem: Any = rules.hooks["memory"](rules.values, rules.seats)
        self.match: MatchState = first_hand(rules.match_rule)
        self.over = False
        self.loose = False
        self.cache: dict[Any, Any] = {}

    def copy(self) -> State:
        """An independent copy; caches are not copied."""
        s = State.__new__(State)
        s.rules, s.p, s.kinds = self.rules, self.p, self.kinds
        s.table = self.table.copy()
        s.phase, s.actor, s.match, s.over, s.loose = self.phase, self.actor, self.match, self.over, self.loose
        s.mem = self.mem.copy()
        s.cache = {}
        return s

    def digest(self) -> tuple[Any, ...]:
        """Everything a replay must reproduce."""
        return self.table.digest(), self.phase, self.actor, self.mem.digest(), self.match, self.over

    def tiles(self, seat: int) -> list[str]:
        """The different tiles of a hand by name, ``?`` last if some are unknown."""
        names = self.kinds.names
        found = [names[k] for k, n in enumerate(self.table.held[seat]) if n]
        return found + ["?"] if self.table.blank[seat] else found

    def face_at(self, source: str) -> str:
        """What a draw from this source would bring, ``?`` if nobody knows."""
        return self.table.name(self.table.source_slot(source))

    def next_seat(self, seat: int) -> int:
        """The next seat that still plays; the ruleset's memory may hold seats that are `out`."""
        out = getattr(self.mem, "out", ())
        if not out:
            return (seat + 1) % self.table.seats
        for d in range(1, self.table.seats + 1):
            q = (seat + d) % self.table.seats
            if q not in out:
                return q
        return seat


Options = Callable[[State], Sequence[Event]]


@dataclass(frozen=True, slots=True)
class Window:
    """What may happen next, as one of an ordered list: earlier windows have priority.

    `options` lists the events (with ``?`` and None as open slots); `types` says what it may contain; `has` is
    a cheap test of one event that agrees with `options`; `size` and `draw` let a random player pick one option
    without building all. `ask=False`: legal, but not offered. `role` lets overlays find it. `idle`, on the first
    window of a stage, says cheaply that no window of that stage has an option; it may say no where it is not sure.
    """

    options: Options
    types: tuple[type, ...]
    has: Callable[[State, Any], bool] | None = None
    size: Callable[[State], int] | None = None
    draw: Callable[[State, int], Event] | None = None
    stage: int = TURN
    tie: Literal["nearest", "all", "first"] = "nearest"
    ask: bool = True
    clause: str = ""
    role: str = ""
    idle: Callable[[State], bool] | None = None


Phase = tuple[Window, ...] | Callable[[State], tuple[Window, ...]]
After = Callable[[State, Any], None]

_UNASKED = frozenset({*ev.SILENT, ev.Penalised, ev.Revealed})
"""Events that no ruleset has to allow."""
_BAGS = frozenset({"tiles", "own", "hand"})
_COMPARED: dict[type, tuple[str, ...]] = {
    c: tuple(f.name for f in fields(c) if f.name != "type") for c in ev.EVENT_TYPES
}


def fits(option: Event, event: Event) -> bool:
    """Does the event fill this option? Open slots take any value; an event may leave ``?`` what nobody saw.

    >>> fits(ev.Drawn(1, "?"), ev.Drawn(1, "5m")), fits(ev.Drawn(1, "5m"), ev.Drawn(1, "?"))
    (True, True)
    """
    if type(option) is not type(event):
        return False
    for name in _COMPARED[type(option)]:
        a, b = getattr(option, name), getattr(event, name)
        if a == b or a is None or a == "?" or b == "?":
            continue
        if isinstance(a, list) and isinstance(b, list):
            if len(a) != len(b):
                return False
            if name in _BAGS:
                fixed = Counter(x for x in a if x != "?") - Counter(b)
                if sum(fixed.values()) <= b.count("?"):
                    continue
            elif all(x == y or x == "?" or y == "?" for x, y in zip(a, b, strict=True)):
                continue
            return False
        if b is None and name in (
            "part",
            "feeder",
            "hand",
            "points",
            "items",
            "total",
            "fu",
            "source",
            "deltas",
        ):
            continue
        return False
    return True


@dataclass(frozen=True)
class Ruleset:
    """A ruleset with its options bound to values: equipment, parameters, phases, what follows, hooks, clauses.

    `phases` maps a phase to its windows; `after` maps an event type to what follows it (and only `after` writes
    phase, actor and memory); `hooks` holds named functions: ``memory(values, seats)``, ``match(values, seats)``,
    ``refuse(values)``, ``equip(values)``, ``why(state, event)``, ``layout(values)`` and the family's own.
    """

    id: str
    names: Mapping[str, str]
    version: int = 1
    date: str = ""
    base: str = ""
    source: str = ""
    origin: str = "mjlog"
    family: str = ""
    kinds: Kinds = STANDARD
    seats: int = 4
    shared_river: bool = False
    params: Mapping[str, Param] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    given: Mapping[str, Any] = field(default_factory=dict)
    overlays: tuple[str, ...] = ()
    phases: Mapping[str, Phase] = field(default_factory=dict)
    after: Mapping[type, After] = field(default_factory=dict)
    hooks: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    clauses: Mapping[str, Clause] = field(default_factory=dict)
    match_rule: MatchRule = MatchRule()

    def bind(self, options: Mapping[str, Any]) -> Ruleset:
        """This ruleset with option values; raises OptionError for unknown names, values or combinations."""
        values = bind(self.id, self.params, options)
        given = {n: values[n] for n in sorted(options) if values[n] != self.params[n].default}
        changes: dict[str, Any] = dict(values=values, given=given)
        if refuse := self.hooks.get("refuse"):
            refuse(values)
        if equip := self.hooks.get("equip"):
            changes |= equip(values)
        seats = changes.get("seats", self.seats)
        changes["match_rule"] = (
            self.hooks["match"](values, seats) if "match" in self.hooks else MatchRule(seats)
        )
        return replace(self, **changes)

    def revise(self, id: str, **changes: Any) -> Ruleset:
        """A revision: only what differs; mappings are merged entry by entry, params may be given as defaults.

        Raises MjlogError when a parameter is named that the base does not have.
        """
        merged: dict[str, Any] = {"id": id, "base": self.id}
        for name, value in changes.items():
            if name == "params":
                unknown = sorted(set(value) - set(self.params))
                if unknown:
                    raise MjlogError(
                        f"{id} changes parameters that {self.id} does not have: {', '.join(unknown)}"
                    )
                new = {
                    n: v if isinstance(v, Param) else self.params[n].model_copy(update={"default": v})
                    for n, v in value.items()
                }
                merged[name] = {**self.params, **new}
            elif name in ("phases", "after", "hooks", "clauses"):
                merged[name] = {**getattr(self, name), **value}
            else:
                merged[name] = value
        return replace(self, **merged)

    def diff(self, other: Ruleset) -> list[Change]:
        """What differs: parameters by their defaults and legal values, functions by name and first doc line."""
        rows = []
        for n in sorted(set(self.params) | set(other.params)):
            a, b = self.params.get(n), other.params.get(n)
            if a is None or b is None or (a.default, a.legal_text()) != (b.default, b.legal_text()):
                rows.append(Change("option", n, _param_text(a), _param_text(b)))
        for part, table in (("phase", "phases"), ("after", "after"), ("hook", "hooks")):
            mine, theirs = getattr(self, table), getattr(other, table)
            for key in sorted(set(mine) | set(theirs), key=str):
                if mine.get(key) != theirs.get(key):
                    label = ev.TYPE_NAMES.get(key, str(key)) if isinstance(key, type) else str(key)
                    rows.append(Change(part, label, _part_text(mine.get(key)), _part_text(theirs.get(key))))
        return rows

    def start(self) -> State:
        """A game before its first event."""
        return State(self.bind(self.given) if not self.values and self.params else self)

    def windows(self, s: State) -> tuple[Window, ...]:
        """The ordered windows of this state; none when the game is over."""
        if s.over:
            return ()
        phase = self.phases[s.phase]
        return phase if type(phase) is tuple else phase(s)  # type: ignore[operator]

    def legal(self, s: State) -> list[Event]:
        """Every event that may come next, in order of priority; empty only when the game is over."""
        return [o for w in self.windows(s) for o in w.options(s)]

    def allows(self, s: State, e: Event) -> bool:
        """May this event come next?"""
        kind = type(e)
        for w in self.windows(s):
            if kind in w.types:
                if w.has is not None:
                    if w.has(s, e):
                        return True
                elif any(o == e or fits(o, e) for o in w.options(s)):
                    return True
        return False

    def apply(self, s: State, e: Event, check: bool = True) -> State:
        """Let the event happen to the state and return it.

        Raises IllegalEvent, citing a clause, when `check` is on and the rules refuse it, and ImpossibleEvent
        when the tiles do.
        """
        kind = type(e)
        if kind not in _UNASKED:
            if check and not s.loose and not self.allows(s, e):
                raise self.refusal(s, e)
            s.table.obey(e)
            s.loose = False
        else:
            s.table.obey(e)
            if kind is ev.Gap:
                s.loose = True
        follow = self.after.get(kind)
        if follow is not None:
            follow(s, e)
        return s

    def refusal(self, s: State, e: Event) -> IllegalEvent:
        """The error that says where, what was read, what was possible and under which clause."""
        options = self.legal(s)
        same = [o for o in options if type(o) is type(e)]
        rest = [o for o in options if type(o) is not type(e)]
        return IllegalEvent(
            where=f"event {s.table.n + 1} ({s.phase})",
            read=ev.words(e),
            possible=[ev.words(o) for o in same + rest] or ["nothing, the game is over"],
            clause=self.why(s, e),
        )

    def why(self, s: State, e: Event) -> str:
        """The clause under which an event is refused: the ruleset's word, else a window's."""
        if "why" in self.hooks and (clause := self.hooks["why"](s, e)):
            return str(clause)
        windows = self.windows(s)
        for w in windows:
            if w.clause and type(e) in w.types:
                return w.clause
        return next((w.clause for w in windows if w.clause), f"{self.id}.{s.phase}")


@dataclass(frozen=True, slots=True)
class Change:
    """One row of a difference between two rulesets."""

    part: str
    name: str
    before: str
    after: str


def _param_text(p: Param | None) -> str:
    return "–" if p is None else f"{p.default} ({p.legal_text()})"


def _part_text(part: Any) -> str:
    if part is None:
        return "–"
    if isinstance(part, tuple):
        return ", ".join(dict.fromkeys(w.clause or w.role or "window" for w in part))
    doc = (getattr(part, "__doc__", "") or "").strip().splitlines()
    return f"{getattr(part, '__name__', part)}: {doc[0]}" if doc else str(getattr(part, "__name__", part))


def stages(windows: Sequence[Window]) -> Iterator[list[Window]]:
    """The asked windows grouped by stage, in the order of asking."""
    asked = [w for w in windows if w.ask]
    for stage in sorted({w.stage for w in asked}):
        yield [w for w in asked if w.stage == stage]


Sampler = Callable[[State, Random], Event | None]
