"""``python -m benchmarks``: the table of ratios, or with ``--check`` whether each row reaches half of its target."""

from __future__ import annotations

import json
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table

from benchmarks.measure import Missing, Result, Row, measure
from benchmarks.rows import ROWS

PACKAGES = ("mjlog", "pydantic", "duckdb", "mahjong")


def versions() -> dict[str, str]:
    """Versions of Python and of what is measured."""
    found = {"python": platform.python_version(), "machine": platform.machine()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


def plain(result: Result) -> dict[str, object]:
    """A result as JSON-ready data."""
    r = result.row
    return {
        "name": r.name, "work": r.work, "yardstick": r.yardstick, "target": r.target, "best": result.best,
        "median": result.median, "lowest": result.lowest, "work_rate": result.work_rate, "yardstick_rate": result.yard_rate,
    }  # fmt: skip


def holds(row: Row, result: Result) -> bool:
    """Whether the best pass reached half of the target; once more if it did not."""
    if row.target is None:
        return True
    return result.best >= row.target / 2 or measure(row).best >= row.target / 2


def main(
    only: list[str] = typer.Option([], "--only", help="Rows by name; default: all."),
    to: Path = typer.Option(None, "--json", help="Write the results to this file as JSON."),
    check: bool = typer.Option(
        False,
        "--check",
        help="Only rows with a yardstick of the standard library; fail below half of a target.",
    ),
) -> None:
    """Measure ratios of mjlog's work to yardsticks, both timed in this process by turns."""
    unknown = set(only) - {r.name for r in ROWS}
    if unknown:
        raise typer.BadParameter(
            f"no row {', '.join(sorted(unknown))}; there are {', '.join(r.name for r in ROWS)}"
        )
    rows = [r for r in ROWS if (not only or r.name in only) and (r.standard or not check)]
    console = Console(width=max(Console().width, 112))
    console.print("  ".join(f"{k} {v}" for k, v in versions().items()))
    table = Table("row", "work", "yardstick", "best", "median", "lowest", "at least")
    results, low, skipped = [], [], []
    for row in rows:
        try:
            result = measure(row)
        except Missing as why:
            skipped.append(f"{row.name}: skipped, {why}")
            continue
        results.append(result)
        target = "" if row.target is None else f"{row.target:.3g}"
        table.add_row(
            row.name, row.work, row.yardstick, *(f"{x:.3g}" for x in (result.best, result.median, result.lowest)), target
        )  # fmt: skip
        if check and not holds(row, result):
            low.append(row.name)
    console.print(table)
    for line in skipped:
        console.print(line)
    if to is not None:
        to.write_text(
            json.dumps({"versions": versions(), "rows": [plain(r) for r in results]}, indent=1) + "\n"
        )
    if low:
        console.print(f"below half of what is wanted: {', '.join(low)}")
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
