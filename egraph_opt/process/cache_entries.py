"""Entries of caches on disk: JSON data with a checksum over data and key.

An entry that is damaged, truncated or stored under another key is rejected. Anyone who can write the file can forge the checksum.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from egraph_opt.process.atomic_write import write_whole


class DamagedError(ValueError):
    """Error: a cache entry is damaged."""


def cache_folder(kind: str) -> Path:
    """Return the folder for one kind of cache entries in the XDG cache folder."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "egraph-opt" / kind


def write_entry(file: Path, data: Any) -> None:
    """Write a cache entry atomically, with the stem of the file name as key. Raises OSError."""
    write_whole(file, seal(file.stem, data))


def read_entry(file: Path) -> Any:
    """Return the data of an entry.

    Raises:
        FileNotFoundError: the file does not exist.
        OSError: the file cannot be read.
        DamagedError: the entry is damaged.
    """
    return unseal(file.stem, file.read_bytes())


def seal(key: str, data: Any) -> bytes:
    text = json.dumps(data)
    return json.dumps({"checksum": _checksum(key, text), "data": text}).encode()


def unseal(key: str, entry: bytes) -> Any:
    """Return the data in the bytes of a cache entry. Raises DamagedError."""
    try:
        found = json.loads(entry)
        if found["checksum"] == _checksum(key, found["data"]):
            return json.loads(found["data"])
    except (ValueError, TypeError, KeyError, RecursionError):
        pass
    raise DamagedError("the entry is not as it was written")


def _checksum(key: str, text: str) -> str:
    return hashlib.sha256(f"{key}\0{text}".encode()).hexdigest()
