"""Commands about games: simulate, verify, show, import, and the schemas of the log."""

from __future__ import annotations

from typing import Any

import typer

from mjlog.cli.common import console, lang, log_files, print_json, print_table, progress, say

JSON = typer.Option(False, "--json", help="Print JSON for machines.")


def simulate(
    ruleset: str,
    games: int = typer.Option(1, "--games", min=1, help="Number of games."),
    seed: int = typer.Option(1, "--seed", help="Seed; same seed, same bytes."),
    hands: int = typer.Option(None, "--hands", min=1, help="Hands a game (default: what the ruleset says)."),
    bots: str = typer.Option(
        "random", "--bots", help="random, easy, normal or expert; or one per seat, with commas."
    ),
    option: list[str] = typer.Option([], "--option", help="A ruleset option as key=value."),
    out: str = typer.Option(
        ..., "--out", help="A folder of shards, a .jsonl, .jsonl.gz or .jsonl.zst file, or -."
    ),
    workers: int = typer.Option(1, "--workers", min=1, help="Processes."),
) -> None:
    """Play games between bots and write their logs."""
    import sys

    from mjlog.simulate import Run, run

    task = Run.of(ruleset, option, seed, games, bots, hands)
    with progress(say("playing", "对局"), games) as advance:
        total = run(task, out, workers, advance)
    target = sys.stderr if out == "-" else sys.stdout
    print(f"{total.games} games, {total.hands} hands, {total.events} events: {out}", file=target)


def verify(paths: list[str], json: bool = JSON) -> None:
    """Replay logs with every event checked; exit 1 if a game fails."""
    from mjlog.verify import Totals, verify_files

    totals = Totals()
    rows: list[dict[str, Any]] = []
    files = log_files(paths)
    with progress(say("verifying", "校验"), len(files)) as advance:
        for line in verify_files(files, totals, advance):
            if json:
                rows.append(line.row())
            else:
                print(line)
    if json:
        print_json({"findings": rows, **totals.row()})
    else:
        print(totals)
    raise typer.Exit(1 if totals.bad else 0)


def show(
    file: str,
    game: int = typer.Option(1, "--game", min=1, help="Which game of the file."),
    at: int = typer.Option(None, "--at", min=0, help="After the entry with this number (default: the end)."),
    seat: int = typer.Option(None, "--seat", min=0, max=7, help="Only what this seat knows."),
    json: bool = JSON,
) -> None:
    """Show the table at a moment of a game, for everybody or as one seat saw it."""
    from mjlog.show import frame_of, open_game

    found = frame_of(open_game(file, game), at, seat, lang())
    if json:
        print_json(found)
        return
    from mjlog.board import WIDTH, Board

    out = console()
    out.print(Board(found, lang()).draw(), width=min(out.width, WIDTH))


def import_(
    paths: list[str],
    out: str = typer.Option(..., "--out", help="Folder for the logs."),
    from_: str = typer.Option(None, "--from", help="The format; default: recognised by content."),
    json: bool = JSON,
) -> None:
    """Import logs of other programs; one log a file."""
    from mjlog.formats import Totals, import_many

    files = log_files(paths)
    totals = Totals()
    rows = []
    with progress(say("importing", "导入"), len(files)) as advance:
        for row in import_many(files, out, from_):
            advance()
            totals.add(row)
            if json:
                rows.append(row.to_dict())
            elif row.refused:
                print(f"{row.source}: {row.refused}")
            elif row.notes:
                more = f" (and {len(row.notes) - 1} more)" if len(row.notes) > 1 else ""
                print(f"{row.source}: {row.notes[0]}{more}")
    if json:
        print_json(rows)
    else:
        print(totals.line())
    raise typer.Exit(1 if totals.refused else 0)


def schema(out: str = typer.Option("schemas", "--out", help="Folder for the JSON Schemas.")) -> None:
    """Write the JSON Schemas of header, entries, events and ruleset descriptions."""
    from mjlog.schema import write_schemas

    names = write_schemas(out)
    print_table("", [say("written", "已写")], [[n] for n in names])
