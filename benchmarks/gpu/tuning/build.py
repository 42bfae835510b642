"""Configurations made into machine code for compute capability 9.0, in parallel processes; needs Triton, and no GPU."""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import tempfile
import time
from pathlib import Path
from typing import Any

from ..pairs import store
from ..pairs.build import KEPT, unpacked

PATIENCE = 120.0
"""Seconds for one configuration."""


def key(case: store.Case) -> str:
    """Return what a configuration is compiled from: equal programs with equal options are one."""
    return hashlib.sha256(repr((case["program"], sorted(case["options"].items()))).encode()).hexdigest()[:20]


def file_of(folder: Path, case: store.Case) -> Path:
    return folder / "cubins" / f"{key(case)}.xz"


def load(folder: Path, case: store.Case) -> tuple[dict[str, Any], bytes]:
    """Return the metadata of a launch, with the compilation time in `seconds`; and the machine code.

    Raises:
        RuntimeError: Triton could not compile the program.
    """
    return unpacked(file_of(folder, case))


def apart(context: Any, folder: Path, case: store.Case) -> None:
    """Do the work of `build` in a separate process: on some programs LLVM aborts it."""
    process = context.Process(target=build, args=(folder, case))
    process.start()
    process.join(PATIENCE)
    if process.is_alive():
        process.kill()
        process.join()
    if not file_of(folder, case).exists():
        _write(folder, case, {"error": f"the compiler ended with {process.exitcode}", "seconds": 0.0}, b"")


def build(folder: Path, case: store.Case) -> None:
    """Compile one configuration into the folder, a failure too."""
    import triton
    from triton.backends.compiler import GPUTarget

    with tempfile.TemporaryDirectory() as own:
        os.environ |= {"TRITON_CACHE_DIR": own, "TRITON_DISABLE_LINE_INFO": "1"}
        source = Path(own) / "program.ttir"
        source.write_text(store.get(folder, case["program"]))
        started = time.process_time(), os.times().children_user
        try:
            kernel = triton.compile(str(source), target=GPUTarget("cuda", 90, 32), options=case["options"])
            code = kernel.kernel
            found = {name: getattr(kernel.metadata, name, None) for name in KEPT}
        except Exception as error:
            found, code = {"error": f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"}, b""
    found["seconds"] = time.process_time() - started[0] + os.times().children_user - started[1]
    _write(folder, case, found, code)


def _write(folder: Path, case: store.Case, found: dict[str, Any], code: bytes) -> None:
    target = file_of(folder, case)
    target.parent.mkdir(parents=True, exist_ok=True)
    store.write(target, lzma.compress(json.dumps(found).encode() + b"\n" + code, preset=4))
