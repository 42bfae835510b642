"""Cache of results by key: one file each, in the cache folder of the XDG base directory specification.

A key is a hash of everything that determines a result, so entries are never out of date. An entry has its key and a checksum, so that
a damaged one, or one under another key, is not used. Both can be forged: `egraph_opt.apps.fleet.recheck` proves a kept program again.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from egraph_opt.apps.fleet.records.content_key import content_key
from egraph_opt.apps.fleet.records.record import FunctionOutcome
from egraph_opt.process.cache_entries import cache_folder, read_entry, write_entry


def default() -> Path:
    """Return the default folder."""
    return cache_folder("fleet")


class Store:
    """Folder of results; with None nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.damaged = 0
        """Number of entries that were there, but are not what was kept."""

    def get(self, key: str) -> FunctionOutcome | None:
        """Return the result for a key if there is one as it was kept, else None."""
        if self.folder is None:
            return None
        try:
            outcome = FunctionOutcome(**read_entry(self._file(key)))
            if outcome.text is None or outcome.result["text"] == content_key(outcome.text):
                return outcome
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, KeyError):
            pass
        self.damaged += 1
        return None

    def put(self, key: str, outcome: FunctionOutcome) -> None:
        """Keep a result, all or nothing. If the folder cannot be written, the result is computed again next time."""
        if self.folder is None or not outcome.keep:
            return
        with suppress(OSError):
            write_entry(self._file(key), {**asdict(outcome), "stages": {}})

    def _file(self, key: str) -> Path:
        assert self.folder is not None
        return self.folder / key[:2] / f"{key}.json"
