"""Results of the analysis of addresses and masks hold for the actual numbers, computed by numpy for random integer programs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from egraph_opt.cost.axis_info import ZERO_DIVISOR, AddressPattern, _Analysis, accesses
from egraph_opt.cost.coalescing import sectors
from egraph_opt.ir.types import TensorType
from egraph_opt.linear_layout import linear_layout
from egraph_opt.text import read

SIZE = 32
KIND = f"tensor<{SIZE}xi32>"
PREDICATES = {
    "slt": np.less, "sle": np.less_equal, "sgt": np.greater, "sge": np.greater_equal, "eq": np.equal, "ult": np.less,
}  # fmt: skip
BINARY = {
    "addi": np.add, "subi": np.subtract, "muli": np.multiply, "divsi": np.floor_divide, "remsi": np.remainder,
    "andi": np.bitwise_and, "minsi": np.minimum,
}  # fmt: skip


@st.composite
def programs(draw: st.DrawFn) -> tuple[str, dict[str, np.ndarray]]:
    """A straight line of integer operations, and the value of each (non-negative, so that divisions agree)."""
    lines, values = [], {}
    for i, start in enumerate(draw(st.lists(st.sampled_from([0, 8, 12, 64]), min_size=1, max_size=2))):
        lines.append(f"%r{i} = tt.make_range {{end = {start + SIZE} : i32, start = {start} : i32}} : {KIND}")
        values[f"r{i}"] = np.arange(start, start + SIZE)
    for i, number in enumerate(draw(st.lists(st.sampled_from([1, 2, 3, 4, 8, 16, 24, 48]), min_size=1, max_size=3))):
        lines.append(f"%c{i} = arith.constant dense<{number}> : {KIND}")
        values[f"c{i}"] = np.full(SIZE, number)
    for i in range(draw(st.integers(1, 6))):
        name, left, right = (draw(st.sampled_from(sorted(options))) for options in (BINARY, values, values))
        result = BINARY[name](values[left], np.maximum(values[right], 1) if name in ("divsi", "remsi") else values[right])
        if (name in ("divsi", "remsi") and (values[right] < 1).any()) or (result < 0).any() or (result > 1 << 24).any():
            continue
        lines.append(f"%v{i} = arith.{name} %{left}, %{right} : {KIND}")
        values[f"v{i}"] = result
    predicate, left, right = (draw(st.sampled_from(sorted(options))) for options in (PREDICATES, values, values))
    lines.append(f"%m = arith.cmpi {predicate}, %{left}, %{right} : {KIND}")
    values["m"] = PREDICATES[predicate](values[left], values[right])
    return "module {\n  tt.func @k() {\n    " + "\n    ".join(lines) + "\n    tt.return\n  }\n}\n", values


@settings(max_examples=400, deadline=None, derandomize=True)
@given(programs())
def test_facts_hold_of_the_numbers(program: tuple[str, dict[str, np.ndarray]]) -> None:
    text, values = program
    known = _Analysis(read(text).functions()[0]).known
    for value, axis in known.items():
        numbers = values[value.name.lstrip("%")].astype(np.int64)
        (run,), (divisor,), (equal,) = axis.contiguity, axis.divisibility, axis.constancy
        groups = numbers.reshape(-1, min(run, SIZE))
        assert (np.diff(groups, axis=1) == 1).all(), (text, value.name, axis)
        assert (groups[:, 0] % min(divisor, ZERO_DIVISOR) == 0).all() or value.name == "%m", (text, value.name, axis)
        assert (np.ptp(numbers.reshape(-1, min(equal, SIZE)), axis=1) == 0).all(), (text, value.name, axis)


def test_what_a_loop_carries_is_what_holds_in_every_iteration() -> None:
    text = """module {
  tt.func @k(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %s: i32 {tt.divisibility = 16 : i32}) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %a = tt.addptr %ps, %r : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    %aligned = tt.splat STEP : i32 -> tensor<32xi32>
    %last = scf.for %i = %c0 to %n step %c1 iter_args(%q = %a) -> (tensor<32x!tt.ptr<f32>>)  : i32 {
      %x = tt.load %q : tensor<32x!tt.ptr<f32>>
      %next = tt.addptr %q, %aligned : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
      scf.yield %next : tensor<32x!tt.ptr<f32>>
    }
    tt.return
  }
}
"""
    for step, vector in (("%s", 4), ("%n", 1)):
        (access,) = accesses(read(text.replace("STEP", step)).functions()[0]).values()
        assert access == AddressPattern((32,), (vector,))


def test_sectors_of_a_warp() -> None:
    """32 lanes with four f32 each: 16 sectors in one instruction; held the other way, each lane's element is in one of its own."""
    tensor = TensorType((4, 128), "f32", None)
    along = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>"
    across = "#ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [0, 1]}>"
    row, column = AddressPattern((1, 128), (1, 4)), AddressPattern((4, 1), (4, 1))
    assert sectors(tensor, 4, linear_layout(along, tensor.shape), row) == (64, 64, 4)
    assert sectors(tensor, 4, linear_layout(across, tensor.shape), row) == (4 * 4 * 4, 4 * 4 * 4, 16)
    assert sectors(tensor, 4, linear_layout(across, tensor.shape), column) == (128, 128, 4)
    assert sectors(tensor, 4, linear_layout(along, tensor.shape), column) == (4 * 4 * 32, 4 * 4 * 32, 16)


@pytest.mark.parametrize(("step", "vector"), [("%c16", 4), ("%n", 1)])
def test_addresses_may_follow_the_number_of_a_loop(step: str, vector: int) -> None:
    """Rows begin where the loop's number says: aligned if its first value and its step are."""
    text = f"""module {{
  tt.func @k(%p: !tt.ptr<f32> {{tt.divisibility = 16 : i32}}, %n: i32) {{
    %c0 = arith.constant 0 : i32
    %c16 = arith.constant 16 : i32
    %r = tt.make_range {{end = 32 : i32, start = 0 : i32}} : tensor<32xi32>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    scf.for %i = %c0 to %n step {step}  : i32 {{
      %is = tt.splat %i : i32 -> tensor<32xi32>
      %o = arith.addi %is, %r : tensor<32xi32>
      %a = tt.addptr %ps, %o : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
      %x = tt.load %a : tensor<32x!tt.ptr<f32>>
    }}
    tt.return
  }}
}}
"""
    (access,) = accesses(read(text).functions()[0]).values()
    assert access == AddressPattern((32,), (vector,))
