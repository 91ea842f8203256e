"""The tables of the store: every table, column and view with its one sentence, and the SQL made from them."""

from __future__ import annotations

from dataclasses import dataclass

VERSION = 3
"""The schema's number: it rises when tables, columns or what a column means change."""
MARK = "mjlog store"


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name, DuckDB type and what it holds."""

    name: str
    type: str
    doc: str


@dataclass(frozen=True, slots=True)
class TableDoc:
    """One table: its name, what a row is, its columns, and how many of them (from the first) are its key."""

    name: str
    doc: str
    key: int
    columns: tuple[Column, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns in order."""
        return tuple(c.name for c in self.columns)


def _table(name: str, key: int, doc: str, columns: str) -> TableDoc:
    """A table from lines of ``name type: what it holds``."""
    rows = []
    for line in columns.strip().splitlines():
        head, text = line.strip().split(": ", 1)
        column, kind = head.split(" ", 1)
        rows.append(Column(column, kind, text))
    return TableDoc(name, doc, key, tuple(rows))


META = _table(
    "meta", 1, "What this file is: one row a fact about the store itself.",
    """
    key VARCHAR: Name of the fact: mark, schema, mjlog.
    value VARCHAR: Its value as text.
    """,
)  # fmt: skip

FILES = _table(
    "files", 1, "One row a log file that was read, so that an unchanged file is not read again.",
    """
    path VARCHAR: Where the file lies, as an absolute path.
    digest VARCHAR: SHA-256 of the bytes of the file.
    games VARCHAR[]: The ids of the games that it holds and that could be loaded.
    failed INTEGER: How many of its games could not be loaded; see findings.
    """,
)  # fmt: skip

TABLES: tuple[TableDoc, ...] = (
    _table(
        "games", 1, "One row a game: one header with its hands.",
        """
        game VARCHAR: Id of the game, from its header.
        path VARCHAR: The log file that the game was read from.
        digest VARCHAR: SHA-256 of the header without its origin and of all entries: the same content, the same digest.
        ruleset VARCHAR: Full name of the ruleset, overlays first: opt-wild+tuidaohe.
        ruleset_version INTEGER: Version of the ruleset that the game was played by.
        family VARCHAR: The base ruleset's id up to its first hyphen.
        overlays VARCHAR[]: Overlays in the order they were applied in the header.
        options JSON: Options that differ from the defaults, as an object with sorted keys.
        seats TINYINT: Number of seats.
        source VARCHAR: Where the game comes from: simulated, transcribed or imported.
        bots VARCHAR: Who plays, without regard to seats: random, or easy×3 person; a person is called person.
        started TIMESTAMP: When the game began (UTC), if known.
        place VARCHAR: Where it was played, if known.
        format INTEGER: Version of the log format it was written in.
        hands INTEGER: Number of hands begun.
        events INTEGER: Number of events after corrections are folded.
        complete BOOLEAN: Whether the log has the end of the match.
        """,
    ),
    _table(
        "seats", 2, "One row a seat of a game.",
        """
        game VARCHAR: The game.
        seat TINYINT: The seat, fixed for the whole game.
        player VARCHAR: Name of the person or bot, empty if not known.
        bot VARCHAR: What kind of bot plays there; NULL for a person.
        team VARCHAR: The team of the seat where there are teams.
        score BIGINT: Final score from the end of the match.
        place TINYINT: Final place from 1; ties share the better place.
        points DOUBLE: Points after uma and rounding where the log has them.
        """,
    ),
    _table(
        "hands", 2, "One row a hand: one deal to its settlement.",
        """
        game VARCHAR: The game.
        hand INTEGER: Number of the hand in its game, from 1.
        dealer TINYINT: The seat that deals.
        round INTEGER: Number of the round, from 0.
        honba INTEGER: Number of repeats.
        pot BIGINT: Points on the table when the hand began.
        result VARCHAR: How it ended: win, exhausted, a named abortive draw, penalty; NULL if the log stops before.
        wins INTEGER: Number of wins that count.
        turns INTEGER: The most discards any one seat made.
        discards INTEGER: Discards of all seats together.
        first_n INTEGER: Position of the first event of the hand.
        last_n INTEGER: Position of the last event of the hand.
        wall_left INTEGER: Tiles left in the living wall at the end; NULL if no wall was logged.
        flagged INTEGER: Number of events marked as_played or doubtful.
        gaps INTEGER: Number of gaps: something was missed there, counts are lower bounds.
        complete BOOLEAN: Whether the log has the end of the hand.
        """,
    ),
    _table(
        "hand_seats", 3, "One row a seat in a hand: a player-hand.",
        """
        game VARCHAR: The game.
        hand INTEGER: The hand.
        seat TINYINT: The seat.
        before BIGINT: Score when the hand began.
        delta BIGINT: Points won or lost in the hand; NULL if the log does not say.
        after BIGINT: Score when the hand was over; NULL if the log does not say.
        draws INTEGER: Tiles drawn after the deal.
        discards INTEGER: Tiles discarded.
        dark INTEGER: Tiles discarded face down.
        calls INTEGER: Tiles claimed from others (chow, pung, open kong …).
        kong_open INTEGER: Kongs made with a claimed tile.
        kong_closed INTEGER: Concealed kongs.
        kong_added INTEGER: Kongs made by adding a tile to a pung, unless robbed.
        won INTEGER: Number of wins that count.
        fed INTEGER: Number of wins of others that this seat's tile gave.
        ready_turn INTEGER: Turn of the discard that declared ready; NULL if none did.
        ready_at_end BOOLEAN: Whether the seat showed a hand it did not win with; NULL if nobody showed one.
        """,
    ),
    _table(
        "events", 2, "One row an event, corrections folded away; column and data together hold the whole event.",
        """
        game VARCHAR: The game.
        n INTEGER: Position of the event in the game, from 1: the table at n is the table after it.
        seq INTEGER: Number of the entry in the log, counted from the game's header.
        hand INTEGER: The hand; NULL before the first hand and after the match.
        id VARCHAR: Id of the entry, made by its writer.
        clock TIMESTAMP: Wall-clock time of the entry (UTC), if known.
        flag VARCHAR: as_played or doubtful, if the writer marked the entry.
        turn INTEGER: Discards of the acting seat so far in the hand, this event included.
        type VARCHAR: Type of the event: drawn, discarded, claimed …
        seat TINYINT: The seat that acts.
        tile VARCHAR: The tile that moves or is won, ? if unknown.
        kind VARCHAR: Kind of claim, meld or win; name, reason, rule or result of other events.
        source_seat TINYINT: The seat that the tile or win comes from.
        zone VARCHAR: Zone or source: head, tail or a place of the wall, river, row …
        face VARCHAR: up or down, where the event has a face.
        part VARCHAR: Which of several equal tiles: drawn, held …, if known.
        mark VARCHAR: What was declared with a discard: riichi, baoting …
        data JSON: The event's other fields that differ from their defaults.
        """,
    ),
    _table(
        "wins", 3, "One row a declared win.",
        """
        game VARCHAR: The game.
        hand INTEGER: The hand.
        win INTEGER: Number of the win in its hand, from 1.
        n INTEGER: Position of the won event.
        seat TINYINT: The winner.
        how VARCHAR: How it was won: self_draw, discard, robbed_kong …
        feeder TINYINT: The seat whose tile it was; NULL for a self-draw.
        liable TINYINT: The seat that pays for another, if any.
        tile VARCHAR: The winning tile.
        turn INTEGER: Discards that the winner had made.
        hand_discards INTEGER: Discards of all seats before the win.
        replacement VARCHAR: kong or flower if the winner drew the tile as a replacement, else NULL.
        total BIGINT: Fan or han as scored.
        fu INTEGER: Fu as scored, where there are fu.
        limit_name VARCHAR: Limit as scored.
        points BIGINT: Worth of the hand without honba and pot.
        gain BIGINT: Points that the winner received in the settlement of this win.
        counted BOOLEAN: Whether it was settled or its hand ended with a win; false: overruled by an abortive draw.
        """,
    ),
    _table(
        "items", 5, "One row an item (fan, yaku, bonus) of a scored hand.",
        """
        game VARCHAR: The game.
        hand INTEGER: The hand.
        n INTEGER: Position of the scored event.
        seat TINYINT: The seat that is scored.
        item VARCHAR: Id of the item.
        value BIGINT: What it counts.
        win INTEGER: The win it belongs to; NULL if the seat did not win.
        winner BOOLEAN: Whether the seat had won.
        """,
    ),
    _table(
        "transfers", 4, "One row a seat whose points changed in a settlement or penalty.",
        """
        game VARCHAR: The game.
        hand INTEGER: The hand.
        n INTEGER: Position of the event.
        seat TINYINT: The seat; -1 is the pot.
        delta BIGINT: Points received (positive) or paid (negative).
        reason VARCHAR: The settlement's reason or the penalty's rule.
        """,
    ),
    _table(
        "counters", 5, "One row a change of a public counter of a seat.",
        """
        game VARCHAR: The game.
        hand INTEGER: The hand.
        n INTEGER: Position of the event.
        seat TINYINT: The seat.
        name VARCHAR: Name of the counter.
        value BIGINT: By how much it changed.
        """,
    ),
    _table(
        "claims", 3, "One row a claimed tile.",
        """
        game VARCHAR: The game.
        hand INTEGER: The hand.
        n INTEGER: Position of the claim.
        seat TINYINT: The seat that claims.
        kind VARCHAR: chow, pung, kong_open, pair …
        tile VARCHAR: The claimed tile.
        from_seat TINYINT: The seat that gave it; NULL if it came from the wall.
        turn INTEGER: Discards that the claiming seat had made.
        age INTEGER: Discards made after the claimed tile was laid: 0 for the last one; NULL if not from a river.
        """,
    ),
    _table(
        "offers", 5, "One row a choice that a seat had beside discarding, where its hand is known and the event legal.",
        """
        game VARCHAR: The game.
        hand INTEGER: The hand.
        n INTEGER: Position of the event that came next and so answered the offer.
        seat TINYINT: The seat that could choose.
        kind VARCHAR: win, chow, pung, kong_open, kong_closed, kong_added, or the name of a declaration.
        taken BOOLEAN: Whether the event that came next was this seat taking this offer.
        """,
    ),
    _table(
        "corrections", 2, "One row a correction appended to a log.",
        """
        game VARCHAR: The game.
        seq INTEGER: Number of the correcting entry.
        kind VARCHAR: retracted, amended or inserted.
        target VARCHAR: Id of the entry it corrects or follows.
        """,
    ),
    _table(
        "findings", 0, "One row a thing found wrong: a file or game that cannot be read, a check that failed.",
        """
        game VARCHAR: The game, if it is known.
        path VARCHAR: The log file.
        n INTEGER: Position of the event, if it is known.
        severity VARCHAR: error, warning or info.
        kind VARCHAR: parse, table, rules, file …
        clause VARCHAR: The rule clause that speaks, if any.
        message VARCHAR: What was found, with where it was.
        """,
    ),
)  # fmt: skip

BY_NAME: dict[str, TableDoc] = {t.name: t for t in (META, FILES, *TABLES)}


def ddl() -> str:
    """The SQL that makes all tables of an empty store, with their comments.

    >>> "CREATE TABLE games" in ddl() and "COMMENT ON COLUMN games.game" in ddl()
    True
    """
    parts = []
    for t in BY_NAME.values():
        parts.append(create(t))
        parts.append(f"COMMENT ON TABLE {t.name} IS {quoted(t.doc)};")
        parts += [f"COMMENT ON COLUMN {t.name}.{c.name} IS {quoted(c.doc)};" for c in t.columns]
    return "\n".join(parts)


def create(t: TableDoc, schema: str = "") -> str:
    """The CREATE TABLE statement of one table."""
    columns = ", ".join(f"{c.name} {c.type}" for c in t.columns)
    return f"CREATE TABLE {schema}{t.name} ({columns});"


def quoted(text: str) -> str:
    """Text as an SQL literal.

    >>> quoted("it's")
    "'it''s'"
    """
    return "'" + text.replace("'", "''") + "'"
