"""Memo on disk beside Triton's cache: one file for each JSON value, named by a content hash.

A shared folder, possibly read-only, may have values and programs of other machines. Keys are hashes of content, so values and
programs are valid on every machine.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from egraph_opt.process.cache_entries import read_entry, write_entry

SHARED_CACHE_VARIABLE = "EGRAPH_OPT_SHARED_CACHE"
"""Environment variable that names the shared folder."""
FOLDER = "egraph_opt"


class DiskMemo:
    """Disk memo of values that are valid for one state of the plug-in: `key` is a hash of its settings, code and versions."""

    def __init__(self, key: str) -> None:
        self._key = key

    def recall(self, *parts: object) -> Any:
        """Return the value stored under the key `parts`, beside Triton's cache or in the shared folder; None if it is missing or
        damaged.
        """
        from triton import knobs

        for folder in filter(None, (knobs.cache.dir, os.environ.get(SHARED_CACHE_VARIABLE))):
            with suppress(OSError, ValueError):
                return read_entry(self._file(folder, parts))
        return None

    def note(self, value: Any, *parts: object) -> None:
        """Store a value under the key `parts` atomically. Does nothing if the folder is not writable."""
        from triton import knobs

        with suppress(OSError):
            write_entry(self._file(knobs.cache.dir, parts), value)

    def _file(self, folder: str, parts: tuple[object, ...]) -> Path:
        name = hashlib.sha256(repr((self._key, *parts)).encode()).hexdigest()
        return Path(folder, FOLDER, f"{name}.json")


def adopt_program(hash: str, group: str) -> dict[str, str]:
    """Copy a compiled program from the shared folder into Triton's cache, and return its files by name; empty if the folder lacks it.

    Args:
        hash: the program's key in Triton's cache.
        group: name of the program's file group.
    """
    from triton.runtime.cache import get_cache_manager

    manager, files = get_cache_manager(hash), {}
    try:
        folder = Path(os.environ[SHARED_CACHE_VARIABLE], manager.key)
        for name in json.loads((folder / f"__grp__{group}").read_text())["child_paths"]:
            files[name] = manager.put((folder / name).read_bytes(), name)
        manager.put_group(group, files)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):  # no such folder or program, or another kind of cache
        return {}
    return files
