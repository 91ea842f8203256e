"""The journal: what was acknowledged stays, one writer, one entry an id, torn ends, seals, full disks, kills."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from mjlog import rulesets
from mjlog.errors import MjlogError
from mjlog.events import Amended, Discarded, Drawn, Noted, Retracted
from mjlog.journal import Journal
from mjlog.log import Header, Seat, dump_game, effective, read_games, read_log
from mjlog.play import play

HEADER = Header(game="g", ruleset="siren", seats=[Seat(name="甲"), Seat()], source="transcribed")
EVENTS = [Noted("先手"), Drawn(0, "5m"), Discarded(0, "?", "held"), Noted("a\nb\u2028c")]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "table.jsonl"


def only(path):
    log = read_log(path)
    assert not log.errors and len(log.games) == 1
    return log.games[0]


def test_what_is_appended_is_read_back(path):
    at = datetime(2026, 2, 3, 4, 5, 6, tzinfo=UTC)
    with Journal.create(path, HEADER) as journal:
        for i, e in enumerate(EVENTS):
            journal.append(e, id=f"e{i}", at=at, flag="doubtful", note="注", raw="5m!")
        written = list(journal.game.entries)
    game = only(path)
    assert game.entries == written and game.header == HEADER and not game.errors
    assert [x.seq for x in game.entries] == [1, 2, 3, 4]


def test_each_entry_is_synced_before_it_is_acknowledged(path):
    sizes = []
    with Journal.create(path, HEADER, sync=lambda h: sizes.append(path.stat().st_size)) as journal:
        for e in EVENTS:
            journal.append(e)
            assert sizes[-1] == path.stat().st_size
            assert only(path).entries[-1].e == e
    assert len(sizes) == 1 + 1 + len(EVENTS)  # the header, the folder, each entry


def test_the_same_id_again_writes_nothing(path):
    with Journal.create(path, HEADER) as journal:
        first = journal.append(Noted("a"), id="x")
        size = path.stat().st_size
        assert journal.append(Noted("a"), id="x") is first
    with Journal.open(path) as journal:
        assert journal.append(Noted("a"), id="x").seq == 1
        assert path.stat().st_size == size
        with pytest.raises(MjlogError, match="'x' is there already with other content"):
            journal.append(Noted("b"), id="x")
        assert journal.append(Noted("b")).seq == 2
    assert len(only(path).entries) == 2


def test_ids_of_the_journal_never_meet(path):
    with Journal.create(path, HEADER) as journal:
        ids = {journal.append(Noted("a")).id for _ in range(50)}
    assert len(ids) == 50


def test_an_entry_that_could_not_be_read_back_is_refused(path):
    with Journal.create(path, HEADER) as journal:
        size = path.stat().st_size
        for event in (Drawn(-1, "5m"), Drawn(0, 7), Discarded(0, "5m", "sideways"), Noted("\ud800")):
            with pytest.raises(MjlogError):
                journal.append(event)
            assert path.stat().st_size == size
        assert journal.append(Noted("good")).seq == 1
    assert not only(path).errors


def test_a_second_writer_is_refused_until_the_first_closes(path):
    with Journal.create(path, HEADER) as first:
        for again in (Journal.open, lambda p: Journal.create(p, HEADER)):
            with pytest.raises(MjlogError, match="somebody else is recording"):
                again(path)
        script = "import sys; from mjlog.journal import Journal; Journal.open(sys.argv[1])"
        other = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True)
        assert "somebody else is recording" in other.stderr
        first.append(Noted("still mine"))
    with Journal.open(path) as second:
        assert second.append(Noted("mine now")).seq == 2


def test_reading_goes_on_while_a_journal_grows(path):
    with Journal.create(path, HEADER) as journal:
        for n in range(1, 5):
            journal.append(Noted("x"))
            assert len(only(path).entries) == n


def test_a_file_changed_behind_the_back_is_not_written_into(path):
    with Journal.create(path, HEADER) as journal:
        with open(path, "ab") as other:
            other.write(b"\n")
        with pytest.raises(MjlogError, match="changed by something else"):
            journal.append(Noted("x"))


def test_every_torn_end_is_put_aside_and_told(path):
    with Journal.create(path, HEADER) as journal:
        journal.append(Noted("kept"), id="a")
        start = path.stat().st_size
        journal.append(Noted("torn 断"), id="b")
    whole = path.read_bytes()
    torn_file = Path(f"{path}.torn")
    for cut in range(start + 1, len(whole) - 1):
        path.write_bytes(whole[:cut])
        torn_file.unlink(missing_ok=True)
        with Journal.open(path) as journal:
            assert journal.recovered == [
                f"the last line was torn: its {cut - start} bytes moved to table.jsonl.torn"
            ]
            assert torn_file.read_bytes() == whole[start:cut] + b"\n"
            assert journal.append(Noted("torn 断"), id="b").seq == 2
        assert path.read_bytes() == whole


def test_zeros_at_the_end_after_a_power_cut_are_put_aside(path):
    with Journal.create(path, HEADER) as journal:
        journal.append(Noted("kept"))
    good = path.read_bytes()
    for tail in (b"\0" * 512, b"\0" * 10 + b"\n", b'{"seq":2,\n'):
        path.write_bytes(good + tail)
        with Journal.open(path) as journal:
            assert journal.recovered
        assert path.read_bytes() == good


def test_a_whole_last_line_without_newline_is_kept(path):
    with Journal.create(path, HEADER) as journal:
        journal.append(Noted("kept"))
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    with Journal.open(path) as journal:
        assert journal.recovered == ["the last line had no newline"]
        assert journal.append(Noted("next")).seq == 2
    assert path.read_bytes().startswith(whole) and not only(path).errors


def test_a_bad_line_in_the_middle_is_told_and_the_rest_goes_on(path):
    with Journal.create(path, HEADER) as journal:
        for _ in range(3):
            journal.append(Noted("x"))
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = b"rubbish\n"
    path.write_bytes(b"".join(lines))
    with Journal.open(path) as journal:
        assert "table.jsonl:3" in str(journal.game.errors[0]) and not journal.recovered
        assert journal.append(Noted("next")).seq == 4
    assert len(only(path).entries) == 3


def test_a_seal_closes_and_corrections_after_it_are_sealed_again(path):
    with Journal.create(path, HEADER) as journal:
        journal.append(Noted("one"), id="a")
        journal.seal()
        assert only(path).sealed is True
        journal.append(Amended("a", {"type": "noted", "text": "two"}), id="b")
        assert only(path).after_seal == journal.game.after_seal == 1
    with Journal.open(path) as journal:
        journal.append(Retracted("b"), id="c")
        journal.seal()
        assert journal.game.sealed is True and journal.game.after_seal == 0
    game = only(path)
    assert game.sealed is True and game.after_seal == 0
    assert [x.e.text for x in effective(game)] == ["one"]


@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_several_games_in_one_file(path, bom):
    games = [play(rulesets.get("siren"), 1, index=i) for i in range(2)]
    path.write_bytes(bom + b"".join(dump_game(g) for g in games))
    with Journal.open(path) as journal:
        assert journal.game.header == games[1].header
        journal.append(Noted("late"), id="late")
        journal.seal()
        journal.start(HEADER)
        journal.append(Noted("new"))
        journal.seal()
    read = list(read_games(path))
    assert [g.sealed for g in read] == [True, True, True] and not any(g.errors for g in read)
    assert read[0].entries == games[0].entries and read[1].entries[-1].id == "late"


def test_a_whole_game_by_journal_has_the_bytes_of_a_written_one(path):
    game = play(rulesets.get("siren"), 5)
    with Journal.create(path, game.header, sync=lambda h: None) as journal:
        for x in game.entries:
            journal.append(x.e, id=x.id)
        journal.seal()
    assert path.read_bytes() == dump_game(game)


def test_a_full_disk_loses_nothing(path, monkeypatch):
    with Journal.create(path, HEADER) as journal:
        journal.append(Noted("kept"))
        good = path.read_bytes()
        whole = os.write
        left = [20]

        def full(handle, data):
            if not left[0]:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            n = whole(handle, bytes(data)[: left[0]])
            left[0] -= n
            return n

        monkeypatch.setattr(os, "write", full)
        with pytest.raises(MjlogError, match="cannot be written: No space left"):
            journal.append(Noted("lost"), id="again")
        assert path.read_bytes() == good
        monkeypatch.setattr(os, "write", whole)
        assert journal.append(Noted("lost"), id="again").seq == 2
    assert not only(path).errors


def test_a_sync_that_fails_is_told_and_leaves_no_line(path):
    fail = [False]

    def sync(handle):
        if fail[0]:
            fail[0] = False
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    with Journal.create(path, HEADER, sync=sync) as journal:
        journal.append(Noted("kept"))
        good = path.read_bytes()
        fail[0] = True
        with pytest.raises(MjlogError, match="cannot be written"):
            journal.append(Noted("x"))
        assert path.read_bytes() == good


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot be opened: No such file"),
        (b"", "no game to go on with"),
        (b"\n\n", "no game to go on with"),
        (b'{"format":1,"game', "no game to go on with"),
        (
            b'{"format":0,"game":"g","rules":"siren","players":["a"],"source":"imported"}\n',
            "written in format 0",
        ),
    ],
)
def test_what_cannot_be_gone_on_with_is_refused_and_the_lock_given_up(path, content, message):
    if content is not None:
        path.write_bytes(content)
    for _ in range(2):
        with pytest.raises(MjlogError, match=message) as told:
            Journal.open(path)
        assert str(path) in str(told.value)


def test_an_existing_log_is_never_written_over(path):
    Journal.create(path, HEADER).close()
    good = path.read_bytes()
    with pytest.raises(MjlogError, match="there is a log already"):
        Journal.create(path, HEADER)
    assert path.read_bytes() == good


@pytest.mark.parametrize("suffix", [".jsonl.gz", ".jsonl.zst"])
def test_a_packed_file_is_no_journal(tmp_path, suffix):
    with pytest.raises(MjlogError, match=r"plain \.jsonl"):
        Journal.create(tmp_path / f"x{suffix}", HEADER)


def test_a_closed_journal_writes_nothing(path):
    journal = Journal.create(path, HEADER)
    journal.close()
    journal.close()
    with pytest.raises(MjlogError, match="closed"):
        journal.append(Noted("x"))


# Kills

SCRIPT = Path(__file__).with_name("kill_campaign.py")


def kills(folder, first, last):
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(folder), str(first), str(last)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    print(found)
    return found


def test_thirty_killed_writers_lose_nothing_they_acknowledged(tmp_path):
    found = kills(tmp_path, 0, 8)
    assert found["kills"] == 32 and found["acknowledged"] > 100
    assert (found["lost"], found["doubled"], found["unread"], found["unsealed"]) == (0, 0, 0, 0)


@pytest.mark.long
def test_a_thousand_killed_writers_lose_nothing_they_acknowledged(long_dir):
    found = kills(long_dir / "kills", 0, 250)
    assert found["kills"] == 1000 and found["torn"] > 0
    assert (found["lost"], found["doubled"], found["unread"], found["unsealed"]) == (0, 0, 0, 0)
