"""Kernels for a replay, read from folders of `egraph-opt capture` and from program files."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from egraph_opt.apps.replay.compiler_main import choose_options
from egraph_opt.errors import EgraphOptError, reason_of
from egraph_opt.ir.module import InputError
from egraph_opt.machine.launch_cycles import InstanceWork
from egraph_opt.text import read
from egraph_opt.text.syntax.location import compact
from egraph_opt.triton.autotune.work_estimate import work_of
from egraph_opt.triton.capture.kernel_folder import LAUNCH, PROGRAM, RECORD, SOURCE

TARGET = "cuda:90"
"""Compilation target of programs whose text names none."""
_TARGET, _WARPS = re.compile(r'ttg\.target = "(\w+:\w+)"'), re.compile(r'"ttg\.num-warps" = (\d+)')


class NotReplayable(EgraphOptError):
    """Error: a file or folder contains no kernel; the message says which and why."""


class CorpusLaunch(NamedTuple):
    """Captured launch: a known grid, and argument specifications by name."""

    grid: tuple[int, ...]
    arguments: dict[str, Any]


@dataclass(frozen=True)
class CorpusKernel:
    """Captured kernel. `kind` is the IR of `text`: `ttir` or `ttgir`."""

    name: str
    kind: str
    text: str
    target: str
    options: Mapping[str, Any]
    place: str
    record: Mapping[str, Any]
    source: str | None = None

    @cached_property
    def key(self) -> str:
        """Hash of everything in the kernel that determines a compiler's result."""
        options = sorted(choose_options(dict(self.options)).items())
        return hashlib.sha256(repr((self.kind, self.text, self.target, options)).encode()).hexdigest()

    @cached_property
    def launch(self) -> CorpusLaunch | None:
        """First captured launch with a known grid."""
        for launch in self.record.get("launches", ()):
            if launch.get("grid"):
                x, y, z = (*map(int, launch["grid"]), 1, 1)[:3]
                return CorpusLaunch((x, y, z), launch.get("arguments", {}))
        return None

    @cached_property
    def work(self) -> InstanceWork | None:
        """Work of a program instance of `launch`; None without a launch, or if the program does not parse."""
        if self.launch is None or self.kind != "ttir":
            return None
        try:
            (function,) = [f for f in read(self.text).functions() if f.regions and f.regions[0].blocks]
        except (InputError, ValueError):
            return None
        return work_of(function, self._numbers(), self.launch.grid)

    def _numbers(self) -> list[int | None]:
        """Return the integer values of the kernel's leading parameters, None if unknown.

        The list ends before the first descriptor, since a descriptor expands to several parameters.
        """
        known: list[int | None] = []
        assert self.launch is not None
        for name, kind in self.record.get("signature", {}).items():
            if not isinstance(kind, str) or kind.startswith("tensordesc"):
                break
            if kind != "constexpr":
                value = self.launch.arguments.get(name)
                known.append(int(value) if isinstance(value, int) else None)
        return known


def kernels(paths: Sequence[Path]) -> Iterator[CorpusKernel | NotReplayable]:
    """Yield the distinct kernels at some paths, sorted by name, and errors for paths without a kernel.

    A kernel is a folder with `kernel.json` or `input.ttir`, found recursively, or a `.ttir` or `.ttgir` file whose path is given.
    """
    seen: set[str] = set()
    for path in paths:
        for place in _places(path):
            try:
                kernel = kernel_of(place)
            except NotReplayable as error:
                yield error
                continue
            if kernel.key not in seen:
                seen.add(kernel.key)
                yield kernel


def _places(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = {file.parent for name in (RECORD, PROGRAM) for file in path.rglob(name)}
    return sorted(found) or [path]


def kernel_of(place: Path) -> CorpusKernel:
    """Return the kernel of a folder or a file.

    Raises:
        NotReplayable: the path has no kernel, or it cannot be read.
    """
    if not place.exists():
        raise NotReplayable(f"{place}: error: No such file or directory")
    if place.is_dir() and not (place / PROGRAM).exists():
        raise NotReplayable(f"{place}: error: it holds no kernel: there is no {PROGRAM}")
    try:
        if place.is_dir():
            return _of_folder(place)
        if place.suffix not in (".ttir", ".ttgir"):
            raise NotReplayable(f"{place}: error: a kernel is a folder, or a file that ends in .ttir or .ttgir")
        text = place.read_text()
        return CorpusKernel(place.stem, place.suffix[1:], compact(text), *_read_header(text), str(place), {})
    except (OSError, UnicodeDecodeError) as error:
        raise NotReplayable(f"{place}: error: {getattr(error, 'strerror', None) or error}") from None


def _of_folder(folder: Path) -> CorpusKernel:
    text = (folder / PROGRAM).read_text()
    source = (folder / SOURCE).read_text() if (folder / SOURCE).exists() else None
    if not (folder / RECORD).exists():
        beside = next((file.read_text() for file in sorted(folder.glob("*.ttgir"))), "")
        return CorpusKernel(folder.name, "ttir", compact(text), *_read_header(beside), str(folder), {}, source)
    try:
        record = json.loads((folder / RECORD).read_text())
        if (folder / LAUNCH).exists():
            record["launches"] = [json.loads((folder / LAUNCH).read_text())]
        name, target, options = str(record["name"]), str(record["target"]), dict(record["options"])
    except (ValueError, KeyError, TypeError) as error:
        raise NotReplayable(f"{folder / RECORD}: error: it is no record of a kernel: {reason_of(error)}") from None
    return CorpusKernel(name, "ttir", compact(text), target, options, str(folder), record, source)


def _read_header(text: str) -> tuple[str, dict[str, Any]]:
    target, warps = _TARGET.search(text), _WARPS.search(text)
    return target[1] if target else TARGET, {"num_warps": int(warps[1])} if warps else {}
