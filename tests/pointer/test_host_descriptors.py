"""Kernels whose descriptors are arguments: what the host computes, and what the kernel does with descriptors made of that."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from egraph_opt.baseline import libtriton
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.split_kernel import encodable, split_text
from egraph_opt.interpret import OutOfBounds, interpret
from egraph_opt.interpret.global_memory import CallerMemory
from egraph_opt.interpret.tensor_windows import TensorWindow
from egraph_opt.ir.attributes import divisibility
from egraph_opt.ir.module import Op
from egraph_opt.ir.types import block_of, element_bytes
from egraph_opt.text import read
from tests.pointer.cases import CASES, arguments
from tests.support.kernels import program_text

GRID = 3, 2, 1
PROGRAMS = tuple(np.array(axis.ravel(), np.int32) for axis in np.meshgrid(*map(np.arange, GRID)))
BATCHES = program_text("pointer/host_descriptors.batches")
"""Sums over blocks of columns; the base moves with the program."""
GROUPS = BATCHES.replace(
    "%moved = arith.muli %y, %batch : i32",
    """%c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %above_y = arith.addi %y, %c1 : i32
  %group = arith.divsi %above_y, %c2 : i32
  %long = arith.extsi %group : i32 to i64
  %long_batch = arith.extsi %batch : i32 to i64
  %moved = arith.muli %long, %long_batch : i64""",
).replace("%moved : !tt.ptr<f16>, i32", "%moved : !tt.ptr<f16>, i64")
"""The same with an index of batches that is a quotient of the program's number."""
TEXTS = {"batches": BATCHES, "groups": GROUPS}


def windows(kernel: Op, numbers: list[int], bases: tuple[int, ...], given: list[Any]) -> list[Any] | None:
    """A kernel's descriptors with their extents and strides, as Triton's launcher passes them; None where the hardware takes no such."""
    memory = CallerMemory()
    places = [memory.add(x).item() if isinstance(x, np.ndarray) else 0 for x in given]
    values, found = iter(numbers), []
    tiles = [block_of(v.type) for v in kernel.regions[0].blocks[0].arguments if v.type.startswith("!tt.tensordesc")]
    for tile, base in zip(tiles, bases, strict=True):
        assert tile
        offset, rank = next(values), len(tile.shape)
        shape, strides = (tuple(next(values) for _ in range(rank)) for _ in range(2))
        where = places[base] + offset * element_bytes(tile.element)
        if not encodable(where, shape, strides, element_bytes(tile.element)):
            return None
        found += [TensorWindow(where, tile.element, shape, strides, (0,) * rank, tile.shape), *shape, *strides]
    return found


def done(function: Op, given: list[Any], more: list[Any]) -> list[bytes] | None:
    """Return the memory after all programs of a grid; None if a program leaves its buffers."""
    copies = [x.copy() if isinstance(x, np.ndarray) else x for x in given]
    try:
        for program in zip(*map(list, PROGRAMS), strict=True):
            interpret(function, [*copies, *more], program, GRID)
    except OutOfBounds:
        return None
    return [x.tobytes() for x in copies if isinstance(x, np.ndarray)]


@pytest.mark.parametrize(
    ("file", "sizes"),
    [
        ("copy", (16, 32, 48, 64, -16)),
        ("matmul", (16, 32, 48, 64, -16)),
        ("batches", (8, 16, 32, 40, -8)),
        ("groups", (8, 16, 32, 40, -8)),
    ],
)
def test_kernels_with_descriptors_do_the_same(file: str, sizes: tuple[int, ...]) -> None:
    text = TEXTS.get(file) or (CASES / f"{file}.mlir").read_text()
    result = raise_text(text, file, "host-descriptor", "kernel", any_cost=True)
    parts = split_text(result.ir)
    assert parts is not None, [r.reason for f in result.functions for r in f.reports]
    (old,), (new,), launch, bases = read(text).functions(), read(parts[0]).functions(), *parts[1:3]
    random, runs, others = np.random.default_rng(7), 0, 0
    for _ in range(60):
        given = arguments(old, random, sizes)
        integers = [0 if isinstance(x, np.ndarray) else x for x in given]
        if any(number % by for number, by in zip(integers, divisibility(old), strict=True)):
            continue  # no launch of this kernel
        holds, *numbers = interpret(launch, integers, PROGRAMS, GRID)  # type: ignore[arg-type]
        made = windows(new, [int(n) for n in numbers], bases, given) if np.all(holds) else None  # type: ignore[call-overload]
        if made is None:
            others += 1
        elif runs < 8 and (expected := done(old, given, [])) is not None:
            runs += 1
            assert done(new, given, made) == expected, integers
    assert runs >= 4 and others


def test_a_quotient_of_the_program_is_an_index() -> None:
    """It is an atom to the analysis, and yet no part of a descriptor that the host makes. Where its stride may be anything, and
    nothing checks it, no such descriptor is proposed."""
    split = split_text(raise_text(GROUPS, "groups", "host-descriptor", "kernel").ir)
    assert split is not None and len(split.launch.regions[0].blocks[0].ops[-1].operands) == 1 + (1 + 2 * 3) + (1 + 2 * 2)
    derived = raise_text(GROUPS, "groups", "host-descriptor")
    assert not derived.rejected
    assert not any("not proved" in report.reason for report in derived.reports)


def test_parameters_that_only_the_host_uses_are_known() -> None:
    """The kernel itself asks how many columns there are: its loop ends there."""
    split = split_text(raise_text(BATCHES, "batches", "host-descriptor", "kernel").ir)
    (function,) = read(BATCHES).functions()
    names = [value.name for value in function.regions[0].blocks[0].arguments]
    assert split is not None and [name for n, name in enumerate(names) if n not in split.unused] == ["%n"]


def test_triton_takes_the_parts() -> None:
    texts = raise_text(BATCHES, "batches", "host-descriptor", "kernel").ir.split("// -----\n")
    assert len(texts) == 3
    answers = libtriton.ask("compile", texts[:2])
    assert all(answer.text is not None for answer in answers), answers
    bulk = ["cp.async.bulk.tensor" in (answer.text or "") for answer in answers]
    assert bulk == [False, True] and "tensormap.replace" not in (answers[1].text or "")
    (lowered,) = libtriton.ask("lower", texts[2:])
    assert lowered.text is not None, lowered.error


def test_what_only_the_kernel_knows_stays() -> None:
    """An extent that is read from memory, and no loop."""
    where = "%where = tt.bitcast %in : !tt.ptr<f16> -> !tt.ptr<i32>\n  %read = tt.load %where : !tt.ptr<i32>\n  "
    loaded = BATCHES.replace("%most = tt.splat %m", where + "%most = tt.splat %read")
    (function,) = raise_text(loaded, "batches", "host-descriptor", "kernel").functions
    assert not any(report.raised for report in function.reports)
    assert any("only the kernel knows %read" in report.reason for report in function.reports)
    (copy,) = raise_text((CASES / "copy.mlir").read_text(), "copy", "host-descriptor", "kernel").functions
    assert {report.reason for report in copy.reports} == {
        "there is no loop that it is in or goes with, and then a descriptor gains nothing"
    }
