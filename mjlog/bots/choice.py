"""How a bot weighs a hand: distance to a win, live useful tiles, what lies alone (siren.bot.9–14).

Tiles are the 34 kinds; a hand is its 34 concealed counts. Nothing here knows a table or an event.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from mjlog.scoring import cuts
from mjlog.scoring.digits import UNIT, keys_of
from mjlog.scoring.distance import accept_mask, distance

NOISE = 35
"""Discards in a hundred that an easy bot makes at random (siren.bot.14)."""
KONG, PUNG, CHOW = "kong_open", "pung", "chow"
_ORDER = {KONG: 0, PUNG: 1, CHOW: 2}
_NONE = (0,) * 34


class View:
    """A hand as a bot weighs it: concealed counts, own melds with their tiles, all else that is seen.

    `visible` has rivers, others' melds and whatever else lies open, not the own hand and melds; `copies` tells
    how many of each kind there are. What is discarded counts as seen, so it leaves the live tiles as they are.
    """

    __slots__ = ("counts", "melds", "specials", "sets", "keys", "held", "live")

    def __init__(
        self,
        counts: Sequence[int],
        melds: int = 0,
        held: Sequence[int] = _NONE,
        visible: Sequence[int] = _NONE,
        specials: tuple[str, ...] = ("qidui",),
        sets: int = 4,
        copies: Sequence[int] = (4,) * 34,
    ) -> None:
        self.counts = list(counts)
        self.melds, self.specials, self.sets = melds, specials, sets
        self.keys, self.held = _four(keys_of(counts)), _four(keys_of(held))
        seen = zip(copies, counts, held, visible, strict=True)
        self.live = cuts.Live([max(n - a - b - c, 0) for n, a, b, c in seen])

    def left(self, kind: int) -> int:
        """siren.bot.9: copies of a kind that this seat has not seen."""
        return self.live.left[kind]

    def distance(self) -> int:
        """siren.bot.10: shanten, 0 is ready."""
        return distance(self.keys, self.melds, self.held, self.specials, self.sets)

    def useful_mask(self) -> int:
        """siren.bot.10: the kinds that lower the distance of a hand between draws, as a bit mask."""
        return accept_mask(self.keys, self.melds, self.held, self.specials, self.sets)

    def useful(self) -> int:
        """siren.bot.10: live copies of all kinds that lower the distance (a hand between draws)."""
        return self.live.sum(self.useful_mask())

    def add(self, kind: int) -> View:
        """The hand with a tile that was not seen before."""
        twin = self._twin((kind,), 1)
        twin.live = self.live.without(kind)
        return twin

    def cut(self, kind: int) -> View:
        """siren.bot.12: the hand after a discard, which counts as seen."""
        return self._twin((kind,), -1)

    def meld(self, own: Sequence[int], taken: int | None = None) -> View:
        """The hand after own tiles, and a tile that lay open, became a meld."""
        twin = self._twin(own, -1)
        twin.held = self._grown(self.held, own if taken is None else (*own, taken), 1)
        twin.melds = self.melds + 1
        return twin

    def extend(self, kind: int) -> View:
        """The hand after a tile joined an own pung."""
        twin = self._twin((kind,), -1)
        twin.held = self._grown(self.held, (kind,), 1)
        return twin

    def _twin(self, kinds: Sequence[int], step: int) -> View:
        twin = View.__new__(View)
        twin.counts = self.counts[:]
        for k in kinds:
            twin.counts[k] += step
        twin.keys, twin.held = self._grown(self.keys, kinds, step), self.held
        twin.melds, twin.specials, twin.sets, twin.live = self.melds, self.specials, self.sets, self.live
        return twin

    @staticmethod
    def _grown(keys: cuts.Keys, kinds: Sequence[int], step: int) -> cuts.Keys:
        found = list(keys)
        for k in kinds:
            suit, unit = UNIT[k]
            found[suit] += step * unit
        return _four(found)


def _four(keys: Sequence[int]) -> cuts.Keys:
    m, p, s, h = keys
    return m, p, s, h


@dataclass(frozen=True, slots=True)
class Best:
    """The best discard: its kind, and distance and useful tiles after it."""

    kind: int
    distance: int
    useful: int


@dataclass(frozen=True, slots=True)
class Offer:
    """A claim that may be made: ``kong_open``, ``pung`` or ``chow``, with the own tiles it uses."""

    kind: str
    tile: int
    own: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """What a bot found about offers: before, after each, and the place of the one it takes, if any."""

    distance: int
    useful: int
    after: list[tuple[int, int]] = field(default_factory=list)
    taken: int | None = None


def lonely(counts: Sequence[int], kind: int) -> int:
    """siren.bot.12 (d): 0 a lone honour, 1 a lone 1 or 9, 2 a lone 2–8, 3 anything else.

    >>> lonely([0] * 27 + [1] + [0] * 6, 27), lonely([1, 0, 1] + [0] * 31, 0)
    (0, 3)
    """
    if counts[kind] != 1:
        return 3
    if kind >= 27:
        return 0
    rank = kind % 9
    if any(counts[kind + d] for d in (-2, -1, 1, 2) if 0 <= rank + d < 9):
        return 3
    return 1 if rank in (0, 8) else 2


def nearest(view: View) -> list[Best]:
    """siren.bot.12 (a): the discards with the lowest distance, and the useful tiles after each."""
    low, found = cuts.nearest(view.keys, view.melds, view.held, view.specials, view.sets, view.live)
    return [Best(kind, low, useful) for kind, useful in found]


def candidates(view: View) -> list[Best]:
    """siren.bot.12 (a), (b): the discards with the lowest distance and the most useful tiles after it."""
    found = nearest(view)
    most = max(b.useful for b in found)
    return [b for b in found if b.useful == most]


def second_step(view: View, best: Best) -> int:
    """siren.bot.12 (c): what the useful tiles lead to, W; 0 when the hand is ready."""
    if best.distance == 0:
        return 0
    v = view.cut(best.kind)
    return cuts.second_step(v.keys, v.melds, v.held, v.specials, v.sets, v.live)


def alike(view: View, kind: int) -> tuple[int, ...]:
    """What makes two discards lead to the same W for certain: honours alike in hand, melds and live copies."""
    if kind < 27:
        return (kind,)
    return -1, view.counts[kind], view.held[3] // UNIT[kind][1] % 5, view.left(kind)


def best_discard(view: View, *, expert: bool) -> Best:
    """siren.bot.12: the discard of a normal or expert bot, and where it leads."""
    found = candidates(view)
    if expert and len(found) > 1 and found[0].distance > 0:
        groups: dict[tuple[int, ...], list[Best]] = {}
        for b in found:
            groups.setdefault(alike(view, b.kind), []).append(b)
        if len(groups) > 1:
            weights = {key: second_step(view, group[0]) for key, group in groups.items()}
            most = max(weights.values())
            found = [b for key, group in groups.items() if weights[key] == most for b in group]
    return min(found, key=lambda b: (lonely(view.counts, b.kind), -b.kind))


def noise_number(seed: int, hand: int, seat: int, discards: int) -> int:
    """siren.bot.14: the number behind an easy bot's noise, the same everywhere.

    >>> noise_number(0, 0, 1, 0) == noise_number(0, 0, 1, 0)
    True
    """
    return int.from_bytes(sha256(f"{seed}/{hand}/{seat}/{discards}".encode("ascii")).digest()[:8], "big")


def noisy_discard(view: View, number: int) -> int | None:
    """siren.bot.14: the kind an easy bot throws for this number; None: it plays as a normal bot."""
    if number % 100 >= NOISE:
        return None
    kinds = [k for k, n in enumerate(view.counts) if n]
    return kinds[number // 100 % len(kinds)]


def choose_kong(view: View, closed: Sequence[int], added: Sequence[int]) -> tuple[str, int] | None:
    """siren.bot.11 (2): the kong that costs nothing, concealed before added, then the earlier kind."""
    options = [("kong_closed", k, view.meld((k,) * 4)) for k in closed]
    options += [("kong_added", k, view.extend(k)) for k in added]
    if not options:
        return None
    low = candidates(view)[0].distance
    good = [(after.distance(), name != "kong_closed", k, name) for name, k, after in options]
    good = [g for g in good if g[0] <= low]
    return (min(good)[3], min(good)[2]) if good else None


def after_claim(view: View, offer: Offer) -> tuple[int, int]:
    """siren.bot.13: distance and useful tiles after a claim and its best discard (a kong: without replacement)."""
    after = view.meld(offer.own, offer.tile)
    if offer.kind == KONG:
        return after.distance(), after.useful()
    best = candidates(after)[0]
    return best.distance, best.useful


def choose_claim(view: View, offers: Sequence[Offer], level: str) -> Claim:
    """siren.bot.13: the offer a bot takes; the tile offered counts as seen (in `visible`).

    Normal and easy bots take what lowers the distance, expert ones also what leaves it and gives more useful tiles.
    """
    before, useful = view.distance(), view.useful()
    after = [after_claim(view, o) for o in offers]
    good = []
    for i, (offer, (d, u)) in enumerate(zip(offers, after, strict=True)):
        if offer.kind == KONG and level == "easy":
            continue
        if d < before or (level == "expert" and d == before and u > useful):
            good.append((d, -u, _ORDER[offer.kind], min((*offer.own, offer.tile)), i))
    return Claim(before, useful, after, min(good)[4] if good else None)
