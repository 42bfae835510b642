"""Texts that are not MLIR are refused with their position: operations that do not follow their forms, invalid types and
attributes."""

from __future__ import annotations

import re

import pytest

from egraph_opt.ir.assembly_format_grammar import FORMS
from egraph_opt.ir.declaration_lookup import DECLARATIONS
from egraph_opt.ir.module import InputError
from egraph_opt.ir.verification.shape_check import shape_error
from egraph_opt.text import read
from egraph_opt.text.syntax.errors import Malformed
from egraph_opt.text.syntax.form_check import misfit, tokens
from egraph_opt.text.syntax.type_grammar import check_attribute, check_type

BODY = """module {{
  tt.func public @f(%a: i32, %p: tensor<4x!tt.ptr<f32>>, %x: tensor<4xf32>, %m: tensor<4xi1>) {{
    {}
    tt.return
  }}
}}
"""
BROKEN = [
    ("%b = arith.addi %a %a : i32", 3, 24, "expected ','"),
    ("%b = arith.addi %a, , %a : i32", 3, 25, "expected an operand"),
    ("%b = arith.addi %a : i32", 3, 24, "expected ','"),
    ("%b = arith.addi %a, %a, %a : i32", 3, 27, "expected 'overflow' or ':'"),
    ("%b = arith.cmpi silt, %a, %a : i32", 3, 21, "expected"),
    ("%b = tt.load %p, %m %x : tensor<4x!tt.ptr<f32>>", 3, 25, "expected ','"),
    ("%b = tt.load %p cacheModifier == ca : tensor<4x!tt.ptr<f32>>", 3, 36, "expected"),
    ("tt.store %p, %x, , : tensor<4x!tt.ptr<f32>>", 3, 22, "expected"),
    ("%b = tt.splat %a : i32 -> -> tensor<4xi32>", 3, 31, "expected a type"),
    ("%b = tt.splat %a : i32 -> tensor<4xxi32>", 3, 40, "expected a type"),
    ("%b = tt.splat %a {a = } : i32 -> tensor<4xi32>", 3, 26, "expected the value"),
    ("%b = tt.splat %a {a = 1 b = 2} : i32 -> tensor<4xi32>", 3, 29, "expected the end"),
    ("%b = tt.splat %a {a = 1, a = 2} : i32 -> tensor<4xi32>", 3, 30, "stands twice"),
    ("%b = arith.constant 300 : i8", 3, 25, "out of the range"),
    ("%b = arith.constant 1.5 : i32", 3, 25, "a float where"),
    ("%b = arith.constant 1 : f32", 3, 25, "an integer where"),
    ("%b = arith.constant dense<[1, 2]> : tensor<3xi32>", 3, 30, "shape"),
    ("tt.return\n    %b = arith.addi %a, %a : i32", 3, 5, "must be the last"),
    ("their.op %a %a : i32", 3, 17, "cannot follow"),
]


@pytest.mark.parametrize(("line", "number", "column", "message"), BROKEN, ids=[row[0][:40] for row in BROKEN])
def test_what_is_no_operation_is_refused_where_it_is_wrong(line: str, number: int, column: int, message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        read(BODY.format(line))
    assert (error.value.line, error.value.column) == (number, column), str(error.value)


def test_a_function_ends_with_a_return() -> None:
    with pytest.raises(InputError, match="ends without a terminator"):
        read(BODY.format("%b = arith.addi %a, %a : i32").replace("    tt.return\n", ""))


def test_each_declared_operation_of_arithmetic_and_tensors_has_a_form() -> None:
    written = {name for name, known in DECLARATIONS.items() if known.syntax and name.split(".")[0] in ("arith", "math", "tt")}
    assert written - FORMS.keys() <= {"arith.constant", "tt.atomic_poll"}
    assert FORMS.keys() <= DECLARATIONS.keys() | {"ttg.predicate.return", "scf.reduce.return"}


def test_a_form_has_choices_and_repeated_parts() -> None:
    assert misfit("tt.load", tokens("%, % evictionPolicy = evict_last cacheModifier = ca : !")) is None
    wanted, at = misfit("tt.load", tokens("%, % evictionPolicy = often : !")) or ("", 0)
    assert "evict_normal" in wanted and at == 22


@pytest.mark.parametrize(
    "text",
    ["i32", "tensor<*xf32>", "tensor<4x?xf8E4M3FN, #a.b<{x = [1]}>>", "vector<[4]x2xf32>", "memref<2x3xf32, strided<[3, 1]>, 1>",
     "(i32) -> (f32, !tt.ptr<f32, 1>)", "!ttg.memdesc<1x32xf32, #s, #smem, mutable, 3x32>", "!tt.tensordesc<tensor<4x4xf16>>",
     "tuple<i32, complex<f32>>", "!their.type<anything [1] {here}>"],
)  # fmt: skip
def test_types(text: str) -> None:
    check_type(text)
    for broken in {text + ">", text + " 1", re.sub("x", "xx", text, count=1), text[:-1]} - {
        text,
        "!their.type<anything [1] {here}",
    }:
        if broken not in ("i3", "i322"):
            with pytest.raises(Malformed):
                check_type(broken)


@pytest.mark.parametrize(
    "text",
    ["1 : i32", "-1.5e+00 : f32", "0x7F : f32", '"a\\"b"', "@f::@g", "[1, [2 : i8]]", "{a, b = {c = 1}}", "array<i32>", "unit",
     "array<i1: true, false>", "dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>", "dense<> : tensor<0xi32>", "affine_map<(a) -> (a)>",
     "#tt.divisibility<16>", "#hal.device.target<\"local\", [#x.y<{a}>]> : !hal.device",
     "dense<(1.0, 2.0)> : tensor<complex<f32>>", 'dense<"0xABCD"> : tensor<2xi8>'],
)  # fmt: skip
def test_attributes(text: str) -> None:
    check_attribute(text)
    with pytest.raises(Malformed):
        check_attribute(f"{text} {text}")


def test_shapes_that_do_not_fit() -> None:
    program = BODY.format("%b = tt.broadcast %x : tensor<4xf32> -> tensor<8xf32>")
    (wrong,) = filter(None, map(shape_error, read(program).op.walk()))
    assert wrong == "a broadcast repeats along axes of one element, here 4 becomes 8"
