"""What all commands share: the language, options of rulesets, JSON, tables, progress, files under a path."""

from __future__ import annotations

import json
import locale
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from rich.console import Console


class Lang(StrEnum):
    """Languages of what is printed."""

    en = "en"
    zh = "zh"


Language = Lang | None
_chosen: list[str] = []


def set_language(lang: Language) -> None:
    """Choose the language: as asked, else by the locale, else English."""
    found = lang.value if lang else None
    if found is None:
        name = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
        if not name:
            name = locale.getlocale()[0] or ""
        found = "zh" if name.lower().startswith(("zh", "chinese")) else "en"
    _chosen[:] = [found]


def lang() -> str:
    """The chosen language: ``en`` or ``zh``."""
    return _chosen[0] if _chosen else "en"


def say(en: str, zh: str) -> str:
    """One of two texts, by the chosen language."""
    return zh if lang() == "zh" else en


def print_json(value: Any) -> None:
    """Print a value as JSON for machines."""
    print(json.dumps(value, ensure_ascii=False, indent=1, default=str))


def console() -> Console:
    """Standard output for people: as wide as the terminal, 160 columns when it is not one."""
    from rich.console import Console

    out = Console(highlight=False)
    return out if out.is_terminal else Console(width=160, highlight=False)


def print_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Print a table for people, as wide as the terminal."""
    from rich import box
    from rich.table import Table

    table = Table(title=title or None, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for name in columns:
        table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*["" if x is None else str(x).replace("[", r"\[") for x in row])
    console().print(table)


class Advance(Protocol):
    """Called whenever a piece of long work is done."""

    def __call__(self, n: int = 1) -> None:
        """So many pieces are done."""


@contextmanager
def progress(title: str, total: int | None) -> Iterator[Advance]:
    """A progress bar on standard error, on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda n=1: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)

        def advance(n: int = 1) -> None:
            bar.update(task, advance=n)

        yield advance


def log_files(paths: Sequence[str]) -> list[str]:
    """The files under paths, folders walked in order of name; ``-`` is standard input. Raises MjlogError for none."""
    from mjlog.errors import MjlogError

    found: list[str] = []
    for path in paths:
        if path == "-":
            found.append(path)
            continue
        p = Path(path)
        if p.is_dir():
            inside = sorted(str(f) for f in p.rglob("*") if f.is_file() and not f.name.startswith("."))
            if not inside:
                raise MjlogError("there is no file in this folder", where=path)
            found += inside
        elif p.exists():
            found.append(path)
        else:
            raise MjlogError("no such file or folder", where=path)
    return found
