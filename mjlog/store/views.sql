-- Saved questions over the tables. A group is always one kind of game: games of different kinds are never pooled.

CREATE VIEW v_kinds AS
SELECT ruleset, ruleset_version, options, seats, source, bots, count(*) AS games, sum(hands) AS hands,
    sum(events) AS events, count_if(complete) AS complete_games
FROM games GROUP BY ALL ORDER BY ALL;

CREATE VIEW v_hands AS
SELECT g.ruleset, g.ruleset_version, g.options, g.seats, g.source, g.bots, h.*
FROM hands h JOIN games g ON g.game = h.game
WHERE h.complete;

CREATE VIEW v_player_hands AS
SELECT h.ruleset, h.ruleset_version, h.options, h.seats, h.source, h.bots, hs.game, hs.hand, hs.seat,
    s.player, s.bot, s.team, h.dealer = hs.seat AS is_dealer, h.round, h.result,
    hs.* EXCLUDE (game, hand, seat), hs.kong_open + hs.kong_closed + hs.kong_added AS kongs,
    h.wins, h.discards AS hand_discards, h.flagged, h.gaps
FROM hand_seats hs
JOIN v_hands h ON h.game = hs.game AND h.hand = hs.hand
JOIN seats s ON s.game = hs.game AND s.seat = hs.seat;

CREATE VIEW v_wins AS
SELECT h.ruleset, h.ruleset_version, h.options, h.seats, h.source, h.bots, h.dealer = w.seat AS is_dealer,
    s.player, s.bot, w.* EXCLUDE (counted)
FROM wins w
JOIN v_hands h ON h.game = w.game AND h.hand = w.hand
JOIN seats s ON s.game = w.game AND s.seat = w.seat
WHERE w.counted;

CREATE VIEW v_win_rate AS
SELECT ruleset, ruleset_version, options, seats, source, bots, player, count(*) AS player_hands,
    count_if(won > 0) AS won_hands, count_if(won > 0) / count(*) AS win_rate
FROM v_player_hands GROUP BY ALL ORDER BY ALL;

CREATE VIEW v_deal_in AS
SELECT ruleset, ruleset_version, options, seats, source, bots, player, count(*) AS player_hands,
    count_if(fed > 0) AS fed_hands, count_if(fed > 0) / count(*) AS deal_in_rate
FROM v_player_hands GROUP BY ALL ORDER BY ALL;

CREATE VIEW v_calls AS
WITH played AS (
    SELECT ruleset, ruleset_version, options, seats, source, bots, count(*) AS player_hands
    FROM v_player_hands GROUP BY ALL
), called AS (
    SELECT h.ruleset, h.ruleset_version, h.options, h.seats, h.source, h.bots, c.kind, count(*) AS claims,
        count(DISTINCT (c.game, c.hand, c.seat)) AS player_hands_with, avg(c.turn) AS mean_turn
    FROM claims c JOIN v_hands h ON h.game = c.game AND h.hand = c.hand
    GROUP BY ALL
)
SELECT called.*, played.player_hands, claims / player_hands AS claims_per_player_hand,
    player_hands_with / player_hands AS share_of_player_hands
FROM called JOIN played USING (ruleset, ruleset_version, options, seats, source, bots) ORDER BY ALL;

CREATE VIEW v_offers AS
SELECT ruleset, ruleset_version, options, seats, source, bots, o.kind, count(*) AS offer_count,
    count_if(o.taken) AS taken_count, count_if(o.taken) / count(*) AS share_taken
FROM offers o JOIN v_hands h ON h.game = o.game AND h.hand = o.hand
GROUP BY ALL ORDER BY ALL;

CREATE VIEW v_dark AS
SELECT ruleset, ruleset_version, options, seats, source, bots, count(*) AS player_hands,
    count_if(dark > 0) AS player_hands_with, sum(dark) AS dark_discards, sum(discards) AS all_discards,
    sum(dark) / sum(discards) AS share_of_discards
FROM v_player_hands GROUP BY ALL HAVING sum(dark) > 0 ORDER BY ALL;

CREATE VIEW v_items AS
WITH won AS (
    SELECT ruleset, ruleset_version, options, seats, source, bots, count(*) AS all_wins FROM v_wins GROUP BY ALL
), scored AS (
    SELECT w.ruleset, w.ruleset_version, w.options, w.seats, w.source, w.bots, i.item, count(*) AS wins_with,
        avg(i.value) AS mean_value
    FROM items i JOIN v_wins w ON w.game = i.game AND w.hand = i.hand AND w.win = i.win
    GROUP BY ALL
)
SELECT scored.*, won.all_wins, wins_with / all_wins AS share_of_wins
FROM scored JOIN won USING (ruleset, ruleset_version, options, seats, source, bots) ORDER BY ALL;

CREATE VIEW v_turns_to_win AS
SELECT ruleset, ruleset_version, options, seats, source, bots, turn, count(*) AS win_count
FROM v_wins GROUP BY ALL ORDER BY ALL;

CREATE VIEW v_results AS
SELECT *, hand_count / sum(hand_count) OVER (PARTITION BY ruleset, ruleset_version, options, seats, source, bots) AS share
FROM (
    SELECT ruleset, ruleset_version, options, seats, source, bots, result, count(*) AS hand_count
    FROM v_hands GROUP BY ALL
) ORDER BY ALL;

CREATE VIEW v_win_types AS
SELECT *, win_count / sum(win_count) OVER (PARTITION BY ruleset, ruleset_version, options, seats, source, bots) AS share
FROM (
    SELECT ruleset, ruleset_version, options, seats, source, bots, how, count(*) AS win_count
    FROM v_wins GROUP BY ALL
) ORDER BY ALL;

CREATE VIEW v_scores AS
SELECT g.ruleset, g.ruleset_version, g.options, g.seats, g.source, g.bots, s.*
FROM seats s JOIN games g ON g.game = s.game
WHERE g.complete ORDER BY s.game, s.seat;

CREATE VIEW v_rivers AS
SELECT game, hand, seat, list(tile ORDER BY n) AS tiles, list(part ORDER BY n) AS parts
FROM events
WHERE type = 'discarded' GROUP BY game, hand, seat ORDER BY game, hand, seat;

CREATE VIEW v_findings AS
SELECT severity, kind, clause, count(*) AS finding_count, count(DISTINCT game) AS game_count, min(message) AS example
FROM findings GROUP BY ALL ORDER BY ALL;
