"""Commands about rules: list, show, compare, check worked examples, run the conformance suite."""

from __future__ import annotations

from typing import Any

import typer

from mjlog.cli.common import lang, print_json, print_table, progress, say

app = typer.Typer(
    help="Rulesets: list them, show one, compare two, check worked examples.",
    invoke_without_command=True,
    rich_markup_mode=None,
)
JSON = typer.Option(False, "--json", help="Print JSON for machines.")
OPTION = typer.Option([], "--option", help="A ruleset option as key=value; may be given several times.")


@app.callback()
def rules(ctx: typer.Context, json: bool = JSON) -> None:
    """List all rulesets, or see the commands below."""
    if ctx.invoked_subcommand is not None:
        return
    from mjlog import rulesets

    rows = []
    for i in rulesets.all_ids():
        r = rulesets.base(i)
        rows.append(
            dict(
                id=r.id,
                version=r.version,
                name_en=r.names["en"],
                name_zh=r.names["zh"],
                seats=r.seats,
                source=r.source,
            )
            | ({} if r.origin == "mjlog" else {"origin": r.origin})
        )
    for i, o in rulesets.overlays().items():
        rows.append(
            dict(id=i, version=1, name_en=o.names["en"], name_zh=o.names["zh"], seats=None, source=o.source)
        )
    if json:
        print_json(rows)
        return
    columns = ["id", "version", "name_en", "name_zh", "seats", "source"]
    print_table("", columns, [[row[c] for c in columns] for row in rows])


@app.command("show")
def show(ruleset: str, option: list[str] = OPTION, json: bool = JSON) -> None:
    """Show a ruleset: options with legal values and meaning, and every clause of its sheet."""
    from mjlog import rulesets

    r = rulesets.get(ruleset, rulesets.parse_options(ruleset, option))
    if json:
        from mjlog.describe import describe

        print_json(describe(r).model_dump(mode="json"))
        return
    name = r.names.get(lang(), r.names["en"])
    print(f"{ruleset}: {name}")
    print(say(f"version {r.version}, {r.seats} seats, {len(r.kinds.deck)} tiles; {r.source}",
              f"版本 {r.version}，{r.seats} 家，{len(r.kinds.deck)} 张；{r.source}"))  # fmt: skip
    if r.base:
        print(say(f"a revision of {r.base}", f"{r.base} 的修订"))
    print_table(
        say("options", "选项"),
        [
            say("option", "选项"),
            say("value", "值"),
            say("legal", "可取"),
            say("meaning", "含义"),
            say("clause", "条款"),
        ],
        [[n, r.values.get(n, p.default), p.legal_text(), p.meaning, p.clause] for n, p in r.params.items()],
    )
    print_table(
        say("clauses", "条款"),
        [
            say("clause", "条款"),
            say("original", "原文"),
            say("meaning", "含义"),
            say("our reading", "我们的读法"),
        ],
        [[c.id, c.original, c.meaning, c.reading] for c in r.clauses.values()],
    )


@app.command("diff")
def diff(first: str, second: str, json: bool = JSON) -> None:
    """Show exactly the rows in which two rulesets differ."""
    from dataclasses import asdict

    from mjlog import rulesets

    rows = rulesets.base(first).diff(rulesets.base(second))
    if json:
        print_json([asdict(row) for row in rows])
        return
    if not rows:
        print(say(f"{first} and {second} do not differ", f"{first} 与 {second} 没有区别"))
        return
    print_table(
        "",
        ["", say("name", "名称"), first, second],
        [[row.part, row.name, row.before, row.after] for row in rows],
    )


@app.command("check")
def check(files: list[str], json: bool = JSON) -> None:
    """Run worked examples through the engine; each failure says what was expected and what came out."""
    from dataclasses import asdict

    from mjlog.examples import check_file

    results: list[Any] = []
    for path in files:
        results += check_file(path)
    failed = [r for r in results if not r.passed]
    if json:
        print_json([asdict(r) for r in results])
    else:
        for r in failed:
            why = f" ({r.reason})" if r.reason else ""
            print(f"{r.id} [{r.clause}]: expected {r.expected}, got {r.got}{why}")
        print(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    raise typer.Exit(1 if failed else 0)


def conform(
    ruleset: str,
    games: int = typer.Option(10, "--games", min=1, help="Random games, and as many greedy ones."),
    seed: int = typer.Option(1, "--seed", help="Seed of the games."),
    json: bool = JSON,
) -> None:
    """Run the conformance suite over a ruleset."""
    from mjlog import conform as suite

    outcomes = []
    with progress(say("conformance", "一致性"), len(suite.CHECKS) + 1) as advance:
        for outcome in suite.check(ruleset, games, seed):
            outcomes.append(outcome)
            advance()
            if not json:
                mark = "FAILED" if outcome.failed else "ok"
                tail = f": {outcome.message}" if outcome.failed else ""
                print(f"{mark:6} {outcome.name} ({outcome.passed} cases){tail}", flush=True)
    failed = sum(bool(o.failed) for o in outcomes)
    if json:
        print_json(
            [dict(name=o.name, passed=o.passed, failed=o.failed, messages=o.messages) for o in outcomes]
        )
    else:
        print(f"{len(outcomes) - failed} passed, {failed} failed")
    raise typer.Exit(1 if failed else 0)
