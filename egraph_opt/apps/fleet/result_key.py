"""Versions of packages and the hash of this package's sources, which determine results together with programs and options."""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path
from typing import Any

import egraph_opt
from egraph_opt import plugins
from egraph_opt.apps.fleet.records.line_format import RunHeader
from egraph_opt.versions import versions

SOURCES = (".py", ".toml")


@cache
def sources() -> str:
    """Return a hash of the sources of this package, since equal version numbers do not imply equal sources."""
    root = Path(egraph_opt.__file__).parent
    hashed = hashlib.sha256()
    for folder, inner, names in os.walk(root, followlinks=True):
        inner.sort()
        for name in sorted(names):
            if name.endswith(SOURCES):
                file = Path(folder) / name
                hashed.update(f"{file.relative_to(root).as_posix()}\0".encode() + file.read_bytes() + b"\0")
    return hashed.hexdigest()


@cache
def all_versions() -> dict[str, str]:
    """Return the versions of this package, of the packages in `egraph_opt.versions.PARTS`, and of plug-in packages, by name."""
    found = versions()
    for group in (plugins.RULES, plugins.COSTS, plugins.FAMILIES):
        found |= {entry.dist.name: entry.dist.version for entry in plugins.entries(group).values() if entry.dist}
    return found


def run_of(command: str, options: dict[str, Any]) -> RunHeader:
    """Return the header of a run, with hashes of the files that options name (`rules.py:name`)."""
    named = [part for value in options.values() for part in _texts(value) if plugins.is_file(part)]
    files = {place.rpartition(".py")[0] + ".py" for place in named}
    contents = {f"contents of {file}": hashlib.sha256(Path(file).read_bytes()).hexdigest() for file in sorted(files)}
    return RunHeader(command, {**options, **contents}, all_versions(), sources())


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return value.split(",")
    return [part for each in value for part in _texts(each)] if isinstance(value, (list, tuple)) else []
