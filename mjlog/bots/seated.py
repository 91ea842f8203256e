"""A bot at a table: turns an observation into a weighed hand, and the choice into one of the options."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from mjlog import events as ev
from mjlog.bots import choice as c
from mjlog.observe import Observation
from mjlog.play import Bot
from mjlog.rules import Event, Ruleset


def goal(rules: Ruleset) -> tuple[int, tuple[str, ...]]:
    """How many sets a win has, and which special shapes count beside them: the ruleset's hook ``goal``, or options."""
    if "goal" in rules.hooks:
        sets, specials = rules.hooks["goal"](rules.values)
        return int(sets), tuple(specials)
    size = int(rules.values.get("hand_size", 13))
    specials = tuple(rules.values.get("special_shapes", ("qidui",))) if size == 13 else ()
    return size // 3, specials


def view_of(obs: Observation, sets: int, specials: tuple[str, ...]) -> c.View:
    """The own hand as it is weighed: what lies in the own hand and melds is not counted as seen elsewhere."""
    base = obs.kinds.base
    counts, held, visible = [0] * 34, [0] * 34, [0] * 34
    for k, n in enumerate(obs.counts()):
        if n and base[k] < 34:
            counts[base[k]] += n
    melds = obs.melds(obs.seat)
    for _, tiles, _ in melds:
        for k in tiles:
            held[base[k]] += 1
    for k, n in enumerate(obs.visible()):
        if n and base[k] < 34:
            visible[base[k]] += n
    for k in range(34):
        visible[k] -= counts[k] + held[k]
    return c.View(tuple(counts), len(melds), tuple(held), tuple(visible), specials, sets)


def thrown(options: Sequence[Event], obs: Observation, kind: int) -> Event:
    """The discard of a kind: the tile just drawn if it is one (siren.bot.12)."""
    name = obs.kinds.names[kind]
    same = [e for e in options if type(e) is ev.Discarded and e.tile == name and not e.mark]
    return next((e for e in same if e.part == "drawn"), same[0])


def level_bot(level: str, rules: Ruleset) -> Bot:
    """The bot of a level: siren's text for siren, the same measures with the ruleset's own goal elsewhere."""
    sets, specials = goal(rules)

    def bot(obs: Observation, options: list[Event], rng: Random) -> Event | None:
        for e in options:
            if type(e) is ev.Won:
                return e
        claims = [e for e in options if type(e) is ev.Claimed]
        if claims:
            return _claim(obs, claims, level, sets, specials)
        throws = [e for e in options if type(e) is ev.Discarded and e.tile != "?"]
        if not throws:
            return None if obs.may_decline else options[int(rng.random() * len(options))]
        view = view_of(obs, sets, specials)
        kong = _kong(obs, options, view, level)
        if kong is not None:
            return kong
        kind = None
        if level == "easy":
            number = c.noise_number(obs.seed, obs.hand, obs.seat, len(obs.laid(obs.seat)))
            kind = c.noisy_discard(view, number)
        if kind is None or not any(
            type(e) is ev.Discarded and e.tile == obs.kinds.names[kind] for e in throws
        ):
            kind = _allowed(obs, throws, view, level)
        return thrown(throws, obs, kind)

    bot.__name__ = level
    return bot


def _allowed(obs: Observation, throws: Sequence[ev.Discarded], view: c.View, level: str) -> int:
    """The best discard among those that are offered."""
    kinds = {obs.kinds.index[e.tile] for e in throws if not e.mark}
    best = c.best_discard(view, expert=level == "expert").kind
    return best if best in kinds else max(kinds)


def _kong(obs: Observation, options: Sequence[Event], view: c.View, level: str) -> Event | None:
    """siren.bot.11 (2): a kong of the own turn; easy bots never declare one."""
    if level == "easy" or not obs.wall_left:
        return None
    index = obs.kinds.index
    closed = {index[e.tiles[0]]: e for e in options if type(e) is ev.Melded and e.tiles[0] != "?"}
    added = {index[e.tile]: e for e in options if type(e) is ev.Extended and e.tile != "?"}
    found = c.choose_kong(view, sorted(closed), sorted(added)) if closed or added else None
    if found is None:
        return None
    return closed[found[1]] if found[0] == "kong_closed" else added[found[1]]


def _claim(
    obs: Observation, claims: Sequence[ev.Claimed], level: str, sets: int, specials: tuple[str, ...]
) -> Event | None:
    """siren.bot.13: the offer that is taken, None for none."""
    index = obs.kinds.index
    plain = [e for e in claims if e.kind in (c.KONG, c.PUNG, c.CHOW) and e.meld is None]
    offers = [c.Offer(e.kind, index[e.tile], tuple(index[x] for x in e.own)) for e in plain]
    if not offers:
        return None
    found = c.choose_claim(view_of(obs, sets, specials), offers, level)
    return None if found.taken is None else plain[found.taken]
