"""Entries of caches on disk: JSON data with a checksum over the data and their key.

A damaged or truncated entry, or one that was made for another key, is not read. Whoever can write the file can forge the checksum:
what is used without another check has to be trusted.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any


class DamagedError(ValueError):
    """Error raised for an entry that is not as it was written."""


def seal(key: str, data: Any) -> bytes:
    """Return the bytes of an entry."""
    text = json.dumps(data)
    return json.dumps({"checksum": _checksum(key, text), "data": text}).encode()


def unseal(key: str, entry: bytes) -> Any:
    """Return the data of an entry. Raises DamagedError."""
    try:
        found = json.loads(entry)
        if found["checksum"] == _checksum(key, found["data"]):
            return json.loads(found["data"])
    except (ValueError, TypeError, KeyError, RecursionError):
        pass
    raise DamagedError("the entry is not as it was written")


def _checksum(key: str, text: str) -> str:
    return hashlib.sha256(f"{key}\0{text}".encode()).hexdigest()
