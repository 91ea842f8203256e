"""Kills writers of a journal at random moments and counts what is left: ``python kill_campaign.py FOLDER FIRST LAST``.

Each run number is a seed and a file, so a campaign can be stopped and resumed: runs with a result are skipped.
The last line is JSON: runs, entries acknowledged, entries lost, torn ends, entries that came back doubled.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from pathlib import Path

from mjlog.errors import MjlogError
from mjlog.events import Noted
from mjlog.journal import Journal
from mjlog.log import Header, read_log

HEADER = Header(game="killed", ruleset="siren", seats=[], source="transcribed")


def writer(path: Path, rng: random.Random, acks: int) -> None:
    """Append for ever, tearing writes in pieces, and acknowledge each entry through a pipe."""
    whole = os.write

    def torn(handle: int, data: bytes | memoryview) -> int:
        return whole(handle, bytes(data)[: rng.randint(1, 40)])

    os.write = torn
    try:
        journal = Journal.open(path)
    except MjlogError:
        journal = Journal.create(path, HEADER)
    number = len(journal.game.entries)
    while True:
        journal.append(Noted("x" * rng.randint(0, 300)), id=f"e{number}")
        whole(acks, b"%d\n" % number)
        number += 1


def run(folder: Path, seed: int) -> dict[str, int]:
    """Four writers of one file, one after the other, each killed after a few milliseconds."""
    rng = random.Random(seed)
    path = folder / f"{seed}.jsonl"
    path.unlink(missing_ok=True)
    acknowledged = -1
    torn = 0
    for _ in range(4):
        end, acks = os.pipe()
        child = os.fork()
        if not child:
            try:
                os.close(end)
                writer(path, random.Random(rng.random()), acks)
            finally:
                os._exit(1)
        os.close(acks)
        time.sleep(rng.uniform(0.002, 0.03))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with open(end, encoding="ascii") as stream:
            lines = stream.read().splitlines()
        acknowledged = max([acknowledged, *map(int, lines)])
        torn += path.exists() and not path.read_bytes().endswith(b"\n")
    if path.exists() and path.stat().st_size and read_log(path).games:
        with Journal.open(path) as journal:
            journal.seal()
    games = read_log(path).games if path.exists() else []
    ids = [x.id for x in games[0].entries] if games else []
    found = {
        "runs": 1,
        "kills": 4,
        "acknowledged": acknowledged + 1,
        "lost": len({f"e{i}" for i in range(acknowledged + 1)} - set(ids)),
        "doubled": len(ids) - len(set(ids)),
        "unread": sum(len(g.errors) for g in games),
        "unsealed": sum(g.sealed is not True for g in games),
        "torn": torn,
    }
    (folder / f"{seed}.json").write_text(json.dumps(found))
    return found


def campaign(folder: Path, first: int, last: int) -> dict[str, int]:
    """Runs `first` to `last` − 1, those that are done already from their results."""
    folder.mkdir(parents=True, exist_ok=True)
    total: dict[str, int] = {}
    for seed in range(first, last):
        done = folder / f"{seed}.json"
        found = json.loads(done.read_text()) if done.exists() else run(folder, seed)
        for key, n in found.items():
            total[key] = total.get(key, 0) + n
    return total


if __name__ == "__main__":
    print(json.dumps(campaign(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))))
