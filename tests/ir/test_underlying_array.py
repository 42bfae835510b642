"""The argument that a pointer is derived from: through arithmetic, shapes and loops, and unknown where it may be another."""

from egraph_opt.ir.analysis.underlying_array import underlying_array
from egraph_opt.ir.module import Op, Value
from egraph_opt.text import read
from tests.support.kernels import program_text

PROGRAM = program_text("ir/underlying_array.program")
SWAPPED = PROGRAM.replace(
    "scf.yield %next", "%other = tt.splat %q : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>\n      scf.yield %other"
)


def values_of(function: Op) -> dict[str, Value]:
    blocks = (block for op in function.walk() for region in op.regions for block in region.blocks)
    return {v.name: v for block in blocks for v in (*block.arguments, *(r for op in block.ops for r in op.results))}


def arrays(text: str) -> dict[str, str | None]:
    (function,) = read(text).functions()
    array = underlying_array(function)
    return {name: found.name if (found := array(v)) else None for name, v in values_of(function).items() if "ptr" in v.type}


def test_a_pointer_points_into_the_array_that_it_is_derived_from() -> None:
    found = arrays(PROGRAM)
    assert {found[name] for name in ("%p", "%all", "%some", "%last", "%at", "%next")} == {"%p"} and found["%q"] == "%q"


def test_one_of_two_arrays_is_unknown() -> None:
    found = arrays(PROGRAM)
    assert found["%either"] is None and found["%after"] is None
    assert {arrays(SWAPPED)[name] for name in ("%p", "%q", "%at", "%last")} == {None}
