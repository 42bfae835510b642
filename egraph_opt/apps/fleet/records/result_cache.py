"""Cache of results by key, one file each, in the XDG cache folder.

A key is a hash of everything that determines a result, so entries never expire. Entries with a wrong key or checksum are ignored.
Entries can be forged, so `egraph_opt.apps.fleet.cached_result_check` proves a cached program equal to the input.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from egraph_opt.apps.fleet.records.content_key import content_key
from egraph_opt.apps.fleet.records.line_format import FunctionOutcome
from egraph_opt.process.cache_entries import cache_folder, read_entry, write_entry


def default() -> Path:
    """Return the default cache folder."""
    return cache_folder("fleet")


class Store:
    """Cache in a folder, or no cache if the folder is None."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.damaged = 0
        """Number of damaged entries that were found."""

    def get(self, key: str) -> FunctionOutcome | None:
        """Return the result for a key; None if it is missing or damaged."""
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
        """Store a result atomically. If the folder is not writable, the next run computes it again."""
        if self.folder is None or not outcome.keep:
            return
        with suppress(OSError):
            write_entry(self._file(key), {**asdict(outcome), "stages": {}})

    def _file(self, key: str) -> Path:
        assert self.folder is not None
        return self.folder / key[:2] / f"{key}.json"
