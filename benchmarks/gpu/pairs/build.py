"""Programs made into machine code for an NVIDIA GPU of compute capability 9.0, in parallel processes; needs Triton, and no GPU."""

from __future__ import annotations

import json
import lzma
import os
import tempfile
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, wait
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from egraph_opt.machine.sass import read
from egraph_opt.machine.warp_latency import path

from . import store

Key = tuple[str, bool]
"""A program's hash, and whether multiplications and additions are fused."""

KEPT = (
    "name", "shared", "num_warps", "num_ctas", "global_scratch_size", "global_scratch_align", "profile_scratch_size",
    "launch_cooperative_grid", "launch_pdl",
)  # fmt: skip


def needed(cases: Iterable[store.Case]) -> list[Key]:
    """Return the programs needed to measure these cases, each once, in order: unchanged programs, and all without fusion for the
    comparison of bits."""
    keys: dict[Key, None] = {}
    for case in cases:
        for name in case["programs"].values():
            keys[name, case["fusion"]] = None
        if len(set(case["programs"].values())) > 1:
            keys |= dict.fromkeys((name, False) for name in case["programs"].values())
    return list(keys)


def file_of(folder: Path, key: Key) -> Path:
    return folder / "cubins" / f"{key[0]}.{'fused' if key[1] else 'plain'}.xz"


def load(folder: Path, key: Key) -> tuple[dict[str, Any], bytes]:
    """Return the metadata of a launch, with `path` and `memory`, the cycles of a warp alone and of memory for all warps; and the
    machine code.

    Raises:
        RuntimeError: Triton could not compile the program.
    """
    return unpacked(file_of(folder, key))


def unpacked(file: Path) -> tuple[dict[str, Any], bytes]:
    """The first line of a packed file, and its machine code.

    Raises:
        RuntimeError: the line says that Triton could not compile the program.
    """
    head, _, code = lzma.decompress(file.read_bytes()).partition(b"\n")
    found = json.loads(head)
    if "error" in found:
        raise RuntimeError(found["error"])
    return found, code


def build(folder: Path, key: Key) -> float:
    """Compile one program into the folder, a failure too; the seconds that it took."""
    import triton
    from triton.backends.compiler import GPUTarget

    started = time.monotonic()
    with tempfile.TemporaryDirectory() as own:
        os.environ |= {"TRITON_CACHE_DIR": own, "TRITON_DISABLE_LINE_INFO": "1"}
        source = Path(own) / "program.ttgir"
        source.write_text(store.get(folder, key[0]))
        try:
            kernel = triton.compile(str(source), target=GPUTarget("cuda", 90, 32), options={"enable_fp_fusion": key[1]})
            code = kernel.kernel
            way = path(read(code), kernel.metadata.num_warps)
            found = {name: getattr(kernel.metadata, name, None) for name in KEPT} | {
                "path": way.cycles,
                "memory": way.memory,
                "issued": way.issued,
            }
        except Exception as error:
            found, code = {"error": f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"}, b""
    target = file_of(folder, key)
    target.parent.mkdir(parents=True, exist_ok=True)
    store.write(target, lzma.compress(json.dumps(found).encode() + b"\n" + code, preset=4))
    return time.monotonic() - started


class Building:
    """Compilations of what is not there yet, in parallel, the first first, while other things are done."""

    def __init__(self, folder: Path, keys: Iterable[Key], jobs: int) -> None:
        self._folder = folder
        missing = [key for key in keys if not file_of(folder, key).exists()]
        self._pool = ProcessPoolExecutor(jobs, get_context("spawn"), os.nice, (10,)) if missing else None
        self._futures = {key: self._pool.submit(build, folder, key) for key in missing} if self._pool else {}

    def wait(self, keys: Iterable[Key], seconds: float) -> None:
        """Until these are done, but at most so long; a program that kills its compiler ends all that are still to be done."""
        wait([self._futures[key] for key in keys if key in self._futures], max(0.0, seconds))

    def close(self) -> None:
        """Wait for those that have begun; the others are not done."""
        if self._pool is None:
            return
        self._pool.shutdown(cancel_futures=True)
        done = [f for f in self._futures.values() if not f.cancelled() and f.exception() is None]
        print(
            f"compiled {len(done)} of {len(self._futures)} programs, {sum(f.result() for f in done):.0f} s on one core",
            flush=True,
        )
