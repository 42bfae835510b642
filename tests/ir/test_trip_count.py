"""Dominance of blocks, and how often operations run."""

import pytest

from egraph_opt.ir.analysis.dominance import Scopes, dominators
from egraph_opt.ir.analysis.trip_count import DEFAULT_TRIPS, integer_constants, trip_count, weighted_operations
from egraph_opt.text import read
from tests.support.kernels import program_text

LOOP = """module {{
  tt.func @f(%p: !tt.ptr<i32>, %n: i32) {{
    %lower = arith.constant {} : i32
    %upper = arith.constant {} : i32
    %step = arith.constant {} : i32
    scf.for %i = %lower to {} step %step : i32 {{
      scf.for %j = %lower to %upper step %step : i32 {{
        tt.store %p, %j : !tt.ptr<i32>
      }}
    }}
    tt.return
  }}
}}
"""
DIAMOND = program_text("ir/trip_count.diamond")


@pytest.mark.parametrize(("lower", "upper", "step"), [(0, 8, 1), (0, 8, 3), (5, 5, 1), (-4, 4, 2), (3, 1, 1), (0, 8, -1)])
def test_the_trips_of_a_loop_over_constants_are_counted(lower: int, upper: int, step: int) -> None:
    (function,) = read(LOOP.format(lower, upper, step, "%upper")).functions()
    loop = next(op for op in function.walk() if op.name == "scf.for")
    expected = max(1, len(range(lower, upper, step))) if step > 0 else DEFAULT_TRIPS
    assert trip_count(loop, integer_constants(function)) == expected
    runs = next(weight for op, weight, inside in weighted_operations(function) if op.name == "tt.store" and inside)
    assert runs == expected**2


def test_unknown_trips_are_assumed() -> None:
    (function,) = read(LOOP.format(0, 4, 1, "%n")).functions()
    assert [w for op, w, _ in weighted_operations(function) if op.name == "tt.store"] == [4 * DEFAULT_TRIPS]


def test_a_block_dominates_where_every_way_goes_through_it() -> None:
    (function,) = read(DIAMOND).functions()
    blocks = function.regions[0].blocks
    assert dominators(blocks) == [0b00001, 0b00011, 0b00101, 0b11111, 0b10001]
    scopes = Scopes()
    scopes.add(function, -1, 1.0)
    assert scopes.dominates(0, 4) and not scopes.dominates(1, 4) and scopes.dominates(4, 4)
