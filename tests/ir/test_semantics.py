"""The meaning of integers against the checker's own table, against numpy, and against the interpreter of whole programs."""

from math import gcd

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from egraph_opt.checker.values import arithmetic as checker
from egraph_opt.interpret import interpret
from egraph_opt.ir.module import Op
from egraph_opt.ir.semantics.integers import BINARY, CASTS, compare, compute, evaluate, signed, unsigned, wrap
from egraph_opt.ir.semantics.ranges import RULES, IntegerRange, exact
from egraph_opt.text import read

WIDTHS = (1, 8, 16, 32, 64)
PREDICATES = "eq ne slt sle sgt sge ult ule ugt uge".split()


def numbers(bits: int) -> st.SearchStrategy[int]:
    half = 1 << bits - 1
    ends = st.sampled_from([0, 1, -1, half - 1, -half, bits, bits - 1])
    return st.one_of(ends, st.integers(-half, half - 1), st.integers(-3, 3)).map(lambda n: wrap(n, bits))


pairs = st.sampled_from(WIDTHS).flatmap(lambda bits: st.tuples(st.just(bits), numbers(bits), numbers(bits)))


def bits_of(found: int | None, bits: int) -> int | None:
    return None if found is None else unsigned(found, bits)


def test_both_tables_have_the_same_operations() -> None:
    assert checker.INTEGERS.keys() == BINARY


@pytest.mark.parametrize("name", sorted(BINARY))
@given(pairs)
def test_an_operation_means_what_it_means_to_the_checker(name: str, pair: tuple[int, int, int]) -> None:
    bits, a, b = pair
    expected = checker.INTEGERS[name](unsigned(a, bits), unsigned(b, bits), bits)
    assert bits_of(compute(name, a, b, bits), bits) == bits_of(expected, bits)


@pytest.mark.parametrize("predicate", range(10), ids=PREDICATES)
@given(pairs)
def test_a_predicate_means_what_it_means_to_the_checker(predicate: int, pair: tuple[int, int, int]) -> None:
    bits, a, b = pair
    found = compare(predicate, signed(a, bits), signed(b, bits), lambda n: unsigned(n, bits))
    assert found == checker.COMPARISONS[predicate](unsigned(a, bits), unsigned(b, bits), bits)


@given(pairs)
def test_results_do_not_depend_on_how_bits_are_written(pair: tuple[int, int, int]) -> None:
    bits, a, b = pair
    for name in BINARY:
        assert compute(name, a, b, bits) == compute(name, unsigned(a, bits), unsigned(b, bits), bits)


def function(line: str, types: tuple[str, str], result: str) -> Op:
    a, b = types
    text = f"""module {{
  tt.func @f(%a: {a}, %b: {b}, %c: i1) -> {result} {{
    {line}
    tt.return %r : {result}
  }}
}}
"""
    (found,) = read(text).functions()
    return found


def given_values(function: Op, *values: int | None) -> list[int | None]:
    (block,) = function.regions[0].blocks
    known = dict(zip(block.arguments, values, strict=False))
    return [known.get(v) for v in block.ops[0].operands]


@pytest.mark.parametrize("name", sorted(BINARY))
@given(pairs)
def test_a_program_computes_the_same_as_the_interpreter(name: str, pair: tuple[int, int, int]) -> None:
    bits, a, b = pair
    if bits == 1 or compute(name, a, b, bits) is None:
        return
    kernel = function(f"%r = arith.{name} %a, %b : i{bits}", (f"i{bits}",) * 2, f"i{bits}")
    (expected,) = interpret(kernel, [np.dtype(f"i{bits // 8}").type(a), np.dtype(f"i{bits // 8}").type(b), 0])
    op = kernel.regions[0].blocks[0].ops[0]
    found = evaluate(op, given_values(kernel, a, b))
    assert found is not None and unsigned(found, bits) == unsigned(int(expected), bits)


@pytest.mark.parametrize(
    ("line", "types", "result", "values", "expected"),
    [
        ("%r = arith.extui %a : i8 to i32", ("i8", "i1"), "i32", (-1, 0), 255),
        ("%r = arith.extsi %a : i8 to i32", ("i8", "i1"), "i32", (-1, 0), -1),
        ("%r = arith.extsi %b : i1 to i32", ("i8", "i1"), "i32", (0, 1), -1),
        ("%r = arith.extui %b : i1 to i32", ("i8", "i1"), "i32", (0, 1), 1),
        ("%r = arith.trunci %a : i32 to i8", ("i32", "i1"), "i8", (200, 0), -56),
        ("%r = arith.trunci %a : i32 to i1", ("i32", "i1"), "i1", (3, 0), 1),
        ("%r = arith.index_cast %a : i32 to index", ("i32", "i1"), "index", (-1, 0), -1),
        ("%r = arith.index_castui %a : i32 to index", ("i32", "i1"), "index", (-1, 0), 0xFFFFFFFF),
        ("%r = arith.cmpi ult, %a, %a : i32", ("i32", "i1"), "i1", (-1, 0), 0),
        ("%r = arith.select %b, %a, %a : i32", ("i32", "i1"), "i32", (7, None), None),
        ("%r = arith.select %b, %a, %a : i32", ("i32", "i1"), "i32", (7, 1), 7),
        ("%r = arith.constant 4294967295 : i32", ("i32", "i1"), "i32", (), -1),
        ("%r = arith.constant true", ("i32", "i1"), "i1", (), 1),
        ("%r = arith.constant 1.0 : f32", ("i32", "i1"), "f32", (), None),
        ("%r = arith.addi %a, %a : i32", ("i32", "i1"), "i32", (None, 0), None),
        ("%r = arith.constant dense<1> : tensor<4xi32>", ("i32", "i1"), "tensor<4xi32>", (), None),
        ("%r = tt.get_program_id x : i32", ("i32", "i1"), "i32", (), None),
    ],
)
def test_what_is_not_known_or_no_integer_has_no_value(
    line: str, types: tuple[str, str], result: str, values: tuple[int | None, ...], expected: int | None
) -> None:
    kernel = function(line, types, result)
    assert evaluate(kernel.regions[0].blocks[0].ops[0], given_values(kernel, *values)) == expected
    assert "arith.extui" in CASTS


ARITHMETIC = "addi subi muli shli divsi divui shrsi remsi remui minsi maxsi".split()
members = st.lists(st.one_of(st.integers(-200, 200), numbers(32)), min_size=1, max_size=3)


@pytest.mark.parametrize("name", ARITHMETIC)
@given(members, members)
def test_ranges_hold_what_operations_give(name: str, xs: list[int], ys: list[int]) -> None:
    kernel = function(f"%r = arith.{name} %a, %b : i32", ("i32", "i32"), "i32")
    found = exact(kernel.regions[0].blocks[0].ops[0], [IntegerRange(min(each), max(each), gcd(*each)) for each in (xs, ys)])
    if found is None or not found.within(-(1 << 31), (1 << 31) - 1):
        return
    for number in (compute(name, x, y, 32) for x in xs for y in ys):
        if number is not None:
            assert found.low <= number <= found.high
            assert number % found.divisor == 0 if found.divisor else number == 0


def test_each_operation_with_two_operands_has_a_range_somewhere() -> None:
    assert {f"arith.{name}" for name in ARITHMETIC} == {name for name in RULES if name.removeprefix("arith.") in BINARY}
