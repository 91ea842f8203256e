"""Loading while things go wrong: crashes, a second load, readers, stores of other versions, files that are no store."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import duckdb
import pytest

from mjlog.errors import StoreError
from mjlog.log import write_games
from mjlog.store.load import load
from mjlog.store.opening import connect
from mjlog.store.schema import VERSION
from mjlog.store.swap import beside, locked


def fact(db: Path, key: str, value: str) -> None:
    """Change a fact that a store tells about itself."""
    with duckdb.connect(str(db)) as con:
        con.execute("UPDATE meta SET value = ? WHERE key = ?", [value, key])


def folder_of(db: Path) -> list[str]:
    return sorted(p.name for p in db.parent.iterdir() if p.suffix != ".lock")


# Crashes, locks, readers


@pytest.mark.parametrize("where", ["mjlog.store.swap.os.replace", "mjlog.store.loader.append"])
def test_a_load_that_is_killed_leaves_the_old_store(logs, tmp_path, where, all_rows, store):
    db = tmp_path / "s.duckdb"
    load([logs / "a.jsonl"], db)
    before = db.read_bytes()
    module, name = where.rsplit(".", 1)
    script = textwrap.dedent(f"""
        import os, sys
        import mjlog.store.swap, mjlog.store.loader
        from mjlog.store.load import load
        target = {module}
        real = target.{name}
        def die(*a, **k):
            if "{name}" == "append": real(*a, **k)
            os._exit(9)
        target.{name} = die
        load([sys.argv[1]], sys.argv[2])
    """)
    done = subprocess.run([sys.executable, "-c", script, str(logs), str(db)], capture_output=True, text=True)
    assert done.returncode == 9, done.stderr
    assert db.read_bytes() == before
    assert beside(db, "loading").exists()
    report = load([logs], db)
    assert (report.new, report.unchanged) == (16, 12)
    assert folder_of(db) == ["s.duckdb"]
    assert all_rows(db) == all_rows(store)


def test_a_load_that_is_interrupted_leaves_the_old_store(logs, tmp_path):
    db = tmp_path / "s.duckdb"
    load([logs / "a.jsonl"], db)
    before = db.read_bytes()

    def stop(n: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        load([logs / "b.jsonl.gz"], db, advance=stop)
    assert db.read_bytes() == before
    assert folder_of(db) == ["s.duckdb"]


def test_two_loads_at_once_are_refused(logs, tmp_path):
    db = tmp_path / "s.duckdb"
    with locked(db), pytest.raises(StoreError, match="another load is writing this store"):
        load([logs], db)
    assert load([logs], db).new == 28


def test_a_lock_ends_with_its_process(logs, tmp_path):
    db = tmp_path / "s.duckdb"
    script = "import os,sys; from pathlib import Path; from mjlog.store.swap import locked\n"
    script += "with locked(Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", script, str(db)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == "held\n"
        with pytest.raises(StoreError, match="another load"):
            load([logs], db)
        holder.kill()
        holder.wait()
    assert load([logs], db).new == 28
    assert folder_of(db) == ["s.duckdb"]


def test_a_reader_keeps_what_it_opened(logs, tmp_path):
    db = tmp_path / "s.duckdb"
    load([logs / "a.jsonl"], db)
    script = textwrap.dedent("""
        import sys
        from mjlog.store.opening import connect
        con = connect(sys.argv[1])
        count = lambda: con.execute("SELECT count(*) FROM games").fetchone()[0]
        print(count(), flush=True); sys.stdin.readline()
        print(count(), flush=True); con.close(); con = connect(sys.argv[1])
        print(count(), flush=True)
    """)
    with subprocess.Popen(
        [sys.executable, "-c", script, str(db)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as reader:
        assert reader.stdout is not None and reader.stdin is not None
        assert reader.stdout.readline() == "12\n"
        assert load([logs], db).new == 16
        reader.stdin.write("\n")
        reader.stdin.flush()
        assert reader.stdout.read() == "12\n28\n"


# Versions


def test_an_older_store_is_built_again_from_its_logs(logs, games, tmp_path, all_rows, store):
    db = tmp_path / "s.duckdb"
    load([logs / "a.jsonl", logs / "b.jsonl.gz"], db)
    fact(db, "schema", "1")
    with duckdb.connect(str(db)) as con:
        con.execute("DROP TABLE events CASCADE")
    with pytest.raises(StoreError, match=r"older schema 1; a load builds it again: mjlog load PATH"):
        connect(db)
    report = load([logs / "inner"], db)
    assert (
        report.rebuilt
        == f"the store was built again from 3 logs (it had the older schema 1, this is {VERSION})"
    )
    assert (report.files, report.new) == (3, len(games))
    assert all_rows(db) == all_rows(store)


def test_logs_that_are_gone_are_told_when_a_store_is_built_again(games, tmp_path):
    one, two, db = tmp_path / "a.jsonl", tmp_path / "b.jsonl", tmp_path / "s.duckdb"
    write_games(one, games[:1])
    write_games(two, games[1:2])
    load([one, two], db)
    fact(db, "schema", "1")
    one.unlink()
    report = load([two], db)
    assert (report.new, report.failed) == (1, 1)
    assert report.findings == [f"{one}: cannot be read: No such file or directory"]


def test_a_newer_store_is_refused_and_left_alone(logs, tmp_path):
    db = tmp_path / "s.duckdb"
    load([logs / "a.jsonl"], db)
    fact(db, "schema", str(VERSION + 1))
    before = db.read_bytes()
    for rebuild in (False, True):
        with pytest.raises(StoreError, match=f"schema {VERSION + 1}, this mjlog knows {VERSION}"):
            load([logs], db, rebuild=rebuild)
    with pytest.raises(StoreError, match="use a newer mjlog"):
        connect(db)
    assert db.read_bytes() == before


@pytest.mark.parametrize("what", ["text", "empty", "database"])
def test_a_file_that_is_no_store_is_refused_and_left_alone(logs, tmp_path, what):
    db = tmp_path / "s.duckdb"
    if what == "database":
        with duckdb.connect(str(db)) as con:
            con.execute("CREATE TABLE games (a INT)")
    else:
        db.write_bytes(b"a,b\n1,2\n" * 3000 if what == "text" else b"")
    before = db.read_bytes()
    for rebuild in (False, True):
        with pytest.raises(StoreError, match="no store of mjlog|cannot be opened as a store"):
            load([logs], db, rebuild=rebuild)
    assert db.read_bytes() == before


def test_rebuild_starts_from_nothing(logs, games, tmp_path, all_rows):
    db = tmp_path / "s.duckdb"
    load([logs], db)
    before = all_rows(db)
    with duckdb.connect(str(db)) as con:
        con.execute("DELETE FROM events WHERE n % 2 = 0")
        con.execute("DELETE FROM wins")
    assert load([logs], db).unchanged == len(games)
    report = load([], db, rebuild=True)
    assert (report.new, report.rebuilt) == (len(games), "the store was built again from 3 logs (as asked)")
    assert all_rows(db) == before
    assert load([logs / "a.jsonl"], db, rebuild=True).new == 12
    assert len(all_rows(db)["games"]) == 12
