"""Storage of facts between processes, beside Triton's cache: small facts by their content, one file each.

A folder that machines share, which may be read-only, holds what other processes found: a copy of a Triton cache. Facts and programs are
named by their content, so they are as good here as there.
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
"""Environment variable that names a folder to look in for what Triton's cache does not hold."""
FOLDER = "egraph_opt"
"""Folder of facts in a cache of Triton's."""


class DiskMemo:
    """Facts under one key: that of the settings, the code and the versions that produced them."""

    def __init__(self, key: str) -> None:
        self._key = key

    def recall(self, *parts: object) -> Any:
        """Return the value noted for these parts, here or in the shared folder; None if there is none, or if it is damaged."""
        from triton import knobs

        for folder in filter(None, (knobs.cache.dir, os.environ.get(SHARED_CACHE_VARIABLE))):
            with suppress(OSError, ValueError):
                return read_entry(self._file(folder, parts))
        return None

    def note(self, value: Any, *parts: object) -> None:
        """Write a value, all or nothing. Do nothing if the folder cannot be written: then the value is computed again next time."""
        from triton import knobs

        with suppress(OSError):
            write_entry(self._file(knobs.cache.dir, parts), value)

    def _file(self, folder: str, parts: tuple[object, ...]) -> Path:
        name = hashlib.sha256(repr((self._key, *parts)).encode()).hexdigest()
        return Path(folder, FOLDER, f"{name}.json")


def adopt_program(hash: str, group: str) -> dict[str, str]:
    """Copy a compiled program from the shared folder into Triton's cache; return its files by name, none if it is not there.

    Args:
        hash: the program's key in Triton's cache.
        group: name of its group of files.
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
