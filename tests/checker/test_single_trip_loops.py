"""The checker's own proof that a loop runs once, against running programs on numbers of 32 bits."""

import random
from collections.abc import Callable

import pytest

from egraph_opt.checker import check
from egraph_opt.checker.flow.single_trip_loops import FunctionLoops
from egraph_opt.text import read

EDGES = [
    0,
    1,
    2,
    15,
    16,
    17,
    31,
    32,
    100,
    -1,
    -2,
    -16,
    -17,
    (1 << 31) - 1,
    (1 << 31) - 15,
    (1 << 31) - 17,
    -(1 << 31),
    -(1 << 31) + 14,
]
OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "addi": lambda a, b: a + b,
    "subi": lambda a, b: a - b,
    "muli": lambda a, b: a * b,
    "minsi": min,
    "maxsi": max,
    "divsi": lambda a, b: abs(a) // b * (1 if a >= 0 else -1),
    "remsi": lambda a, b: a - b * (abs(a) // b * (1 if a >= 0 else -1)),
}
"""Divisions in these programs have positive constant divisors only."""


def wrapped(number: int) -> int:
    return (number + (1 << 31)) % (1 << 32) - (1 << 31)


def text(chain: list[tuple[str, int]], begin: int, step: int) -> str:
    lines = [f"%b = arith.constant {begin} : i32", f"%s = arith.constant {step} : i32"]
    for i, (name, number) in enumerate(chain):
        lines += [f"%c{i} = arith.constant {number} : i32", f"%v{i + 1} = arith.{name} %v{i}, %c{i} : i32"]
    loop = f"scf.for %i = %b to %v{len(chain)} step %s : i32 {{\ntt.store %p, %i : !tt.ptr<i32>\n}}"
    return "module { tt.func @f(%p: !tt.ptr<i32>, %v0: i32) {\n" + "\n".join([*lines, loop]) + "\ntt.return\n} }"


@pytest.mark.parametrize("seed", range(4))
def test_a_loop_that_is_said_to_run_once_runs_once(seed: int) -> None:
    chance = random.Random(seed)
    proved = 0
    for _ in range(60):
        chain = [(chance.choice(list(OPERATIONS)), chance.choice([1, 2, 3, 15, 16])) for _ in range(chance.randint(1, 4))]
        if chance.random() < 0.8:
            chain += [("minsi", chance.choice([16, 17])), ("maxsi", 1), ("addi", 15), ("divsi", 16)]
        begin, step = chance.choice([0, 0, -1, 1]), chance.choice([1, 1, 2, 16])
        (function,) = read(text(chain, begin, step)).functions()
        (loop,) = (op for op in function.walk() if op.name == "scf.for")
        if FunctionLoops(function).run_once(loop):
            proved += 1
            for number in [*EDGES, *(chance.randint(-(1 << 31), (1 << 31) - 1) for _ in range(20))]:
                for name, constant in chain:
                    number = wrapped(OPERATIONS[name](number, constant))
                assert begin < number <= begin + step, (chain, begin, step)
    assert proved >= 5


NEST = """module {{ tt.func @f(%p: !tt.ptr<i32>, %n: i32) {{
%c0 = arith.constant 0 : i32
%c1 = arith.constant 1 : i32
%c4 = arith.constant {step} : i32
scf.for %i = %c0 to %n step %c4 : i32 {{
  %u = arith.minsi %i, %c0 : i32
  %e = arith.addi %u, %c1 : i32
  scf.for %j = %c0 to {end} step %c1 : i32 {{
    tt.store %p, %j : !tt.ptr<i32>
  }}
}}
tt.return
}} }}"""


def test_a_counter_may_overflow() -> None:
    """Counted by one it never passes the end; by four it may pass the greatest number, and be negative then."""
    for step, expected in ((1, True), (4, False)):
        before, after = (read(NEST.format(step=step, end=end)) for end in ("%e", "%c1"))
        assert check(before, after, once=True).equal == expected


def test_loops_that_compare_without_sign_or_count_in_other_types_are_left() -> None:
    before, after = (NEST.format(step=1, end=end) for end in ("%e", "%c1"))
    for old, new in (("scf.for %j", "scf.for unsigned %j"), ("i32", "i64")):
        assert not check(read(before.replace(old, new)), read(after.replace(old, new)), once=True).equal
