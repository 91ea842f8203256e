"""The conformance suite: what every ruleset and every plug-in must pass, as a library and a command."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mjlog import rulesets
from mjlog.conform import knowledge, logs, options, rulebook, steps
from mjlog.conform.samples import Outcome, Sample, sample
from mjlog.rules import Ruleset

Check = Callable[[Ruleset, Sequence[Sample]], Outcome]

CHECKS: dict[str, Check] = {
    "games end": steps.games_end,
    "every option applies": steps.options_apply,
    "nothing unlisted applies": steps.unlisted_refused,
    "windows test what they list": steps.windows_agree,
    "sampling equals listing": steps.sampling_agrees,
    "replay is legal": logs.replay_is_legal,
    "replay equals live state": logs.replay_equals_live,
    "jump equals step": logs.jump_equals_step,
    "JSON round trip": logs.round_trip,
    "scores add up": logs.scores_add_up,
    "hidden tiles do not show": knowledge.hidden_tiles,
    "seat logs show what seats saw": knowledge.seat_logs,
    "onlooker's log is legal": knowledge.onlooker,
    "options play": options.every_value,
    "option pairs play": options.every_pair,
    "clauses are cited": rulebook.clauses,
    "golden transcript": rulebook.golden,
}
"""Every check by name, in the order of running."""


def check(ruleset_id: str, games: int = 10, seed: int = 1) -> Iterator[Outcome]:
    """Run the suite over a registered ruleset and tell the outcome of each check as it comes.

    Raises UnknownRuleset. `games` is the number of random games, the same number again is played greedily.

    >>> [o.name for o in check("siren", games=1) if o.failed]
    []
    """
    rules = rulesets.get(ruleset_id)
    yield from check_rules(rules, games, seed)


def check_rules(rules: Ruleset, games: int = 10, seed: int = 1) -> Iterator[Outcome]:
    """Run the suite over a ruleset that need not be registered."""
    first = Outcome("games are played")
    played = []
    for bots in ("random", "greedy"):
        for index in range(games):
            with first.case(f"{bots} game {index}"):
                played.append(sample(rules, seed, bots, index))
    yield first
    for name, run in CHECKS.items():
        outcome = Outcome(name)
        try:
            outcome = run(rules, played)
        except Exception as error:  # whatever a plug-in raises is its failure, the other checks still run
            outcome.that(False, f"{type(error).__name__}: {error}")
        outcome.name = name
        yield outcome
