"""Programs that the checker of real numbers refuses: ours with one mistake each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from egraph_opt import optimize
from egraph_opt.checker.real_arithmetic import check_real_equality
from egraph_opt.text import read
from tests.numerics.loops import PROGRAMS


@cache
def made(name: str) -> str:
    return optimize(PROGRAMS[name], rules="numerics", numerics="1e-4").ir


def is_equal(name: str, text: str) -> bool:
    """Return whether the checker accepts a text; a text that is not a program counts as refused; `mutants` makes few of them."""
    return not check_real_equality(read(PROGRAMS[name]), read(text))


CHANGES = {
    "operands": (r"(arith\.subf|arith\.cmpi \w+,|tt\.dot) (%\w+), (%\w+)", r"\1 \3, \2"),
    "left": (r"(= arith\.)(?:andi|mulf|addf) (%\w+), (%\w+)( : .*)", r"\1XX \2, \2\4"),
    "predicate": (r"arith\.cmpi slt", "arith.cmpi sle"),
    "overlap": (r"arith\.cmpi ule", "arith.cmpi uge"),
    "or": (r"arith\.ori (%\w+, %\w+ : i1)", r"arith.andi \1"),
    "power": (r"math\.exp2", "math.exp"),
    "middle": (r"arith\.shrsi", "arith.shli"),
    "zero": (r"(arith\.constant 0\.0+e\+00)", "arith.constant 1.000000e+00"),
    "fifteen": (r"arith\.constant 15 :", "arith.constant 14 :"),
    "four": (r"arith\.constant 4 : i64", "arith.constant 3 : i64"),
    "sixteen": (r"arith\.constant 16 : i32", "arith.constant 17 : i32"),
    "range": (r"end = 16 : i32, start = 0 : i32", "end = 17 : i32, start = 1 : i32"),
    "order": (r"tt\.trans (%\w+) \{order = array<i32: 1, 0>\}", r"tt.trans \1 {order = array<i32: 0, 1>}"),
    "axis 0": (r"\{axis = 0 : i32\} : tensor<16x(\w+)> -> tensor<1x16x\w+>", r"{axis = 1 : i32} : tensor<16x\1> -> tensor<16x1x\1>"),
}  # fmt: skip


def mutants(name: str) -> Iterator[tuple[str, str]]:
    """Programs with one change each in what is new, and what the change is. Tests of floats are not the checker's to judge."""
    old, lines = set(PROGRAMS[name].splitlines()), made(name).splitlines()
    floats = floating(lines)
    for number, line in enumerate(lines):
        if line in old or number in floats or "%x, %y" in line:
            continue
        for what, (pattern, change) in CHANGES.items():
            new = re.sub(pattern, change, line, count=1)
            if what == "left":
                new = re.sub(r"XX", re.search(r"arith\.(\w+)", line)[1], new) if "XX" in new else line  # type: ignore[index]
            if new != line:
                yield f"{what}: {line.strip()}", "\n".join([*lines[:number], new, *lines[number + 1 :], ""])


def floating(lines: list[str]) -> set[int]:
    """The lines that make the guard's tests of floats, and nothing else: what leads to comparisons of their bits."""
    makes = {m[1]: n for n, line in enumerate(lines) if (m := re.match(r"\s*(%\w+) = ", line))}
    users: dict[int, set[int]] = {n: set() for n in range(len(lines))}
    for n, line in enumerate(lines):
        for v in re.findall(r"%\w+", line.partition(" = ")[2] or line):
            if v in makes and makes[v] != n:
                users[makes[v]].add(n)
    found = {n for n, line in enumerate(lines) if re.search(r"math\.absf|allow_reorder|arith\.cmpi ule, .* : i32$", line)}
    grew = True
    while grew:
        new = {n for n, by in users.items() if by and by <= found and lines[n].strip().startswith("%")}
        for n, line in enumerate(lines):
            of = {makes[v] for v in re.findall(r"%\w+", line.partition(" = ")[2]) if v in makes}
            new |= {n} if re.search(r"arith\.(andi|ori)", line) and of <= found else set()
        grew = not new <= found
        found |= new
    return found


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_mistake_is_refused(name: str) -> None:
    assert is_equal(name, made(name))
    seen, accepted = 0, []
    for what, text in mutants(name):
        seen += 1
        try:
            if is_equal(name, text):
                accepted.append(what)
        except Exception as error:
            assert type(error).__name__ == "InputError", what
    assert seen > 25 and not accepted
