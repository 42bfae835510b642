"""Witnesses on a GPU: what Triton compiles is the kernel that was asked about, and both kernels run on the witness."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from egraph_opt.verifier.decision.verification import make_problem, verify
from egraph_opt.verifier.question import QuestionBuilder
from egraph_opt.verifier.run import gpu_run
from tests.support.kernels import ROOT

pytest.importorskip("triton")
KERNELS = ROOT / "benchmarks/verify/kernels/elementwise.py"
QUESTION = {"grid": "cdiv(N, BLOCK)", "args": {"x": "f32[N]", "y": "f32[N]", "z": "f32[N]", "n": "N"}}
COMPILATION = """
import sys, triton
from triton.backends.compiler import GPUTarget
kernel = triton.compile(sys.argv[1], target=GPUTarget("cuda", 90, 32))
print(kernel.metadata.name, *kernel.src.signature.values())
"""


def test_triton_compiles_the_text_of_a_launch(tmp_path: Path) -> None:
    problem = make_problem(
        f"{KERNELS}:add", f"{KERNELS}:add_tail_lost", constexprs={"BLOCK": 64}, arrays={}, sizes={"N": 100}, **QUESTION
    )
    (launch,) = QuestionBuilder(problem, "cuda:90").question().new.launches
    file = tmp_path / "launch.ttir"
    file.write_text(gpu_run.launch_text(launch))
    done = subprocess.run([sys.executable, "-c", COMPILATION, str(file)], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["add_tail_lost", "*f32", "*f32", "*f32", "i32"], done.stderr


@pytest.mark.skipif(not gpu_run.available(), reason="needs a GPU and PyTorch")
def test_a_witness_runs_on_the_gpu() -> None:
    found = verify(f"{KERNELS}:add", f"{KERNELS}:add_tail_lost", constexprs={"BLOCK": 64}, sizes={"N": 100}, **QUESTION)
    assert found.different and "NVIDIA" in found.notes[-1]
