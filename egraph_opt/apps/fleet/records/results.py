"""Results file: the run header in the first line, then one line for each function in order of completion.

If the disk is full, an incomplete line is removed. A killed run may leave an incomplete last line, which a resumed run removes. A
lock admits one writer at a time.
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from egraph_opt.apps.fleet.records.line_format import RecordError, RunHeader, line, read_line, run_of


class Results:
    """Results file open for writing.

    Args:
        path: the file. If it exists, the run adds to it.
        run: the header of the run.

    Raises:
        RecordError: the file belongs to another run, or another run is writing to it.
        OSError: the file cannot be read or written.
    """

    def __init__(self, path: Path, run: RunHeader) -> None:
        self.path = path
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            self._lock()
            self.size = self._check_lines(run)
            os.ftruncate(self._file, self.size)
            if not self.size:
                self.append(run.as_dict())
        except BaseException:
            os.close(self._file)
            raise

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # a system without it
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.isfile(self.path) and not os.path.samestat(os.fstat(self._file), os.stat(self.path)):
                raise BlockingIOError  # another run has replaced the file
        except BlockingIOError:
            raise RecordError(f"{self.path}: error: another run is writing to this file") from None

    def _check_lines(self, run: RunHeader) -> int:
        """Check that the complete lines belong to this run, and return their length in bytes."""
        size = os.fstat(self._file).st_size
        with open(self.path, "rb") as file:
            first = file.readline()
            if first and not first.endswith(b"\n") and not line(run.as_dict()).startswith(first):
                read_line(first.decode(errors="replace"), str(self.path), 1)  # not a results file: it must not be emptied
            if not first.endswith(b"\n"):
                return 0
            if found := run_of(read_line(first.decode(errors="replace"), str(self.path), 1)).differences(run):
                raise RecordError(f"{self.path}: error: the file is of another run: {'; '.join(found)}: name a new file")
            file.seek(max(0, size - 1))
            if file.read(1) == b"\n":
                return size
        return _last_end(self.path)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Yield the functions in the file.

        Raises:
            RecordError: a line is not a record.
        """
        yield from _records(self.path)

    def drop(self, unwanted: Callable[[dict[str, Any]], bool]) -> None:
        """Remove records from the file atomically. Raises OSError, RecordError."""
        with tempfile.NamedTemporaryFile(dir=self.path.parent, prefix=".egraph-opt-", suffix=".tmp", delete=False) as new:
            try:
                with self.path.open("rb") as old:
                    for number, each in enumerate(old, 1):
                        if number == 1 or not unwanted(read_line(each.decode(errors="replace"), str(self.path), number)):
                            new.write(each)
                new.flush()
                os.fchmod(new.fileno(), stat.S_IMODE(os.fstat(self._file).st_mode))
                file = os.open(new.name, os.O_RDWR | os.O_APPEND)
                os.replace(new.name, os.path.realpath(self.path))
            except BaseException:
                os.unlink(new.name)
                raise
        os.close(self._file)
        self._file, self.size = file, os.fstat(file).st_size
        self._lock()

    def append(self, record: dict[str, Any]) -> None:
        data = line(record)
        try:
            written = os.write(self._file, data)
            while written < len(data):  # a full disk accepts only a part, and the next call raises the error
                written += os.write(self._file, data[written:])
        except BaseException:
            os.ftruncate(self._file, self.size)
            raise
        self.size += len(data)

    def close(self) -> None:
        """Flush the file to disk and close it. Raises OSError."""
        try:
            os.fsync(self._file)
        except OSError:
            if not os.path.isfile(self.path):
                return  # a pipe or a device has no buffer to flush
            raise
        finally:
            os.close(self._file)


def read(path: Path) -> tuple[RunHeader, Iterator[dict[str, Any]]]:
    """Return the run header of a results file, and an iterator over its functions.

    Raises:
        RecordError: the file is not a results file; during iteration: a line is not a record.
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        first = file.readline()
    return run_of(read_line(first.decode(errors="replace"), str(path), 1)), _records(path)


def _records(path: Path) -> Iterator[dict[str, Any]]:
    with path.open("rb") as file:
        for number, each in enumerate(file, 1):
            if number > 1 and each.endswith(b"\n"):
                yield read_line(each.decode(errors="replace"), str(path), number)


def _last_end(path: Path) -> int:
    size = path.stat().st_size
    with path.open("rb") as file:
        at = size
        while at:
            begin = max(0, at - (1 << 16))
            file.seek(begin)
            if (found := file.read(at - begin).rfind(b"\n")) >= 0:
                return begin + found + 1
            at = begin
    return 0
