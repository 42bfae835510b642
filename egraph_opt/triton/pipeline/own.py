"""Triton's own program of a kernel that was changed, kept where some grids may run it faster (`choice.by_grid`).

A compilation leaves behind what it was, and a launch that finds the kernel compiled takes it from here.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from egraph_opt.triton.choice.second import Second, compiled
from egraph_opt.triton.compile.make import Made

KNOWN = 8
"""How many kernels are remembered."""
THEIRS = frozenset(("hash", "target"))
"""What metadata say of a compilation, and not of its result."""


class Own(NamedTuple):
    """Triton's program in TTGIR, and its code if it was compiled."""

    text: str
    made: Made | None


class Owns:
    """Those of the last few kernels that were changed, by what these became in TTGIR."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, Own] = OrderedDict()

    def know(self, changed: str, own: Own) -> None:
        self._known[changed] = own
        if len(self._known) > KNOWN:
            self._known.popitem(last=False)

    def take(self, kernel: Any) -> Own | None:
        """Return that of a compiled kernel, once."""
        return self._known.pop(kernel.asm.get("ttgir", ""), None)


def kernel_of(own: Own, kernel: Any, target: Any, options: dict[str, Any]) -> Any:
    """Return the compiled kernel of a program, with the parameters of the kernel that took its place. Triton's cache on disk keeps it."""
    if own.made is None:
        from egraph_opt.families.layout.emit.schedule import Arrays

        return compiled(Second(own.text, "ttgir", Arrays((), ())), kernel, target, options)
    return _stored(own.text, own.made, kernel)


def _stored(text: str, made: Made, kernel: Any) -> Any:
    """What was made, as Triton's compiler would have written it down."""
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
