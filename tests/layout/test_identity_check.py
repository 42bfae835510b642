"""A selection that is the program as it was read: nothing is written down of it, since that would be the same operations."""

from collections import Counter
from pathlib import Path

import pytest

import egraph_opt
from egraph_opt.core.task import Clock
from egraph_opt.families.layout.emit.identity_check import is_input
from egraph_opt.families.layout.optimize import FunctionBody, LayoutTask
from egraph_opt.families.layout.options import Options
from egraph_opt.ir.module import Op
from tests.support.kernels import kernels

KERNEL = """
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%p: tensor<128x!tt.ptr<f32>, #b>, %x: tensor<128xf32, #b>) {
    %0 = arith.addf %x, %x : tensor<128xf32, #b>
    MORE
    tt.store %p, %0 : tensor<128x!tt.ptr<f32>, #b>
    tt.return
  }
}
"""


def operations(function: Op) -> Counter[tuple[object, ...]]:
    return Counter((op.name, *(tuple(v.type for v in values) for values in (op.operands, op.results))) for op in function.walk())


def both(text: str) -> list[tuple[bool, bool]]:
    """Of each function whether its selection is the input, and whether what is written down of it has the same operations."""
    module, found = egraph_opt.read(text), []
    task = LayoutTask(module, Options(), Clock())
    for function in module.functions():
        if (searched := task.search(FunctionBody(function, module.threads(function)))) is not None:
            posed, choice = searched.choice.posed, searched.choice.best.choice.tolist()
            alike = operations(task.elaborate(searched)) == operations(function)
            found.append((is_input(searched.program.encoding, posed, choice), alike))
    return found


@pytest.mark.parametrize(
    "path",
    [pytest.param(p, marks=pytest.mark.slow) if n % 4 else p for n, p in enumerate(kernels("rlc3.before")[::9])],
    ids=lambda path: path.parent.name,
)
def test_what_is_the_input_has_its_operations(path: Path) -> None:
    """Every ninth kernel; three of four of them are slow."""
    for is_same, alike in both(path.read_text()):
        assert alike or not is_same


@pytest.mark.parametrize(
    ("more", "is_same"),
    [
        ("", True),
        ("%1 = arith.addf %x, %x : tensor<128xf32, #b>\n    tt.store %p, %1 : tensor<128x!tt.ptr<f32>, #b>", False),
        ("%1 = arith.mulf %x, %x : tensor<128xf32, #b>", False),
        ("%1 = arith.mulf %x, %0 : tensor<128xf32, #b>\n    tt.store %p, %1 : tensor<128x!tt.ptr<f32>, #b>", True),
    ],
    ids=["as it is", "twice", "for nothing", "more"],
)
def test_an_operation_that_goes_is_a_change(more: str, is_same: bool) -> None:
    assert both(KERNEL.replace("MORE", more)) == [(is_same, is_same)]
