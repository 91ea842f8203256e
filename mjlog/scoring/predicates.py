"""The predicates behind the fans: what a hand in one reading is, without names or values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from mjlog.scoring.digits import ORPHANS
from mjlog.scoring.fans import CHOW, DISCARD, EAST, PAIR, PUNG, ROBBED_KONG, SELF_DRAW, ReadHand, Test, View

WINDS, DRAGONS = range(27, 31), range(31, 34)
NINE_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)
ViewTest = Callable[[View], bool]


def whole(test: ViewTest) -> Test:
    """The predicate on the whole hand."""
    return lambda hand: test(hand.view)


def mixed(test: ViewTest) -> Test:
    """混～: the predicate fails with the honours and holds without them (fan.hun.1)."""

    def holds(hand: ReadHand) -> bool:
        return (
            3 in hand.view.suits and bool(hand.numbers.groups) and not test(hand.view) and test(hand.numbers)
        )

    return holds


def standard(test: Test) -> Test:
    """The predicate on sets and a pair only, not on special shapes."""
    return lambda hand: hand.standard and test(hand)


def flagged(flag: str, by: str) -> Test:
    """The chance of that name at a win of that kind."""
    return lambda hand: flag in hand.win.flags and hand.win.by == by


def special(name: str) -> Test:
    """The special shape of that id."""
    return lambda hand: hand.reading.special == name


kong_replacement = flagged("kong_replacement", SELF_DRAW)
last_discard = flagged("last_discard", DISCARD)
last_tile = flagged("last_tile", SELF_DRAW)
first_draw = flagged("first_draw", SELF_DRAW)
first_discard = flagged("first_discard", DISCARD)


def robbed_kong(hand: ReadHand) -> bool:
    """Won on the tile that another adds to a pung."""
    return hand.win.by == ROBBED_KONG


def concealed_self_draw(hand: ReadHand) -> bool:
    """Won by self-draw, no meld but concealed kongs."""
    return hand.win.by == SELF_DRAW and hand.win.concealed


def one_suit(view: View) -> bool:
    """One number suit, no honours."""
    return len(view.suits) == 1 and 3 not in view.suits


def two_suits(view: View) -> bool:
    """Exactly two number suits, no honours."""
    return len(view.suits) == 2 and 3 not in view.suits


def honours_only(view: View) -> bool:
    """Only honours."""
    return view.suits == {3}


def five_classes(view: View) -> bool:
    """Each number suit, winds and dragons."""
    return len({kind // 9 + (kind >= DRAGONS.start) for kind in view.kinds}) == 5


def no_ends(view: View) -> bool:
    """No 1, 9 or honour."""
    return not set(view.kinds) & set(ORPHANS)


def _ranks(kind: str, first: int) -> range:
    return range(first % 9, first % 9 + (3 if kind == CHOW else 1))


def ends_in_every_group(view: View) -> bool:
    """Every group has a 1 or 9, no honours."""
    return bool(view.groups) and all(
        first < EAST and (0 in _ranks(kind, first) or 8 in _ranks(kind, first)) for kind, first in view.groups
    )


def ends_only(view: View) -> bool:
    """Groups of 1 and 9 alone, no honours."""
    return bool(view.groups) and all(kind < EAST and kind % 9 in (0, 8) for kind in view.kinds)


def gathered(width: int) -> ViewTest:
    """Only numbers, within `width` consecutive ranks."""

    def holds(view: View) -> bool:
        if 3 in view.suits or not view.kinds:
            return False
        ranks = [kind % 9 for kind in view.kinds]
        return max(ranks) - min(ranks) < width

    return holds


def one_rank_in_every_group(view: View) -> bool:
    """One rank occurs in every group, no honours."""
    if not view.groups or 3 in view.suits:
        return False
    return any(all(rank in _ranks(kind, first) for kind, first in view.groups) for rank in range(9))


def mirrored(view: View) -> bool:
    """All sets are numbers, half of them in one suit, half the same in another."""
    if len({first // 9 for _, first in view.sets}) != 2:
        return False
    by_suit: dict[int, Counter[tuple[str, int]]] = {}
    for kind, first in view.sets:
        by_suit.setdefault(first // 9, Counter())[kind, first % 9] += 1
    halves = list(by_suit.values())
    return 3 not in by_suit and halves[0] == halves[1]


def all_chows(view: View) -> bool:
    """Every set is a chow."""
    return bool(view.sets) and all(kind == CHOW for kind, _ in view.sets)


def all_pungs(view: View) -> bool:
    """Every set is a pung or kong."""
    return bool(view.sets) and all(kind == PUNG for kind, _ in view.sets)


def equal_chows(size: int, times: int = 1) -> ViewTest:
    """That many disjoint groups of `size` equal chows."""

    def holds(view: View) -> bool:
        starts = view.starts(CHOW)
        if len(starts) == len(set(starts)):
            return False
        return sum(copies // size for copies in Counter(starts).values()) >= times

    return holds


def same_rank(kind: str, number: int) -> ViewTest:
    """Chows or pungs of one rank in that many number suits."""

    def holds(view: View) -> bool:
        starts = view.starts(kind)
        if len(starts) < number:
            return False
        places = {(first % 9, first // 9) for first in starts if first < EAST}
        return max(Counter(rank for rank, _ in places).values(), default=0) >= number

    return holds


def chain(length: int, step: int) -> ViewTest:
    """That many chows of one suit, each `step` ranks after the one before."""

    def holds(view: View) -> bool:
        starts = set(view.starts(CHOW))
        return len(starts) >= length and any(
            all(first + step * i in starts and (first + step * i) // 9 == first // 9 for i in range(length))
            for first in starts
        )

    return holds


def chain_of_three_suits(step: int) -> ViewTest:
    """Three chows, one of each suit, each `step` ranks after another."""

    def holds(view: View) -> bool:
        starts = set(view.starts(CHOW))
        if len(starts) < 3 or not {0, 1, 2} <= view.suits:
            return False
        orders = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
        return any(
            all(9 * suit + rank + step * i in starts for i, suit in enumerate(order))
            for rank in range(7 - 2 * step)
            for order in orders
        )

    return holds


pure_straight = chain(3, 3)
mixed_straight = chain_of_three_suits(3)


def nine_gates(hand: ReadHand) -> bool:
    """One suit, no melds, 1112345678999 before the winning tile."""
    win = hand.win
    if win.melds or not 0 <= win.win_tile < EAST:
        return False
    first = win.win_tile // 9 * 9
    before = [win.counts[kind] - (kind == win.win_tile) for kind in range(first, first + 9)]
    return tuple(before) == NINE_GATES and sum(win.counts) == 14


def all_occur(kinds: range) -> Test:
    """Every one of the kinds occurs in the hand."""
    return lambda hand: all(hand.counts[kind] for kind in kinds)


def sets_of(kinds: range, sets: int, pair: bool) -> Test:
    """Exactly that many sets of the kinds, and perhaps the pair."""

    def holds(hand: ReadHand) -> bool:
        found = sum(first in kinds for first in hand.view.starts(PUNG))
        return hand.standard and found == sets and pair == any(k in kinds for k in hand.view.starts(PAIR))

    return holds


def value_sets(double_wind: int) -> Test:
    """Pungs and kongs of dragons, seat and round wind; one of both winds counts `double_wind` times."""

    def count(hand: ReadHand) -> int:
        seat, round_ = hand.win.seat_wind, hand.win.round_wind
        total = 0
        for first in hand.view.starts(PUNG):
            if first == seat == round_:
                total += double_wind
            elif first in DRAGONS or first in (seat, round_):
                total += 1
        return total

    return count


def four_concealed_pungs(hand: ReadHand) -> bool:
    """Four pungs or kongs not completed by another."""
    return hand.concealed_pungs >= 4


def three_concealed_pungs(hand: ReadHand) -> bool:
    """Exactly three pungs or kongs not completed by another."""
    return hand.concealed_pungs == 3


def four_kongs(hand: ReadHand) -> bool:
    """Four kongs."""
    return hand.kongs >= 4


def three_kongs(hand: ReadHand) -> bool:
    """Exactly three kongs."""
    return hand.kongs == 3
