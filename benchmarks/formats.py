"""Importing Tenhou XML: to events, and with the replay that checks them."""

from __future__ import annotations

from xml.etree import ElementTree

from benchmarks import data
from benchmarks.measure import Missing, Pair, Row
from mjlog.formats.registry import import_bytes
from mjlog.replay import check


def _inputs() -> tuple[bytes, ...]:
    files = data.tenhou()
    if not files:
        raise Missing("no Tenhou log is there")
    return files


def _parse(files: tuple[bytes, ...]) -> int:
    return len([ElementTree.fromstring(x) for x in files])


def importing() -> Pair:
    """XML to games with all fields."""
    files = _inputs()
    return lambda: len([import_bytes(x, "log.xml", "tenhou-xml") for x in files]), lambda: _parse(files)


def verifying() -> Pair:
    """XML to games, every event replayed and checked."""
    files = _inputs()

    def work() -> int:
        for x in files:
            for game in import_bytes(x, "log.xml", "tenhou-xml").games:
                check(game)
        return len(files)

    return work, lambda: _parse(files)


ROWS = (
    Row("tenhou", "Tenhou XML to events", "ElementTree.fromstring", 0.3, importing, standard=True),
    Row(
        "tenhou-check",
        "the same and checked replay",
        "ElementTree.fromstring",
        0.04,
        verifying,
        standard=True,
    ),
)
