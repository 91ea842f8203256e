"""What a seat could have done at each step and whether it did: wins, claims, kongs, declarations – not mere discards."""

from __future__ import annotations

from mjlog import events as ev
from mjlog.rules import FORCED, Event, State, stages

Offer = tuple[int, str, bool]
"""Seat, kind of what it was offered, and whether the event that followed took it."""


def kind_of(e: Event) -> str | None:
    """The kind of a choice: ``win``, the kind of a claim, meld or taking, a declaration; None for a mere discard.

    >>> kind_of(ev.Claimed(1, "pung", "5m", ["5m", "5m"], 0)), kind_of(ev.Discarded(0, "5m"))
    ('pung', None)
    """
    match e:
        case ev.Won():
            return "win"
        case ev.Discarded():
            return e.mark or None
        case ev.Claimed() | ev.Melded() | ev.Extended() | ev.Taken():
            return e.kind
        case ev.Declared():
            return e.name
        case ev.Exchanged():
            return "exchange"
    return None


def offers(s: State, e: Event) -> list[Offer]:
    """What was offered to seats whose hand is known, before the event `e` that came next; each kind once a seat.

    >>> from mjlog import rulesets
    >>> rules = rulesets.get("siren"); offers(rules.start(), rules.legal(rules.start())[0])
    []
    """
    windows = s.rules.windows(s)
    if not windows or windows[0].stage == FORCED:
        return []
    blank = s.table.blank
    found: dict[tuple[int, str], None] = {}
    for stage in stages(windows):
        if stage[0].stage == FORCED or (stage[0].idle is not None and stage[0].idle(s)):
            continue
        for window in stage:
            if window.role == "cut":
                continue
            for option in window.options(s):
                kind = kind_of(option)
                seat = getattr(option, "seat", None)
                if kind is not None and seat is not None and not blank[seat]:
                    found[seat, kind] = None
    if not found:
        return []
    done = getattr(e, "seat", None), kind_of(e)
    return [(seat, kind, (seat, kind) == done) for seat, kind in found]
