"""Triton's own program of a kernel for which the plug-in uses another. It may be faster for some grids (`choice.grid_dispatch`), or have
a faster no-alias version (`choice.noalias_version`).

The compilation stores the program; the first launch of the compiled kernel reads it.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from egraph_opt.triton.compile.machine_code import Stage, StageResults
from egraph_opt.triton.compile.text_compile import compile_equal

MAX_CACHED_KERNELS = 8
MAX_CACHED_METADATA = 1024
THEIRS = frozenset(("hash", "target"))
"""Metadata keys that describe the compilation and not its result."""


class CachedProgram(NamedTuple):
    """Triton's program in TTGIR, and its code if it was compiled.

    `may_win`: it may be faster for some grids than the program that replaces it, which is predicted to save the fraction `saves` of its
    time.
    """

    text: str
    made: StageResults | None
    may_win: bool
    saves: float


class OriginalProgram(NamedTuple):
    """Triton's own program of a kernel: TTIR, TTGIR, code, and the metadata after the stage `ttgir`, if recorded."""

    source: str
    text: str
    made: StageResults
    noted: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Noting:
    """Compilation stage that passes its result and metadata to a callback."""

    stage: Stage
    note: Callable[[str, dict[str, Any]], None]

    def __call__(self, module: Any, metadata: Any) -> Any:
        result = self.stage(module, metadata)
        self.note(str(result), metadata)
        return result


class StageMetadata:
    """Memo of the metadata that the stage `ttgir` left, for the last kernels that this process compiled without the plug-in."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, dict[str, Any]] = OrderedDict()

    def noting(self, stage: Stage) -> Noting:
        """Return the stage wrapped so that its metadata are recorded."""
        return Noting(stage, self._note)

    def _note(self, text: str, metadata: dict[str, Any]) -> None:
        self._known[_digest(text)] = {name: value for name, value in metadata.items() if name not in THEIRS}
        if len(self._known) > MAX_CACHED_METADATA:
            self._known.popitem(last=False)

    def notes_of_program(self, text: str) -> dict[str, Any] | None:
        """Return the metadata that the stage `ttgir` left for this TTGIR; None if they are not recorded."""
        return self._known.get(_digest(text))


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


class ReplacedPrograms:
    """Memo of the programs of Triton that the plug-in has replaced, for the last kernels, by the TTGIR of the new program."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, CachedProgram] = OrderedDict()

    def know(self, changed: str, own: CachedProgram) -> None:
        self._known[changed] = own
        if len(self._known) > MAX_CACHED_KERNELS:
            self._known.popitem(last=False)

    def take(self, kernel: Any) -> CachedProgram | None:
        """Remove and return the program of Triton that a compiled kernel's program has replaced."""
        return self._known.pop(kernel.asm.get("ttgir", ""), None)


def kernel_of(own: CachedProgram, kernel: Any, target: Any, options: dict[str, Any]) -> Any:
    """Return Triton's own program as a compiled kernel, from Triton's cache on disk.

    `kernel`, which replaced this program, gives the signature.
    """
    if own.made is None:
        return compile_equal(own.text, "ttgir", kernel, target, options)
    return _store_kernel(own.text, own.made, kernel)


def _store_kernel(text: str, made: StageResults, kernel: Any) -> Any:
    from triton.compiler import CompiledKernel
    from triton.runtime.cache import get_cache_manager

    (name,) = (file for file in kernel.metadata_group if file.endswith(".json"))
    known = json.loads(Path(kernel.metadata_group[name]).read_text())
    metadata = known | {key: value for key, value in made.metadata.items() if key in known and key not in THEIRS}
    key = sha256(f"{kernel.hash} {text}".encode()).hexdigest()
    manager, stem = get_cache_manager(key), name.removesuffix(".json")
    files = {f"{stem}.{stage}": result for stage, result in made.results.items()} | {f"{stem}.ttgir": text}
    group = {file: manager.put(result, file) for file, result in files.items() if isinstance(result, str | bytes)}
    group[name] = manager.put(json.dumps({**metadata, "hash": key}, default=vars), name, binary=False)
    manager.put_group(name, group)
    return CompiledKernel(kernel.src, group, key)
