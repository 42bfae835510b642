"""Lanes that no store keeps are not loaded: nothing that is stored changes, and whatever is said wrongly changes a program."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.forms.candidate import TARGETS, Target
from egraph_opt.families.pointer.prepare.load_narrowing import narrow_loads, widen_loads
from egraph_opt.families.pointer.symbolic import demanded_lanes
from egraph_opt.families.pointer.symbolic.demanded_lanes import POINTWISE, pass_dimension, sinks
from egraph_opt.families.pointer.symbolic.solver import solver_session
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.ir.module import Op
from egraph_opt.text import read, write
from tests.pointer.kernels import ALIGNED, tile
from tests.support.kernels import ROOT
from tests.support.pointer_oracle import outcome

CASES = ROOT / "tests/cases/pointer"
STORED = (CASES / "stored_below.mlir").read_text()
NARROWED = {"product": 2, "rows_kept": 1, "tile_by_tile": 1, "turned_and_chosen": 1}
"""Functions whose loads leave lanes out that are not stored, and how many do."""


@pytest.fixture(autouse=True)
def one_context() -> Iterator[None]:
    """Context of terms that each test has, like each function that is raised."""
    with solver_session():
        yield


def functions() -> dict[str, Op]:
    return {f.attributes["sym_name"].strip('"'): f for f in read(STORED).functions()}


def all_loads(function: Op) -> set[tuple[int, str]]:
    return {(op.line, op.name) for op in function.walk() if op.name == "tt.load"}


def masks(function: Op) -> int:
    return sum(
        len(op.operands) > 1 and op.operands[1].name.startswith("%stored_below") for op in function.walk() if op.name == "tt.load"
    )


def test_which_lanes_are_left_out() -> None:
    found = {name: masks(narrow_loads(f, all_loads(f))) for name, f in functions().items()}
    assert {name: count for name, count in found.items() if count} == NARROWED


def differences(old: Op, new: Op) -> int:
    """Of runs at the end of rows and elsewhere, those that differ; all lanes that are loaded in the input are in its buffers."""
    random, found = np.random.default_rng(3), 0
    for size in (1, 5, 16, 21, 40):
        for place in (0, 1, 2):
            given: list[Any] = []
            for parameter in old.regions[0].blocks[0].arguments:
                kind = np.int32 if "i32>" in parameter.type else np.float16
                given.append(random.integers(1, 9, 1 << 15).astype(kind) if "ptr" in parameter.type else size)
            if "%N" in [v.name for v in old.regions[0].blocks[0].arguments]:
                given[4 if len(given) == 6 else 3] = max(1, size + (3 if place == 1 else -3))
            results = [outcome(f, given, (place, 0, 0)) for f in (old, new)]
            assert results[0] is not None
            found += results[0] != results[1]
    return found


@pytest.mark.parametrize("name", functions())
def test_nothing_that_is_stored_changes(name: str) -> None:
    old = functions()[name]
    assert differences(old, narrow_loads(old, all_loads(old))) == 0


def spread(op: Op, operand: int, d: int) -> tuple[int, ...]:
    """Dimensions as in `pass_dimension`, but wrong: the sum over a dimension keeps the lanes of another."""
    return (0,) if op.name == "tt.reduce" else pass_dimension(op, operand, d)


WRONG: dict[str, tuple[str, str, Callable[..., Any]]] = {
    "a sum over the rows keeps them apart": ("rows_summed", "pass_dimension", spread),
    "one store is looked at": ("stored_whole", "sinks", lambda *given: sinks(*given)[:0]),
    "masks are not compared": ("another_limit", "_excludes_store", lambda *given: True),
    "a later iteration is the same one": ("a_tile_later", "varies", lambda *given: False),
}


@pytest.mark.parametrize("why", WRONG)
def test_each_condition_is_needed(why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it a program stores something else."""
    name, part, wrong = WRONG[why]
    monkeypatch.setattr(demanded_lanes, part, wrong)
    old = functions()[name]
    new = narrow_loads(old, all_loads(old))
    assert masks(new)
    assert differences(old, new) > 0


def test_what_may_stop_a_program_needs_all_lanes(monkeypatch: pytest.MonkeyPatch) -> None:
    """If division kept lanes apart like other operations, lanes that are left out would be divisors."""
    (old,) = read((CASES / "divided_by.mlir").read_text()).functions()
    assert masks(narrow_loads(old, all_loads(old))) == 0
    monkeypatch.setattr(demanded_lanes, "POINTWISE", POINTWISE | {"arith.divsi"})
    new = narrow_loads(old, all_loads(old))
    (load,) = [op for op in new.walk() if op.name == "tt.load"]
    assert masks(new) == 1 and len(load.operands) == 2
    assert any(op.operands[1] is load.results[0] for op in new.walk() if op.name == "arith.divsi")


def test_a_number_says_that_all_rows_are_stored_if_a_column_is() -> None:
    """Tiles of 16 by 16, columns masked below `n`, which 16 divides: where any is stored, `n` is 16 or more, and so no row wraps around."""
    wrapped = "%turn = tt.splat %n : i32 -> tensor<16x1xi32>\n    %wrapped = arith.remsi %rows, %turn : tensor<16x1xi32>\n"
    for columns, count in ((ALIGNED, 1), ("", 0)):
        text = tile(columns=columns).replace("%down = arith.muli %rows", f"{wrapped}    %down = arith.muli %wrapped")
        (function,) = read(text).functions()
        assert masks(narrow_loads(function, all_loads(function))) == count


def test_masks_go_again() -> None:
    """A load that is not raised after all has the mask that it had, or none."""
    for function in functions().values():
        module = read(STORED)
        back = widen_loads(narrow_loads(function, all_loads(function)))
        assert masks(back) == 0
        loads = [[(op.attributes, len(op.operands)) for op in f.walk() if op.name == "tt.load"] for f in (function, back)]
        assert loads[0] == loads[1]
        (same,) = [f for f in module.functions() if f.attributes["sym_name"] == function.attributes["sym_name"]]
        validate(module, read(write(module.replace_functions({same: widen_loads(narrow_loads(same, all_loads(same)))}))))


def test_in_generic_form_too() -> None:
    text = write(read(STORED), "generic")
    old = read(text)
    new = old.replace_functions({f: narrow_loads(f, all_loads(f)) for f in old.functions()})
    again = read(write(new, "generic"))
    assert sum(masks(f) for f in again.functions()) == sum(NARROWED.values())


@pytest.mark.parametrize(
    "target", [pytest.param(target, marks=pytest.mark.slow) if target == "block-pointer" else target for target in TARGETS]
)
def test_a_product_of_whole_tiles_is_raised_without_a_question_of_where_it_ends(target: Target) -> None:
    """Its guard says nothing of `M` and `N` but what overflows: tiles at the edges go the raised way."""
    result = raise_text(STORED, "stored_below", target, "loop", any_cost=True)
    assert not result.rejected
    raised = {r.function: [s.raised for s in result.reports if s.function == r.function] for r in result.reports}
    assert all(raised["product"])
    (function,) = [f for f in read(result.ir).functions() if "product" in f.attributes["sym_name"]]
    assert masks(function) == 0
    values = {"%M": 21, "%N": 19, "%K": 24}
    random = np.random.default_rng(1)
    given = [
        random.integers(1, 9, 1 << 12).astype(np.float16) if "ptr" in v.type else values[v.name]
        for v in function.regions[0].blocks[0].arguments
    ]
    straight = without_else(result.ir)
    for program_id in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)):
        expected = outcome(functions()["product"], given, program_id)
        assert expected is not None
        assert outcome(straight, given, program_id) == expected


def without_else(text: str) -> Op:
    """A function in two versions whose second one stores nothing."""
    start = text.index("@product")
    end = text.index("tt.func", start)
    body = text[start:end]
    head, _, tail = body.partition("} else {")
    emptied = re.sub(r"(?m)^ *tt\.store.*\n", "", tail)
    assert emptied != tail
    return next(
        f
        for f in read(text[:start] + head + "} else {" + emptied + text[end:]).functions()
        if "product" in f.attributes["sym_name"]
    )


@pytest.mark.parametrize(
    "target", [target if target == "descriptor" else pytest.param(target, marks=pytest.mark.slow) for target in TARGETS]
)
def test_a_product_in_64_bits_is_raised_too(target: Target) -> None:
    """FlagGems' own: quotients and remainders of 64 bits by numbers that are not known, loads after the loop without masks of rows.

    For descriptors, which have the most conditions; the other targets are slow.
    """
    file = ROOT / "benchmarks/corpus/kernels" / "gems.mm_kernel_general" / "input.ttir"
    result = raise_text(file.read_text(), str(file), target, "loop", any_cost=True)
    assert not result.rejected and all(report.raised and not report.how for report in result.reports)
