"""The results file: the run in its first line, then a line for each function, appended when that is done.

A line is written by one call, or taken back where the disk is full. A run that was killed may leave a last line without an end, which is
cut off when the file is gone on with. One run writes to a file at a time.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from egraph_opt.fleet.records.record import RecordError, Run, line, read_line, run_of


class Results:
    """A results file that is written to.

    Args:
        path: the file. If it is there, the run goes on with it.
        run: what decides the results.

    Raises:
        RecordError: the file is none of this run, or another run is writing to it.
        OSError: it cannot be read or written.
    """

    def __init__(self, path: Path, run: Run) -> None:
        self.path = path
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            self._lock()
            self.size = self._checked(run)
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
        except BlockingIOError:
            raise RecordError(f"{self.path}: error: another run is writing to this file") from None

    def _checked(self, run: Run) -> int:
        """How many bytes of the file are whole lines of this run."""
        size = os.fstat(self._file).st_size
        with open(self.path, "rb") as file:
            first = file.readline()
            if first and not first.endswith(b"\n") and not line(run.as_dict()).startswith(first):
                read_line(first.decode(errors="replace"), str(self.path), 1)  # another file, which must not be emptied
            if not first.endswith(b"\n"):
                return 0
            if found := run_of(read_line(first.decode(errors="replace"), str(self.path), 1)).differences(run):
                raise RecordError(f"{self.path}: error: the file is of another run: {'; '.join(found)}: name a new file")
            file.seek(max(0, size - 1))
            if file.read(1) == b"\n":
                return size
        return _last_end(self.path)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Yield the functions that are in the file.

        Raises:
            RecordError: a line is none.
        """
        yield from _records(self.path)

    def append(self, record: dict[str, Any]) -> None:
        """Append a record, all or nothing. Raises OSError."""
        data = line(record)
        try:
            written = os.write(self._file, data)
            while written < len(data):  # a disk that gets full takes a part, and says why at the next call
                written += os.write(self._file, data[written:])
        except BaseException:
            os.ftruncate(self._file, self.size)
            raise
        self.size += len(data)

    def close(self) -> None:
        """Have the system write what it holds back, and close the file. Raises OSError."""
        try:
            os.fsync(self._file)
        except OSError:
            if not os.path.isfile(self.path):
                return  # a pipe or a device holds nothing back
            raise
        finally:
            os.close(self._file)


def read(path: Path) -> tuple[Run, Iterator[dict[str, Any]]]:
    """Return the run of a results file, and its functions one after another.

    Raises:
        RecordError: it is no results file; while functions are read: a line is none.
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        first = file.readline()
    return run_of(read_line(first.decode(errors="replace"), str(path), 1)), _records(path)


def _records(path: Path) -> Iterator[dict[str, Any]]:
    """The functions of a results file; a last line without an end is none yet."""
    with path.open("rb") as file:
        for number, each in enumerate(file, 1):
            if number > 1 and each.endswith(b"\n"):
                yield read_line(each.decode(errors="replace"), str(path), number)


def _last_end(path: Path) -> int:
    """Where the last whole line of a file ends."""
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
