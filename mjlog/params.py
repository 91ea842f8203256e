"""Parameters of rulesets: default, legal values, meaning, clause; reading and refusing option values."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from mjlog.errors import OptionError


class Param(BaseModel):
    """One parameter of a ruleset.

    `kind` says how `values` bounds it: one of them, a flag, an integer or rational between two bounds
    (None: open), or any subset of them in any order. `nullable` allows None as well. `later` holds values that
    the sheet knows but that this version refuses by name.

    >>> Param(default=13, kind="one", values=(7, 10, 13, 16), meaning="tiles a hand").parse("hand_size", "16")
    16
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    default: Any
    kind: Literal["one", "flag", "int", "rational", "subset"] = "one"
    values: tuple[Any, ...] = ()
    nullable: bool = False
    later: tuple[str, ...] = ()
    meaning: str = ""
    clause: str = ""

    def legal_text(self) -> str:
        """The legal values in words."""
        if self.kind == "flag":
            text = "true, false"
        elif self.kind in ("int", "rational"):
            low, high = self.values
            what = "integer" if self.kind == "int" else "rational"
            text = (f"{what} ≥ {low}" if low is not None else what) if high is None else f"{low}..{high}"
        else:
            text = ", ".join(map(str, self.values))
            text = f"any of {text}" if self.kind == "subset" else text
        return text + (", null" if self.nullable else "")

    def examples(self) -> list[Any]:
        """Legal values to try in tests: all of a choice, the bounds and neighbours of a range."""
        if self.kind == "flag":
            found: list[Any] = [False, True]
        elif self.kind == "subset":
            found = [[], *[[v] for v in self.values], list(self.values)]
        elif self.kind == "int":
            low, high = self.values
            base = self.default if isinstance(self.default, int) else (low or 0)
            some = {low if low is not None else base - 3, high if high is not None else base + 3, base}
            found = sorted(some)
        elif self.kind == "rational":
            found = [self.default, str(self.values[0]), "2"]
        else:
            found = list(self.values)
        return found + ([None] if self.nullable else [])

    def check(self, name: str, value: Any) -> Any:
        """The value in its canonical form; raises OptionError that lists the legal ones."""
        if value is None and self.nullable:
            return None
        if isinstance(value, str) and value in self.later:
            raise OptionError(
                f"option {name}={value} is known but not built yet; legal: {self.legal_text()}",
                clause=self.clause,
            )
        good = False
        if self.kind == "flag":
            good = isinstance(value, bool)
        elif self.kind == "int":
            low, high = self.values
            good = isinstance(value, int) and not isinstance(value, bool)
            good = good and (low is None or value >= low) and (high is None or value <= high)
        elif self.kind == "rational":
            try:
                value = str(Fraction(str(value)))
                good = Fraction(value) >= Fraction(str(self.values[0]))
            except (ValueError, ZeroDivisionError):
                good = False
        elif self.kind == "subset":
            if isinstance(value, str):
                value = [v for v in value.split("/") if v]
            if isinstance(value, (list, tuple)):
                rest = [v for v in value if v not in self.values]
                good = not rest and len(set(value)) == len(value)
                value = [v for v in self.values if v in value]
        else:
            good = any(value == v and type(value) is type(v) for v in self.values)
        if not good:
            raise OptionError(
                f"option {name}={value!r} is not legal; legal: {self.legal_text()}", clause=self.clause
            )
        return value

    def parse(self, name: str, text: str) -> Any:
        """A value typed on a command line: ``true``, ``13``, ``3/2``, ``null``, ``qidui/13yao``."""
        low = text.strip().lower()
        if self.nullable and low in ("null", "none"):
            return None
        value: Any = text.strip()
        if self.kind == "flag":
            value = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}.get(
                low, value
            )
        elif self.kind == "int":
            value = int(low) if low.lstrip("+-").isdigit() else value
        elif self.kind == "subset":
            value = [v for v in value.replace(",", "/").split("/") if v]
        elif self.kind == "one" and value not in self.values:
            value = next((v for v in self.values if str(v).lower() == low), value)
        return self.check(name, value)


def flag(default: bool, meaning: str, clause: str = "") -> Param:
    """A yes-or-no parameter."""
    return Param(default=default, kind="flag", meaning=meaning, clause=clause)


def whole(
    default: int | None, low: int | None, high: int | None, meaning: str, clause: str = "", null: bool = False
) -> Param:
    """An integer between two bounds (None: open)."""
    return Param(
        default=default, kind="int", values=(low, high), meaning=meaning, clause=clause, nullable=null
    )


def choice(
    default: Any, values: Iterable[Any], meaning: str, clause: str = "", later: tuple[str, ...] = ()
) -> Param:
    """One of some values."""
    return Param(default=default, values=tuple(values), meaning=meaning, clause=clause, later=later)


def bind(owner: str, params: Mapping[str, Param], options: Mapping[str, Any]) -> dict[str, Any]:
    """All parameters with their values; raises OptionError for an unknown name or an illegal value."""
    for name in options:
        if name not in params:
            near = difflib.get_close_matches(name, params, 3) or sorted(params)
            raise OptionError(f"{owner} has no option {name!r}", possible=near)
    return {n: p.check(n, options[n]) if n in options else p.default for n, p in params.items()}
