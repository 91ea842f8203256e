"""A bot at a table: turns an observation into a weighed hand, and the choice into one of the options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from mjlog import events as ev
from mjlog.bots import choice as c
from mjlog.bots.danger import dangers
from mjlog.bots.goal import Goal, goal_of
from mjlog.bots.weigh import hand_of
from mjlog.observe import Observation
from mjlog.play import Bot
from mjlog.rules import Event, Ruleset


def view_of(obs: Observation, goal: Goal, *, blind: bool = False) -> c.View:
    """The own hand as it is weighed; a `blind` bot takes all that is not its own for live."""
    kinds = obs.kinds
    base = kinds.base
    counts, held, seen, copies = [0] * 34, [0] * 34, [0] * 34, [0] * 34
    for k, n in enumerate(obs.counts()):
        if n and base[k] < 34:
            counts[base[k]] += n
    melds = obs.melds(obs.seat)
    for _, tiles, _ in melds:
        for k in tiles:
            if k >= 0 and base[k] < 34:
                held[base[k]] += 1
    for k, n in enumerate(kinds.copies):
        if base[k] < 34:
            copies[base[k]] += n
    if not blind:
        for k, n in enumerate(obs.visible()):
            if n and base[k] < 34:
                seen[base[k]] += n
        for k in range(34):
            seen[k] -= counts[k] + held[k]
    return c.View(counts, len(melds), held, seen, goal.specials, goal.sets, copies)


class Way(NamedTuple):
    """How a level decides: what it sees, what it throws, which claim it takes, whether it declares kongs."""

    view: Callable[[Observation, Goal], c.View]
    throw: Callable[[Observation, c.View, Goal, Random], int]
    claim: Callable[[Observation, c.View, Goal, Sequence[c.Offer]], int | None]
    kongs: bool


def _blind(obs: Observation, goal: Goal) -> c.View:
    return view_of(obs, goal, blind=True)


def _throw_siren_easy(obs: Observation, view: c.View, goal: Goal, rng: Random) -> int:
    """siren.bot.14: at random by a number that seed, hand, seat and discards give, else as normal."""
    number = c.noise_number(obs.seed, obs.hand, obs.seat, len(obs.laid(obs.seat)))
    kind = c.noisy_discard(view, number)
    return c.best_discard(view, expert=False).kind if kind is None else kind


def _throw_easy(obs: Observation, view: c.View, goal: Goal, rng: Random) -> int:
    """At random every third time, else whatever looks nearest to a win."""
    if rng.random() * 100 < c.NOISE:
        held = [k for k, n in enumerate(view.counts) if n]
        return held[int(rng.random() * len(held))]
    return c.best_discard(view, expert=False).kind


def _throw_normal(obs: Observation, view: c.View, goal: Goal, rng: Random) -> int:
    """siren.bot.12 (a), (b), (d), (e): nearest to a win, then most live useful tiles."""
    return c.best_discard(view, expert=False).kind


def _throw_siren_expert(obs: Observation, view: c.View, goal: Goal, rng: Random) -> int:
    """siren.bot.12: as normal, with a look two steps ahead."""
    return c.best_discard(view, expert=True).kind


def _throw_expert(obs: Observation, view: c.View, goal: Goal, rng: Random) -> int:
    """Nearest to a win, then live tiles two steps ahead times what they are worth, less the danger."""
    return hand_of(obs, view, goal).best(dangers(obs, view.live.left))[0].kind


def _claim_as(level: str) -> Callable[[Observation, c.View, Goal, Sequence[c.Offer]], int | None]:
    def claim(obs: Observation, view: c.View, goal: Goal, offers: Sequence[c.Offer]) -> int | None:
        """siren.bot.13: what lowers the distance; an expert also takes what keeps it and has more live tiles."""
        return c.choose_claim(view, offers, level).taken

    return claim


def _claim_expert(obs: Observation, view: c.View, goal: Goal, offers: Sequence[c.Offer]) -> int | None:
    """What leads to more: steps, live tiles and worth together."""
    return hand_of(obs, view, goal).choose(offers)


SIREN = {
    "easy": Way(view_of, _throw_siren_easy, _claim_as("easy"), False),
    "normal": Way(view_of, _throw_normal, _claim_as("normal"), True),
    "expert": Way(view_of, _throw_siren_expert, _claim_as("expert"), True),
}
"""siren.bot.5–14: the levels of the sheet."""
COMMON = {
    "easy": Way(_blind, _throw_easy, _claim_as("easy"), False),
    "normal": Way(view_of, _throw_normal, _claim_as("normal"), True),
    "expert": Way(view_of, _throw_expert, _claim_expert, True),
}
"""The levels everywhere else."""


def level_bot(level: str, rules: Ruleset) -> Bot:
    """The bot of a level: siren's text for siren, the same measures with the ruleset's own goal elsewhere."""
    return seat_bot(level, (SIREN if rules.family == "siren" else COMMON)[level], goal_of(rules))


def seat_bot(name: str, way: Way, goal: Goal) -> Bot:
    """A bot that wins when it can, and decides in this way otherwise."""

    def bot(obs: Observation, options: list[Event], rng: Random) -> Event | None:
        for e in options:
            if type(e) is ev.Won:
                return e
        claims = [e for e in options if type(e) is ev.Claimed]
        if claims:
            return _claim(obs, claims, way, goal)
        throws = [e for e in options if type(e) is ev.Discarded and e.tile != "?" and not e.mark]
        if not throws:
            return None if obs.may_decline else options[int(rng.random() * len(options))]
        view = way.view(obs, goal)
        if way.kongs and obs.wall_left:
            kong = _kong(obs, options, view)
            if kong is not None:
                return kong
        return _thrown(obs, throws, view, way.throw(obs, view, goal, rng))

    bot.__name__ = name
    return bot


def _thrown(obs: Observation, throws: Sequence[ev.Discarded], view: c.View, wanted: int) -> Event:
    """The discard of a kind, the tile just drawn if it is one (siren.bot.12); the nearest to it where it is barred."""
    index, base = obs.kinds.index, obs.kinds.base
    same = [e for e in throws if base[index[e.tile]] == wanted]
    if not same:
        live = [e for e in throws if base[index[e.tile]] < 34 and view.counts[base[index[e.tile]]]]
        if not live:
            return throws[-1]
        after = [(view.cut(base[index[e.tile]]), e) for e in live]
        low = min(v.distance() for v, _ in after)
        same = [max((v.useful(), i, e) for i, (v, e) in enumerate(after) if v.distance() == low)[2]]
    return next((e for e in same if e.part == "drawn"), same[0])


def _kong(obs: Observation, options: Sequence[Event], view: c.View) -> Event | None:
    """siren.bot.11 (2): a kong of the own turn that costs nothing."""
    index = obs.kinds.index
    closed = {index[e.tiles[0]]: e for e in options if type(e) is ev.Melded and e.tiles[0] != "?"}
    added = {index[e.tile]: e for e in options if type(e) is ev.Extended and e.tile != "?"}
    found = c.choose_kong(view, sorted(closed), sorted(added)) if closed or added else None
    if found is None:
        return None
    return closed[found[1]] if found[0] == "kong_closed" else added[found[1]]


def _claim(obs: Observation, claims: Sequence[ev.Claimed], way: Way, goal: Goal) -> Event | None:
    """siren.bot.13: the offer that is taken, None for none; a tile for an own open pung costs nothing."""
    index = obs.kinds.index
    plain = [
        e
        for e in claims
        if e.kind in (c.KONG, c.PUNG, c.CHOW) and e.meld is None and (way.kongs or e.kind != c.KONG)
    ]
    offers = [c.Offer(e.kind, index[e.tile], tuple(index[x] for x in e.own)) for e in plain]
    taken = way.claim(obs, way.view(obs, goal), goal, offers) if offers else None
    if taken is not None:
        return plain[taken]
    free = [e for e in claims if e.kind == "kong_added" and e.meld is not None]
    return free[0] if free and way.kongs and obs.wall_left else None
