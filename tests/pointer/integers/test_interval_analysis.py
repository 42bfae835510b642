"""Ranges and divisors of integers, each compared with all numbers or with what a program computes."""

from __future__ import annotations

from egraph_opt.families.pointer.integers.interval_analysis import Facts
from egraph_opt.ir.module import Op, Value
from egraph_opt.text import read

HEAD = """module {
  tt.func @f(%n: i32 {tt.divisibility = 16 : i32}, %m: i32, %which: i1) {
"""
TAIL = """    tt.return
  }
}
"""


def facts_of(body: str) -> tuple[Facts, dict[str, Value]]:
    """Return the facts about a function, and its values by name."""
    (function,) = read(HEAD + body + TAIL).functions()
    operations: list[Op] = list(function.walk())
    return Facts(function), {v.name: v for op in operations for v in op.results}


def test_a_divisor_of_negative_numbers_is_none_of_them_without_sign() -> None:
    """-9 is a multiple of 3; 247, the same 8 bits without sign, is none. Multiples of 4 stay multiples of 4."""
    facts, of = facts_of(
        """    %nine = arith.constant 9 : i8
    %four = arith.constant 4 : i8
    %half = arith.constant -16 : i8
    %odd = arith.select %which, %nine, %minus : i8
    %even = arith.select %which, %four, %half : i8
    %wide_odd = arith.extui %odd : i8 to i32
    %wide_even = arith.extui %even : i8 to i32
""".replace("    %odd", "    %minus = arith.constant -9 : i8\n    %odd")
    )
    assert facts.of(of["%odd"]) == (-9, 9, 9)
    assert facts.of(of["%wide_odd"]) == (0, 255, 1)
    assert facts.of(of["%even"]) == (-16, 4, 4)
    assert facts.of(of["%wide_even"]) == (0, 255, 4)


def test_a_search_by_halves_takes_one_step_for_each_operation() -> None:
    """Both ends of each step come from both ends of the one before: 200 steps have 2^200 ways back to the start."""
    steps = "".join(
        f"    %lo{i} = arith.minsi %lo{i - 1}, %hi{i - 1} : i32\n    %hi{i} = arith.maxsi %hi{i - 1}, %lo{i - 1} : i32\n"
        for i in range(1, 201)
    )
    facts, of = facts_of(f"""    %c16 = arith.constant 16 : i32
    %hi0 = arith.remsi %n, %c16 : i32
    %x = tt.get_program_id x : i32
    %lo0 = arith.remsi %x, %c16 : i32
{steps}""")
    assert {facts.of(v)[:2] for name, v in of.items() if name.startswith("%hi")} == {(-15, 15), (0, 15)}
