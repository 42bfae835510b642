"""Atomic writing of files."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_whole(file: Path, data: bytes) -> None:
    """Write a file atomically, and create its parent folders.

    Args:
        file: path of the file, which is replaced if it exists.
        data: content of the file.

    Raises:
        OSError: the file cannot be written. The attribute `filename` names it.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, prefix=".egraph-opt-", suffix=".tmp", delete=False) as new:
            try:
                new.write(data)
                new.flush()
                os.fchmod(new.fileno(), 0o644)
                os.replace(new.name, file)
            except BaseException:
                os.unlink(new.name)
                raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file)) from None
