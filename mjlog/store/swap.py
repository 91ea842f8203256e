"""Writing a store beside the old one: one writer at a time, a hidden working copy, put in place at the end."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from mjlog.errors import StoreError


def beside(db: Path, what: str) -> Path:
    """A hidden file in the folder of the store.

    >>> beside(Path("x/games.duckdb"), "lock").name
    '.games.duckdb.lock'
    """
    return db.with_name(f".{db.name}.{what}")


@contextlib.contextmanager
def locked(db: Path) -> Iterator[None]:
    """Be the only writer of a store; the lock ends with the process, however that ends.

    Raises StoreError at once while another load holds it, and for a folder that cannot be written.
    """
    try:
        db.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(beside(db, "lock"), timeout=0)
        lock.acquire()
    except Timeout:
        raise StoreError("another load is writing this store, wait until it ends", where=str(db)) from None
    except OSError as error:
        raise StoreError(f"cannot be written: {error.strerror or error}", where=str(db)) from None
    try:
        yield
    finally:
        lock.release()


@contextlib.contextmanager
def working_copy(db: Path, keep: bool) -> Iterator[Path]:
    """A file to write, a copy of the store or (without `keep`) not there yet; it becomes the store if all goes well.

    Readers see the old store until then, and for ever if the block raises or the process dies. Needs `locked`.
    """
    work = beside(db, "loading")
    _remove(work)
    try:
        if keep:
            shutil.copyfile(db, work)
        yield work
        with open(work, "rb+") as stream:
            os.fsync(stream.fileno())
        try:
            os.replace(work, db)
        except OSError as error:
            raise StoreError(
                f"cannot be put in place, is it open elsewhere? {error.strerror or error}", where=str(db)
            ) from None
    finally:
        _remove(work)


def _remove(work: Path) -> None:
    """Take away what a load left behind."""
    for leftover in (work, work.with_name(work.name + ".wal"), work.with_name(work.name + ".tmp")):
        if leftover.is_dir():
            shutil.rmtree(leftover, ignore_errors=True)
        else:
            leftover.unlink(missing_ok=True)
