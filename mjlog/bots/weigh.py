"""What an expert weighs beside distance where a sheet has no bots of its own: worth of a hand, danger of a tile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mjlog.bots import choice as c
from mjlog.bots.goal import Goal, Trait
from mjlog.observe import Observation
from mjlog.scoring.digits import counts_of, kinds_in
from mjlog.scoring.fans import EAST, Meld, WinHand

FADE = 0.5
"""What is left of a trait's worth for each tile that is still in its way."""
CLOSE = 0.9
"""Discards with at least this part of the best merit are looked at two steps ahead."""
STEP = 2.0
"""How much worth of a hand a step towards a win may cost."""


class Tally(NamedTuple):
    """All tiles of a hand, melds included: how many of each suit, kinds held twice or more, whether a chow is fixed."""

    suits: tuple[int, int, int, int]
    groups: int
    chow: bool

    def less(self, suit: int, group: bool) -> Tally:
        """Without one tile of a suit, which breaks a group or not."""
        a, b, d, e = self.suits
        suits = (a - (suit == 0), b - (suit == 1), d - (suit == 2), e - (suit == 3))
        return Tally(suits, self.groups - group, self.chow)


def one_suit(t: Tally, groups: int) -> int:
    """Tiles in the way of a hand of one suit."""
    return sum(t.suits) - max(t.suits[:3])


def suit_and_honours(t: Tally, groups: int) -> int:
    """Tiles in the way of a hand of one suit and honours."""
    return sum(t.suits[:3]) - max(t.suits[:3])


def all_pungs(t: Tally, groups: int) -> int:
    """Groups missing from a hand of pungs and a pair; a chow on the table rules it out."""
    return 99 if t.chow else max(groups - t.groups, 0)


TRAITS: dict[Trait, Callable[[Tally, int], int]] = {
    "one_suit": one_suit,
    "suit_and_honours": suit_and_honours,
    "all_pungs": all_pungs,
}
"""How many tiles are in the way of each trait."""


@dataclass(frozen=True, slots=True)
class Seat:
    """What a win is worth depends on beside the hand: winds, dealer, and what this ruleset plays for."""

    goal: Goal
    seat_wind: int = EAST
    round_wind: int = EAST
    dealer: bool = False


class Hand:
    """A weighed hand with its melds at a seat."""

    __slots__ = ("view", "seat", "melds", "tally")

    def __init__(self, view: c.View, seat: Seat, melds: tuple[Meld, ...]) -> None:
        self.view, self.seat, self.melds = view, seat, melds
        own = [a + b for a, b in zip(view.counts, counts_of(view.held), strict=True)]
        suits = sum(own[:9]), sum(own[9:18]), sum(own[18:27]), sum(own[27:])
        self.tally = Tally(suits, sum(n >= 2 for n in own), any(m.kind == c.CHOW for m in melds))

    def promise(self, cut: int | None = None) -> float:
        """Times the points of a plain win that the hand may bring by the goal's hints, after a discard if one is
        named."""
        t = self.tally
        if cut is not None:
            t = t.less(cut // 9, self.view.counts[cut] == 2)
        groups = self.seat.goal.sets + 1
        doublings = [h.doublings * FADE ** TRAITS[h.trait](t, groups) for h in self.seat.goal.hints]
        return float(2 ** max(doublings, default=0.0))

    def yields(self, view: c.View) -> float:
        """Of a ready hand: the points of every wait times its live copies; wins with too few fan count nothing."""
        total = 0.0
        for kind in kinds_in(view.useful_mask()):
            live = view.left(kind)
            if live:
                total += live * self.points(view, kind)
        return total

    def points(self, view: c.View, kind: int) -> float:
        """What a win by a discard of this kind pays, 0 with too few fan."""
        at = self.seat
        if at.goal.score is None:
            return 1.0
        counts = view.counts[:]
        counts[kind] += 1
        won = WinHand(
            counts, self.melds, kind, seat_wind=at.seat_wind, round_wind=at.round_wind, dealer=at.dealer
        )
        fan, points = at.goal.score(won)
        return float(points) if fan >= at.goal.least else 0.0

    def merit(self) -> tuple[int, float]:
        """Of a hand between draws: its distance, and live useful tiles times the points they may bring."""
        distance = self.view.distance()
        if distance == 0:
            return 0, self.yields(self.view)
        return distance, self.view.useful() * self.promise()

    def best(self, danger: Sequence[float] | None = None) -> tuple[c.Best, float]:
        """The discard with the most merit among the nearest, less what its danger costs; and its merit."""
        view = self.view
        nearest = c.nearest(view)
        distance = nearest[0].distance
        if distance == 0:
            found = [(self.yields(view.cut(b.kind)), b) for b in nearest]
        else:
            found = [(b.useful * self.promise(b.kind), b) for b in nearest]
        if danger is not None:
            found = [(merit * (1 - danger[b.kind]), b) for merit, b in found]
            most = max(merit for merit, _ in found)
            close = [(merit, b) for merit, b in found if merit >= CLOSE * most]
            if distance > 0 and len(close) > 1:
                close = [(merit / max(b.useful, 1) * c.second_step(view, b), b) for merit, b in close]
            found = close
        merit, _, _, best = max((merit, -c.lonely(view.counts, b.kind), b.kind, b) for merit, b in found)
        return best, merit

    def claim(self, offer: c.Offer) -> Hand:
        """The hand after a claim."""
        meld = Meld(offer.kind, min((*offer.own, offer.tile)))
        return Hand(self.view.meld(offer.own, offer.tile), self.seat, (*self.melds, meld))

    def choose(self, offers: Sequence[c.Offer]) -> int | None:
        """The place of the offer that leads to more than passing does: steps, live tiles and worth together."""
        before, now = self.merit()
        promise = self.promise()
        found = []
        for i, offer in enumerate(offers):
            after = self.claim(offer)
            if offer.kind == c.KONG:
                distance, merit = after.merit()
            else:
                best, merit = after.best()
                distance = best.distance
            nearer = distance < before and STEP * after.promise() >= promise
            if nearer or (distance == before and merit > now):
                found.append((distance, -merit, i))
        return min(found)[2] if found else None


def hand_of(obs: Observation, view: c.View, goal: Goal) -> Hand:
    """The own hand at a table."""
    base = obs.kinds.base
    melds = tuple(Meld(kind, min(base[k] for k in tiles)) for kind, tiles, _ in obs.melds(obs.seat) if tiles)
    wind = EAST + (obs.seat - obs.dealer) % obs.seats
    return Hand(view, Seat(goal, wind, EAST + obs.round % 4, obs.seat == obs.dealer), melds)
