"""The normal form of numbers against sympy's, and ranges against what operations give."""

import numpy as np
import sympy
from hypothesis import given
from hypothesis import strategies as st

from egraph_opt.families.pointer.analysis.encode import encode
from egraph_opt.families.pointer.integers.interval_analysis import Facts
from egraph_opt.interpret import interpret
from egraph_opt.ir.polynomial import Poly
from egraph_opt.text import read

ATOMS = sympy.symbols("a0:4", integer=True)
polys = st.lists(
    st.tuples(st.lists(st.integers(0, 3), max_size=3).map(lambda m: tuple(sorted(m))), st.integers(-9, 9)), max_size=5
).map(Poly.of)


def formula(poly: Poly) -> sympy.Expr:
    return sympy.Add(*(c * sympy.Mul(*(ATOMS[a] for a in m)) for m, c in poly.terms))


@given(polys, polys)
def test_ring_operations(p: Poly, q: Poly) -> None:
    for mine, theirs in ((p + q, formula(p) + formula(q)), (p - q, formula(p) - formula(q)), (p * q, formula(p) * formula(q))):
        assert sympy.expand(formula(mine) - theirs) == 0
    assert (p == q) == (sympy.expand(formula(p) - formula(q)) == 0)


@given(polys, st.lists(st.integers(0, 3), max_size=2), st.integers(1, 5))
def test_division_gives_quotient_and_rest(p: Poly, atoms: list[int], factor: int) -> None:
    divisor = Poly(((tuple(sorted(atoms)), factor),))
    quotient, rest = p.split(divisor)
    assert quotient * divisor + rest == p
    assert rest.split(divisor)[0] == Poly()


@given(polys, polys)
def test_replacing_an_atom(p: Poly, q: Poly) -> None:
    assert sympy.expand(formula(p.replace({0: q})) - formula(p).subs(ATOMS[0], formula(q), simultaneous=True)) == 0


PROGRAM = """
module {
  tt.func public @ranges(%p: !tt.ptr<i64>, %n: i32 {tt.divisibility = 16 : i32}, %m: i32) {
    %c3 = arith.constant 3 : i32
    %c63 = arith.constant 63 : i32
    %c64 = arith.constant 64 : i32
    %pid = tt.get_program_id y : i32
    %a = arith.addi %n, %c63 : i32
    %b = arith.divsi %a, %c64 : i32
    %c = arith.muli %pid, %c64 : i32
    %d = arith.remsi %m, %c64 : i32
    %e = arith.muli %n, %c3 : i32
    %f = arith.minsi %d, %pid : i32
    %g = arith.subi %f, %c : i32
    %h = arith.maxsi %g, %b : i32
    %i = arith.shli %n, %c3 : i32
    %j = arith.shrsi %m, %c3 : i32
    %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %t0 = arith.addi %a, %b : i32
    %t1 = arith.addi %e, %h : i32
    %t2 = arith.addi %i, %j : i32
    %t3 = arith.addi %t0, %t1 : i32
    %t4 = arith.addi %t2, %t3 : i32
    %s = tt.splat %t4 : i32 -> tensor<16xi32>
    %k = arith.addi %s, %r : tensor<16xi32>
    %q = tt.splat %p : !tt.ptr<i64> -> tensor<16x!tt.ptr<i64>>
    %at = tt.addptr %q, %k : tensor<16x!tt.ptr<i64>>, tensor<16xi32>
    %x = tt.load %at : tensor<16x!tt.ptr<i64>>
    tt.return RESULT : i32
  }
}
"""


@given(st.integers(-(1 << 27), (1 << 27) - 1), st.integers(-(1 << 31), (1 << 31) - 1), st.integers(0, 65534))
def test_values_are_in_their_ranges(n: int, m: int, program: int) -> None:
    (function,) = read(PROGRAM.replace("tt.return RESULT : i32", "tt.return")).functions()
    facts = encode(function).facts
    for op in function.walk():
        if op.name.startswith("arith.") and op.results and op.results[0].type == "i32":
            name = op.results[0].name
            text = PROGRAM.replace("    %x = tt.load %at : tensor<16x!tt.ptr<i64>>\n", "").replace("RESULT", name)
            (run,) = read(text).functions()
            (value,) = interpret(run, [np.zeros(1, np.int64), 16 * n, m], (0, program, 0), (1, 65535, 1))
            found = facts.of(op.results[0])
            assert found.low <= value.item() <= found.high, name
            assert value.item() % found.divisor == 0 if found.divisor else value.item() == 0, name


@given(st.integers(-9, 9), st.integers(0, 9), st.integers(-9, 9), st.integers(0, 9), st.sampled_from(["divsi", "remsi"]))
def test_ranges_of_quotients_and_remainders_hold(low: int, more: int, by: int, wide: int, name: str) -> None:
    """Of dividends and divisors between bounds, with C's sign, by trying all."""
    text = f"""
module {{
  tt.func public @f(%a: i32, %b: i32) {{
    %l = arith.constant {low} : i32
    %h = arith.constant {low + more} : i32
    %m = arith.constant {by} : i32
    %n = arith.constant {by + wide} : i32
    %x0 = arith.maxsi %a, %l : i32
    %x = arith.minsi %x0, %h : i32
    %y0 = arith.maxsi %b, %m : i32
    %y = arith.minsi %y0, %n : i32
    %r = arith.{name} %x, %y : i32
    tt.return
  }}
}}"""
    (function,) = read(text).functions()
    (op,) = [op for op in function.walk() if op.name == f"arith.{name}"]
    known = Facts(function).of(op.results[0])
    for x in range(low, low + more + 1):
        for y in range(by, by + wide + 1):
            if y:
                quotient = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
                result = quotient if name == "divsi" else x - quotient * y
                assert known.low <= result <= known.high and result % known.divisor == 0
