-- Saved questions over the tables. Groups are always one ruleset, version, number of seats and source.

CREATE VIEW v_player_hands AS
SELECT g.ruleset, g.ruleset_version, g.seats, g.source, g.options, hs.game, hs.hand, hs.seat, s.player, s.bot, s.team,
    h.dealer = hs.seat AS is_dealer, h.round, h.result, hs.* EXCLUDE (game, hand, seat),
    hs.kong_open + hs.kong_closed + hs.kong_added AS kongs, h.wins, h.discards AS hand_discards, h.flagged, h.gaps
FROM hand_seats hs
JOIN hands h ON h.game = hs.game AND h.hand = hs.hand
JOIN games g ON g.game = hs.game
JOIN seats s ON s.game = hs.game AND s.seat = hs.seat
WHERE h.complete;

CREATE VIEW v_win_rate AS
SELECT ruleset, ruleset_version, seats, source, player, count(*) AS player_hands, count_if(won > 0) AS won,
    count_if(won > 0) / count(*) AS win_rate
FROM v_player_hands GROUP BY ALL ORDER BY ALL;

CREATE VIEW v_deal_in AS
SELECT ruleset, ruleset_version, seats, source, player, count(*) AS player_hands, count_if(fed > 0) AS fed,
    count_if(fed > 0) / count(*) AS deal_in_rate
FROM v_player_hands GROUP BY ALL ORDER BY ALL;

CREATE VIEW v_calls AS
WITH played AS (
    SELECT ruleset, ruleset_version, seats, source, count(*) AS player_hands FROM v_player_hands GROUP BY ALL
), called AS (
    SELECT g.ruleset, g.ruleset_version, g.seats, g.source, c.kind, count(*) AS claims,
        count(DISTINCT (c.game, c.hand, c.seat)) AS player_hands_with, avg(c.turn) AS mean_turn
    FROM claims c
    JOIN hands h ON h.game = c.game AND h.hand = c.hand
    JOIN games g ON g.game = c.game
    WHERE h.complete
    GROUP BY ALL
)
SELECT called.*, played.player_hands, claims / player_hands AS claims_per_player_hand,
    player_hands_with / player_hands AS share_of_player_hands
FROM called JOIN played USING (ruleset, ruleset_version, seats, source) ORDER BY ALL;

CREATE VIEW v_items AS
WITH won AS (
    SELECT g.ruleset, g.ruleset_version, g.seats, g.source, count(*) AS wins
    FROM wins w
    JOIN hands h ON h.game = w.game AND h.hand = w.hand
    JOIN games g ON g.game = w.game
    WHERE w.counted AND h.complete
    GROUP BY ALL
), scored AS (
    SELECT g.ruleset, g.ruleset_version, g.seats, g.source, i.item, count(*) AS wins_with, avg(i.value) AS mean_value
    FROM items i
    JOIN wins w ON w.game = i.game AND w.hand = i.hand AND w.win = i.win
    JOIN hands h ON h.game = i.game AND h.hand = i.hand
    JOIN games g ON g.game = i.game
    WHERE w.counted AND h.complete
    GROUP BY ALL
)
SELECT scored.*, won.wins, wins_with / wins AS share_of_wins
FROM scored JOIN won USING (ruleset, ruleset_version, seats, source) ORDER BY ALL;

CREATE VIEW v_turns_to_win AS
SELECT g.ruleset, g.ruleset_version, g.seats, g.source, w.turn, count(*) AS wins
FROM wins w
JOIN hands h ON h.game = w.game AND h.hand = w.hand
JOIN games g ON g.game = w.game
WHERE w.counted AND h.complete
GROUP BY ALL ORDER BY ALL;

CREATE VIEW v_results AS
SELECT ruleset, ruleset_version, seats, source, result, hands,
    hands / sum(hands) OVER (PARTITION BY ruleset, ruleset_version, seats, source) AS share
FROM (
    SELECT g.ruleset, g.ruleset_version, g.seats, g.source, h.result, count(*) AS hands
    FROM hands h JOIN games g ON g.game = h.game
    WHERE h.complete
    GROUP BY ALL
) ORDER BY ALL;

CREATE VIEW v_win_types AS
SELECT ruleset, ruleset_version, seats, source, how, wins,
    wins / sum(wins) OVER (PARTITION BY ruleset, ruleset_version, seats, source) AS share
FROM (
    SELECT g.ruleset, g.ruleset_version, g.seats, g.source, w.how, count(*) AS wins
    FROM wins w
    JOIN hands h ON h.game = w.game AND h.hand = w.hand
    JOIN games g ON g.game = w.game
    WHERE w.counted AND h.complete
    GROUP BY ALL
) ORDER BY ALL;

CREATE VIEW v_scores AS
SELECT g.ruleset, g.ruleset_version, g.seats, g.source, s.game, s.seat, s.player, s.bot, s.team, s.score, s.place, s.points
FROM seats s JOIN games g ON g.game = s.game
WHERE g.complete ORDER BY s.game, s.seat;

CREATE VIEW v_rivers AS
SELECT game, hand, seat, list(tile ORDER BY n) AS tiles, list(part ORDER BY n) AS parts
FROM events
WHERE type = 'discarded' GROUP BY game, hand, seat ORDER BY game, hand, seat;

CREATE VIEW v_findings AS
SELECT severity, kind, clause, count(*) AS findings, count(DISTINCT game) AS games, min(message) AS example
FROM findings GROUP BY ALL ORDER BY ALL;
