"""The views of the store: what each one and each of its columns means, and the SQL that makes a whole store."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from mjlog.store.schema import BY_NAME, ddl, quoted

if TYPE_CHECKING:
    import duckdb

VIEWS: dict[str, str] = {
    "v_kinds": "The kinds of games in the store: ruleset, version, options, seats, source and who plays, with counts.",
    "v_hands": "One row a complete hand, with the kind of its game.",
    "v_player_hands": "One row a seat in a complete hand, with player, bot and kind of game: the base of most questions.",
    "v_wins": "One row a win that counts in a complete hand, with player, bot and kind of game.",
    "v_win_rate": "Share of player-hands with a win, by kind of game and player.",
    "v_deal_in": "Share of player-hands that fed a win, by kind of game and player.",
    "v_calls": "How often tiles are claimed, by kind of game and kind of claim.",
    "v_offers": "How often seats could win, claim, kong or declare and how often they did, by kind of game and choice.",
    "v_dark": "How often tiles are discarded face down, by kind of game where that happens.",
    "v_items": "How often each item is scored by winners and what it is worth, by kind of game.",
    "v_turns_to_win": "Number of wins by the winner's discards before the win, by kind of game.",
    "v_results": "How hands end, by kind of game.",
    "v_win_types": "How hands are won, by kind of game.",
    "v_scores": "Final score, place and points of every seat of every complete game.",
    "v_rivers": "The discards of every hand in order, one row a seat and hand.",
    "v_findings": "Findings counted by severity, kind and clause, with one message each.",
}

_GAMES = {c.name: c.doc for c in BY_NAME["games"].columns}
KIND = {name: _GAMES[name] for name in ("ruleset", "ruleset_version", "options", "seats", "source", "bots")}
"""The columns that make up the kind of a game."""

BASES: dict[str, tuple[str, ...]] = {
    "v_kinds": ("games",), "v_hands": ("hands",), "v_player_hands": ("hand_seats", "seats", "hands"),
    "v_wins": ("wins", "seats"), "v_win_rate": ("seats",), "v_deal_in": ("seats",), "v_calls": ("claims",),
    "v_offers": ("offers",),
    "v_items": ("items",), "v_turns_to_win": ("wins",), "v_results": ("hands",), "v_win_types": ("wins",),
    "v_scores": ("seats",), "v_rivers": ("events",), "v_findings": ("findings",),
}  # fmt: skip
"""The tables whose columns a view passes on under their name."""

COLUMNS: dict[str, str] = {
    "is_dealer": "Whether the seat was the dealer of the hand.",
    "kongs": "Kongs of all kinds that the seat made.",
    "hand_discards": "Discards of all seats in the hand.",
    "player_hands": "Number of seats in complete hands.",
    "won_hands": "Player-hands with a win.",
    "win_rate": "Share of player-hands with a win.",
    "fed_hands": "Player-hands that fed a win.",
    "deal_in_rate": "Share of player-hands that fed a win.",
    "claims": "Number of claims of this kind.",
    "player_hands_with": "Player-hands in which it happened at least once.",
    "mean_turn": "Discards that the claiming seat had made, on average.",
    "claims_per_player_hand": "Claims of this kind for every player-hand.",
    "share_of_player_hands": "Share of player-hands in which it happened at least once.",
    "offer_count": "Number of times a seat had this choice.",
    "taken_count": "Number of times it was what happened next.",
    "share_taken": "Share of the offers that were taken.",
    "dark_discards": "Tiles discarded face down.",
    "all_discards": "All discards.",
    "share_of_discards": "Share of all discards that were made face down.",
    "all_wins": "Number of wins of this kind of game.",
    "wins_with": "Wins that scored the item.",
    "share_of_wins": "Share of wins that scored the item.",
    "mean_value": "What the item counted, on average over the wins that scored it.",
    "win_count": "Number of wins.",
    "hand_count": "Number of complete hands.",
    "share": "Share among all of this kind of game.",
    "games": "Number of games.",
    "complete_games": "Games whose log has the end of the match.",
    "tiles": "The discarded tiles in order.",
    "parts": "For each tile which of several equal ones it was: drawn, held …, NULL if not known.",
    "finding_count": "Number of findings.",
    "game_count": "Number of games they were found in.",
    "example": "One of the messages.",
}
"""Columns that a view makes itself."""

_OWN = {("v_kinds", "hands"): "Number of hands begun.", ("v_kinds", "events"): "Number of events."}


def meaning(view: str, column: str) -> str:
    """What a column of a view holds; raises KeyError for one that has no description.

    >>> meaning("v_calls", "kind")
    'chow, pung, kong_open, pair …'
    """
    if (view, column) in _OWN:
        return _OWN[view, column]
    if column in KIND and view not in ("v_findings", "v_rivers"):
        return KIND[column]
    for base in BASES.get(view, ()):
        for c in BY_NAME[base].columns:
            if c.name == column:
                return c.doc
    return COLUMNS[column]


def create_all(con: duckdb.DuckDBPyConnection) -> None:
    """Make all tables and views in an empty database, each with its description as a comment."""
    con.begin()
    con.execute(ddl())
    con.execute(files(__package__).joinpath("views.sql").read_text(encoding="utf-8"))
    columns = con.execute(
        "SELECT table_name, column_name FROM duckdb_columns() "
        "WHERE table_name IN (SELECT view_name FROM duckdb_views() WHERE NOT internal) ORDER BY ALL"
    ).fetchall()
    comments = [f"COMMENT ON VIEW {name} IS {quoted(doc)};" for name, doc in VIEWS.items()]
    comments += [f"COMMENT ON COLUMN {v}.{c} IS {quoted(meaning(v, c))};" for v, c in columns]
    con.execute("\n".join(comments))
    con.commit()


def reference() -> str:
    """The tables and views as Markdown, for the documentation."""
    out = []
    for t in BY_NAME.values():
        out += [f"### {t.name}", "", t.doc, "", "| column | type | what it holds |", "|---|---|---|"]
        out += [f"| `{c.name}` | {c.type} | {c.doc} |" for c in t.columns]
        out.append("")
    out += ["### Views", "", "| view | what it answers |", "|---|---|"]
    out += [f"| `{name}` | {doc} |" for name, doc in VIEWS.items()]
    return "\n".join(out) + "\n"
