"""Storage of facts between processes, beside Triton's cache: small facts by their content, one file each."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path
from typing import Any

from egraph_opt.process.cache import read_entry, write_entry


class Memory:
    """Facts under one key: that of the settings, the code and the versions that produced them."""

    def __init__(self, key: str) -> None:
        self._key = key

    def recall(self, *parts: object) -> Any:
        """Return the value noted for these parts; None if there is none, or if it is not as it was written."""
        with suppress(OSError, ValueError):
            return read_entry(self._file(parts))
        return None

    def note(self, value: Any, *parts: object) -> None:
        """Write a value, all or nothing. Do nothing if the folder cannot be written: then the value is computed again next time."""
        with suppress(OSError):
            write_entry(self._file(parts), value)

    def _file(self, parts: tuple[object, ...]) -> Path:
        from triton import knobs

        name = hashlib.sha256(repr((self._key, *parts)).encode()).hexdigest()
        return Path(knobs.cache.dir) / "egraph_opt" / f"{name}.json"
