"""Writer of a captured kernel's folder: `input.ttir`, `kernel.json` with the compile and launch parameters, and `source.py` if
the Python source is self-contained.

A folder's name contains the kernel's name and a content hash, so several processes can write to one parent folder.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
import tempfile
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from egraph_opt.triton.capture.kernel_source import standing_alone

SCHEMA_VERSION = 2
"""Schema version of `kernel.json`.

Version 1 lacks `versions` and the contents of integer tensors, and does not distinguish data types from strings.
"""
PROGRAM, RECORD, SOURCE, LAUNCH = "input.ttir", "kernel.json", "source.py", "launch.json"
MAX_BYTES = 1 << 30
"""Limit on the total size of all captured kernels, in bytes."""


class Full(Exception):
    """Error: the captured kernels exceed the size limit."""


def record(
    function: Any, signature: Mapping[str, Any], constants: Mapping[Any, Any], attributes: Mapping[Any, Any],
    options: Mapping[str, Any], target: str,
) -> dict[str, Any]:  # fmt: skip
    """Return the content of a kernel's `kernel.json` as plain data."""
    return {
        "schema_version": SCHEMA_VERSION,
        "name": str(function.__name__),
        "module": function.module,
        "file": os.path.basename(function.fn.__code__.co_filename),
        "line": function.starting_line_number,
        "target": target,
        "signature": {name: str(kind) for name, kind in signature.items()},
        "constants": [[_path(path), plain(value)] for path, value in constants.items()],
        "attributes": [[_path(path), value] for path, value in attributes.items()],
        "options": {name: plain(value) for name, value in sorted(options.items())},
        "versions": versions(),
    }


def versions() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for name in ("egraph-opt", "triton", "torch"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def plain(value: Any) -> Any:
    value = getattr(value, "value", value)
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return {"dtype": str(value)} if type(value).__name__ == "dtype" else str(value)


def _path(path: Any) -> list[Any]:
    return list(path) if isinstance(path, tuple) else [path]


def files_of(found: Mapping[str, Any], ttir: str, function: Any) -> dict[str, str]:
    """Return the contents of a kernel's files by file name; `found` is the content of `kernel.json`."""
    files = {PROGRAM: ttir, RECORD: json.dumps(found, indent=1) + "\n"}
    source = standing_alone(function)
    return files if source is None else {**files, SOURCE: source}


def name_of(found: Mapping[str, Any], ttir: str) -> str:
    """Return a kernel's folder name, given its `kernel.json` and TTIR. Equal TTIR, target and options give equal names."""
    content = repr((ttir, found["target"], sorted(found["options"].items())))
    return f"{found['name'][:100]}-{hashlib.sha256(content.encode()).hexdigest()[:16]}"


def write(place: Path, name: str, files: Mapping[str, str]) -> Path:
    """Write a kernel's folder atomically, unless it exists.

    Raises:
        Full: the size limit is reached.
        OSError: the folder cannot be written.
    """
    folder = place / name
    if folder.exists():
        return folder
    place.mkdir(parents=True, exist_ok=True)
    if size_of_kernels(place) + sum(map(len, files.values())) > MAX_BYTES:
        raise Full(f"{place} has {MAX_BYTES >> 20} MiB of kernels")
    new = Path(tempfile.mkdtemp(prefix=".new-", dir=place))
    try:
        for file, text in files.items():
            (new / file).write_text(text)
        new.chmod(0o755)
        new.rename(folder)
    except OSError:
        shutil.rmtree(new, ignore_errors=True)
        if not folder.exists():  # else another process wrote the same
            raise
    return folder


def add_launch(folder: Path, launch: Mapping[str, Any]) -> None:
    """Add a launch to the `kernel.json` of a folder atomically. Raises OSError."""
    new = folder / f".{LAUNCH}.{os.getpid()}"
    new.write_text(json.dumps(launch) + "\n")
    new.replace(folder / LAUNCH)


def size_of_kernels(place: Path) -> int:
    """Return the total size in bytes of the captured kernels."""
    total = 0
    with os.scandir(place) as folders:
        for folder in folders:
            if folder.is_dir(follow_symlinks=False):
                with os.scandir(folder.path) as files:
                    total += sum(file.stat().st_size for file in files)
    return total
