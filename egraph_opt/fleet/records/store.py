"""Results that were found before, by their keys: a file for each, in the cache that the XDG base directory specification names.

A key is a hash of all that decides a result, so nothing here is ever out of date. Whoever can write these files can forge results.
"""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from egraph_opt.fleet.records.record import Outcome


def default() -> Path:
    """Return the folder that is used where none is named."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "egraph-opt" / "fleet"


class Store:
    """A folder of results; None keeps nothing."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def get(self, key: str) -> Outcome | None:
        """Return the result under a key, if there is one that can be read."""
        if self.folder is None:
            return None
        with suppress(OSError, ValueError, TypeError):
            return Outcome(**json.loads(self._file(key).read_text()))
        return None

    def put(self, key: str, outcome: Outcome) -> None:
        """Keep a result, all or nothing; where the folder cannot be written to, it is computed again next time."""
        if self.folder is None or not outcome.keep:
            return
        file = self._file(key)
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile("w", dir=file.parent, suffix=".tmp", delete=False) as new:
                try:
                    json.dump({**asdict(outcome), "stages": {}}, new)
                    new.flush()
                except BaseException:
                    os.unlink(new.name)
                    raise
            os.replace(new.name, file)

    def _file(self, key: str) -> Path:
        assert self.folder is not None
        return self.folder / key[:2] / f"{key}.json"
