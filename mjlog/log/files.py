"""Files under a log: compression found by content on reading and by suffix on writing; lines with limits."""

from __future__ import annotations

import contextlib
import gzip
import os
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, BinaryIO, cast

from mjlog.errors import ParseError

Source = str | os.PathLike[str] | BinaryIO

BLOCK = 1 << 18
MAX_LINE = 64 << 20
FREE_BYTES = 64 << 20
MAX_RATIO = 300
"""Compressed data may grow to this many times its size once it has given `FREE_BYTES`."""

GZIP_MAGIC, ZSTD_MAGIC = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"


class Cut(ParseError):
    """Compressed data that ends or breaks in the middle; all before it was read."""


def label_of(source: Source) -> str:
    """How messages call a source: its path as given, ``<stdin>``, or the stream's own name."""
    if isinstance(source, str | os.PathLike):
        text = os.fspath(source)
        return "<stdin>" if text == "-" else text
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else "<stream>"


@contextlib.contextmanager
def opened(source: Source) -> Iterator[BinaryIO]:
    """The source as a binary stream: a path, ``-`` for standard input, or a stream that stays open afterwards."""
    if isinstance(source, str) and source == "-":
        yield sys.stdin.buffer
    elif isinstance(source, str | os.PathLike):
        try:
            stream = open(source, "rb")  # noqa: SIM115
        except OSError as error:
            raise ParseError(f"cannot be opened: {error.strerror or error}", where=label_of(source)) from None
        with stream:
            yield stream
    else:
        yield source


def _raw_blocks(stream: BinaryIO, size: int) -> Iterator[bytes]:
    read = getattr(stream, "read1", stream.read)
    while data := read(size):
        yield data


def _gunzip(blocks: Iterator[bytes]) -> Iterator[tuple[int, bytes]]:
    box = zlib.decompressobj(wbits=31)
    for block in blocks:
        used, data = len(block), block
        while data:
            if box.eof:
                if not (data := data.lstrip(b"\0")):
                    break
                box = zlib.decompressobj(wbits=31)
            yield used, box.decompress(data, BLOCK)
            used, data = 0, box.unconsumed_tail or box.unused_data
    yield 0, box.flush()
    if not box.eof:
        raise EOFError


def _unzstd(blocks: Iterator[bytes]) -> Iterator[tuple[int, bytes]]:
    import zstandard

    tool = zstandard.ZstdDecompressor()
    box = tool.decompressobj()
    for block in blocks:
        for start in range(0, len(block), 1024):
            data = block[start : start + 1024]
            used = len(data)
            while data:
                if box.eof:
                    box = tool.decompressobj()
                yield used, box.decompress(data)
                used, data = 0, box.unused_data if box.eof else b""
    if not box.eof:
        raise EOFError


def blocks_of(stream: BinaryIO, label: str) -> Iterator[bytes]:
    """The content in blocks, decompressed if its first bytes say so.

    Raises `Cut` after the last good block when compressed data ends or breaks in the middle, and ParseError when
    it grows beyond `MAX_RATIO`.
    """
    raw = _raw_blocks(stream, BLOCK)
    first = b""
    for block in raw:
        first += block
        if len(first) >= 4:
            break
    if first[:2] == GZIP_MAGIC:
        unpacked = _gunzip(_chain(first, raw))
    elif first[:4] == ZSTD_MAGIC:
        unpacked = _unzstd(_chain(first, raw))
    else:
        yield from _chain(first, raw)
        return
    before = after = 0
    try:
        for used, data in unpacked:
            before += used
            after += len(data)
            if after > FREE_BYTES and after > before * MAX_RATIO:
                raise ParseError(
                    f"compressed data grows to more than {MAX_RATIO} times its size", where=label
                )
            if data:
                yield data
    except EOFError:
        raise Cut("compressed data ends in the middle", where=label) from None
    except Exception as error:
        if isinstance(error, ParseError):
            raise
        raise Cut(f"compressed data is damaged: {error}", where=label) from None


def _chain(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    if first:
        yield first
    yield from rest


Batch = tuple[list[bytes | None], bool]


def batches(blocks: Iterator[bytes]) -> Iterator[Batch]:
    """Lines without their newline, many at a time; the flag is False for a last line that has no newline.

    A line longer than `MAX_LINE` comes as None; its content is not kept.
    """
    rest: list[bytes] = []
    kept = 0
    too_long = False
    for block in blocks:
        lines: list[bytes | None] = list(block.split(b"\n"))
        tail = cast(bytes, lines.pop())
        if not lines:
            rest.append(tail)
            kept += len(tail)
        else:
            head = b"".join([*rest, cast(bytes, lines[0])])
            lines[0] = None if too_long or len(head) > MAX_LINE else head
            yield lines, True
            rest, kept, too_long = [tail], len(tail), False
        if kept > MAX_LINE:
            rest, too_long = [], True
    last = b"".join(rest)
    if too_long or last:
        yield [None if too_long else last], False


@dataclass
class Out:
    """An open file to write to, under a temporary name until it is closed."""

    stream: IO[bytes]
    under: list[Any]
    final: Path | None = None
    temporary: Path | None = None

    def close(self) -> None:
        """Flush and close all layers and put the file in its place."""
        self._close_layers()
        if self.final and self.temporary:
            try:
                os.replace(self.temporary, self.final)
            except OSError:
                self.temporary.unlink(missing_ok=True)
                raise

    def discard(self) -> None:
        """Close all layers and remove what was written."""
        with contextlib.suppress(Exception):
            self._close_layers()
        if self.temporary:
            self.temporary.unlink(missing_ok=True)

    def _close_layers(self) -> None:
        for layer in self.under:
            layer.close()


def open_out(target: Source) -> Out:
    """A target to write: a path whose suffix decides the compression, ``-``, or a stream that stays open."""
    if isinstance(target, str) and target == "-":
        return Out(sys.stdout.buffer, [])
    if not isinstance(target, str | os.PathLike):
        return Out(target, [])
    final = Path(target)
    final.parent.mkdir(parents=True, exist_ok=True)
    temporary = final.with_name(f".{final.name}.{os.getpid()}.part")
    base = open(temporary, "wb")  # noqa: SIM115
    if final.suffix == ".gz":
        packed: IO[bytes] = cast(IO[bytes], gzip.GzipFile("", "wb", 6, base, mtime=0))
    elif final.suffix == ".zst":
        import zstandard

        packed = cast(IO[bytes], zstandard.ZstdCompressor(level=6).stream_writer(base, closefd=False))
    else:
        return Out(base, [base], final, temporary)
    return Out(packed, [packed, base], final, temporary)
