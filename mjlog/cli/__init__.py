"""The command line ``mjlog``: thin commands over the library; every heavy import happens inside its command."""

from __future__ import annotations

import os
import sys

import typer

from mjlog.cli import games, rulebook, store
from mjlog.cli.common import Language, set_language

app = typer.Typer(
    name="mjlog",
    help="One log for every mahjong: simulate, import, verify, replay and query games.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from mjlog import __version__

        print(f"mjlog {__version__}")
        raise typer.Exit


@app.callback()
def root(
    lang: Language = typer.Option(
        None, "--lang", help="Language of what is printed: en or zh (default: the locale)."
    ),
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version."
    ),
) -> None:
    """One log for every mahjong: simulate, import, verify, replay and query games."""
    set_language(lang)


app.add_typer(rulebook.app, name="rules")
app.command("conform")(rulebook.conform)
app.command("simulate")(games.simulate)
app.command("verify")(games.verify)
app.command("show")(games.show)
app.command("import")(games.import_)
app.command("schema")(games.schema)
app.command("load")(store.load)
app.command("stats")(store.stats)
app.command("sql")(store.sql)
app.command("view")(store.view)
app.command("demo")(store.demo)


def main() -> None:
    """Run the command line: an error is one line on standard error and exit code 1, never a traceback."""
    from mjlog.errors import MjlogError

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        app()
    except MjlogError as error:
        print(f"mjlog: {' '.join(str(error).split())}", file=sys.stderr)
        sys.exit(1)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except KeyboardInterrupt:
        print("mjlog: stopped", file=sys.stderr)
        sys.exit(130)
    except OSError as error:
        print(f"mjlog: {error.filename or ''} {error.strerror or error}".replace("  ", " "), file=sys.stderr)
        sys.exit(1)
