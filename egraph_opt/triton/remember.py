"""What was found out once, beside Triton's cache: small values by a hash of all that they depend on."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any


def remembered(*parts: object) -> Any:
    """What was noted of these parts; None where nothing was, or it cannot be read."""
    with suppress(OSError, ValueError):
        return json.loads(_file(parts).read_text())
    return None


def remember(value: Any, *parts: object) -> None:
    """All or nothing, and no error where the folder cannot be written to: then the same is found out again next time."""
    file = _file(parts)
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=file.parent, delete=False) as new:
            new.write(json.dumps(value))
        os.replace(new.name, file)


def _file(parts: tuple[object, ...]) -> Path:
    from triton import knobs

    name = hashlib.sha256(repr(parts).encode()).hexdigest()
    return Path(knobs.cache.dir) / "egraph_opt" / f"{name}.json"
