"""Tenhou XML on real files, where they are at hand: a fixed sample always, all of them in the long run."""

import csv
from collections import Counter
from pathlib import Path

import pytest

from mjlog import events as ev
from mjlog import formats, kinds, replay
from mjlog.formats.assemble import table_doubts
from mjlog.formats.container import read_bytes, text_of, unpack
from mjlog.formats.tenhou_xml import read_game
from mjlog.table import Table

CORPUS = Path(__file__).parents[3] / "shared" / "corpus" / "riichi"
FILES = sorted((CORPUS / "mjlog").glob("*"))
SAMPLE = FILES[::14][:40]
EDITED = "mahjongrepos_dce04d9d.mjlog.gz"
CUT = {"mjx-project_81389528.mjlog.gz": 4, "mjx-project_ed822f17.mjlog.gz": 8}
needs_corpus = pytest.mark.skipif(not FILES, reason="the corpus of real logs is not here")


@pytest.fixture(scope="module")
def manifest():
    """What is known of each file by its name."""
    with (CORPUS / "MANIFEST.tsv").open(encoding="utf-8") as f:
        return {Path(row["file"]).name: row for row in csv.DictReader(f, delimiter="\t")}


def check_file(path, row):
    """Import a file and replay it on a bare table; return the result."""
    result = formats.import_path(path)
    assert result.refused is None
    (made,) = result.games
    assert result.hands == int(row["hands"])
    assert len(made.header.seats) == int(row["players"])
    report = replay.check(made)
    assert [str(f) for f in report.findings if f.severity == "error"] == []
    for note in result.notes:
        allowed = note.endswith("incomplete") or path.name == EDITED or path.name in CUT
        assert allowed, note
    return result


def check_tiles(result):
    """Every tile in one place at the end of every hand, and the scores as the source counts them."""
    for made in result.games:
        players = len(made.header.seats)
        table = Table(kinds.riichi(players, made.header.options["red_fives"]), players)
        for entry in made.entries:
            table.obey(entry.e)
            if isinstance(entry.e, ev.HandEnded):
                slots = [i for zone in table.zones().values() for part in zone for i in part]
                assert sorted(slots) == list(range(len(table.kind)))


@needs_corpus
@pytest.mark.parametrize("path", SAMPLE, ids=lambda p: p.name)
def test_a_real_game_imports_whole(path, manifest):
    result = check_file(path, manifest[path.name])
    assert result.marked == 0
    check_tiles(result)


@needs_corpus
@pytest.mark.parametrize("path", sorted((CORPUS / "damaged").glob("*")), ids=lambda p: p.name)
def test_a_damaged_file_is_imported_with_notes_or_refused(path):
    result = formats.import_path(path)
    if result.refused is not None:
        assert result.refused.startswith("no known format")
        assert "\n" not in result.refused
        return
    assert result.notes
    for made in result.games:
        assert [str(f) for f in replay.check(made).findings if f.severity == "error"] == []


@needs_corpus
def test_the_edited_and_the_cut_files_say_what_is_wrong(manifest):
    result = check_file(CORPUS / "mjlog" / EDITED, manifest[EDITED])
    marks = Counter(x.e.type for made in result.games for x in made.entries if x.flag)
    assert marks == {"won": 3, "drawn": 2, "hand_ended": 1}
    for name, hand in CUT.items():
        result = check_file(CORPUS / "mjlog" / name, manifest[name])
        assert f"hand {hand}: the source ends in the middle of this hand" in result.notes
        assert result.marked == 1


@needs_corpus
@pytest.mark.long
def test_all_real_games_import_whole(manifest):
    hands = marked = 0
    for path in FILES:
        result = check_file(path, manifest[path.name])
        hands, marked = hands + result.hands, marked + result.marked
        if path.name != EDITED:
            check_tiles(result)
    assert len(FILES) == 569
    assert hands == 5652
    assert marked <= 20


@needs_corpus
@pytest.mark.long
def test_hands_proved_by_ids_are_never_refused_by_the_table():
    for path in FILES:
        result = formats.import_path(path)
        for hand in read_game(text_of(unpack(read_bytes(path))[0])[0]).hands:
            if hand.fits:
                assert table_doubts(result.games[0].header, hand) == []
