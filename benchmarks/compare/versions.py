"""A user's script under each Triton: `python -m benchmarks.compare.versions` with the Triton that is to be looked at.

Needs no GPU, but PyTorch, flash-linear-attention and liger-kernel (`benchmarks/corpus/capture/README.md`).

Every kernel that `benchmarks/corpus/capture/user.py` launches, in the first of its configurations, is compiled for `cuda:90` and
`hip:gfx942`: by Triton alone, with a hook that changes nothing, and with the plug-in's default settings. Writes the rows of this Triton to
`benchmarks/results/versions.tsv`.
"""

from __future__ import annotations

import datetime
import tempfile
import warnings
from typing import Any

import triton
from triton import knobs
from triton.compiler import ASTSource

import egraph_opt.triton as plugin
from benchmarks.paths import CORPUS, RESULTS
from egraph_opt.triton.capture.fake_driver import target_of
from egraph_opt.triton.capture.script_capture import launch_script

TABLE = RESULTS / "versions.tsv"
COLUMNS = ("triton", "target", "kernels", "same_binary_with_a_hook_that_changes_nothing", "changed", "kept", "failed", "date")
NOTHING: dict[str, Any] = {"min_gain": 0.99, "confirm": False, "loads_first": False, "versions": False}


def binary(kernel: Any, gpu: Any) -> bytes:
    source = ASTSource(kernel.function, kernel.signature, kernel.constants, kernel.attributes)
    made = triton.compile(source, target=gpu, options=vars(kernel.options))
    return bytes(made.asm["cubin" if gpu.backend == "cuda" else "hsaco"])


def row(target: str) -> tuple[str, ...]:
    """Return what becomes of the script's kernels for one target."""
    gpu = target_of(target)
    kernels, error = launch_script(CORPUS / "capture" / "user.py", gpu)
    if error:
        raise RuntimeError(error)
    plain = [binary(kernel, gpu) for kernel in kernels]
    with plugin.enabled(**NOTHING):
        same = sum(binary(kernel, gpu) == before for kernel, before in zip(kernels, plain, strict=True))
    with plugin.enabled():
        for kernel in kernels:
            binary(kernel, gpu)
        found = plugin.report()
    for kernel in found.kernels:
        if kernel.outcome == "failed":
            print(f"{kernel.name}: {kernel.reason}")
    counts = len(kernels), same, found.changed, found.kept, found.failed
    return triton.__version__, target, *map(str, counts), datetime.date.today().isoformat()


def main() -> None:
    warnings.simplefilter("ignore")  # failures are counted
    with tempfile.TemporaryDirectory() as folder:
        knobs.cache.dir = folder
        rows = ["\t".join(row(target)) for target in ("cuda:90", "hip:gfx942")]
    kept = TABLE.read_text().splitlines()[1:] if TABLE.exists() else []
    kept = [line for line in kept if line.split("\t")[0] != triton.__version__]
    TABLE.write_text("\n".join(["\t".join(COLUMNS), *sorted(kept + rows)]) + "\n")
    print("\n".join(rows))


if __name__ == "__main__":
    main()
