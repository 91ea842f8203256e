"""The repository itself: layers, sizes, docstrings, generated files, the README's session, the sample logs."""

import ast
import doctest
import re
import subprocess
from pathlib import Path

import pytest

import mjlog
from mjlog import generate
from mjlog.log import read_games
from mjlog.replay import check

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted((ROOT / "mjlog").rglob("*.py"))

LAYERS = [
    {"errors", "kinds"},
    {"events", "log", "melds", "event_examples", "wording"},
    {"table", "moves"},
    {"params", "match", "rules", "sight", "scoring"},
    {"mechanics", "rulesets", "replay", "describe"},
    {"observe", "offers", "play", "bots", "conform", "frames", "layouts", "examples"},
    {"formats", "journal", "store", "simulate", "verify", "show", "board", "schema"},
    {"cli", "demo", "view", "generate", "__main__"},
]
LEVEL = {name: i for i, names in enumerate(LAYERS) for name in names}


def part(path):
    return path.relative_to(ROOT / "mjlog").parts[0].removesuffix(".py")


def imports(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "mjlog":
            below = node.module.split(".")[1:]
            yield from [below[0]] if below else [a.name for a in node.names]
        elif isinstance(node, ast.Import):
            yield from [a.name.split(".")[1] for a in node.names if a.name.startswith("mjlog.")]


def test_every_module_has_a_layer():
    assert {part(p) for p in MODULES} - set(LEVEL) <= {"__init__"}


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_modules_import_downwards_only(path):
    if part(path) == "__init__":
        return
    for name in imports(path):
        if name in LEVEL:
            assert LEVEL[name] <= LEVEL[part(path)], f"{part(path)} imports {name}"


def test_modules_are_small():
    assert [p.name for p in MODULES if len(p.read_text(encoding="utf-8").splitlines()) > 450] == []


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_what_is_public_says_what_it_is(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if tree.body:
        assert ast.get_docstring(tree), "the module says nothing"
    nodes = [n for n in tree.body if isinstance(n, (ast.FunctionDef, ast.ClassDef))]
    nodes += [
        m for n in nodes if isinstance(n, ast.ClassDef) for m in n.body if isinstance(m, ast.FunctionDef)
    ]
    assert [n.name for n in nodes if not n.name.startswith("_") and not ast.get_docstring(n)] == []


def test_rules_do_no_input_or_output_and_use_no_clock():
    banned = {"time", "datetime", "socket", "subprocess", "os"}
    for path in MODULES:
        if LEVEL.get(part(path), 9) <= 5 and part(path) not in ("log", "rulesets"):
            names = {
                a.name.split(".")[0]
                for n in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
                if isinstance(n, ast.Import)
                for a in n.names
            }
            assert not names & banned, path


def test_generated_files_are_up_to_date():
    assert [
        str(p) for p, text in generate.generated() if not p.exists() or p.read_text(encoding="utf-8") != text
    ] == []


def test_the_session_of_the_readme_runs():
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted >= 6 and not result.failed


PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


@pytest.mark.parametrize("path", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_examples_in_documents_run_and_links_lead_somewhere(path):
    assert not doctest.testfile(str(path), module_relative=False).failed
    for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


@pytest.mark.parametrize("path", sorted((ROOT / "sample_logs").glob("*.jsonl")), ids=lambda p: p.name)
def test_sample_logs_verify(path):
    games = list(read_games(path))
    assert games and all(g.sealed and not g.errors and check(g).ok for g in games)


def test_version():
    assert mjlog.__version__ in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_repository_speaks_of_the_project_alone():
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split()
    words = ["pypi" + ".org", "registry" + ".npmjs", "deb" + ".debian", "/wo" + "rk/", "sub" + "agent"]
    for name in listed:
        path = ROOT / name
        if path.suffix in (".py", ".md", ".toml", ".json", ".txt", ".sql", "") and path.is_file():
            text = path.read_text(encoding="utf-8", errors="replace")
            assert not [w for w in words if w in text], name
