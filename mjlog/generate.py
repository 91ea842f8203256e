"""Generated files: schemas, pages of rulesets, events, metrics, store and commands, the table in the README.

``python -m mjlog.generate`` writes them, ``--check`` tells which are not up to date.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from mjlog import rulesets
from mjlog.event_examples import events_page
from mjlog.rules import Ruleset
from mjlog.schema import schema_texts
from mjlog.store.metrics import METRICS
from mjlog.store.views import reference

ROOT = Path(__file__).resolve().parents[1]
START, END = "<!-- rulesets -->", "<!-- end of rulesets -->"


def cell(text: object) -> str:
    """Text that fits into one cell of a Markdown table."""
    return " ".join(str(text).replace("|", "\\|").split())


def ruleset_rows(lang: str) -> list[str]:
    """The table of rulesets."""
    head = "| ruleset | name | seats | options |" if lang == "en" else "| 规则 | 名称 | 人数 | 选项 |"
    out = [head, "|---|---|---|---|"]
    for i in rulesets.BUILT_IN:
        r = rulesets.base(i)
        out.append(f"| `{i}` | {r.names[lang]} | {r.seats} | {len(r.params)} |")
    return out


def ruleset_page(r: Ruleset) -> str:
    """The page of one ruleset: options and clauses."""
    out = [f"# {r.id}: {r.names['en']} {r.names['zh']}", "", f"Version {r.version}. Source: {r.source}.", ""]
    if r.base:
        out += [
            f"A revision of [{r.base}]({r.base}.md).",
            "",
            "| | differs in | before | here |",
            "|---|---|---|---|",
        ]
        for c in rulesets.base(r.base).diff(r):
            out.append(f"| {c.part} | {c.name} | {cell(c.before)} | {cell(c.after)} |")
        out.append("")
    out += ["## Options", "", "| option | default | legal | meaning | clause |", "|---|---|---|---|---|"]
    for n, p in r.params.items():
        out.append(f"| `{n}` | {cell(p.default)} | {cell(p.legal_text())} | {cell(p.meaning)} | {p.clause} |")
    out += ["", "## Clauses", "", "| clause | original | meaning | our reading |", "|---|---|---|---|"]
    for clause in r.clauses.values():
        out.append(
            f"| {clause.id} | {cell(clause.original)} | {cell(clause.meaning)} | {cell(clause.reading)} |"
        )
    return "\n".join(out) + "\n"


def metrics_page() -> str:
    """The page of metrics and of the store's tables."""
    out = ["# Metrics", "", "| id | version | name | definition | unit |", "|---|---|---|---|---|"]
    out += [
        f"| `{m.id}` | {m.version} | {m.en} {m.zh} | {m.definition} | {m.unit} |" for m in METRICS.values()
    ]
    return "\n".join(out) + "\n\n# Tables and views of the store\n\n" + reference()


def commands_page() -> str:
    """The page of commands, from their own help."""
    import click
    import typer.main

    from mjlog.cli import app

    root = typer.main.get_command(app)
    out = ["# Commands", ""]

    def walk(command: click.Command, name: str) -> None:
        inner = getattr(command, "commands", {})
        out.append(f"## {name}\n\n{' '.join((command.help or '').split())}\n")
        rows = [p for p in command.params if p.name != "help"]
        if rows:
            out.append("| | |\n|---|---|")
            for p in rows:
                label = (
                    ", ".join(f"`{o}`" for o in p.opts)
                    if p.param_type_name == "option"
                    else f"`{(p.name or '').upper()}`"
                )
                out.append(f"| {label} | {cell(getattr(p, 'help', '') or '')} |")
            out.append("")
        for key in sorted(inner):
            walk(inner[key], f"{name} {key}")

    walk(root, "mjlog")  # type: ignore[arg-type]
    return "\n".join(out).rstrip() + "\n"


def between(text: str, rows: list[str]) -> str:
    """The text with the part between the markers replaced."""
    head, rest = text.split(START)
    tail = rest.split(END)[1]
    return f"{head}{START}\n" + "\n".join(rows) + f"\n{END}{tail}"


def generated() -> Iterator[tuple[Path, str]]:
    """Every generated file with its text."""
    for name, text in schema_texts().items():
        yield ROOT / "schemas" / name, text
    for i in rulesets.BUILT_IN:
        yield ROOT / "docs" / "rulesets" / f"{i}.md", ruleset_page(rulesets.base(i))
    yield ROOT / "docs" / "events.md", events_page()
    yield ROOT / "docs" / "metrics.md", metrics_page()
    yield ROOT / "docs" / "commands.md", commands_page()
    for name, lang in (("README.md", "en"), ("README.zh.md", "zh")):
        path = ROOT / name
        yield path, between(path.read_text(encoding="utf-8"), ruleset_rows(lang))


def main(arguments: list[str]) -> int:
    """Write what has changed, or with ``--check`` tell it and return 1."""
    stale = [(p, t) for p, t in generated() if not p.exists() or p.read_text(encoding="utf-8") != t]
    for path, text in stale:
        print(("out of date: " if "--check" in arguments else "written: ") + str(path.relative_to(ROOT)))
        if "--check" not in arguments:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
