"""Stores of tiles in a loop over their numbers: copies, if no two iterations store to one tile, and else stores of threads.

A tile's row and column are quotients and remainders of the loop's counter. For each order of tiles in which some tile comes twice, the
checker refuses the store that was raised without regard to order: those are the wrong variants.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import Any
from unittest import mock

import numpy as np
import pytest

from egraph_opt.core.result import Result
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.forms.descriptor_hazards import MemoryOrder
from egraph_opt.families.pointer.forms.iteration_disjointness import TilePosition
from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.text import read
from tests.support.pointer_oracle import outcome, outcomes
from tests.support.slow import sampled

OPERATIONS: dict[str, tuple[str, Callable[[int, int], int]]] = {
    "+": ("addi", operator.add),
    "-": ("subi", operator.sub),
    "*": ("muli", operator.mul),
    "/": ("divsi", operator.floordiv),
    "%": ("remsi", operator.mod),
    "min": ("minsi", min),
}
"""Operations of an order of tiles, each with its name, and its result for numbers that are not negative."""
GROUPED = "each = across * 8; group = t / each; first = group * 8; left = down - first; high = left min 8; within = t % each"
ORDERS = {
    "rows": ("m = t / across; n = t % across", True),
    "columns": ("m = t % down; n = t / down", True),
    "from the last tile on": ("last = tiles - 1; s = last - t; m = s / across; n = s % across", True),
    "groups": (f"{GROUPED}; row = within % high; m = first + row; n = within / high", True),
    "groups, by remainders of the tile's own number": (f"{GROUPED}; row = t % high; m = first + row; n = within / high", True),
    "groups, by a remainder of another number": (
        f"{GROUPED}; twice = t * 2; row = twice % high; m = first + row; n = within / high", False),
    "groups by columns": (
        GROUPED.replace("across", "wide").replace("down", "across").replace("wide", "down")
        + "; column = within % high; n = first + column; m = within / high", True),
    "groups of eight rows that may not be there": (f"{GROUPED}; row = within % 8; m = first + row; n = within / 8", True),
    "groups, by another height": (f"{GROUPED}; row = within % high; m = first + row; n = within / 8", False),
    "groups one row apart": (f"{GROUPED}; row = within % high; m = group + row; n = within / high", False),
    "groups, without their number": (f"{GROUPED}; m = within % high; n = within / high", False),
    "groups, a row less": (f"{GROUPED}; row = within % high; m = first + row; less = high + 1; n = within / less", False),
    "two remainders": ("m = t % down; n = t % across", False),
    "a quotient by another number": ("m = t / down; n = t % across", False),
    "rows alone": ("m = t / across; n = 0 + 0", False),
    "a remainder of something else": ("s = t * 2; m = t / across; n = s % across", False),
    "one tile": ("m = 0 + 0; n = 0 + 0", False),
    "each row twice": ("m = t / 2; n = 0 + 0", False),
}  # fmt: skip
"""Orders of tiles, and whether each tile comes once."""
ROWS, COLUMNS = 16, 32
EVEN = "{tt.divisibility = 16 : i32}"
STORE = "    tt.store %at, %value, %inside : tensor<16x32x!tt.ptr<f32>>\n"


def operations(order: str) -> Iterator[tuple[str, str, str, str]]:
    """Yield each number of an order: name, left operand, operation, right operand."""
    for line in order.split("; "):
        name, _, left, how, right = line.split()
        yield name, left, how, right


def tile(order: str, known: dict[str, int]) -> tuple[int, int]:
    """Return row and column of a tile."""
    known = dict(known)
    for name, left, how, right in operations(order):
        x, y = (int(v) if v.isdigit() else known[v] for v in (left, right))
        known[name] = OPERATIONS[how][1](x, y)
    return known["m"], known["n"]


def once(order: str) -> bool:
    """Return whether each tile comes once in all small arrays, of those that are stored at all."""
    for down, across in itertools.product((1, 2, 3, 7, 8, 9, 12, 17), (1, 2, 3, 5, 8)):
        found = [tile(order, dict(down=down, across=across, tiles=down * across, t=t)) for t in range(down * across)]
        inside = [(m, n) for m, n in found if 0 <= m < down and 0 <= n < across]
        if len(set(inside)) < len(inside):
            return False
    return True


def program(order: str, step: str = "%c1", rows: int = ROWS, columns: int = COLUMNS) -> str:
    """A kernel that stores tiles in an order, `rows` and `columns` apart."""
    body, constants = "", {"0", "1", "2", "8"}
    for name, left, how, right in operations(order):
        x, y = (f"%c{v}" if v.isdigit() else f"%{v}" for v in (left, right))
        constants |= {v for v in (left, right) if v.isdigit()}
        body += f"    %{name} = arith.{OPERATIONS[how][0]} {x}, {y} : i32\n"
    constants |= {str(n) for n in (3, 15, 16, 31, 32, rows, columns)}
    named = "".join(f"  %c{n} = arith.constant {n} : i32\n" for n in sorted(constants, key=int))
    return f"""
tt.func public @tiles(%c: !tt.ptr<f32> {EVEN}, %M: i32, %N: i32 {EVEN}, %pitch: i32 {EVEN}) {{
{named}  %down_lanes = tt.make_range {{end = 16 : i32, start = 0 : i32}} : tensor<16xi32>
  %across_lanes = tt.make_range {{end = 32 : i32, start = 0 : i32}} : tensor<32xi32>
  %start = tt.get_program_id x : i32
  %programs = tt.get_num_programs x : i32
  %M15 = arith.addi %M, %c15 : i32
  %down = arith.divsi %M15, %c16 : i32
  %N31 = arith.addi %N, %c31 : i32
  %across = arith.divsi %N31, %c32 : i32
  %tiles = arith.muli %down, %across : i32
  scf.for %t = %start to %tiles step {step} : i32 {{
{body}    %number = arith.sitofp %t : i32 to f32
    %value = tt.splat %number : f32 -> tensor<16x32xf32>
    %m_at = arith.muli %m, %c{rows} : i32
    %n_at = arith.muli %n, %c{columns} : i32
    %ms = tt.splat %m_at : i32 -> tensor<16xi32>
    %ns = tt.splat %n_at : i32 -> tensor<32xi32>
    %rows = arith.addi %ms, %down_lanes : tensor<16xi32>
    %columns = arith.addi %ns, %across_lanes : tensor<32xi32>
    %rows_2 = tt.expand_dims %rows {{axis = 1 : i32}} : tensor<16xi32> -> tensor<16x1xi32>
    %columns_2 = tt.expand_dims %columns {{axis = 0 : i32}} : tensor<32xi32> -> tensor<1x32xi32>
    %pitches = tt.splat %pitch : i32 -> tensor<16x1xi32>
    %below = arith.muli %rows_2, %pitches : tensor<16x1xi32>
    %base = tt.splat %c : !tt.ptr<f32> -> tensor<16x1x!tt.ptr<f32>>
    %row_at = tt.addptr %base, %below : tensor<16x1x!tt.ptr<f32>>, tensor<16x1xi32>
    %firsts = tt.broadcast %row_at : tensor<16x1x!tt.ptr<f32>> -> tensor<16x32x!tt.ptr<f32>>
    %along = tt.broadcast %columns_2 : tensor<1x32xi32> -> tensor<16x32xi32>
    %at = tt.addptr %firsts, %along : tensor<16x32x!tt.ptr<f32>>, tensor<16x32xi32>
    %Ms = tt.splat %M : i32 -> tensor<16x1xi32>
    %Ns = tt.splat %N : i32 -> tensor<1x32xi32>
    %low = arith.cmpi slt, %rows_2, %Ms : tensor<16x1xi32>
    %near = arith.cmpi slt, %columns_2, %Ns : tensor<1x32xi32>
    %lows = tt.broadcast %low : tensor<16x1xi1> -> tensor<16x32xi1>
    %nears = tt.broadcast %near : tensor<1x32xi1> -> tensor<16x32xi1>
    %inside = arith.andi %lows, %nears : tensor<16x32xi1>
{STORE}  }}
  tt.return
}}
"""


def result(text: str, **options: Any) -> Result:
    return raise_text(text, "tiles", "descriptor", "kernel", any_cost=True, **options)


def unordered(text: str, spaced: bool = False) -> str:
    """Return the result of raising a text without regard to order; if `spaced`, under the guard that rows of tiles are apart."""
    whatever = (
        mock.patch.object(TilePosition, "tell", return_value=True)
        if spaced
        else mock.patch.object(MemoryOrder, "hazard", return_value="")
    )
    with whatever:
        return result(text, check=False).ir


@pytest.mark.parametrize("name", ORDERS)
def test_orders_of_tiles(name: str) -> None:
    """A store is a copy if each tile comes once and rows are apart. The checker refuses it if one of both is not so."""
    order, distinct = ORDERS[name]
    assert once(order) == distinct
    text = program(order)
    found = result(text)
    assert not found.rejected
    assert [report.raised for report in found.reports] == [distinct]
    assert distinct or "itself, in another iteration" in found.reports[0].reason
    wrong = unordered(text, spaced=not distinct)
    assert "tt.descriptor_store" in wrong and wrong != found.ir
    with pytest.raises(RaiseRefused, match="not ordered with itself, in another iteration"):
        validate(read(text), read(wrong))


GROUPS = ORDERS["groups"][0]
APART: dict[str, tuple[dict[str, Any], bool]] = {
    "all programs": (dict(step="%programs"), True),
    "three programs": (dict(step="%c3"), True),
    "rows between tiles": (dict(rows=2 * ROWS), True),
    "columns between tiles": (dict(columns=COLUMNS + 16), True),
    "rows of two tiles": (dict(rows=ROWS // 2), False),
    "columns of two tiles": (dict(columns=COLUMNS - 1), False),
}
"""Steps of the loop and of tiles, and whether tiles are apart."""


@pytest.mark.parametrize("name", sampled(APART, 3))
def test_steps(name: str) -> None:
    options, distinct = APART[name]
    check(program(GROUPS, **options), [distinct])


def check(text: str, raised: list[bool]) -> None:
    """Check which stores are copies; if there are others, that the checker refuses these as copies."""
    found = result(text)
    assert not found.rejected
    assert [report.raised for report in found.reports] == raised
    if not all(raised):
        wrong = unordered(text, spaced=len(raised) == 1)
        assert "tt.descriptor_store" in wrong
        with pytest.raises(RaiseRefused, match="a hardware copy is not ordered with"):
            validate(read(text), read(wrong))


def halves(by: int, columns: int) -> str:
    """A kernel that stores two parts of each tile, `by` columns apart; tiles are `columns` apart."""
    return program(GROUPS, columns=columns).replace(
        STORE,
        f"""{STORE}    %by = arith.constant dense<{by}> : tensor<1x32xi32>
    %columns_3 = arith.addi %columns_2, %by : tensor<1x32xi32>
    %near_3 = arith.cmpi slt, %columns_3, %Ns : tensor<1x32xi32>
    %nears_3 = tt.broadcast %near_3 : tensor<1x32xi1> -> tensor<16x32xi1>
    %inside_3 = arith.andi %lows, %nears_3 : tensor<16x32xi1>
    %along_3 = tt.broadcast %columns_3 : tensor<1x32xi32> -> tensor<16x32xi32>
    %at_3 = tt.addptr %firsts, %along_3 : tensor<16x32x!tt.ptr<f32>>, tensor<16x32xi32>
    tt.store %at_3, %value, %inside_3 : tensor<16x32x!tt.ptr<f32>>
""",
    )


@pytest.mark.parametrize(
    ("by", "columns", "distinct"),
    sampled([(32, 64, True), (-32, 64, True), (16, 64, False), (32, 32, False), (32, 48, False)], 4),
)
def test_two_parts_of_a_tile(by: int, columns: int, distinct: bool) -> None:
    """Both are copies if they are apart, and from those of other iterations; else none is."""
    check(halves(by, columns), [distinct] * 2)


def test_what_another_iteration_reads() -> None:
    """A load of the array that is stored may come after the store of another iteration."""
    loaded = f"    %old = tt.load %at, %inside : tensor<16x32x!tt.ptr<f32>>\n{STORE.replace('%value', '%old')}"
    check(program(GROUPS).replace(STORE, loaded), [False, False])


@pytest.mark.parametrize(("least", "enough"), [(0, True), (-15, True), (-16, False)])
def test_rows_of_an_array_are_apart(least: int, enough: bool) -> None:
    """Of a guard that says nothing else of the order: how much further apart rows must be than an array is wide, both multiples of 16."""
    text = program(GROUPS)
    head, _, rest = unordered(text).partition("  scf.if %")
    guard, _, body = rest.partition(" {")
    wrong = f"""{head}  %least = arith.constant {least} : i64
  %wide = arith.extsi %N : i32 to i64
  %far = arith.extsi %pitch : i32 to i64
  %room = arith.subi %far, %wide : i64
  %apart = arith.cmpi sge, %room, %least : i64
  %also = arith.andi %{guard}, %apart : i1
  scf.if %also {{{body}"""
    if enough:
        validate(read(text), read(wrong))
        return
    with pytest.raises(RaiseRefused, match="not ordered with itself"):
        validate(read(text), read(wrong))


@pytest.mark.parametrize(
    "name",
    sampled(["rows", "groups", "groups, by remainders of the tile's own number", "groups, a row less", "each row twice"], 4),
)
def test_what_schedules_of_copies_show(name: str) -> None:
    """Each tile stores its number. Under a schedule of copies, memory differs where a tile comes twice, and nowhere else."""
    order, distinct = ORDERS[name]
    text = program(order)
    (old,) = read(text).functions()
    (new,) = read(result(text).ir if distinct else unordered(text, spaced=True)).functions()
    runs = differ = 0
    for rows, columns in ((40, 96), (150, 64), (144, 160), (16, 32)):
        given = [np.zeros(rows * 160, np.float32), rows, columns, 160]
        expected = outcome(old, given, (0, 0, 0))
        assert expected is not None
        runs += 1
        differ += any(found != expected for found in outcomes(new, given, (0, 0, 0)))
    assert runs == 4 and (differ == 0) == distinct


IN_BATCH = "m = within / across; n = within % across"
BATCHES = {
    f"b = t / page; within = t % page; {IN_BATCH}": True,
    f"b = t % count; within = t / count; {IN_BATCH}": True,
    "b = t / page; within = t % page; m = within / across; n = t % across": True,
    f"b = t % count; within = t % page; {IN_BATCH}": False,
    f"b = t / page; within = t / count; {IN_BATCH}": False,
    f"b = t / page; rest = t % page; within = rest / 2; {IN_BATCH}": False,
}
"""Orders of tiles in a batch of arrays, `b` among `count` of them, and whether each tile comes once."""


@pytest.mark.parametrize("order", sampled(BATCHES, 3))
def test_a_batch_of_arrays(order: str) -> None:
    """The host makes a descriptor of all arrays. Whatever the optimiser says of an order, the checker refuses it if a tile comes twice."""
    text = program(order).replace("%pitch: i32", f"%gap: i32 {EVEN}, %count: i32, %pitch: i32", 1)
    page = "%page = arith.muli %down, %across : i32"
    text = text.replace("%tiles = arith.muli %down, %across", f"{page}\n  %tiles = arith.muli %page, %count")
    array = "%skip = arith.muli %b, %gap : i32\n    %c_b = tt.addptr %c, %skip : !tt.ptr<f32>, i32"
    text = text.replace("    %base = tt.splat %c :", f"    {array}\n    %base = tt.splat %c_b :")
    for told in (nullcontext(), mock.patch.object(TilePosition, "tell", return_value=True)):
        with told:
            found = raise_text(text, "tiles", "host-descriptor", "kernel", any_cost=True)
        assert not found.rejected
        assert [report.raised for report in found.reports] == [BATCHES[order]]


NUMBERS = ("t", "group", "within", "row", "high_row", "column", "t / across", "t % across", "t / down", "t % down")
"""Numbers of which any two may be row and column of a tile."""
PAIRS = [*itertools.permutations(NUMBERS, 2)]


@pytest.mark.parametrize("pair", sampled([(pair,) for pair in PAIRS], 18))
def test_no_tile_comes_twice(pair: tuple[str, str]) -> None:
    """Whatever two numbers are the place of a tile: a store that is raised, or that the checker lets through, stores each tile once."""
    order = f"{GROUPED}; row = within % high; high_row = first + row; column = within / high"
    for name, number in zip("mn", pair, strict=True):
        order += f"; {name} = {number if ' ' in number else f'{number} + 0'}"
    text = program(order)
    found = result(text)
    assert not found.rejected
    if not once(order):
        assert [report.raised for report in found.reports] == [False]
        with pytest.raises(RaiseRefused):
            validate(read(text), read(unordered(text, spaced=True)))
