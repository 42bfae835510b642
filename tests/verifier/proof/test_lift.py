"""A side that races, leaves its arrays, or uses what nobody defined has no expressions, and the reason and the place are told."""

from __future__ import annotations

from fractions import Fraction

import pytest

from egraph_opt.verifier import Call
from egraph_opt.verifier.decision.verification import make_problem
from egraph_opt.verifier.proof import Proof, prove
from egraph_opt.verifier.proof.reals.element_comparison import why_unequal
from egraph_opt.verifier.proof.reals.extremum_forms import maximum, minimum
from egraph_opt.verifier.proof.reals.float_constants import constant_polynomial
from egraph_opt.verifier.proof.reals.function_forms import exponential, exponential_to_base_2, logarithm, power_of
from egraph_opt.verifier.proof.reals.indicator_polynomials import compare, select
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import MINUS, NAN, ONE, PLUS, UNDEFINED, ZERO
from egraph_opt.verifier.proof.reals.polynomials.ring import Ring
from egraph_opt.verifier.question import QuestionBuilder
from tests.verifier.questions import double

ONE_LESS = """    %one = arith.constant 1 : i32
    %n1 = arith.subi %n, %one : i32
    %less = tt.splat %n1 : i32 -> tensor<8xi32>
    %narrow = arith.cmpi slt, %i, %less : tensor<8xi32>
    %xs ="""


def proof(new: str, block: int = 8) -> Proof:
    """Return the proof of a kernel beside `double(8)`."""
    args = {"x": "x", "y": "y", "n": "N"}
    calls = [[Call(double(8), "cdiv(N, 8)", args)], [Call(new, f"cdiv(N, {block})", args)]]
    arrays = {"x": "f32[N]", "y": "f32[N]"}
    problem = make_problem(calls[0], calls[1], constexprs={}, arrays=arrays, sizes={"N": 21}, results=())
    return prove(QuestionBuilder(problem).question())


def test_equal_kernels_are_proved_equal() -> None:
    assert proof(double(4), 4).verdict == "bits"
    assert proof(double(8, ("arith.mulf %v, %two", "arith.addf %v, %v"))).verdict == "reals"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("tt.store %py, %w, %mask", "tt.store %py, %w, %narrow"), "no program writes it"),
        (("%py = tt.addptr %ys, %i", "%py = tt.addptr %ys, %range"), "that another one writes"),
        (("%px, %mask, %zero", "%px"), "is not in x"),
        (("%px, %mask, %zero", "%px, %narrow"), "a load masks out"),
        (("2.000000e+00", "2.500000e+00"), "no law"),
    ],
)
def test_wrong_kernel_is_refused_with_a_reason(change: tuple[str, str], reason: str) -> None:
    found = proof(double(8, change, ("    %xs =", ONE_LESS)))
    assert found.verdict == "undecided" and reason in found.reason and found.place


@pytest.fixture
def ring() -> Ring:
    return Ring()


def element(ring: Ring, name: str) -> int:
    return ring.variable("element", name, 0)


def test_shift_cancels_in_a_quotient_of_exponentials(ring: Ring) -> None:
    x, y, m = (element(ring, name) for name in "xym")

    def weight(shift: int) -> int:
        terms = [exponential(ring, ring.difference(each, shift)) for each in (x, y)]
        return ring.product(terms[0], power_of(ring, ring.total(terms), -1))

    assert weight(ZERO) == weight(m) and not ring.needs[weight(m)]


def test_a_sum_cancels_where_it_divides_each_term(ring: Ring) -> None:
    x, y, z = (element(ring, name) for name in "xyz")
    divisor, others = ring.total((x, y)), ring.total((x, ring.scale(y, 2), z))
    divided = ring.product(others, power_of(ring, divisor, -1))
    for a, b in ((divisor, divided), (divided, ring.scale(divisor, 3))):
        assert ring.bare(ring.product(a, b)) == ring.scale(others, 1 if a == divisor else 3)
    partly = ring.product(divisor, ring.total((divided, z)))
    assert why_unequal(ring, partly, ring.with_needs(ring.total((others, ring.product(divisor, z))), ring.needs[partly])) == ""
    assert ring.needs[ring.product(divisor, divided)]  # where the divisor is zero, the product is not defined


def test_what_may_be_zero_is_not_cancelled_silently(ring: Ring) -> None:
    x, y = element(ring, "x"), element(ring, "y")
    quotient = ring.product(ring.product(x, y), power_of(ring, y, -1))
    assert ring.bare(quotient) == x and "not be valid" in why_unequal(ring, quotient, x)


def test_root_of_a_square_is_not_the_number(ring: Ring) -> None:
    x = element(ring, "x")
    assert power_of(ring, ring.product(x, x), Fraction(1, 2)) != x
    root = power_of(ring, x, Fraction(1, 2))
    assert ring.bare(ring.product(root, root)) == x and ring.needs[root]


def test_selections_depend_on_what_their_side_needs(ring: Ring) -> None:
    x, y = element(ring, "x"), element(ring, "y")
    quotient = ring.product(ring.product(x, y), power_of(ring, y, -1))
    c = compare(ring, 2, element(ring, "c"), ZERO)
    left, right = select(ring, c, quotient, x), select(ring, c, x, quotient)
    assert ring.bare(left) == ring.bare(right) == x and why_unequal(ring, left, right)


def test_a_selection_by_equality_takes_a_value_that_is_right_in_both_cases(ring: Ring) -> None:
    x, y = element(ring, "x"), element(ring, "y")
    equal, unequal, apart = compare(ring, 1, x, y), compare(ring, 6, x, y), ring.difference(x, y)
    assert select(ring, equal, ZERO, apart) == apart == select(ring, unequal, apart, ZERO)
    assert select(ring, equal, ring.product(x, y), ring.total((ring.product(x, y), apart))) == ring.total(
        (ring.product(x, y), apart)
    )
    assert select(ring, equal, ONE, apart) != apart != select(ring, unequal, ZERO, apart)
    assert select(ring, equal, ring.product(x, x), ring.product(x, y)) != ring.product(
        x, y
    )  # right, but no multiple of x - y alone
    assert select(ring, equal, ZERO, x) != x


def test_values_that_are_no_numbers(ring: Ring) -> None:
    x = element(ring, "x")
    assert ring.total((PLUS, MINUS)) == NAN and ring.product(ZERO, MINUS) == NAN
    assert ring.product(UNDEFINED, ZERO) == UNDEFINED and ring.total((x, UNDEFINED)) == UNDEFINED
    assert exponential(ring, MINUS) == ZERO and maximum(ring, (MINUS, x)) == x and minimum(ring, (PLUS, x)) == x
    assert ring.product(x, MINUS) == UNDEFINED  # its sign is not known


def test_constants_stand_for_numbers(ring: Ring) -> None:
    x = element(ring, "x")
    log2e = constant_polynomial(ring, 1.4426950216293335, "f32")
    assert exponential_to_base_2(ring, ring.product(x, log2e)) == exponential(ring, x)
    assert logarithm(ring, exponential(ring, x)) == x
    assert constant_polynomial(ring, 0.10000000149011612, "f32") == ring.constant(Fraction(1, 10))
    assert constant_polynomial(ring, 1.0, "f32") == ONE


def test_maximum_takes_positive_factors_only(ring: Ring) -> None:
    x, y = element(ring, "x"), element(ring, "y")
    assert maximum(ring, (ring.scale(x, 3), ring.scale(y, 3))) == ring.scale(maximum(ring, (x, y)), 3)
    assert maximum(ring, (ring.scale(x, -1), ring.scale(y, -1))) == ring.scale(minimum(ring, (x, y)), -1)
    assert maximum(ring, (ring.scale(x, -1), ring.scale(y, -1))) != ring.scale(maximum(ring, (x, y)), -1)


PRODUCT = """module {
  tt.func public @f(%a: !tt.ptr<i8>, %b: !tt.ptr<i8>, %c: !tt.ptr<i32>) {
    %zero = arith.constant dense<0> : tensor<4x4xi32>
    %four = arith.constant dense<4> : tensor<4x1xi32>
    %three = arith.constant dense<3> : tensor<4x1xi32>
    %range = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
    %rows = tt.expand_dims %range {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
    %columns = tt.expand_dims %range {axis = 0 : i32} : tensor<4xi32> -> tensor<1x4xi32>
    %steps = arith.muli %rows, %four : tensor<4x1xi32>
    %first = tt.broadcast %steps : tensor<4x1xi32> -> tensor<4x4xi32>
    %second = tt.broadcast %columns : tensor<1x4xi32> -> tensor<4x4xi32>
    %i = arith.addi %first, %second : tensor<4x4xi32>
    %inside = arith.cmpi slt, %rows, %three : tensor<4x1xi32>
    %mask = tt.broadcast %inside : tensor<4x1xi1> -> tensor<4x4xi1>
    %as = tt.splat %a : !tt.ptr<i8> -> tensor<4x4x!tt.ptr<i8>>
    %pa = tt.addptr %as, %i : tensor<4x4x!tt.ptr<i8>>, tensor<4x4xi32>
    %x = tt.load %pa, %mask : tensor<4x4x!tt.ptr<i8>>
    %bs = tt.splat %b : !tt.ptr<i8> -> tensor<4x4x!tt.ptr<i8>>
    %pb = tt.addptr %bs, %i : tensor<4x4x!tt.ptr<i8>>, tensor<4x4xi32>
    %y = tt.load %pb : tensor<4x4x!tt.ptr<i8>>
    %z = tt.dot %x, %y, %zero : tensor<4x4xi8> * tensor<4x4xi8> -> tensor<4x4xi32>
    %cs = tt.splat %c : !tt.ptr<i32> -> tensor<4x4x!tt.ptr<i32>>
    %pc = tt.addptr %cs, %i : tensor<4x4x!tt.ptr<i32>>, tensor<4x4xi32>
    tt.store %pc, %z, %mask : tensor<4x4x!tt.ptr<i32>>
    tt.return
  }
}
"""
"""Product of three rows of integers with a matrix; the fourth row is not loaded and not stored."""


def product_proof(old: str, new: str) -> Proof:
    arrays = {"a": "i8[3, 4]", "b": "i8[4, 4]", "c": "i32[4, 4] start=zeros"}
    calls = [Call(each, 1, ("a", "b", "c")) for each in (old, new)]
    return prove(QuestionBuilder(make_problem(*calls, constexprs={}, arrays=arrays, sizes={})).question())


def test_what_is_undefined_and_not_stored_does_not_overflow() -> None:
    swapped = PRODUCT.replace("%z = tt.dot", "%w = tt.dot").replace(
        "%cs =", "%z = arith.addi %zero, %w : tensor<4x4xi32>\n    %cs ="
    )
    assert product_proof(PRODUCT, swapped).verdict == "reals"
    stored = "tt.store %pc, %z : tensor"
    whole = [each.replace("tt.store %pc, %z, %mask : tensor", stored) for each in (PRODUCT, swapped)]
    assert product_proof(*whole).verdict == "undecided"
