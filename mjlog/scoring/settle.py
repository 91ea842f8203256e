"""Settlement rules: who pays whom when a hand of a given value is won; every rule sums to nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from mjlog.errors import IllegalEvent, OptionError

Amount = int | Fraction


@dataclass(frozen=True, slots=True)
class SettleContext:
    """The table at a win: number of seats, the seats still in the hand (empty: all), the dealer."""

    seats: int = 4
    active: tuple[int, ...] = ()
    dealer: int = 0

    @property
    def players(self) -> tuple[int, ...]:
        """The seats still in the hand."""
        return self.active or tuple(range(self.seats))


Settlement = Callable[[Amount, int, int | None, SettleContext], list[Amount]]


def _collect(winner: int, owed: dict[int, Amount], context: SettleContext) -> list[Amount]:
    """What every seat gains when each payer pays the winner what he owes."""
    deltas: list[Amount] = [0] * context.seats
    for seat, amount in owed.items():
        deltas[seat] -= amount
        deltas[winner] += amount
    return deltas


def _payers(winner: int, payer: int | None, context: SettleContext) -> list[int]:
    """The seat that pays alone, or the others still in; IllegalEvent if it cannot be."""
    players = context.players
    if not 0 <= winner < context.seats or any(not 0 <= seat < context.seats for seat in players):
        raise IllegalEvent(f"seat {winner} or one of {list(players)} is not among {context.seats} seats")
    if payer is None:
        return [seat for seat in players if seat != winner]
    if payer == winner or payer not in players:
        raise IllegalEvent(f"seat {payer} cannot pay seat {winner}", clause="settle.base.1")
    return [payer]


def zimofansan(value: Amount, winner: int, payer: int | None, context: SettleContext) -> list[Amount]:
    """自摸番三: the discarder pays the value, at a self-draw every other seat does (settle.zimofansan.1).

    >>> zimofansan(8, 1, None, SettleContext(active=(1, 2, 3)))
    [0, 16, -8, -8]
    """
    return _collect(winner, dict.fromkeys(_payers(winner, payer, context), value), context)


def share3(value: Amount, winner: int, payer: int | None, context: SettleContext) -> list[Amount]:
    """The discarder pays the value, at a self-draw every other seat a third, rounded up (siren.pay.2–3).

    >>> share3(80, 1, None, SettleContext())
    [-27, 81, -27, -27]
    """
    each = value if payer is not None else -(-value // 3)
    return _collect(winner, dict.fromkeys(_payers(winner, payer, context), each), context)


SETTLEMENTS: dict[str, Settlement] = {"zimofansan": zimofansan, "share3": share3}
"""Settlement rules by id."""

ANNOUNCED = ("quanfenfu", "yaoer-even", "quanchong", "yaoer", "guobiao", "chongshang", "shuhewei")
"""Settlement rules that have a name but cannot be played yet."""

MODIFIERS = ("zhuang-yaoer", "lianzhuang")
"""Modifiers of settlement rules that have a name but cannot be played yet."""


def settlement(name: str) -> Settlement:
    """The settlement rule of that id; OptionError if it is unknown or cannot be played yet.

    >>> settlement("zimofansan")(1, 0, 2, SettleContext())
    [1, 0, -1, 0]
    """
    rule = SETTLEMENTS.get(name)
    if rule is None:
        known = name in ANNOUNCED or name in MODIFIERS
        message = "this settlement rule cannot be played yet" if known else "no such settlement rule"
        raise OptionError(message, read=f"settlement {name}", possible=sorted(SETTLEMENTS))
    return rule
