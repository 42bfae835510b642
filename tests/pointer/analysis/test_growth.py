"""Numbers that grow with each conditional of a program: reading them is limited, and a remark says so."""

from __future__ import annotations

import pytest

from egraph_opt.extract.base.work import Work
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.analysis.access_facts import MAX_PRINTED_PRODUCTS
from egraph_opt.families.pointer.analysis.encode import encode
from egraph_opt.families.pointer.analysis.saturate import PRODUCTS, FormTable, saturate
from egraph_opt.families.pointer.forms.candidate import Target
from egraph_opt.families.pointer.options import WORK
from egraph_opt.families.pointer.symbolic.solver import SolverExhausted, limit_work
from egraph_opt.text import read

LONG = "\n".join(
    ["    %b0 = arith.muli %x0, %x1 : i32"]
    + [f"    %p{i} = arith.muli %x{i}, %x{i + 1} : i32\n    %b{i} = arith.addi %b{i - 1}, %p{i} : i32" for i in (1, 2)]
)
"""A bound of three products, `%b2`."""


def selected(n: int, other: str = "") -> str:
    """Text of a choice between a long number and another one, as lanes; the other may be lanes that are there already."""
    mine = f"      %u{n} = tt.splat %a{n} : i32 -> tensor<16xi32>\n" if not other else ""
    return f"""    %m{n} = scf.if %c{n} -> (tensor<16xi32>) {{
      %t{n} = arith.addi %b2, %a{n} : i32
      %s{n} = tt.splat %t{n} : i32 -> tensor<16xi32>
      scf.yield %s{n} : tensor<16xi32>
    }} else {{
{mine}      scf.yield {other or f"%u{n}"} : tensor<16xi32>
    }}"""


def multiplied(n: int) -> list[str]:
    """A product of `n` selected numbers: one of 2^n products, and more."""
    ops = [selected(k) for k in range(n)]
    return [*ops, *(f"    %q{k} = arith.muli %{'q' if k > 1 else 'm'}{k - 1}, %m{k} : tensor<16xi32>" for k in range(1, n))]


def chained(n: int) -> list[str]:
    """A number that `n` conditionals select, one after the other: each has it twice, multiplied by the condition and not."""
    return [selected(k, f"%m{k - 1}" if k else "") for k in range(n)]


def nested(n: int, k: int = 0) -> list[str]:
    """A number that `n` conditionals select, each in the one before."""
    if k == n:
        return ["    %last = tt.splat %b2 : i32 -> tensor<16xi32>", "    scf.yield %last : tensor<16xi32>"]
    head = [f"    %m{k} = scf.if %c{k} -> (tensor<16xi32>) {{", *nested(n, k + 1), "    } else {"]
    tail = [f"      %s{k} = tt.splat %a{k} : i32 -> tensor<16xi32>", f"      scf.yield %s{k} : tensor<16xi32>", "    }"]
    return [*head, *tail, *([f"    scf.yield %m{k} : tensor<16xi32>"] if k else [])]


def added(n: int) -> list[str]:
    """A sum of `n // 8` products of eight selected numbers each."""
    ops = [selected(k) for k in range(n)]
    for first in range(0, n, 8):
        ops += [
            f"    %q{k} = arith.muli %{'q' if k > first + 1 else 'm'}{k - 1}, %m{k} : tensor<16xi32>"
            for k in range(first + 1, first + 8)
        ]
    return [*ops, *(f"    %q{k} = arith.addi %q{k - 1 if k > 8 else 7}, %q{k + 7} : tensor<16xi32>" for k in range(8, n, 8))]


def copy(n: int, ops: list[str], bound: str) -> str:
    """Program that copies a block below a bound."""
    numbers = "".join(f", %c{i}: i1, %a{i}: i32" for i in range(n)) + "".join(f", %x{i}: i32" for i in range(4))
    body = "\n".join(ops)
    return f"""
module {{
  tt.func public @copy(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>{numbers}) {{
    %range = tt.make_range {{end = 16 : i32, start = 0 : i32}} : tensor<16xi32>
{LONG}
{body}
    %mask = arith.cmpi slt, %range, {bound} : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %x = tt.load %from, %mask : tensor<16x!tt.ptr<f32>>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %x, %mask : tensor<16x!tt.ptr<f32>>
    tt.return
  }}
}}
"""


def numbers(text: str) -> FormTable:
    """The forms of a program's numbers, as far as they are if nothing overflows."""
    (function,) = read(text).functions()
    return saturate(encode(function, True, True))


KINDS = {
    "multiplied": lambda n: copy(n, multiplied(n), f"%q{n - 1}"),
    "chained": lambda n: copy(n, chained(n), f"%m{n - 1}"),
    "nested": lambda n: copy(n, nested(n), "%m0"),
    "added": lambda n: copy(n, added(n), f"%q{n - 8}" if n > 8 else "%q7"),
}
"""Programs by how they grow, and by the number of their conditionals."""


@pytest.mark.parametrize("n", [8, 16, 32])
@pytest.mark.parametrize("kind", KINDS)
def test_no_number_has_more_products_than_the_limit(kind: str, n: int) -> None:
    found = numbers(KINDS[kind](n))
    longest = max(len(poly.terms) for poly in found.number.values())
    assert longest <= PRODUCTS
    if kind == "nested":
        assert not found.long and longest <= 3 * n
    elif n > 8:
        assert found.long


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "nested"])
def test_reading_numbers_takes_work_that_does_not_double(kind: str) -> None:
    spent = []
    for n in (16, 32):
        work = Work(WORK)
        with limit_work(work.part(WORK)):
            numbers(KINDS[kind](n))
        spent.append(work.spent)
    assert 0 < spent[1] <= 4 * spent[0] <= 4 * 8 * PRODUCTS * 16


@pytest.mark.parametrize("target", ["block-pointer", "descriptor"])
def test_a_remark_says_that_a_number_is_too_long(target: Target) -> None:
    result = raise_text(copy(16, multiplied(16), "%q15"), "copy", target, "loop", any_cost=True)
    assert {report.reason for report in result.reports} == {
        f"its mask has no affine form: numbers of more than {PRODUCTS} products are not multiplied out"
    }


def test_a_long_number_is_shown_in_part() -> None:
    result = raise_text(copy(4, multiplied(4), "%q3"), "copy", "block-pointer", "loop")
    assert all(
        "more products" in report.reason and report.reason.count("*") < 12 * MAX_PRINTED_PRODUCTS for report in result.reports
    )


def test_products_are_work() -> None:
    text = copy(16, multiplied(16), "%q15")
    (function,) = read(text).functions()
    terms = encode(function, True, True)
    with pytest.raises(SolverExhausted), limit_work(Work(1_000).part(1_000)):
        saturate(terms)
