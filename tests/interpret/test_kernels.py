"""Real kernels as they entered Triton and as they left its TTGIR stages: both texts do the same to memory."""

import numpy as np
import pytest

from tests.support.kernel_runs import RUNS, Run, function, memory
from tests.support.kernels import ROOT

KERNELS = sorted(path.name for path in (ROOT / "benchmarks/corpus/kernels").iterdir() if (path / "input.ttir").exists())


NOT_RUN = {
    "fla.parallel_stickbreaking_attn_bwd_kernel_dkv": "inline assembly",
    "fla.parallel_stickbreaking_attn_fwd_kernel": "inline assembly",
    "inductor.triton_per_fused__log_softmax_nll_loss_forward_1": "reads 64 megabytes",
}


def test_nearly_all_kernels_are_run() -> None:
    assert RUNS.keys() | NOT_RUN.keys() <= set(KERNELS)
    assert len(KERNELS) - len(NOT_RUN) >= 99


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow) if n % 4 else name
        for n, name in enumerate(name for name in KERNELS if name not in NOT_RUN)
    ],
)
def test_a_kernel_means_the_same_before_and_after_triton(name: str) -> None:
    """By value to the last bit, since one order serves all sums there; by register, where each layout sums in its own order, nearly.

    Every fourth kernel; the others are slow.
    """
    run = RUNS.get(name, Run())
    expected, written = memory(function(name, "input.ttir"), run)
    assert written, "a kernel that writes nothing tests nothing"
    for file in ("rlc3.before.ttgir", "final.ttgir"):
        for a, b in zip(expected, memory(function(name, file), run)[0], strict=True):
            np.testing.assert_array_equal(b, a, err_msg=file)
    for a, b in zip(expected, memory(function(name, "final.ttgir"), run, by_register=True)[0], strict=True):
        if a.dtype.kind == "f":
            np.testing.assert_allclose(b, a, rtol=2e-2, atol=2e-2)
        else:
            np.testing.assert_array_equal(b, a)
