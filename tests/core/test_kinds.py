"""Element types, attributes and yields that Triton's verifier refuses are refused with their place; what is next to them is not."""

from __future__ import annotations

import pytest

from egraph_opt import check, optimize
from egraph_opt.ir.module import InputError

BODY = """module {{
  tt.func public @f(%a: i32, %b: i64, %c: i1, %x: tensor<16xi32>, %y: tensor<16xf32>, %p: tensor<16x!tt.ptr<f32>>, %m: tensor<16xi1>) {{
    {}
    tt.return
  }}
}}
"""
RIGHT = [
    "%r = tt.make_range {end = 24 : i32, start = 8 : i32} : tensor<16xi32>",
    "%r = arith.addi %x, %x : tensor<16xi32>",
    "%r = arith.extsi %a : i32 to i64",
    "%r = tt.expand_dims %x {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>",
    "%r = tt.load %p, %m, %y : tensor<16x!tt.ptr<f32>>",
    "%r = scf.if %c -> (i32) {\n      scf.yield %a : i32\n    } else {\n      scf.yield %a : i32\n    }",
]
WRONG = [
    ("%r = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<16xi32>", "1 elements, and its type 16"),
    ("%r = tt.make_range {end = 24 : i32, start = 0 : i32} : tensor<16xi32>", "24 elements, and its type 16"),
    ("%r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi64>", "a list of i32"),
    ("%r = arith.addi %y, %y : tensor<16xf32>", "it takes integers"),
    ("%r = arith.addf %x, %x : tensor<16xi32>", "it takes floats"),
    ("%r = arith.extsi %b : i64 to i32", "makes elements wider"),
    ("%r = tt.expand_dims %x {axis = 2 : i32} : tensor<16xi32> -> tensor<16x1xi32>", "axis 2 of 2"),
    ("%r = tt.expand_dims %x {axis = 0 : i32} : tensor<16xi32> -> tensor<16x1xi32>", "a new axis 0"),
    ('"tt.store"(%p, %x) : (tensor<16x!tt.ptr<f32>>, tensor<16xi32>) -> ()', "a value has type"),
    ("%r = tt.addptr %p, %y : tensor<16x!tt.ptr<f32>>, tensor<16xf32>", "adds integers to pointers"),
    ("%r = scf.if %c -> (i32) {\n      scf.yield %a : i32\n    } else {\n      scf.yield %b : i64\n    }", "yields other types"),
    ("%r = scf.if %c -> (i32) {\n      scf.yield %a : i32\n    } else {\n      scf.yield\n    }", "yields 0 values, and needs 1"),
]


@pytest.mark.parametrize("line", RIGHT)
def test_what_fits_is_accepted(line: str) -> None:
    text = BODY.format(line)
    assert check(text, text).equal


@pytest.mark.parametrize(("line", "message"), WRONG)
def test_what_does_not_fit_is_refused_with_its_place(line: str, message: str) -> None:
    text = BODY.format(line)
    with pytest.raises(InputError, match=message) as error:
        check(text, text)
    assert error.value.line == 3
    with pytest.raises(InputError, match=message):
        optimize(text, rules="algebra")
