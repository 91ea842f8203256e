"""Tenhou XML (``mjloggm``), a whole file: its head, its hands, the chain of scores, the end of the game."""

from __future__ import annotations

import hashlib
import math
import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from itertools import islice, pairwise
from urllib.parse import unquote

from mjlog import events as ev
from mjlog.formats.assemble import assemble, table_doubts
from mjlog.formats.base import ImportResult
from mjlog.formats.tenhou_hand import UNREADABLE, Hand, Reader, reason_of
from mjlog.formats.tenhou_tags import THREE, GameType, attributes, scan, tag_of, without_comments
from mjlog.log.models import Game, Header, Seat

MAX_TEXT = 16 << 20
"""Characters of a file; a long real game has 100,000."""
MAX_GAMES = 1_000
MAX_HANDS = 200
MAX_HEAD = 1 << 16
MAX_TAGS = 2_000
"""Elements of a hand; a long real hand has 250."""

ROOT = "mjloggm"
HEAD = ("SHUFFLE", "GO", "UN", "TAIKYOKU", "BYE")
LEFT_OUT = "left out"
_ROOT = re.compile(r"<mjloggm\b")
_START = re.compile(r"<INIT\b")
_SIGN = re.compile(r"<(?:mjloggm|SHUFFLE|TAIKYOKU|INIT)\b")
_LOG_NAME = re.compile(r"(\d{4})(\d\d)(\d\d)(\d\d)gm-[0-9a-f]{4}-\d{4,5}-[0-9a-f]{8}")
_TOKYO = timezone(timedelta(hours=9))


@dataclass(slots=True)
class Head:
    """What stands before the first hand."""

    rules: GameType
    names: list[str]
    origin: dict[str, object]
    log: str
    unknown: Counter[str]
    notes: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Read:
    """A game as read: head, hands, the end as the source writes it, remarks."""

    head: Head
    hands: list[Hand]
    unknown: Counter[str]
    notes: list[str]
    end: ev.MatchEnded | None = None


class TenhouXml:
    """Importer of Tenhou XML logs of three and four players."""

    name = "tenhou-xml"
    label = "Tenhou XML"

    def sniff(self, head: str) -> bool:
        """Does the text begin like a Tenhou log (comments and a declaration may stand before)?"""
        text = without_comments(head).lstrip()
        return text[:1] not in ("{", "[") and _SIGN.search(text) is not None

    def read(self, text: str, file: str) -> ImportResult:
        """Every game of the text; hands that cannot be read are left out with a note."""
        if len(text) > MAX_TEXT:
            return ImportResult(refused=f"{len(text) >> 20} MiB of text, no Tenhou log is so long")
        text = without_comments(text)
        if "<INIT" not in text:
            return ImportResult(refused="no hand could be read: no INIT element")
        result = ImportResult()
        starts = [m.start() for m in islice(_ROOT.finditer(text), 1, MAX_GAMES + 1)]
        if len(starts) == MAX_GAMES:
            result.notes.append(f"more than {MAX_GAMES} games; the rest is left out")
        stops = starts if len(starts) == MAX_GAMES else [*starts, len(text)]
        parts = [text[start:stop] for start, stop in pairwise([0, *stops])]
        for number, part in enumerate(parts, 1):
            read = read_game(part)
            where = f"game {number}: " if len(parts) > 1 else ""
            result.notes += [where + note for note in read.notes]
            if read.hands:
                game, notes = build(part, file, read)
                result.games.append(game)
                result.notes += [where + note for note in notes]
        if not result.games:
            lost = next((note for note in result.notes if note.endswith(LEFT_OUT)), result.notes[-1])
            return ImportResult(refused=f"no hand could be read: {lost}")
        return result


def read_head(chunks: list[str], first_hand: str) -> Head:
    """``SHUFFLE``, ``GO``, ``UN``, ``TAIKYOKU``; everything is kept, what is missing is guessed with a note."""
    notes: list[str] = []
    found: dict[str, dict[str, str]] = {}
    kept: list[str] = []
    unknown: Counter[str] = Counter()
    for tag in map(tag_of, chunks):
        if tag.torn:
            notes.append(f"cannot read {tag.text[:80]}")
        elif tag.name and tag.name != ROOT:
            found.setdefault(tag.name, attributes(tag.text))
            if tag.name not in HEAD:
                unknown[tag.name] += 1
            if tag.name != "SHUFFLE":
                kept.append(tag.text)
    go, un, shuffle = found.get("GO", {}), found.get("UN", {}), found.get("SHUFFLE", {})
    bits = go.get("type", "")
    three = attributes(first_hand).get("hai3", "") == "" if first_hand else False
    if bits.isdecimal() and len(bits) < 10:
        kind = int(bits)
        if three != bool(kind & THREE):
            kind ^= THREE
            notes.append(f"the game type {bits} does not fit the hands dealt; taken for {kind}")
    else:
        kind = 0x09 | (THREE if three else 0)
        notes.append(f"the game type is missing; taken for {kind}")
    rules = GameType.of(kind)
    names = [unquote(un.get(f"n{q}", ""), errors="replace") for q in range(rules.players)]
    origin: dict[str, object] = {"type": int(bits) if bits.isdecimal() and len(bits) < 10 else None}
    for key in ("lobby", "title", "rule", "ranking", "csrule"):
        if key in go:
            origin[key] = go[key]
    for key in ("dan", "rate", "sx"):
        if key in un:
            origin[key] = un[key].split(",")[: rules.players]
    if shuffle:
        origin["shuffle"] = shuffle
    origin["head"] = kept
    return Head(rules, names, origin, found.get("TAIKYOKU", {}).get("log", ""), unknown, notes)


def read_game(text: str) -> Read:
    """The hands of one game and the checks between them."""
    starts = [m.start() for m in islice(_START.finditer(text), MAX_HANDS + 1)]
    parts = [text[start:stop] for start, stop in pairwise([*starts, len(text)])]
    before = scan(text[: starts[0]] if starts else text[:MAX_HEAD])
    head = read_head(before[:MAX_TAGS], tag_of(scan(parts[0])[0]).text if parts else "")
    notes = head.notes[:]
    read = Read(head, [], head.unknown.copy(), notes)
    if f"<{ROOT}" not in text[:4096]:
        notes.append("the root element is missing")
    if len(parts) > MAX_HANDS:
        notes.append(f"more than {MAX_HANDS} hands; the rest is {LEFT_OUT}")
    spread = "\n" in text
    missing = ""
    for number, part in enumerate(parts[:MAX_HANDS], 1):
        chunks = [chunk.rstrip() for chunk in scan(part)] if spread else scan(part)
        if len(chunks) > MAX_TAGS:
            missing = f"hand {number}: {len(chunks)} elements, a hand has at most {MAX_TAGS}; {LEFT_OUT}"
            notes.append(missing)
            continue
        reader = Reader(head.rules.players, head.rules.reds, number, read.unknown)
        try:
            hand = reader.read(chunks)
        except UNREADABLE as e:
            missing = f"hand {number}: the start of the hand cannot be read ({reason_of(e)}), {LEFT_OUT}"
            notes.append(missing)
            continue
        chain(read.hands, hand, missing)
        read.hands.append(hand)
        missing = ""
    if read.hands:
        finish(read, next((hand.owari for hand in reversed(read.hands) if hand.owari), ""))
    if f"</{ROOT}>" not in text[-4096:]:
        notes.append("the source ends before its last element is closed")
    if read.unknown:
        notes.append("unknown elements: " + ", ".join(f"{k} ×{v}" for k, v in sorted(read.unknown.items())))
    return read


def chain(hands: list[Hand], hand: Hand, missing: str) -> None:
    """Scores and sticks at the start of a hand are those at the end of the hand before, and none gets lost."""
    if not hands:
        return
    before, first = hands[-1], hands[0]
    if (before.score, before.pot) != (hand.first, hand.first_pot):
        text = (
            f"starts with {hand.first} and {hand.first_pot} on the table, "
            f"the hand before ended with {before.score} and {before.pot}"
        )
        if missing or not before.result:
            text = f"starts with {hand.first}; the hand before is not complete"
        hand.doubt(text, 0)
    total, expected = sum(hand.first) + hand.first_pot, sum(first.first) + first.first_pot
    if total != expected:
        hand.notes.append(f"{total} points are in play, {expected} were at the start of the game")


def finish(read: Read, owari: str) -> None:
    """``owari``: final scores and points; a game without it is incomplete."""
    n, last = read.head.rules.players, read.hands[-1]
    cells = owari.split(",") if owari else []
    try:
        scores = [100 * int(x) for x in cells[: 2 * n : 2]]
        points = [float(x) for x in cells[1 : 2 * n : 2]]
    except ValueError:
        scores, points = [], []
    if len(scores) != n or len(points) != n or not all(map(math.isfinite, points)):
        read.notes.append("the source does not write the end of the game: incomplete")
        return
    order = sorted(range(n), key=lambda q: (-scores[q], q))
    expected = last.score[:]
    if last.result:
        expected[max(range(n), key=lambda q: (expected[q], -q))] += last.pot
        if expected != scores:
            read.notes.append(f"final scores {scores}, counted {expected}")
    read.end = ev.MatchEnded(scores, [order.index(q) + 1 for q in range(n)], points)


def build(text: str, file: str, read: Read) -> tuple[Game, list[str]]:
    """The log of a game; a hand in doubt is replayed on a bare table, what the tiles refuse is marked."""
    head = read.head
    origin: dict[str, object] = {"format": TenhouXml.name, "file": file, **head.origin}
    if read.unknown:
        origin["unknown"] = dict(sorted(read.unknown.items()))
    if read.end is None:
        origin["incomplete"] = True
    digest = hashlib.sha256("".join(text.split()).encode("utf-8", "replace")).hexdigest()
    name = _LOG_NAME.search(head.log) or _LOG_NAME.search(file)
    started = None
    if name:
        origin["log"] = name[0]
        started = _when(name)
    header = Header(
        game=f"tenhou-{digest[:16]}",
        ruleset="riichi",
        options=head.rules.options(),
        seats=[Seat(name=x) for x in head.names],
        source="imported",
        started=started,
        origin=origin,
    )
    notes: list[str] = []
    for hand in read.hands:
        if not hand.fits:
            hand.notes += table_doubts(header, hand)
        notes += [f"hand {hand.number}: {note}" for note in hand.notes]
    return assemble(header, read.hands, read.end), notes


def _when(name: re.Match[str]) -> datetime | None:
    """The hour in a log's name, Japanese time."""
    year, month, day, hour = (int(name[k]) for k in range(1, 5))
    try:
        return datetime(year, month, day, hour, tzinfo=_TOKYO)
    except ValueError:
        return None
