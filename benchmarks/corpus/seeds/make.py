"""Real TTGIR with what the corpus of kernels lacks, made by Triton itself: `python benchmarks/corpus/seeds/make.py`.

Copies by TMA, tensor memory, `tc_gen5_mma`, barriers and specialised warps (cuda:100), `wgmma` with TMA (cuda:90), AMD's pipelining
(gfx942): each program through Triton's own stages to the last pass of `ttgir`, in a child process each.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
KERNELS = HERE.parent / "kernels"
PROGRAMS = (
    ("matmul", HERE / "matmul.ttir", ("cuda:90", "cuda:100")),
    ("pointers", KERNELS / "tb.matmul_kernel/input.ttir", ("cuda:90", "cuda:100", "hip:gfx942")),
    ("attention", KERNELS / "fla.parallel_attn_bwd_kernel_dq/input.ttir", ("cuda:90", "cuda:100", "hip:gfx942")),
)


def compiled(path: str, target: str) -> str:
    """The TTGIR at the end of its stage, without locations."""
    from triton._C.libtriton import ir
    from triton.backends.compiler import GPUTarget, Language
    from triton.compiler.compiler import make_backend

    kind, architecture = target.split(":")
    backend = make_backend(GPUTarget(kind, int(architecture) if kind == "cuda" else architecture, 32 if kind == "cuda" else 64))
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    text = re.sub(r"\s*loc\(.*\)$|^#loc.*$", "", Path(path).read_text(), flags=re.MULTILINE)
    with tempfile.NamedTemporaryFile("w", suffix=".ttir") as file:
        file.write(text)
        file.flush()
        module: Any = ir.parse_mlir_module(file.name, context)
    module.context = context
    stages: dict[str, Any] = {}
    backend.add_stages(stages, backend.parse_options({"num_warps": 4, "num_stages": 3}), Language.TRITON)
    metadata: dict[str, Any] = {}
    for name in ("ttir", "ttgir"):
        module = stages[name](module, metadata)
    return str(module.str_nodebug())


def main() -> None:
    for name, path, targets in PROGRAMS:
        for target in targets:
            done = subprocess.run([sys.executable, __file__, str(path), target], capture_output=True, text=True, check=False)
            if done.returncode:
                print(f"{name} {target}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
                continue
            (HERE / f"{name}.{target.partition(':')[2]}.ttgir").write_text(done.stdout)


if __name__ == "__main__":
    if len(sys.argv) == 3:
        print(compiled(*sys.argv[1:]), end="")
    else:
        main()
