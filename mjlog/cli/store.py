"""Commands about the store: load, statistics, SQL, the viewer and the demonstration."""

from __future__ import annotations

import typer

from mjlog.cli.common import print_json, print_table, progress, say

JSON = typer.Option(False, "--json", help="Print JSON for machines.")


def load(
    paths: list[str],
    db: str = typer.Option(..., "--db", help="The store, a DuckDB file."),
    rebuild: bool = typer.Option(False, "--rebuild", help="Start from nothing."),
    json: bool = JSON,
) -> None:
    """Load logs into a store; loading the same games again changes nothing."""
    from dataclasses import asdict

    from mjlog.store.load import load as load_logs
    from mjlog.store.reading import log_files

    files = log_files(paths)
    with progress(say("loading", "载入"), len(files)) as advance:
        report = load_logs(files, db, rebuild=rebuild, advance=advance)
    if json:
        print_json(asdict(report))
    else:
        if report.rebuilt:
            print(report.rebuilt)
        for text in report.findings[:50]:
            print(" ".join(text.split()))
        if len(report.findings) > 50:
            print(f"and {len(report.findings) - 50} more findings: SELECT * FROM findings")
        print(report)
    if report.failed:
        raise typer.Exit(1)


def stats(
    db: str = typer.Option(..., "--db", help="The store."),
    ruleset: str = typer.Option(None, "--ruleset", help="Only this ruleset."),
    metric: list[str] = typer.Option([], "--metric", help="Only this metric; may be given several times."),
    by: str = typer.Option(None, "--by", help="Split by seat, player, ruleset or bot."),
    json: bool = JSON,
) -> None:
    """Metrics with counts and 95 % intervals; unlike games are never pooled."""
    from mjlog.store.metrics import ENOUGH, METRICS
    from mjlog.store.metrics import stats as figures

    rows = figures(db, ruleset, metric, by)
    if json:
        print_json(rows)
        return

    def shown(row: dict[str, object]) -> list[object]:
        m = METRICS[str(row["metric"])]
        percent = m.rate
        few = "*" if int(str(row["denominator"])) < ENOUGH else ""

        def number(x: object) -> str:
            return "" if x is None else f"{float(str(x)):.1%}" if percent else f"{float(str(x)):.2f}"

        counts = f"{row['numerator']}/{row['denominator']}{few}"
        return [say(m.en, m.zh), row["ruleset"], row["by"], number(row["value"]),
                f"{number(row['low'])} – {number(row['high'])}", counts, row["unit"]]  # fmt: skip

    names = [say("metric", "指标"), say("games", "对局"), say("by", "分组"), say("value", "值"), "95 %",
             say("counts", "计数"), say("unit", "单位")]  # fmt: skip
    print_table("", names, [shown(r) for r in rows])
    if any(int(str(r["denominator"])) < ENOUGH for r in rows):
        print(say(f"* fewer than {ENOUGH} cases", f"* 样本不足 {ENOUGH}"))


def sql(
    query: str,
    db: str = typer.Option(..., "--db", help="The store."),
    format: str = typer.Option("table", "--format", help="table, csv, json or parquet."),
    out: str = typer.Option(None, "--out", help="Write to this file."),
) -> None:
    """Run one SELECT over the store; nothing can be changed and no other file can be read."""
    from pathlib import Path

    from mjlog.errors import MjlogError
    from mjlog.store.query import run_sql

    if format not in ("table", "csv", "json", "parquet"):
        raise MjlogError(f"no format {format!r}", possible=["table", "csv", "json", "parquet"])
    if format == "parquet":
        if not out:
            raise MjlogError("parquet needs a file: --out FILE.parquet")
        run_sql(db, query, parquet=out)
        return
    result = run_sql(db, query)
    text = {"csv": result.csv, "json": result.json, "table": result.table}[format]()
    if out:
        Path(out).write_text(text if text.endswith("\n") else text + "\n", encoding="utf-8")
    else:
        print(text.rstrip("\n"))


def view(
    paths: list[str] = typer.Argument(None, help="Logs to load first."),
    db: str = typer.Option("games.duckdb", "--db", help="The store."),
    port: int = typer.Option(8501, "--port", help="Port on 127.0.0.1."),
    no_browser: bool = typer.Option(False, "--no-browser", help="Do not open a browser."),
) -> None:
    """Open the viewer: library, replay and statistics."""
    from contextlib import suppress

    from mjlog.view import serve

    if paths:
        with suppress(typer.Exit):
            load(paths, db, False, False)
    raise typer.Exit(serve(db, port, browser=not no_browser))


def demo(
    headless: bool = typer.Option(False, "--headless", help="Stop before opening the viewer."),
    dir: str = typer.Option("mjlog-demo", "--dir", help="Folder for logs and store."),
    port: int = typer.Option(8501, "--port", help="Port on 127.0.0.1."),
) -> None:
    """Simulate, import, load and count, then open the viewer."""
    from mjlog.demo import prepare
    from mjlog.view import serve

    db = prepare(dir)
    if not headless:
        raise typer.Exit(serve(db, port, browser=True))
