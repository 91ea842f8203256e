"""Better bots win more: two strong and two weak seats, rotated, the lower end of the interval of the winners' share."""

from __future__ import annotations

import json

import pytest

from mjlog import events as ev
from mjlog import rulesets
from mjlog.play import play
from mjlog.store.intervals import wilson

PLAYABLE = ["tuidaohe", "siren"]


def duel(ruleset, strong, weak, games, folder=None, seed=11):
    """Wins of the strong and of the weak seats in so many rotated games; finished ones are kept in `folder`."""
    rules = rulesets.get(ruleset)
    wins = [0, 0]
    for index in range(games):
        kept = folder / f"{ruleset}-{strong}-{weak}-{index}.json" if folder else None
        if kept is not None and kept.exists():
            found = json.loads(kept.read_text())
        else:
            turn = index % 4
            bots = [strong if (q + turn) % 4 in (0, 2) else weak for q in range(rules.seats)]
            entries = play(rules, seed, bots, index).entries
            winners = [x.e.seat for x in entries if type(x.e) is ev.Won]
            found = [sum(bots[q] == strong for q in winners), sum(bots[q] == weak for q in winners)]
            if kept is not None:
                kept.write_text(json.dumps(found))
        wins = [a + b for a, b in zip(wins, found, strict=True)]
    low, high = wilson(wins[0], sum(wins))
    print(
        f"{ruleset}: {strong} {wins[0]}, {weak} {wins[1]}: {wins[0] / sum(wins):.3f} ({low:.3f}-{high:.3f})"
    )
    return wins, low


@pytest.mark.parametrize("ruleset", PLAYABLE)
def test_normal_bots_beat_random_ones_in_a_sample(ruleset):
    wins, low = duel(ruleset, "normal", "random", 12)
    assert low > 0.55, wins


@pytest.mark.parametrize("ruleset", PLAYABLE)
def test_experts_beat_easy_bots_in_a_sample(ruleset):
    wins, _ = duel(ruleset, "expert", "easy", 16)
    assert wins[0] > wins[1]


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("ruleset", PLAYABLE)
def test_experts_beat_easy_bots(ruleset, long_dir):
    folder = long_dir / "strength"
    folder.mkdir(exist_ok=True)
    wins, low = duel(ruleset, "expert", "easy", 1000, folder)
    assert low > 0.55, wins
