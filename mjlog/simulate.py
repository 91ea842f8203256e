"""Many games: shards of a seed range, any number of processes, the same bytes whatever their number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from mjlog import rulesets
from mjlog.errors import OptionError
from mjlog.events import HandStarted
from mjlog.log import Writer
from mjlog.play import header, makers, play
from mjlog.rules import Ruleset

SHARD = 100
"""Games of one shard: some tenths of a second of work and more."""


@dataclass(frozen=True)
class Run:
    """What is to be played: it alone decides the bytes of every shard."""

    ruleset: str
    options: tuple[tuple[str, Any], ...]
    seed: int
    games: int
    bots: tuple[str, ...]

    @classmethod
    def of(
        cls, ruleset: str, pairs: Sequence[str], seed: int, games: int, bots: str, hands: int | None = None
    ) -> Run:
        """A run from what was typed; raises UnknownRuleset and OptionError before anything is played.

        >>> Run.of("siren", ["base=10"], 1, 5, "random").options
        (('base', 10),)
        """
        options = rulesets.parse_options(ruleset, list(pairs))
        if hands is not None:
            if "hands_per_match" not in rulesets.get(ruleset, options).params:
                raise OptionError(f"{ruleset} has a match of its own length: --hands cannot change it")
            options["hands_per_match"] = hands
        rules = rulesets.get(ruleset, options)
        names = [b.strip() for b in bots.split(",")]
        everyone = names * rules.seats if len(names) == 1 else names
        makers(rules, everyone)
        return cls(ruleset, tuple(sorted(options.items(), key=lambda x: x[0])), seed, games, tuple(everyone))

    def rules(self) -> Ruleset:
        """The ruleset with its options bound."""
        return rulesets.get(self.ruleset, dict(self.options))

    def shards(self) -> list[tuple[int, int, str]]:
        """First game, number behind the last, and file name of every shard."""
        found = []
        for first in range(0, self.games, SHARD):
            end = min(first + SHARD, self.games)
            found.append((first, end, f"{self.ruleset.replace('+', '_')}-{first + 1:06d}-{end:06d}.jsonl"))
        return found


@dataclass
class Count:
    """What was written."""

    games: int = 0
    hands: int = 0
    events: int = 0

    def add(self, other: Count) -> None:
        """Add another count."""
        self.games += other.games
        self.hands += other.hands
        self.events += other.events


def write_range(task: Run, first: int, end: int, writer: Writer) -> Count:
    """Play a range of games into a file."""
    rules, count = task.rules(), Count()
    for index in range(first, end):
        game = play(rules, task.seed, task.bots, index)
        writer.write(game)
        count.add(Count(1, sum(type(x.e) is HandStarted for x in game.entries), len(game.entries)))
    return count


def finished(task: Run, first: int, end: int, path: Path) -> Count | None:
    """The count of a shard that is there already and belongs to this very run; None if it must be played."""
    if not path.exists():
        return None
    lines = path.read_bytes().splitlines()
    rules = task.rules()
    wanted = [header(rules, task.seed, task.bots, i).game for i in (first, end - 1)]
    heads = [x for x in lines if x.startswith(b'{"format"')]
    seals = sum(x.startswith(b'{"seal"') for x in lines)
    if len(heads) != end - first or seals != len(heads):
        return None
    if any(
        f'"{name}"'.encode() not in head for name, head in zip(wanted, (heads[0], heads[-1]), strict=True)
    ):
        return None
    hands = sum(b'"hand_started"' in x for x in lines)
    return Count(len(heads), hands, len(lines) - len(heads) - seals)


def write_shard(task: Run, first: int, end: int, path: str) -> Count:
    """Play one shard into its file, unless it is there already."""
    done = finished(task, first, end, Path(path))
    if done is not None:
        return done
    with Writer(path) as writer:
        return write_range(task, first, end, writer)


def run(task: Run, out: str, workers: int, advance: Callable[[int], object]) -> Count:
    """Play all games of a run into a folder of shards, one file, or ``-``; tells `advance` every finished piece."""
    total = Count()
    if out == "-" or Path(out).suffix:
        if out != "-" and not out.endswith((".jsonl", ".jsonl.gz", ".jsonl.zst")):
            raise OptionError(
                f"{out}: a log file ends in .jsonl, .jsonl.gz or .jsonl.zst; a folder has no suffix"
            )
        with Writer(out) as writer:
            for first, end, _ in task.shards():
                total.add(write_range(task, first, end, writer))
                advance(end - first)
        return total
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    shards = task.shards()
    if workers == 1 or len(shards) == 1:
        for first, end, name in shards:
            total.add(write_shard(task, first, end, str(folder / name)))
            advance(end - first)
        return total
    with ProcessPoolExecutor(min(workers, len(shards)), mp_context=get_context("spawn")) as pool:
        jobs = [(e - f, pool.submit(write_shard, task, f, e, str(folder / n))) for f, e, n in shards]
        for games, job in jobs:
            total.add(job.result())
            advance(games)
    return total
