"""Real kernels as they entered Triton and as they left its TTGIR stages: both texts do the same to memory."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

from egraph_opt.interpret import from_bits, interpret, to_bits
from egraph_opt.interpret.element_types import dtype_of, element_of, pointee, storage_of
from egraph_opt.ir.module import Op
from egraph_opt.text import read
from tests.support.kernels import ROOT

Array = npt.NDArray[Any]


class Run(NamedTuple):
    """Parameters of a kernel's run: value of integer parameters, contents of integer buffers, and the program among 64 x 4 x 4."""

    size: int = 64
    index: int = 0
    program: tuple[int, int, int] = (0, 0, 0)
    elements: int = 1 << 18


RUNS = {
    "fla.chunk_gla_bwd_kernel_intra": Run(program=(1, 0, 0)),
    "fla.parallel_attn_bwd_kernel_dkv": Run(256),
    "fla.parallel_attn_bwd_kernel_dkv__2": Run(256),
    "fla.parallel_attn_bwd_kernel_dq": Run(256, program=(1, 0, 0)),
    "fla.parallel_attn_bwd_kernel_dq__2": Run(256, program=(1, 0, 0)),
    "fla.parallel_nsa_compression_fwd_kernel": Run(program=(40, 0, 0)),
    "fla.parallel_simple_gla_fwd_kernel": Run(256, program=(1, 0, 0)),
    "fla.token_shift_fwd_kernel_short": Run(32, program=(1, 1, 1)),
    "gems.mm_kernel_general": Run(128),
    "inductor.triton_red_fused_add_clone_sum_t_0": Run(elements=1 << 21),
    "liger._moe_router_prefix_sum_kernel": Run(index=1),
    "liger.liger_cross_entropy_kernel": Run(256, 1, (1, 1, 1)),
}
"""Settings under which a kernel reaches more of its operations than under the usual ones."""


@lru_cache(maxsize=32)
def contents(element: str, index: int, elements: int, number: int) -> Array:
    """Return the contents of a buffer of an element type: random floats, or the same index everywhere."""
    if element == "i1":
        return np.random.default_rng(number).integers(0, 2, elements).astype(np.uint8)
    if element.startswith("i"):
        return np.full(elements, index, storage_of(element))
    values = np.random.default_rng(number).standard_normal(elements).astype(np.float32) * np.float32(0.5)
    return to_bits(values.astype(dtype_of(element)), element)


def memory(function: Op, run: Run, by_register: bool = False) -> tuple[list[Array], bool]:
    """All buffers after the run, as numbers, and whether any was written."""
    arguments: list[Array | float] = []
    elements: list[str] = []
    for number, parameter in enumerate(function.regions[0].blocks[0].arguments):
        element = element_of(parameter.type)
        if element == "ptr":
            elements.append(pointee(parameter.type))
            arguments.append(contents(elements[-1], run.index, run.elements, number).copy())
        else:
            arguments.append(run.size if element.startswith("i") else 0.5)
    buffers = [x for x in arguments if isinstance(x, np.ndarray)]
    before = [x.tobytes() for x in buffers]
    interpret(function, arguments, run.program, (64, 4, 4), by_register=by_register)
    written = any(x.tobytes() != y for x, y in zip(buffers, before, strict=True))
    return [x if e == "i1" else from_bits(x, e) for x, e in zip(buffers, elements, strict=True)], written


def function(name: str, file: str) -> Op:
    (found,) = read((ROOT / "benchmarks/corpus/kernels" / name / file).read_text()).functions()
    return found


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
