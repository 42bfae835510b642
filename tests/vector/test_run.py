"""Vector programs are run: as threads run them, and as IREE's compiled code does on a CPU. Input and result give the same numbers."""

from __future__ import annotations

import contextlib
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from egraph_opt.core.pipeline import optimize_text
from egraph_opt.families.vector.layout_ir import CONVERT
from egraph_opt.families.vector.options import VectorOptions
from egraph_opt.interpret import CopiesDiffer, NotInThread
from egraph_opt.interpret.element_types import dtype_of
from egraph_opt.ir.module import Op, Region, symbol_name
from egraph_opt.ir.types import tensor_type
from egraph_opt.iree import program as iree
from egraph_opt.iree.tool_process import available
from egraph_opt.text import read
from tests.support.kernels import ROOT
from tests.support.region_inputs import QUIET
from tests.vector import kernels
from tests.vector import programs as made
from tests.vector.cpu import on_tensors
from tests.vector.threads import RELABEL, laid, run

VECTORS = ROOT / "benchmarks/corpus/vectors"
BY_HAND = {
    f.__name__: f().replace("f8E4M3FNUZ", "f8E5M2")  # which the interpreter knows, and which is as narrow
    for f in (
        made.first_comes_first, made.over_workgroups, made.narrow_last, made.narrow_twice, made.one_owner, made.shared_constant,
        made.carried, made.around_shapes, made.float_sum, kernels.stretched, kernels.until, kernels.two_grids, kernels.gathered,
    )
} | {f"chain_of_{n}": made.long_chain(n) for n in (8, 9, 30)} | {
    f"rows_{kind}_{element}": made.rows(kind, element, start)
    for kind, element, start in (("maximumf", "f16", "-1.0"), ("add", "i32", "1"), ("add", "f16", "0.0"), ("maximumf", "f16", "[]"))
}  # fmt: skip
STORED = {path.stem: path.read_text().replace("f8E4M3FNUZ", "f8E5M2") for path in sorted(VECTORS.glob("*.mlir"))}
PROGRAMS = BY_HAND | STORED
ON_CPU = (
    "first_comes_first", "chain_of_9", "float_sum", "threes",
    *(pytest.param(name, marks=pytest.mark.slow) for name in (
        "one_owner", "rows_add_i32", "first_wins", "shared_constant", "around_shapes", "rows_maximumf_f16", "conditional",
    )),
)  # fmt: skip
"""Programs of which IREE 3.13 compiles what is left without layouts for a CPU, in seconds."""

pytestmark = pytest.mark.skipif(not available(), reason="needs IREE")


def arguments(function: Op, seed: int = 0) -> list[np.ndarray]:
    """Numbers from 1/32 to 2 for floats, small integers; 2 for a single number, true for a single truth value."""
    rng, drawn = np.random.default_rng(seed), []
    for parameter in function.regions[0].blocks[0].arguments:
        type = parameter.type.removeprefix("!")
        tensor = tensor_type("tensor" + type[type.index("<") :]) if "<" in type else None
        if tensor is None:
            drawn.append(np.asarray(True) if type == "i1" else np.asarray(2))
        elif np.issubdtype(dtype := dtype_of(tensor.element), np.floating):
            drawn.append((rng.integers(1, 64, tensor.shape) / 32).astype(dtype))
        else:
            drawn.append(rng.integers(0, 2 if tensor.element == "i1" else 9, tensor.shape).astype(dtype))
    return drawn


def equal(before: list[np.ndarray], after: list[np.ndarray]) -> bool:
    return all(np.array_equal(a, b, equal_nan=True) for a, b in zip(before, after, strict=True))


def both(text: str, move_anchors: bool = True) -> list[tuple[Op, Op]]:
    """Each function of a program, and of our result, in layouts as IREE's analysis gives them."""
    result = optimize_text(text, "run", VectorOptions("shared_bytes", move_anchors=move_anchors))
    assert not result.remarks
    return [(laid(text, f.name), laid(result.ir, f.name)) for f in result.functions]


@pytest.mark.parametrize("name", [pytest.param(p, marks=pytest.mark.slow) if n % 3 == 1 else p for n, p in enumerate(PROGRAMS)])
def test_threads_compute_the_same(name: str) -> None:
    """Every element of what is returned and of memory, whoever holds what meanwhile; and no more bits change threads.

    Every third program is slow.
    """
    for before, after in both(PROGRAMS[name]):
        given = arguments(before)
        (expected, moved), (found, moved_now) = run(before, given), run(after, given)
        assert equal(expected, found)
        assert any(x.any() for x in found)
        assert moved_now <= moved


@pytest.mark.parametrize("name", [pytest.param(p, marks=pytest.mark.slow) if n % 3 else p for n, p in enumerate(PROGRAMS)])
def test_threads_compute_the_same_where_anchors_stay(name: str) -> None:
    """Check the same elements as above, of every third program; the others are slow.

    The number of bits that change threads depends on how often loops run, which the cost model takes for eight times.
    """
    for before, after in both(PROGRAMS[name], move_anchors=False):
        given = arguments(before)
        assert equal(run(before, given)[0], run(after, given)[0])


def conversions(function: Op) -> list[Op]:
    return [op for op in function.walk() if op.name == CONVERT and op.operands[0].type != op.results[0].type]


def relabelled(function: Op, conversion: Op) -> Op:
    """The function with a conversion that moves nothing: registers stay as they are, and count as held in the other layout."""

    def inside(op: Op) -> Op:
        regions = tuple(Region(tuple(replace(b, ops=tuple(map(inside, b.ops))) for b in r.blocks)) for r in op.regions)
        return replace(op, name=RELABEL if op is conversion else op.name, regions=regions)

    return inside(function)


@pytest.mark.parametrize(
    "name", ["first_comes_first", "shared_constant", "first_wins", "threes", "const_two", "promoted_operand"]
)
def test_a_missing_conversion_gives_other_numbers(name: str) -> None:
    """Threads run registers as they are: without a conversion that moves something they compute something else, or cannot go on."""
    for before, after in both(PROGRAMS[name]):
        given = arguments(after)
        expected, moved = run(after, given)
        assert moved and conversions(after)
        for function in (before, after):
            for conversion in conversions(function):
                with contextlib.suppress(CopiesDiffer, NotInThread, ValueError):  # threads cannot go on with it
                    assert not equal(expected, run(relabelled(function, conversion), given)[0])


@pytest.mark.parametrize("name", ON_CPU)
def test_iree_computes_the_same_on_a_cpu(name: str) -> None:
    """By IREE's compiler and runtime, layouts left out; and what the threads compute, up to how `exp` and `sqrt` round."""
    text = PROGRAMS[name]
    result = optimize_text(text, "run", VectorOptions("shared_bytes"))
    (old,), (new,) = (read(iree.generic(ir)).functions() for ir in (text, result.ir))
    before = laid(text, symbol_name(old))
    given = arguments(before)
    held = [x.astype(np.int8) if x.dtype == np.bool_ and x.ndim else int(x) if not x.ndim else x for x in given]
    expected, found = (iree.run(on_tensors(f), "f", held) for f in (old, new))
    assert equal(expected, found)
    by_threads = [x for x in run(before, given)[0] if not any(np.array_equal(x, y) for y in given)]
    assert len(by_threads) == len(found)
    for mine, theirs in zip(by_threads, found, strict=True):
        assert np.allclose(mine.astype(np.float64), theirs.astype(np.float64), rtol=2e-2)


@given(made.programs())
@settings(max_examples=2, deadline=None, suppress_health_check=QUIET, derandomize=True)
def test_threads_compute_the_same_in_random_programs(text: str) -> None:
    for before, after in both(text):
        given = arguments(before)
        assert equal(run(before, given)[0], run(after, given)[0])
