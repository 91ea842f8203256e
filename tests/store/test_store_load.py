"""Loading: the same again is nothing, other content replaces, damage is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mjlog import events as ev
from mjlog.log import Entry, Game, dump_game, write_games
from mjlog.store import loader
from mjlog.store.load import load


def folder_of(db: Path) -> list[str]:
    return sorted(p.name for p in db.parent.iterdir() if p.suffix != ".lock")


# The same again


def test_everything_is_loaded_and_counted(logs, games, tmp_path, rows):
    report = load([logs], tmp_path / "s.duckdb")
    events = sum(len(g.entries) for g in games)
    assert (report.files, report.new, report.failed, report.events) == (3, len(games), 0, events)
    assert (
        str(report) == f"3 files: {len(games)} games new, 0 changed, 0 unchanged, 0 failed; {events} events"
    )
    assert rows(tmp_path / "s.duckdb", "SELECT count(*) FROM events") == [(events,)]
    assert rows(tmp_path / "s.duckdb", "SELECT sum(events), count(*) FROM games") == [(events, len(games))]


def test_loading_twice_changes_no_byte(logs, games, tmp_path):
    db = tmp_path / "s.duckdb"
    load([logs], db)
    before = db.read_bytes(), db.stat().st_mtime_ns
    report = load([logs], db)
    assert (report.unchanged_files, report.unchanged, report.new, report.changed) == (3, len(games), 0, 0)
    assert (db.read_bytes(), db.stat().st_mtime_ns) == before
    assert folder_of(db) == ["s.duckdb"]


def test_a_copy_of_a_file_brings_no_game(logs, games, tmp_path, all_rows):
    db, copy = tmp_path / "s.duckdb", tmp_path / "copy.jsonl"
    load([logs], db)
    before = all_rows(db)
    copy.write_bytes((logs / "a.jsonl").read_bytes())
    report = load([copy], db)
    assert (report.new, report.changed, report.unchanged) == (0, 0, 12)
    after = all_rows(db)
    assert len(after.pop("files")) == len(before.pop("files")) + 1
    assert after == before


def test_origin_does_not_make_another_game(games, tmp_path):
    db = tmp_path / "s.duckdb"
    write_games(tmp_path / "a.jsonl", games[:1])
    header = games[0].header.model_copy(update={"origin": {"from": "elsewhere"}})
    write_games(tmp_path / "b.jsonl", [Game(header, games[0].entries)])
    assert load([tmp_path / "a.jsonl", tmp_path / "b.jsonl"], db).unchanged == 1


def test_a_file_that_is_named_twice_is_read_once(logs, tmp_path, monkeypatch):
    monkeypatch.chdir(logs)
    report = load(["a.jsonl", "./a.jsonl", str(logs / "a.jsonl"), "."], tmp_path / "s.duckdb")
    assert (report.files, report.new, report.unchanged) == (3, 28, 0)


def test_only_logs_are_taken_from_a_folder(games, tmp_path):
    folder = tmp_path / "logs"
    folder.mkdir()
    write_games(folder / "a.jsonl", games[:2])
    (folder / "README.md").write_text("what these are")
    (folder / ".hidden.jsonl").write_bytes(b"\xff")
    report = load([folder], tmp_path / "s.duckdb")
    assert (report.files, report.new, report.failed) == (1, 2, 0)


def test_more_processes_make_the_same_store(logs, tmp_path, all_rows, store):
    (tmp_path / "bad.jsonl").write_bytes(b"rubbish\n")
    report = load([logs, tmp_path / "bad.jsonl"], tmp_path / "two.duckdb", workers=2)
    assert (report.new, report.failed, len(report.findings)) == (28, 1, 1)
    found, want = all_rows(tmp_path / "two.duckdb"), all_rows(store)
    for table in want.keys() - {"files", "findings"}:
        assert found[table] == want[table]
    assert all(row in found["files"] for row in want["files"])


def test_the_size_of_a_batch_does_not_matter(logs, tmp_path, all_rows, store, monkeypatch):
    monkeypatch.setattr(loader, "BATCH", 1000)
    load([logs], tmp_path / "s.duckdb")
    assert all_rows(tmp_path / "s.duckdb") == all_rows(store)


# Changed content


def test_a_changed_game_is_replaced(games, tmp_path, all_rows):
    path, db = tmp_path / "a.jsonl", tmp_path / "s.duckdb"
    half = Game(games[1].header, games[1].entries[: len(games[1].entries) // 2])
    write_games(path, [games[0], half, games[2]])
    assert load([path], db).new == 3
    write_games(path, games[:3])
    report = load([path], db)
    assert (report.new, report.changed, report.unchanged, report.removed) == (0, 1, 2, 0)
    load([path], tmp_path / "fresh.duckdb")
    assert all_rows(db) == all_rows(tmp_path / "fresh.duckdb")


@pytest.mark.parametrize("batch", [1, 10**6])
def test_the_last_of_two_contents_counts(games, tmp_path, all_rows, rows, batch, monkeypatch):
    monkeypatch.setattr(loader, "BATCH", batch)
    short = Game(games[0].header, games[0].entries[:100])
    write_games(tmp_path / "a.jsonl", [games[0], games[1]])
    write_games(tmp_path / "b.jsonl", [short])
    report = load([tmp_path / "a.jsonl", tmp_path / "b.jsonl"], tmp_path / "s.duckdb")
    assert (report.new, report.changed) == (2, 1)
    found = rows(tmp_path / "s.duckdb", "SELECT game, count(*) FROM events GROUP BY ALL")
    assert dict(found) == {short.header.game: 100, games[1].header.game: len(games[1].entries)}
    again = load([tmp_path / "a.jsonl", tmp_path / "b.jsonl"], tmp_path / "s.duckdb")
    assert (again.new, again.changed, again.unchanged_files) == (0, 0, 2)


def test_a_game_that_its_file_no_longer_holds_goes(games, tmp_path, all_rows):
    path, db = tmp_path / "a.jsonl", tmp_path / "s.duckdb"
    write_games(path, games[:3])
    load([path], db)
    write_games(path, games[1:4])
    report = load([path], db)
    assert (report.new, report.unchanged, report.removed) == (1, 2, 1)
    assert "1 removed" in str(report)
    load([path], tmp_path / "fresh.duckdb")
    assert all_rows(db) == all_rows(tmp_path / "fresh.duckdb")


def test_a_game_that_another_file_holds_stays_and_is_found_there(games, tmp_path, rows):
    one, two, db = tmp_path / "a.jsonl", tmp_path / "b.jsonl", tmp_path / "s.duckdb"
    write_games(one, games[:2])
    write_games(two, games[:1])
    load([one, two], db)
    write_games(one, games[1:2])
    assert load([one], db).removed == 0
    found = dict(rows(db, "SELECT game, path FROM games"))
    assert found == {games[0].header.game: str(two), games[1].header.game: str(one)}


def test_the_order_of_loads_does_not_matter(games, tmp_path, all_rows):
    paths = []
    for i in range(3):
        paths.append(tmp_path / f"{i}.jsonl")
        write_games(paths[-1], games[2 * i : 2 * i + 2])
    stores = []
    for k, order in enumerate((paths, paths[::-1], [paths[1], paths[0], paths[2]])):
        stores.append(tmp_path / f"{k}.duckdb")
        for path in order:
            load([path], stores[-1])
    first = all_rows(stores[0])
    assert all(all_rows(db) == first for db in stores[1:])


def test_corrections_are_folded_and_kept(games, tmp_path, rows):
    game, n = games[0], len(games[0].entries)
    k = next(i for i, x in enumerate(game.entries) if type(x.e) is ev.Discarded)
    note = Entry(n + 1, "late", ev.Noted("late"))
    gone = Entry(n + 2, "undo", ev.Retracted("late"))
    inserted = Entry(n + 3, "more", ev.Inserted(game.entries[k].id, {"type": "noted", "text": "loud"}))
    write_games(tmp_path / "a.jsonl", [Game(game.header, [*game.entries, note, gone, inserted])])
    load([tmp_path / "a.jsonl"], tmp_path / "s.duckdb")
    db = tmp_path / "s.duckdb"
    assert rows(db, "SELECT seq, kind, target FROM corrections ORDER BY seq") == [
        (n + 2, "retracted", "late"),
        (n + 3, "inserted", game.entries[k].id),
    ]
    assert rows(db, "SELECT n, type, data FROM events WHERE type = 'noted'") == [
        (k + 2, "noted", '{"text":"loud"}')
    ]


# Damage


def test_damaged_files_are_told_and_the_rest_is_loaded(games, tmp_path, rows):
    folder, db = tmp_path / "logs", tmp_path / "s.duckdb"
    folder.mkdir()
    whole = dump_game(games[0])
    lines = dump_game(games[1], seal=False).splitlines(keepends=True)
    (folder / "1.jsonl").write_bytes(b"")
    (folder / "2.jsonl").write_bytes(bytes(range(256)) * 40)
    (folder / "3.jsonl").write_bytes(whole)
    (folder / "4.jsonl").write_bytes(
        b"".join(lines[:30]) + b"{not json\n" + b"".join(lines[30:60]) + lines[60][:9]
    )
    (folder / "5.jsonl.gz").write_bytes(b"\x1f\x8b\x08 no gzip")
    (folder / "6.jsonl").write_bytes(dump_game(games[2], seal=False).split(b"\n", 1)[1])
    report = load([folder, folder / "missing.jsonl"], db)
    assert (report.files, report.new) == (7, 2)
    assert report.failed >= 5
    for name in ("1.jsonl", "2.jsonl", "4.jsonl:31", "5.jsonl.gz", "6.jsonl", "missing.jsonl"):
        assert any(name in text for text in report.findings), name
    kinds = dict(rows(db, "SELECT kind, count(*) FROM findings WHERE severity = 'error' GROUP BY ALL"))
    assert kinds["unreadable"] == report.failed
    assert kinds["reading"] == 2
    again = load([folder, folder / "missing.jsonl"], db)
    assert (again.new, again.failed, again.unchanged_files) == (0, report.failed, 6)
    assert sorted(again.findings) == sorted(report.findings)
    assert rows(db, "SELECT count(*) FROM findings WHERE kind = 'unreadable'") == [(report.failed,)]


def test_findings_go_when_the_file_is_mended(games, tmp_path, rows):
    path, db = tmp_path / "a.jsonl", tmp_path / "s.duckdb"
    good = dump_game(games[0])
    lines = good.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:9]) + b"rubbish\n" + b"".join(lines[9:-1]))
    assert load([path], db).findings
    path.write_bytes(good)
    report = load([path], db)
    assert (report.unchanged, report.findings) == (1, [])
    assert rows(db, "SELECT count(*) FROM findings") == [(0,)]


def test_a_file_that_comes_back_is_read_again(games, tmp_path, rows):
    path, db = tmp_path / "a.jsonl", tmp_path / "s.duckdb"
    write_games(path, games[:1])
    load([path], db)
    path.rename(tmp_path / "away")
    assert load([path], db).failed == 1
    assert rows(db, "SELECT count(*) FROM games") == [(1,)]
    (tmp_path / "away").rename(path)
    assert load([path], db).findings == []
    assert rows(db, "SELECT count(*) FROM findings") == [(0,)]


def test_rules_findings_are_kept_with_their_clause(games, tmp_path, rows):
    game = games[0]
    k = next(i for i, x in enumerate(game.entries) if type(x.e) is ev.Discarded)
    entries = game.entries[:]
    wrong = (entries[k].e.seat + 1) % 4
    entries[k] = replace(entries[k], e=replace(entries[k].e, seat=wrong))
    write_games(tmp_path / "a.jsonl", [Game(game.header, entries)])
    db = tmp_path / "s.duckdb"
    report = load([tmp_path / "a.jsonl"], db)
    assert (report.new, report.failed) == (1, 0)
    assert report.findings[0].startswith(f"{game.header.game}: hand 1 event {k + 1}: ")
    first = rows(db, "SELECT n, clause FROM findings WHERE severity = 'error' ORDER BY n LIMIT 1")
    assert first[0][0] == k + 1 and first[0][1].startswith("siren.")
    path = tmp_path / "b.jsonl"
    write_games(path, [Game(game.header, entries), games[1]])
    assert sorted(load([path], db).findings) == sorted(report.findings)


@pytest.mark.parametrize("batch", [1, 10**6])
def test_a_value_that_no_column_holds_costs_its_game_only(games, made, tmp_path, rows, batch, monkeypatch):
    monkeypatch.setattr(loader, "BATCH", batch)
    huge = made([ev.HandStarted(0, [10**30] * 4), ev.HandEnded("exhausted")], "huge")
    write_games(tmp_path / "a.jsonl", [games[0], huge, games[1]])
    report = load([tmp_path / "a.jsonl"], tmp_path / "s.duckdb")
    assert (report.new, report.failed) == (2, 1)
    assert "huge: the store cannot hold a value" in report.findings[0]
    assert rows(tmp_path / "s.duckdb", "SELECT len(games), failed FROM files") == [(2, 1)]
    assert rows(tmp_path / "s.duckdb", "SELECT game, kind FROM findings WHERE severity = 'error'") == [
        ("huge", "unloadable")
    ]


def test_a_seat_that_is_not_there_costs_its_game_only(games, made, tmp_path):
    odd = made([ev.HandStarted(0, [0, 0]), ev.Drawn(5, "5m")], "odd", seats=2)
    write_games(tmp_path / "a.jsonl", [odd, games[0]])
    report = load([tmp_path / "a.jsonl"], tmp_path / "s.duckdb")
    assert (report.new, report.failed) == (1, 1)
    assert report.findings == ["odd: hand 1 event 2: read drawn seat 5 5m; the game has 2 seats"]


def test_a_game_that_can_no_longer_be_loaded_goes(games, made, tmp_path, rows):
    path, db = tmp_path / "a.jsonl", tmp_path / "s.duckdb"
    write_games(path, [made([ev.HandStarted(0, [0] * 4)]), games[0]])
    load([path], db)
    write_games(path, [made([ev.HandStarted(0, [0] * 4), ev.Drawn(6, "5m")]), games[0]])
    report = load([path], db)
    assert (report.unchanged, report.failed, report.removed) == (1, 1, 1)
    assert rows(db, "SELECT game FROM games") == [(games[0].header.game,)]
