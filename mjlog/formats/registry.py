"""Which formats there are, which one some bytes are in, and the way from bytes to games."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

from mjlog.errors import ParseError
from mjlog.formats.base import Importer, ImportResult
from mjlog.formats.container import read_bytes, text_of, unpack

IMPORTERS: dict[str, str] = {
    "tenhou-xml": "mjlog.formats.tenhou_xml:TenhouXml",
}
"""Format name and where its importer is; the order is the order of sniffing."""
_HEAD = 1 << 16


def names() -> list[str]:
    """The names of all formats, as commands take them.

    >>> "tenhou-xml" in names()
    True
    """
    return list(IMPORTERS)


@cache
def importer(name: str) -> Importer:
    """The importer of a format, loaded when first asked for; raises ParseError for an unknown name.

    >>> importer("tenhou-xml").label
    'Tenhou XML'
    """
    place = IMPORTERS.get(name)
    if place is None:
        raise ParseError(f"unknown format {name!r}", possible=names())
    module, _, attribute = place.partition(":")
    made: Importer = getattr(import_module(module), attribute)()
    return made


def sniff(data: bytes) -> str | None:
    """The name of the format that bytes are in, compressed or not, by content; None if no importer knows it.

    >>> sniff(b"<mjloggm ver='2.3'><GO type='169'/>"), sniff(b"GIF89a")
    ('tenhou-xml', None)
    """
    try:
        data, _ = unpack(data)
    except ParseError:
        return None
    return _sniff_text(text_of(data)[0])


def _sniff_text(text: str) -> str | None:
    head = text[:_HEAD]
    return next((name for name in IMPORTERS if importer(name).sniff(head)), None)


def import_bytes(data: bytes, file: str, fmt: str | None = None) -> ImportResult:
    """The games of some bytes; `file` is the name they came under, `fmt` a format instead of sniffing.

    Whatever the bytes contain ends in the result: remarks, or one line why nothing can be read. Raises
    ParseError only for a format name that does not exist.

    >>> import_bytes(b"hello", "greeting.txt").refused
    "no known format; it begins with 'hello'"
    """
    chosen = importer(fmt) if fmt else None
    try:
        data, notes = unpack(data)
        text, remarks = text_of(data)
    except ParseError as error:
        return ImportResult(refused=error.message)
    if chosen is None:
        name = _sniff_text(text)
        if name is None:
            return ImportResult(notes=notes + remarks, refused=_unknown(text))
        chosen = importer(name)
    with _without_collector():
        try:
            result = chosen.read(text, Path(file).name)
        except Exception as error:
            result = ImportResult(refused=f"the importer failed: {type(error).__name__}: {error}")
    result.notes[:0] = notes + remarks
    result.format = chosen.name
    return result


def import_path(path: str | Path, fmt: str | None = None) -> ImportResult:
    """The games of a file; a file that cannot be opened is refused like one that cannot be read."""
    try:
        data = read_bytes(Path(path))
    except ParseError as error:
        return ImportResult(refused=error.message)
    return import_bytes(data, str(path), fmt)


def _unknown(text: str) -> str:
    """Why a text is in no format, in one line."""
    head = text[:200].lstrip()
    if not head:
        return "the file is empty" if not text.strip() else "no known format"
    if head.startswith('{"format":'):
        return "already a log of mjlog"
    if "\0" in head or "\ufffd" in head[:40]:
        return "no known format; it is not text"
    return f"no known format; it begins with {head[:40]!r}"


@contextlib.contextmanager
def _without_collector() -> Iterator[None]:
    """The cycle collector costs a third of the time while many small objects are made that all stay."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
