"""Cache of results by key: one file each, in the cache folder of the XDG base directory specification.

A key is a hash of everything that determines a result, so entries are never out of date. Anyone who can write these files can
forge results.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from egraph_opt.fleet.records.record import Outcome
from egraph_opt.process.whole import write_whole


def default() -> Path:
    """Return the default folder."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "egraph-opt" / "fleet"


class Store:
    """Folder of results; with None nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def get(self, key: str) -> Outcome | None:
        """Return the result for a key, if it exists and can be read, else None."""
        if self.folder is None:
            return None
        with suppress(OSError, ValueError, TypeError):
            return Outcome(**json.loads(self._file(key).read_text()))
        return None

    def put(self, key: str, outcome: Outcome) -> None:
        """Keep a result, all or nothing. If the folder cannot be written, the result is computed again next time."""
        if self.folder is None or not outcome.keep:
            return
        with suppress(OSError):
            write_whole(self._file(key), json.dumps({**asdict(outcome), "stages": {}}).encode())

    def _file(self, key: str) -> Path:
        assert self.folder is not None
        return self.folder / key[:2] / f"{key}.json"
