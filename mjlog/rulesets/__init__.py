"""The registry: rulesets by id, overlays, aliases, plug-ins; ``get("overlay+base", options)``."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from os import environ
from typing import Any

from mjlog.errors import MjlogError, OptionError, UnknownRuleset
from mjlog.params import Param, bind
from mjlog.rules import Clause, Ruleset

BUILT_IN = {
    "tuidaohe-0": "tuidaohe:TUIDAOHE_0",
    "tuidaohe-0410": "tuidaohe:TUIDAOHE_0410",
    "tuidaohe-0429": "tuidaohe:TUIDAOHE_0429",
    "tuidaohe": "tuidaohe:TUIDAOHE",
    "siren": "siren:SIREN",
}
ALIASES = {"tuidaohe-0408": "tuidaohe-0", "tuidaohe-0422": "tuidaohe-0410"}
GROUP = "mjlog.rulesets"


@dataclass(frozen=True)
class Overlay:
    """A set of options over any base ruleset: `apply(base, values)` returns the changed ruleset.

    `default_base` is used when the overlay is named alone; `apply` raises OptionError for a base it cannot go over.
    """

    id: str
    names: Mapping[str, str]
    default_base: str
    apply: Callable[[Ruleset, dict[str, Any]], Ruleset]
    params: Mapping[str, Param] = field(default_factory=dict)
    clauses: Mapping[str, Clause] = field(default_factory=dict)
    source: str = ""
    origin: str = "mjlog"


@cache
def plugins() -> tuple[Ruleset | Overlay, ...]:
    """Rulesets and overlays of installed plug-ins (entry points of the group ``mjlog.rulesets``).

    An entry point names a callable without arguments that returns a list of them. A plug-in that fails to load
    raises MjlogError naming it; MJLOG_NO_PLUGINS=1 switches plug-ins off.
    """
    if environ.get("MJLOG_NO_PLUGINS"):
        return ()
    found: list[Ruleset | Overlay] = []
    for point in entry_points(group=GROUP):
        try:
            items = point.load()()
        except Exception as e:
            raise MjlogError(f"plug-in {point.name} ({point.value}) does not load: {e}") from e
        found += [_from(item, point.name) for item in items]
    return tuple(found)


def _from(item: Ruleset | Overlay, origin: str) -> Ruleset | Overlay:
    from dataclasses import replace

    return replace(item, origin=origin)


def all_ids() -> list[str]:
    """Ids of all rulesets, built in and of plug-ins.

    >>> "tuidaohe" in all_ids()
    True
    """
    return [*BUILT_IN, *(p.id for p in plugins() if isinstance(p, Ruleset))]


def overlays() -> dict[str, Overlay]:
    """All overlays by id."""
    return {p.id: p for p in plugins() if isinstance(p, Overlay)}


def base(ruleset_id: str) -> Ruleset:
    """A ruleset as written, before options; raises UnknownRuleset with near names."""
    wanted = ALIASES.get(ruleset_id, ruleset_id)
    if wanted in BUILT_IN:
        module, name = BUILT_IN[wanted].split(":")
        found: Ruleset = getattr(import_module(f"mjlog.rulesets.{module}"), name)
        return found
    for p in plugins():
        if isinstance(p, Ruleset) and p.id == wanted:
            return p
    known = [*all_ids(), *ALIASES, *overlays()]
    raise UnknownRuleset(
        f"unknown ruleset {ruleset_id!r}",
        possible=difflib.get_close_matches(ruleset_id, known, 5) or sorted(known),
    )


def get(ruleset_id: str, options: Mapping[str, Any] | None = None) -> Ruleset:
    """The ruleset of an id such as ``tuidaohe`` or ``overlay+tuidaohe`` with options bound.

    An option ``overlay.name`` belongs to that overlay, a bare name to the base. Raises UnknownRuleset and OptionError.

    >>> get("tuidaohe", {"players": 3}).seats
    3
    """
    parts = ruleset_id.split("+")
    known = overlays()
    names = [p for p in parts if p in known]
    rest = [p for p in parts if p not in known]
    if len(rest) > 1:
        for p in rest:
            base(p)
        raise UnknownRuleset(f"{ruleset_id!r} names more than one base: {', '.join(rest)}")
    if rest and parts[-1] != rest[0]:
        base(rest[0])
        raise UnknownRuleset(f"{ruleset_id!r}: the base comes last")
    root = base(rest[0] if rest else known[names[-1]].default_base)
    options = dict(options or {})
    own: dict[str, dict[str, Any]] = {n: {} for n in names}
    plain: dict[str, Any] = {}
    for name, value in options.items():
        head, dot, tail = name.partition(".")
        if dot and head in own:
            own[head][tail] = value
        elif dot:
            raise OptionError(f"option {name!r}: {head} is not part of {ruleset_id}", possible=list(own))
        else:
            plain[name] = value
    rules = root.bind(plain)
    for name in reversed(names):
        overlay = known[name]
        rules = overlay.apply(rules, bind(name, overlay.params, own[name]))
    return rules


def parse_options(ruleset_id: str, pairs: list[str]) -> dict[str, Any]:
    """Options typed as ``key=value`` for a ruleset; raises OptionError for what it does not have."""
    parts = ruleset_id.split("+")
    known = overlays()
    names = [p for p in parts if p in known]
    rest = [p for p in parts if p not in known]
    params = dict(base(rest[-1] if rest else known[names[-1]].default_base).params)
    for n in names:
        params |= {f"{n}.{k}": p for k, p in known[n].params.items()}
    out = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        name = name.strip()
        if not equals:
            raise OptionError(f"option {pair!r} is not of the form key=value")
        if name not in params:
            raise OptionError(
                f"{ruleset_id} has no option {name!r}",
                possible=difflib.get_close_matches(name, params, 3) or sorted(params),
            )
        out[name] = params[name].parse(name, text)
    return out
