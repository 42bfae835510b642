"""Parts of masks that are no bounds: left to a select, where each lane may be read that meets the comparisons; and what is no such part."""

import re
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from egraph_opt.baseline import libtriton
from egraph_opt.command.cli import main
from egraph_opt.core.result import Result
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.forms.candidate import TARGETS, Target
from egraph_opt.families.pointer.integers.assumptions import READABLE
from egraph_opt.families.pointer.prepare.residual_mask import residual
from egraph_opt.ir.module import Module
from egraph_opt.text import read
from tests.pointer.cases import refused
from tests.pointer.kernels import tile
from tests.support.pointer_oracle import compared, outcome

RESIDUAL = {
    "a triangle": "%part = arith.cmpi sle, %right, %level : tensor<16x16xi32>",
    "all but a triangle": """%above = arith.cmpi sgt, %right, %level : tensor<16x16xi32>
    %all = arith.constant dense<true> : tensor<16x16xi1>
    %part = arith.xori %above, %all : tensor<16x16xi1>""",
    "what memory says": """%words = tt.splat %in : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
    %first_words = tt.addptr %words, %rows : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi32>
    %word = tt.load %first_words : tensor<16x1x!tt.ptr<f16>>
    %half = arith.constant dense<5.000000e-01> : tensor<16x1xf16>
    %small = arith.cmpf olt, %word, %half : tensor<16x1xf16>
    %part = tt.broadcast %small : tensor<16x1xi1> -> tensor<16x16xi1>""",
    "all but one row": """%fifth = arith.constant dense<5> : tensor<16x1xi32>
    %others = arith.cmpi ne, %rows, %fifth : tensor<16x1xi32>
    %part = tt.broadcast %others : tensor<16x1xi1> -> tensor<16x16xi1>""",
}
BOUNDS = {
    "a comparison that is no bound": """%squares = arith.muli %rows, %rows : tensor<16x1xi32>
    %any_rows = tt.splat %any : i32 -> tensor<16x1xi32>
    %few_rows = arith.cmpi slt, %squares, %any_rows : tensor<16x1xi32>
    %part = tt.broadcast %few_rows : tensor<16x1xi1> -> tensor<16x16xi1>""",
}


def masked(part: str, other: str = "0.000000e+00", stored: str = "%few_only") -> str:
    """The tile of `test_traps`, its load masked by its right edge and by more."""
    text = tile(columns="").replace("dense<0.000000e+00>", f"dense<{other}>")
    text = text.replace("%mask = tt.broadcast %few", "%few_only = tt.broadcast %few")
    more = f"""
    %level = tt.broadcast %rows : tensor<16x1xi32> -> tensor<16x16xi32>
    {part}
    %mask = arith.andi %part, %few_only : tensor<16x16xi1>
    %source ="""
    return text.replace("\n    %source =", more, 1).replace("tt.store %to, %x, %mask", f"tt.store %to, %x, {stored}")


def promised(text: str, target: Target, version: str = "loop") -> Result:
    result = raise_text(
        text, "tile", target, version, any_cost=True, assume_no_overflow=True, assume_positive=True, assume_readable=True  # type: ignore[arg-type]
    )  # fmt: skip
    assert not result.rejected
    return result


def loads(module: Module) -> list[str]:
    return [op.name for op in module.op.walk() if op.name.endswith("load")]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", RESIDUAL)
def test_a_select_does_what_is_no_bound(name: str, target: Target) -> None:
    text = masked(RESIDUAL[name], other="-0.000000e+00")
    result = promised(text, target)
    assert result.reports[-2].raised and not result.reports[-2].how, result.reports
    assert re.search(r"arith.select %mask, %loaded\w*, %zeros", result.ir)
    assert result.ir.count(READABLE) == 1 and any("whatever else masks it" in said for said in result.promises)
    assert not refused(text, result.ir)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", RESIDUAL)
def test_without_the_promise_lanes_are_not_read(name: str, target: Target) -> None:
    result = raise_text(
        masked(RESIDUAL[name]), "tile", target, "loop", any_cost=True, assume_no_overflow=True, assume_positive=True
    )
    assert READABLE not in result.ir and "%loaded" not in result.ir
    assert not result.reports[-2].structured or result.reports[-2].how == "gathered"


@pytest.mark.parametrize("target", TARGETS[:2])
def test_a_comparison_is_honoured(target: Target) -> None:
    """It is no bound that could be written; lanes that do not meet it may not be there."""
    (part,) = BOUNDS.values()
    result = promised(masked(part), target)
    assert not result.reports[0].structured or result.reports[0].how == "gathered"
    assert READABLE not in result.ir


def test_a_truth_that_is_no_tensor_is_honoured() -> None:
    """A load that a scalar switches off reads nothing."""
    scalar = """%ten = arith.constant 10 : i32
    %switch = arith.cmpi slt, %any, %ten : i32
    %part_of_all = tt.splat %switch : i1 -> tensor<16x16xi1>
    %below_level = arith.cmpi sle, %right, %level : tensor<16x16xi32>
    %part = arith.andi %part_of_all, %below_level : tensor<16x16xi1>"""
    text = masked(scalar)
    result = promised(text, "block-pointer")
    assert result.reports[0].raised and "%loaded" in result.ir and not refused(text, result.ir)
    extended = re.search(r"(%\w+) = arith.ext[us]i %switch", result.ir)
    assert extended, result.ir
    on = result.ir.replace(
        f"{extended[0]} : i1 to", f"%on = arith.constant true\n    {extended[0].replace('%switch', '%on')} : i1 to"
    )
    assert on != result.ir and refused(text, on)


def test_stores_write_what_they_wrote() -> None:
    result = promised(masked(RESIDUAL["a triangle"], stored="%mask"), "block-pointer")
    assert [r.raised for r in result.reports] == [True, False]


# --- the checker
def test_no_mark_no_promise() -> None:
    text = masked(RESIDUAL["a triangle"])
    new = promised(text, "block-pointer").ir
    assert refused(text, new.replace(f"{READABLE}", "egraph_opt.other"))


def test_wrong_programs_are_refused() -> None:
    """Without the select, with another mask in it, with another value, and with the bound gone too."""
    text = masked(RESIDUAL["a triangle"], other="1.000000e+00")
    new = promised(text, "block-pointer").ir
    select = re.search(r"%x = arith.select %mask, (%loaded\w*), %zeros", new)
    assert select
    bound = re.search(r", boundaryCheck = array<i32: 1>|\{boundaryCheck = array<i32: 1>\} ", new)
    assert bound, new
    wrong = {
        "no select": "\n".join(line for line in new.replace(select[1], "%x").splitlines() if "arith.select" not in line),
        "the edge alone": new.replace(select[0], select[0].replace("%mask", "%few_only")),
        "the loaded value": new.replace(select[0], select[0].replace("%zeros", select[1])),
        "no bound": new.replace(bound[0], "", 1),
    }
    for name, program in wrong.items():
        assert program != new, name
        assert refused(text, program), name


# --- run
@pytest.mark.parametrize("target", TARGETS[:2])
@pytest.mark.parametrize("name", RESIDUAL)
def test_a_kept_promise_gives_the_same(name: str, target: Target) -> None:
    text = masked(RESIDUAL[name], other="-0.000000e+00")
    result = promised(text, target, "")
    texts = [result.ir]
    if target != "tts":
        (lowered,) = libtriton.ask("lower", texts)
        assert lowered.text is not None, lowered.error
        texts.append(lowered.text)
    (old,) = read(text).functions()
    random = np.random.default_rng(7)
    for columns, stride in ((16, 16), (5, 32), (1, 16), (16, 48)):
        given = [random.standard_normal(1 << 12).astype(np.float16), np.zeros(1 << 12, np.float16), columns, stride, 3]
        expected = outcome(old, given, (0, 0, 0))
        assert expected is not None
        for new in texts:
            assert outcome(read(new).functions()[0], given, (0, 0, 0)) == expected
    assert compared(old, [read(t).functions()[0] for t in texts], 20, 10)[2] == 0


def test_a_broken_promise_leaves_the_buffer() -> None:
    """Rows below the triangle that are not there: the given program does not read them. So the promise is needed."""
    text = masked("%part = arith.cmpi sge, %right, %level : tensor<16x16xi32>", stored="%mask")
    (old,), (new,) = (read(t).functions() for t in (text, promised(text, "block-pointer", "").ir))
    matrix = np.arange(4 * 16, dtype=np.float16)
    given = [matrix, np.zeros(1 << 10, np.float16), 4, 16, 0]
    assert outcome(old, given, (0, 0, 0)) is not None and outcome(new, given, (0, 0, 0)) is None


# --- which parts
def test_parts() -> None:
    text = masked(
        """%less = arith.cmpi sle, %right, %level : tensor<16x16xi32>
    %sums = arith.addi %rows, %rows : tensor<16x1xi32>
    %again = tt.broadcast %sums : tensor<16x1xi32> -> tensor<16x16xi32>
    %limits = arith.constant dense<20> : tensor<16x16xi32>
    %one_way = arith.cmpi slt, %again, %limits : tensor<16x16xi32>
    %part = arith.andi %less, %one_way : tensor<16x16xi1>"""
    )
    (function,) = read(text).functions()
    defined = {v: op for op in function.walk() for v in op.results}
    (load,) = (op for op in function.walk() if op.name == "tt.load")
    assert [v.name for v in residual(load.operands[1], defined)] == ["%less"]


def test_command_line(tmp_path: Path) -> None:
    path = tmp_path / "tile.mlir"
    path.write_text(masked(RESIDUAL["a triangle"]))
    options = ["--rules", "pointer", "--target", "block-pointer", "--assume-no-overflow", "--assume-readable"]
    done = CliRunner().invoke(main, [str(path), *options])
    assert done.exit_code == 0 and READABLE in done.stdout, done.output
    assert "may be read that meets the comparisons in its mask" in done.stderr
    assert CliRunner().invoke(main, [str(path), "--assume-readable"]).exit_code == 2
