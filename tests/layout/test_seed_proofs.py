"""A seed that costs less and is not used: a remark says which option would allow it, or what is not proved."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

import egraph_opt
from egraph_opt.checker import EQUAL, Outcome, Verdict
from egraph_opt.core.engine import Limits
from egraph_opt.core.pipeline import optimize_module
from egraph_opt.core.result import Result
from egraph_opt.core.task import Clock
from egraph_opt.families.layout.optimize import LayoutTask
from egraph_opt.families.layout.options import Options
from egraph_opt.ir.module import Module, Op, Region
from egraph_opt.text import read
from tests.support.kernels import program_text

path = import_module("egraph_opt.families.layout.optimize")  # the package has a function of this name

TEXT = program_text("layout/seed_proofs.text")
OTHER_ORDER = (
    TEXT.replace("    %y = ttg.convert_layout %x : tensor<64x64xf32, #a> -> tensor<64x64xf32, #b>\n", "")
    .replace('"tt.reduce"(%y)', '"tt.reduce"(%x)')
    .replace("(tensor<64x64xf32, #b>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #b}>>",
             "(tensor<64x64xf32, #a>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #a}>>")
    .replace("    %w = ttg.convert_layout %z : tensor<64xf32, #ttg.slice<{dim = 1, parent = #b}>> -> "
             "tensor<64xf32, #ttg.slice<{dim = 1, parent = #a}>>\n", "")
    .replace("%p, %w", "%p, %z")
)  # fmt: skip


def seeded(seed: str, **options: bool) -> Result:
    return optimize_module(LayoutTask(read(TEXT), Options(**options), Clock(), TEXT, seeds=[read(seed)]))


def test_the_option_that_allows_a_cheaper_seed_is_named() -> None:
    result = seeded(OTHER_ORDER)
    assert result.functions[0].converts_after == 2 and "--reassociate" in " ".join(result.remarks)
    result = seeded(OTHER_ORDER, reassociate=True)
    assert result.functions[0].converts_after == 0 and not result.remarks


def test_a_cheaper_seed_that_does_something_else_is_named() -> None:
    result = seeded(OTHER_ORDER.replace("arith.addf", "arith.maxnumf"))
    assert result.functions[0].converts_after == 2 and "not proved equal" in " ".join(result.remarks)
    assert "no option allows it: " in " ".join(result.remarks)


@pytest.mark.parametrize("seed", [TEXT, TEXT.replace("arith.addf", "arith.maxnumf")])
def test_a_seed_that_is_no_cheaper_is_not_named(seed: str) -> None:
    assert "which was not used" not in " ".join(seeded(seed).remarks)


PAIRS = program_text("layout/seed_proofs.pairs")
SPREAD = "\n".join(line for line in PAIRS.replace("f16, #e>\n    %z", "f16, #o>\n    %z").replace("%z :", "%y :").splitlines()
                   if "convert_layout" not in line)  # fmt: skip


def test_a_seed_whose_layouts_give_other_values_is_not_used() -> None:
    """A conversion was drawn into an operation that makes pairs: registers 0 and 1 would get the elements 0 and 16."""
    result = optimize_module(LayoutTask(read(PAIRS), Options(), Clock(), PAIRS, seeds=[read(SPREAD)]))
    said = " ".join(result.remarks)
    assert result.ir == PAIRS and not result.stopped_by and "no option allows it: its layouts" in said and "fp4_to_fp" in said


def two_functions(first: str, second: str) -> str:
    """Return the module of `first`, with the function of `second` as another one."""
    body = second[second.index("  tt.func") : second.rindex("}\n")].replace("@f", "@g")
    return first[: first.rindex("}\n")] + body + "}\n"


def test_a_seed_is_used_function_by_function() -> None:
    """One function of the seed does something else; the other one is used, in layouts with names of its own."""
    text, other = two_functions(TEXT, TEXT), OTHER_ORDER.replace("arith.addf", "arith.maxnumf")
    seed = two_functions(OTHER_ORDER, other).replace("#a", "#c").replace("#b", "#a").replace("#c", "#b")
    result = optimize_module(
        LayoutTask(read(text), Options(reassociate=True, limits=Limits(nodes=1)), Clock(), text, seeds=[read(seed)])
    )
    assert [function.converts_after for function in result.functions] == [0, 2]
    assert not result.functions[0].notes and "not proved equal" in " ".join(result.functions[1].notes)
    assert egraph_opt.check(text, result.ir, allow_reassociation=True).equal


def test_each_function_is_the_cheaper_of_both(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole seed costs more than our result, one of its functions less: that one is taken."""
    text, options = two_functions(TEXT, TEXT), Options(reassociate=True)
    search = LayoutTask.optimize_functions

    def first_alone(task: LayoutTask) -> Any:
        new, records = search(task)
        if task.seeds:  # our own search finds nothing in the second function
            old, made = task.module.functions(), new.functions()
            new = new.replace_functions({made[1]: old[1]})
            records[1] = replace(records[1], cost_after=records[1].cost_before)
        return new, records

    monkeypatch.setattr(LayoutTask, "optimize_functions", first_alone)
    seed = two_functions(TEXT, OTHER_ORDER)
    result = optimize_module(LayoutTask(read(text), options, Clock(), text, seeds=[read(seed)]))
    assert result.ir.count("convert_layout") == 0 and egraph_opt.check(text, result.ir, allow_reassociation=True).equal


AGAIN = program_text("layout/seed_proofs.again")
ONCE = AGAIN.replace("    %y = tt.load %p : tensor<128x!tt.ptr<f32>, #a>\n", "").replace("%r, %y", "%r, %x")


def test_loads_that_pass_stores_need_a_promise() -> None:
    def made(**options: bool) -> Result:
        return optimize_module(LayoutTask(read(AGAIN), Options(**options), Clock(), AGAIN, seeds=[read(ONCE)]))

    assert "its loads pass stores (--loads-first --assume-no-alias allows that)" in " ".join(made().remarks)
    assert made(loads_first=True, assume_no_alias=True).ir.count("tt.load") == 1


@pytest.mark.engine_fails
def test_where_our_result_is_rejected_a_proved_seed_is_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    """The decoder forgets the stores."""
    decode = path.decode

    def wrong(*arguments: Any) -> Op:
        function = decode(*arguments)
        (block,) = function.regions[0].blocks
        kept = tuple(op for op in block.ops if op.name != "tt.store")
        return replace(function, regions=(Region((replace(block, ops=kept),)),))

    monkeypatch.setattr(path, "decode", wrong)
    text = TEXT.replace("arith.addf", "arith.maxnumf")
    seed = OTHER_ORDER.replace("arith.addf", "arith.maxnumf")
    result = optimize_module(LayoutTask(read(text), Options(), Clock(), text, seeds=[read(seed)]))
    assert result.stopped_by == "check" and result.functions[0].converts_after == 0 and "tt.store" not in result.rejected
    assert egraph_opt.check(text, result.ir).equal and "Triton's own program is returned: " in " ".join(result.remarks)


@pytest.mark.engine_fails
@pytest.mark.parametrize("refused", [0, 1, 2])
def test_where_the_cheapest_is_not_proved_the_next_is_taken(refused: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A seed that costs less than what follows by rules is optimised itself; then come the seed as it is, and the result without it."""
    asked: list[Module] = []

    def prove(task: LayoutTask, before: Module, after: Module) -> Verdict:
        asked.append(after)
        return Verdict(Outcome.NOT_PROVED, "on purpose") if len(asked) <= refused else EQUAL

    monkeypatch.setattr(LayoutTask, "prove", prove)
    options = Options(reassociate=True, limits=Limits(nodes=1))
    result = optimize_module(LayoutTask(read(TEXT), options, Clock(), TEXT, seeds=[read(OTHER_ORDER)]))
    assert result.functions[0].converts_after == (2 if refused == 2 else 0) and bool(result.rejected) is bool(refused)
    assert len(asked) == min(refused + 1, 2), "the last result is the input, which needs no proof"
