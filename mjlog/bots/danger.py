"""How dangerous a discard is: whether somebody may be waiting for it, by what this seat has not seen."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.observe import Observation

WORST = 60
"""Ways to wait for a tile of which nothing has been seen: 6 for a pair, 9 to 48 for two tiles of a run."""

LOSS = 0.4
"""The chance that the most dangerous tile meets a hand that is ready for certain, with what it then costs."""


def ways(left: Sequence[int], kind: int) -> int:
    """In how many ways two unseen tiles may wait for a kind, as a pair or as part of a run.

    >>> ways([4] * 34, 27), ways([4] * 34, 4), ways([0] * 34, 4)
    (6, 54, 0)
    """
    found = left[kind] * (left[kind] - 1) // 2
    if kind < 27:
        rank = kind % 9
        for a, b in ((-2, -1), (-1, 1), (1, 2)):
            if rank + a >= 0 and rank + b <= 8:
                found += left[kind + a] * left[kind + b]
    return found


def readiness(obs: Observation, seat: int) -> float:
    """A guess at the chance that a seat is ready, by its discards and open melds.

    Every fourth discard and every meld bring a hand about a step nearer.
    """
    steps = len(obs.laid(seat)) / 4 + 0.8 * len(obs.melds(seat))
    return min(max((steps - 1.5) / 4, 0.0), 0.9)


def dangers(obs: Observation, left: Sequence[int]) -> list[float]:
    """By kind, a guess at the chance that discarding it loses the hand.

    What the seat before just discarded is safe: the others let it pass and have drawn nothing since.
    """
    others = [q for q in range(obs.seats) if q != obs.seat and q not in obs.out()]
    threat = sum(readiness(obs, q) for q in others)
    found = [LOSS * threat * ways(left, k) / WORST for k in range(34)]
    before = obs.laid((obs.seat - 1) % obs.seats)
    if before and before[-1] >= 0:
        found[obs.kinds.base[before[-1]]] = 0.0
    return [min(x, 0.9) for x in found]
