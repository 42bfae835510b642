"""Facts of the validator about an operation's result are true, also for negative numbers and at the limits of their width."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
import z3

from egraph_opt.families.pointer.symbolic.evaluator import LaneEvaluator
from egraph_opt.families.pointer.symbolic.symbols import SharedSymbols
from egraph_opt.text import read

Meaning = Callable[[int, int], int | None]
"""Result of an operation on two numbers, before truncation; None if it is undefined."""


def toward_zero(a: int, b: int) -> int | None:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1) if b else None


def rest(a: int, b: int) -> int | None:
    return None if (quotient := toward_zero(a, b)) is None else a - b * quotient


SIGNED: dict[str, Meaning] = {
    "addi": lambda a, b: a + b,
    "subi": lambda a, b: a - b,
    "muli": lambda a, b: a * b,
    "andi": lambda a, b: a & b,
    "minsi": min,
    "maxsi": max,
    "shli": lambda a, b: a << b if 0 <= b < 32 else None,
    "divsi": toward_zero,
    "remsi": rest,
    "floordivsi": lambda a, b: a // b if b else None,
    "cmpi slt,": lambda a, b: a < b,
    "cmpi eq,": lambda a, b: a == b,
}
UNSIGNED: dict[str, Meaning] = {
    "divui": lambda a, b: a // b if b else None,
    "remui": lambda a, b: a % b if b else None,
    "shrui": lambda a, b: a >> b if b < 32 else None,
    "minui": min,
    "cmpi ult,": lambda a, b: a < b,
    "cmpi uge,": lambda a, b: a >= b,
}


def possible(text: str, given: tuple[int, ...], found: int, bits: int) -> bool:
    """Return whether the known facts about a function's last result allow its actual value for some parameters."""
    arguments = ", ".join(f"%{name}: i{bits}" for name, _ in zip("ab", given, strict=False))
    (function,) = read(f"module {{\ntt.func public @k({arguments}) {{\n{text}\ntt.return\n}}\n}}\n").functions()
    shared = SharedSymbols()
    program, block = LaneEvaluator(function, shared), function.regions[0].blocks[0]
    term = program.at(block.ops[-2].results[0])
    solver = z3.Solver()
    solver.add(*(program.at(v) == number for v, number in zip(block.arguments, given, strict=True)))
    solver.add(*shared.found.known, term == bool(found) if z3.is_bool(term) else (term - found) % (1 << 64) == 0)
    return bool(solver.check() == z3.sat)


@pytest.mark.parametrize(
    ("name", "bits"),
    [
        pytest.param(name, bits, marks=pytest.mark.slow if (n + m) % 2 else [])
        for n, name in enumerate((*SIGNED, *UNSIGNED))
        for m, bits in enumerate((32, 64))
    ],
)
def test_results_of_two_numbers(name: str, bits: int) -> None:
    """Every operation in one width, by turns; in the other one it is slow."""
    low = -(1 << bits - 1)
    for a, b in product((0, 3, -1, 23, -128, low, -low - 1), (0, 1, 10, -1, -7, low)):
        exact = SIGNED[name](a, b) if name in SIGNED else UNSIGNED[name](a % (1 << bits), b % (1 << bits))
        if exact is None or (name in ("divsi", "remsi", "floordivsi") and (a, b) == (low, -1)):
            continue
        found = exact if name.startswith("cmpi") else (exact - low) % (1 << bits) + low
        assert possible(f"%x = arith.{name} %a, %b : i{bits}", (a, b), found, bits), (a, b)
        constant = f"%b = arith.constant {b} : i{bits}\n"
        assert possible(f"{constant}%x = arith.{name} %a, %b : i{bits}", (a,), found, bits), (a, b)


@pytest.mark.parametrize("number", [0, 1, -1, 1 << 31, 1 << 32, -(1 << 63), (1 << 63) - 1, 4294967295])
def test_casts_of_an_index(number: int) -> None:
    low = (number + (1 << 31)) % (1 << 32) - (1 << 31)
    down = "%i = arith.index_cast %a : i64 to index\n%x = arith.index_cast %i : index to i32"
    assert possible(down, (number,), low, 64)
    assert not possible(down, (number,), low + 1, 64)
    assert possible("%x = arith.trunci %a : i64 to i32", (number,), low, 64)
