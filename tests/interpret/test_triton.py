"""Our interpreter against Triton's own (TRITON_INTERPRET=1), on kernels as users write them: the source, its TTIR and its TTGIR."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from egraph_opt.interpret import interpret
from egraph_opt.text import read
from tests.support.jit_kernels import ARGUMENTS, compile_for
from tests.support.kernels import ROOT

SIZES = {
    "softmax": ({"out_ptr": (1024,), "in_ptr": (1024,)}, {"stride": 1024, "columns": 992}),
    "layer_norm": ({"out_ptr": (4, 512), "in_ptr": (4, 512), "scale_ptr": (512,), "mean_ptr": (4,)}, {"stride": 512}),
    "scaled": ({"out_ptr": (1024,), "in_ptr": (1024,), "scale_ptr": (1024,)}, {}),
    "row_sums": ({"sum_ptr": (4, 64), "root_ptr": (4, 64), "in_ptr": (64, 64)}, {"stride": 64}),
}  # fmt: skip
"""The extents of each kernel's arrays, and its scalars. No loops: Triton 3.6's interpreter takes no bounds from NumPy 2.4."""


def arguments(name: str) -> dict[str, np.ndarray | int]:
    """Random arrays and the scalars, in the kernel's order."""
    shapes, scalars = SIZES[name]
    chance, types = np.random.default_rng(1), ARGUMENTS[name][1]
    kinds = {"*fp16": np.float16, "*fp32": np.float32}
    return {
        key: chance.uniform(0.1, 1.0, shapes[key]).astype(kinds[types[key]]) if key in shapes else scalars[key] for key in types
    }


def interpreted(name: str, form: str) -> dict[str, np.ndarray]:
    """The arrays after a run of one form of a compiled kernel under our interpreter."""
    (function,) = read(compile_for("cuda:90", name).asm[form]).functions()
    given = arguments(name)
    interpret(function, list(given.values()))
    return {key: value for key, value in given.items() if isinstance(value, np.ndarray)}


@pytest.fixture(params=SIZES)
def kernel(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, dict[str, np.ndarray]]:
    """A kernel's name, and the arrays after its run under Triton's interpreter."""
    path = tmp_path / "arguments.npz"
    np.savez(path, **arguments(request.param))  # type: ignore[arg-type]
    command = [sys.executable, "-m", "tests.support.interpreter_child", request.param, str(path)]
    subprocess.run(command, cwd=ROOT, env=os.environ | {"TRITON_INTERPRET": "1"}, check=True, capture_output=True)
    return request.param, dict(np.load(path))


def test_triton_s_interpreter_computes_the_same(kernel: tuple[str, dict[str, np.ndarray]]) -> None:
    name, theirs = kernel
    before = arguments(name)
    assert any(not np.array_equal(theirs[key], before[key]) for key in theirs), "the kernel writes nothing"
    for form in ("ttir", "ttgir"):
        ours = interpreted(name, form)
        for key, value in theirs.items():  # sums are taken in other orders
            np.testing.assert_allclose(
                ours[key], value, rtol=2e-3 if value.dtype == np.float16 else 1e-5, atol=1e-6, err_msg=f"{form} {key}"
            )
