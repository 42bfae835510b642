"""What is remembered from one process to the next, beside Triton's cache: small facts by their content, in one file each."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any


class Memory:
    """Facts under one key: that of the settings, the code and the versions that they come from."""

    def __init__(self, key: str) -> None:
        self._key = key

    def recall(self, *parts: object) -> Any:
        """Return what was noted of these parts; None where nothing was, or it cannot be read."""
        with suppress(OSError, ValueError):
            return json.loads(self._file(parts).read_text())
        return None

    def note(self, value: Any, *parts: object) -> None:
        """All or nothing, and no error where the folder cannot be written to: then the same is found out again next time."""
        file = self._file(parts)
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile("w", dir=file.parent, delete=False) as new:
                new.write(json.dumps(value))
            os.replace(new.name, file)

    def _file(self, parts: tuple[object, ...]) -> Path:
        from triton import knobs

        name = hashlib.sha256(repr((self._key, *parts)).encode()).hexdigest()
        return Path(knobs.cache.dir) / "egraph_opt" / f"{name}.json"
