"""The inputs of the benchmarks: simulated games with fixed seeds, and the sample logs of the package."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from mjlog import rulesets
from mjlog.log import Game, dump_game
from mjlog.play import play

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus" / "riichi" / "mjlog"
"""Real Tenhou logs, where the project's shared folder stands beside it."""


@cache
def games(ruleset: str = "tuidaohe", number: int = 40, bots: str = "random") -> tuple[Game, ...]:
    """Simulated games, always the same ones."""
    rules = rulesets.get(ruleset)
    return tuple(play(rules, seed=11, bots=(bots,), index=i) for i in range(number))


@cache
def text(ruleset: str = "tuidaohe") -> bytes:
    """Those games as one log."""
    return b"".join(map(dump_game, games(ruleset)))


@cache
def lines(ruleset: str = "tuidaohe") -> tuple[bytes, ...]:
    """The entries of that log, without headers and seals."""
    return tuple(x for x in text(ruleset).splitlines() if x.startswith(b'{"seq"'))


@cache
def tenhou() -> tuple[bytes, ...]:
    """Tenhou XML logs: forty of the corpus if it is there, else the samples of the package."""
    from mjlog.formats.container import unpack

    found = sorted(p for p in CORPUS.rglob("*") if p.is_file())[:40] if CORPUS.is_dir() else []
    if found:
        return tuple(unpack(p.read_bytes())[0] for p in found)
    samples = sorted(p.name for p in files("mjlog").joinpath("samples").iterdir())
    raw = [files("mjlog").joinpath("samples", n).read_bytes() for n in samples if not n.endswith(".md")]
    return tuple(unpack(x)[0] for x in raw)
