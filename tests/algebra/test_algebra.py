"""Tensor algebra: what changes, what must not, and that no bit differs."""

from __future__ import annotations

import re

import numpy as np
import pytest

from egraph_opt import optimize
from egraph_opt.checker import check
from egraph_opt.interpret import interpret
from egraph_opt.text import read

HEAD = "module {\n  tt.func public @f(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32, %k: i32) {\n"
TAIL = "    tt.return\n  }\n}\n"
COLUMN = """    %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %p = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %q = tt.addptr %p, %r : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %v = tt.load %q : tensor<16x!tt.ptr<f32>>
    %c = tt.expand_dims %v {axis = 1 : i32} : tensor<16xf32> -> tensor<16x1xf32>
    %b = tt.broadcast %c : tensor<16x1xf32> -> tensor<16x32xf32>
    %r2 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %s32 = arith.constant dense<32> : tensor<16x1xi32>
    %rc = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %rr = arith.muli %rc, %s32 : tensor<16x1xi32>
    %rb = tt.broadcast %rr : tensor<16x1xi32> -> tensor<16x32xi32>
    %qc = tt.expand_dims %r2 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %qb = tt.broadcast %qc : tensor<1x32xi32> -> tensor<16x32xi32>
    %o = arith.addi %rb, %qb : tensor<16x32xi32>
    %py = tt.splat %y : !tt.ptr<f32> -> tensor<16x32x!tt.ptr<f32>>
    %po = tt.addptr %py, %o : tensor<16x32x!tt.ptr<f32>>, tensor<16x32xi32>
"""
STORE = "    tt.store %po, %e : tensor<16x32x!tt.ptr<f32>>\n"
T = "tensor<16x32xf32>"
SPECIAL = [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-45, -1e-45, 3.4e38, -3.4e38, 88.8, -103.9, 1.0, -1.0, 0.5, 709.0, 1e-38]


def program(body: str) -> str:
    """A function that makes `%e` of a column `%b`, and stores it."""
    return HEAD + COLUMN + body + STORE + TAIL


def run(text: str, n: int, k: int, values: list[float]) -> bytes:
    """Return the memory that a program stores."""
    (function,) = read(text).functions()
    x, y = np.array(values, np.float32), np.zeros(512, np.float32)
    interpret(function, [x, y, n, k])
    return y.tobytes()


def changed(body: str) -> str:
    """Return the optimised program, after a check that it is proved and does the same for all special numbers."""
    text = program(body)
    result = optimize(text, rules="algebra")
    assert not result.functions[0].remark
    for n, k in ((0, 1), (7, -5), (2**31 - 1, 2**31 - 1)):
        assert run(text, n, k, SPECIAL) == run(result.ir, n, k, SPECIAL)
    return result.ir


EARLIER = {
    "one operation": (f"    %e = math.exp %b : {T}\n", "math.exp %c : tensor<16x1xf32>"),
    "a chain": (f"    %a = math.exp2 %b : {T}\n    %e = arith.negf %a : {T}\n", "math.exp2 %c : tensor<16x1xf32>"),
    "a constant": (f"    %d = arith.constant dense<2.5> : {T}\n    %e = arith.mulf %b, %d : {T}\n", ": tensor<16x1xf32>"),
    "a cast": (
        f"    %a = arith.truncf %b : {T} to tensor<16x32xbf16>\n    %e = arith.extf %a : tensor<16x32xbf16> to {T}\n",
        "arith.truncf %c : tensor<16x1xf32> to tensor<16x1xbf16>",
    ),
    "fast-math flags": (f"    %e = arith.addf %b, %b fastmath<nnan> : {T}\n", "fastmath<nnan> : tensor<16x1xf32>"),
}


@pytest.mark.parametrize("name", EARLIER)
def test_elements_are_computed_before_they_are_moved(name: str) -> None:
    body, expected = EARLIER[name]
    new = changed(body)
    assert expected in new
    assert not re.search(rf"(math|arith)\.(exp|exp2|mulf|negf|extf|addf)[^\n]*{re.escape(T)}", new)


def test_integers_of_splats_are_added_as_scalars() -> None:
    body = """    %sn = tt.splat %n : i32 -> tensor<16x32xi32>
    %sk = tt.splat %k : i32 -> tensor<16x32xi32>
    %a1 = arith.addi %sn, %o : tensor<16x32xi32>
    %a2 = arith.addi %a1, %sk : tensor<16x32xi32>
    %e = arith.sitofp %a2 : tensor<16x32xi32> to tensor<16x32xf32>
"""
    assert "arith.addi %n, %k : i32" in changed(body)


def test_sums_that_may_not_overflow_keep_their_order() -> None:
    body = """    %sn = tt.splat %n : i32 -> tensor<16x32xi32>
    %sk = tt.splat %k : i32 -> tensor<16x32xi32>
    %a1 = arith.addi %sn, %o overflow<nsw> : tensor<16x32xi32>
    %a2 = arith.addi %a1, %sk overflow<nsw> : tensor<16x32xi32>
    %e = arith.sitofp %a2 : tensor<16x32xi32> to tensor<16x32xf32>
"""
    result = optimize(program(body), rules="algebra")
    assert ": i32" not in "".join(line for line in result.ir.splitlines() if "arith.addi" in line)


def test_sums_of_floats_keep_their_order() -> None:
    body = f"""    %l = tt.load %po : tensor<16x32x!tt.ptr<f32>>
    %a1 = arith.addf %l, %b : {T}
    %e = arith.addf %a1, %b : {T}
"""
    result = optimize(program(body), rules="algebra")
    assert result.ir.count("arith.addf") == 2 and result.ir.count(f": {T}") == program(body).count(f": {T}")


def test_choices_that_make_no_difference_go() -> None:
    body = f"""    %z = arith.constant dense<0.0> : {T}
    %m = arith.cmpi slt, %rb, %qb : tensor<16x32xi32>
    %l = tt.load %po : tensor<16x32x!tt.ptr<f32>>
    %a1 = arith.select %m, %l, %z : tensor<16x32xi1>, {T}
    %a2 = arith.select %m, %a1, %b : tensor<16x32xi1>, {T}
    %e = arith.select %m, %a2, %a2 : tensor<16x32xi1>, {T}
"""
    assert changed(body).count("arith.select") == 1


def test_what_makes_no_difference_goes_inside_of_products_and_conjunctions() -> None:
    body = """    %w = arith.cmpi slt, %n, %k : i32
    %s = arith.muli %n, %k : i32
    %a1 = arith.select %w, %s, %s : i32
    %a2 = arith.muli %a1, %k : i32
    %u = arith.cmpi sgt, %n, %k : i32
    %both = arith.andi %w, %u : i1
    %again = arith.ori %both, %both : i1
    %most = arith.cmpi sle, %a2, %k : i32
    %all = arith.andi %most, %again : i1
    %g = arith.select %all, %n, %a2 : i32
    %gs = tt.splat %g : i32 -> tensor<16x32xi32>
    %e = arith.sitofp %gs : tensor<16x32xi32> to tensor<16x32xf32>
"""
    new = changed(body)
    assert new.count("arith.select") == 1 and "arith.ori" not in new


def test_what_a_loop_computes_stays_in_it() -> None:
    body = f"""    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %e = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %b) -> ({T})  : i32 {{
      %si = tt.splat %i : i32 -> tensor<16x32xi32>
      %fi = arith.sitofp %si : tensor<16x32xi32> to {T}
      %e1 = math.exp %fi : {T}
      %s = arith.addf %acc, %e1 : {T}
      scf.yield %s : {T}
    }}
"""
    text = program(body)
    new = optimize(text, rules="algebra").ir
    assert run(text, 3, 0, SPECIAL) == run(new, 3, 0, SPECIAL)
    loop = new[new.index("scf.for") : new.index("scf.yield")]
    assert "arith.sitofp %i : i32 to f32" in loop and "math.exp %" in loop and ": f32" in loop


AXIS = "%v {axis = 1 : i32} : tensor<16xf32> -> tensor<16x1xf32>"
WRONG = {
    "an axis that its type does not have": (AXIS, AXIS.replace("= 1", "= 0")),
    "a difference the other way": ("arith.subf %b, %b2", "arith.subf %b2, %b"),
    "another sum of floats": ("arith.addf %g, %b2", "arith.addf %b2, %g"),
    "another branch": ("arith.select %m, %g, %b", "arith.select %m, %b, %g"),
    "another mask": ("arith.cmpi slt", "arith.cmpi sle"),
    "a sum that may not overflow": ("arith.addi %rb, %qb", "arith.addi %rb, %qb overflow<nsw>"),
    "another factor": ("dense<32>", "dense<33>"),
    "a broadcast of another value": ("tt.broadcast %rr", "tt.broadcast %rc"),
}  # fmt: skip
BODY = f"""    %b2 = math.exp2 %b : {T}
    %m = arith.cmpi slt, %rb, %qb : tensor<16x32xi32>
    %d = arith.subf %b, %b2 : {T}
    %g = arith.addf %d, %b : {T}
    %h = arith.addf %g, %b2 : {T}
    %w = arith.select %m, %g, %b : tensor<16x32xi1>, {T}
    %e = arith.mulf %w, %h : {T}
"""


@pytest.mark.parametrize("name", WRONG)
def test_the_checker_refuses_another_program(name: str) -> None:
    old, new = WRONG[name]
    before = program(BODY)
    assert old in before and check(read(before), read(optimize(before, rules="algebra").ir), elements=True).equal
    assert not check(read(before), read(before.replace(old, new, 1)), elements=True).equal


def test_the_checker_takes_integers_in_any_order() -> None:
    before = program(BODY)
    after = before.replace("arith.addi %rb, %qb", "arith.addi %qb, %rb")
    assert check(read(before), read(after), elements=True).equal and check(read(before), read(after)).equal


def test_hints_stay_with_their_values() -> None:
    body = """    %sn = tt.splat %n : i32 -> tensor<16x32xi32>
    %sk = tt.splat %k : i32 -> tensor<16x32xi32>
    %a1 = arith.addi %sn, %o {tt.divisibility = dense<16> : tensor<2xi32>} : tensor<16x32xi32>
    %a2 = arith.addi %a1, %sk {tt.divisibility = dense<16> : tensor<2xi32>} : tensor<16x32xi32>
    %e = arith.sitofp %a2 : tensor<16x32xi32> to tensor<16x32xf32>
"""
    new = optimize(program(body), rules="algebra").ir
    assert [line.strip() for line in new.splitlines() if "divisibility" in line] == [
        line.strip() for line in body.splitlines() if "divisibility" in line
    ]


def test_a_splat_of_a_constant_is_a_constant() -> None:
    """Triton folds it, programs of others may have it."""
    body = f"""    %half = arith.constant 5.000000e-01 : f32
    %h = tt.splat %half : f32 -> {T}
    %w = tt.load %po : tensor<16x32x!tt.ptr<f32>>
    %g = arith.mulf %w, %h : {T}
    %a = math.exp %b : {T}
    %e = arith.addf %g, %a : {T}
"""
    assert f"arith.constant dense<5.000000e-01> : {T}" in changed(body)


def test_a_text_of_ttir_is_still_for_pointers_where_nothing_is_said() -> None:
    from egraph_opt.core.family import kind_of

    assert kind_of(program(BODY)) == "pointer"
