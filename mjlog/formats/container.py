"""Files as they come: gzip and zstd by their first bytes, a byte order mark, line ends, a limit of size."""

from __future__ import annotations

import zlib
from pathlib import Path

from mjlog.errors import ParseError

MAX_BYTES = 256 << 20
"""No file is unpacked beyond this size."""
_LAYERS = 3
_CHUNK = 1 << 13
_GZIP, _ZSTD, _ZIP = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PK\x03\x04"


def read_bytes(path: Path, limit: int = MAX_BYTES) -> bytes:
    """The bytes of a file; raises ParseError if it is none, cannot be read or is beyond `limit`."""
    try:
        if not path.is_file():
            raise ParseError("not a file" if path.exists() else "no such file", where=str(path))
        with path.open("rb") as f:
            data = f.read(limit + 1)
    except OSError as e:
        raise ParseError(f"cannot be opened: {e.strerror or e}", where=str(path)) from None
    if len(data) > limit:
        raise ParseError(f"larger than {limit >> 20} MiB", where=str(path))
    return data


def unpack(data: bytes, limit: int = MAX_BYTES) -> tuple[bytes, list[str]]:
    """The data without its compression, and what is to be said about it (an archive cut short).

    Raises ParseError if the data grow beyond `limit` bytes, are broken from the start or are a zip archive.

    >>> import gzip
    >>> unpack(gzip.compress(b"<mjloggm/>"))
    (b'<mjloggm/>', [])
    """
    notes: list[str] = []
    for _ in range(_LAYERS):
        if data.startswith(_GZIP):
            data, note = _gunzip(data, limit)
        elif data.startswith(_ZSTD):
            data, note = _unzstd(data, limit)
        else:
            break
        if note:
            notes.append(note)
    if data.startswith((_GZIP, _ZSTD)):
        raise ParseError("compressed more than three times")
    if data.startswith(_ZIP):
        raise ParseError("a zip archive: unpack it first")
    return data, notes


def _gunzip(data: bytes, limit: int) -> tuple[bytes, str]:
    """All members of gzip data; what can be had of broken ones."""
    out: list[bytes] = []
    size, rest = 0, data
    while rest.startswith(_GZIP):
        member = zlib.decompressobj(wbits=31)
        piece = rest
        while piece and not member.eof:
            try:
                block = member.decompress(piece, _CHUNK)
            except zlib.error:
                return _partial(b"".join(out), "gzip data are damaged")
            out.append(block)
            size += len(block)
            if size > limit:
                raise ParseError(f"unpacks to more than {limit >> 20} MiB")
            piece = member.unconsumed_tail
            if not block and not piece:
                break
        if not member.eof:
            return _partial(b"".join(out), "gzip data end too early")
        rest = member.unused_data
    return b"".join(out), ""


def _unzstd(data: bytes, limit: int) -> tuple[bytes, str]:
    """All frames of zstd data; what can be had of broken ones."""
    import zstandard

    out, size = [], 0
    try:
        with zstandard.ZstdDecompressor(max_window_size=1 << 27).stream_reader(
            data, read_across_frames=True
        ) as stream:
            while block := stream.read(_CHUNK):
                out.append(block)
                size += len(block)
                if size > limit:
                    raise ParseError(f"unpacks to more than {limit >> 20} MiB")
    except zstandard.ZstdError:
        return _partial(b"".join(out), "zstd data are damaged")
    return b"".join(out), ""


def _partial(data: bytes, reason: str) -> tuple[bytes, str]:
    if not data:
        raise ParseError(f"{reason}, nothing could be unpacked")
    return data, f"{reason}; {len(data)} bytes could be unpacked"


def text_of(data: bytes) -> tuple[str, list[str]]:
    """The text of unpacked data, line ends as ``\\n``, and what is to be said about its encoding.

    >>> text_of(b"\\xef\\xbb\\xbfa\\r\\nb")
    ('a\\nb', [])
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16", "replace")
    else:
        text = data.decode("utf-8-sig", "replace")
    notes = [f"{bad} characters could not be decoded"] if (bad := text.count("\ufffd")) else []
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text, notes
