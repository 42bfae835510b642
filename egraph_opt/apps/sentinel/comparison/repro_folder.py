"""Writer of a reproducer folder for two programs with different results. The reproducer needs only a GPU of the same kind."""

from __future__ import annotations

import json
import os
import platform
import shutil
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

from egraph_opt.apps.sentinel.comparison import reproduce
from egraph_opt.apps.sentinel.comparison.argument_memory import Bytes, MemoryPlace
from egraph_opt.apps.sentinel.comparison.equal_programs import NAMES, Candidate

SEEDED_TYPES = ("float64", "float32", "float16", "bfloat16")
"""Element types for which random contents can be generated."""
MAX_INPUT_BYTES = 1 << 30
"""Largest size of inputs that are written, in bytes."""
JSON_SCALARS = (bool, int, float, type(None))
SCHEMA_VERSION = 1


def seeds(places: Sequence[MemoryPlace], count: int) -> dict[int, tuple[int, str]]:
    """Return a (seed, type) pair, by memory index, for each memory that has floats of one type only."""
    found = {}
    for number in range(count):
        types = {place.type for place in places if place.memory == number}
        if len(types) == 1 and types <= set(SEEDED_TYPES):
            found[number] = (number + 1, types.pop())
    return found


def fill_memories(given: list[Bytes], chosen: dict[int, tuple[int, str]]) -> list[Bytes]:
    """Return the memories; those with a seed get random contents."""
    return [reproduce.seeded_bytes(*chosen[n], len(each)) if n in chosen else each for n, each in enumerate(given)]


@dataclass(frozen=True, slots=True)
class Finding:
    """Two programs of a kernel that are proved equal but give different results, and their inputs.

    `arguments` has the value of each argument by name: a number, or the place in memory to which a pointer points. `given` has
    the contents of the memories, None if they were lost. A memory with a seed in `chosen` is not written, since the seed gives
    its contents.
    """

    kernel: str
    says: str
    interpreter: str
    source: str
    programs: tuple[Candidate, Candidate]
    grid: Sequence[int]
    arguments: Sequence[tuple[str, Any]]
    sizes: Sequence[int]
    given: list[Bytes] | None
    chosen: dict[int, tuple[int, str]]


def write_finding(finding: Finding, folder: Path) -> Path:
    """Write a reproducer into a new subfolder of `folder` atomically, and return the subfolder.

    Raises:
        OSError: the folder is not writable.
    """
    files = {str(n): each for n, each in enumerate(finding.given or ()) if n not in finding.chosen}
    if sum(map(len, files.values())) > MAX_INPUT_BYTES:
        files = {}
    folder.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(prefix=".new-", dir=folder))
    try:
        (new / "source.ttir").write_text(finding.source)
        for program in finding.programs:
            (new / f"{program.name}.ttgir").write_text(program.text)
        if files:
            np.savez_compressed(new / "inputs.npz", **files)  # type: ignore[arg-type]
        (new / "report.json").write_text(json.dumps(_report(finding, files), indent=1) + "\n")
        shutil.copyfile(reproduce.__file__, new / "reproduce.py")
        new.chmod(0o755)
        return _rename_free(new, folder / finding.kernel)
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise


def _report(finding: Finding, files: dict[str, Bytes]) -> dict[str, Any]:
    others = [name for name, value in finding.arguments if not isinstance(value, (MemoryPlace, *JSON_SCALARS))]
    known = [*map(int, files), *finding.chosen]
    return {
        "schema_version": SCHEMA_VERSION,
        "kernel": finding.kernel,
        "says": finding.says,
        "interpreter": finding.interpreter,
        "programs": [{"name": NAMES[p.name], "file": f"{p.name}.ttgir", "options": _options(p)} for p in finding.programs],
        "grid": list(finding.grid),
        "arguments": [_argument(name, value) for name, value in finding.arguments],
        "memories": [{"bytes": size, **_seed(finding.chosen.get(n))} for n, size in enumerate(finding.sizes)],
        "zero": [number for number in range(len(finding.sizes)) if number not in known],
        "unlaunchable": f"{others[0]} is neither a tensor nor a number" if others else "",
        "versions": versions(),
    }


def _rename_free(new: Path, wanted: Path) -> Path:
    """Rename a folder to `wanted` or the first free similar name, and return the new path."""
    number, place = 1, wanted
    while place.exists():
        number += 1
        place = wanted.with_name(f"{wanted.name}__{number}")
    os.rename(new, place)
    return place


def _options(program: Candidate) -> dict[str, Any]:
    """Return those compile options of a program that its text does not contain."""
    metadata = program.kernel.metadata
    return {name: getattr(metadata, name) for name in ("num_stages", "maxnreg") if hasattr(metadata, name)} | program.options


def _argument(name: str, value: Any) -> dict[str, Any]:
    if isinstance(value, MemoryPlace):
        place = {"memory": value.memory, "offset": value.offset, "type": value.type}
        return {"name": name, **place, "shape": list(value.shape), "stride": list(value.stride)}
    return {"name": name, "value": value if isinstance(value, JSON_SCALARS) else str(value)}


def _seed(chosen: tuple[int, str] | None) -> dict[str, Any]:
    return {} if chosen is None else {"seed": chosen[0], "type": chosen[1]}


def versions() -> dict[str, str]:
    """Return the versions of everything that influences machine code, and the device."""
    found = {"python": platform.python_version()}
    for name in ("egraph-opt", "triton", "torch", "numpy"):
        with suppress(PackageNotFoundError):
            found[name] = version(name)
    with suppress(Exception):
        from triton import knobs

        found["ptxas"] = str(knobs.nvidia.ptxas.version)
    with suppress(Exception):
        torch = import_module("torch")
        found |= {"device": torch.cuda.get_device_name(), "cuda": str(torch.version.cuda)}
    return found
