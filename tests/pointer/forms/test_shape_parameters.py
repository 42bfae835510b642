"""Shapes as parameters: added on request only, said, and believed of the accesses alone that have them for their shape."""

import re
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from egraph_opt.baseline import libtriton
from egraph_opt.command.cli import main
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.text import read
from tests.pointer.kernels import LOOP
from tests.support.kernels import program_text
from tests.support.pointer_oracle import outcome

VECTOR = program_text("pointer/forms/shape_parameters.vector")


@pytest.mark.parametrize("version", ["", "loop"])
def test_a_promise_takes_the_place_of_a_guard(version: str) -> None:
    """The promise bounds a loop of unknown length: without the option, each iteration has its own descriptor, or a guard."""
    without = raise_text(LOOP, "tiles", "descriptor", version, any_cost=True)  # type: ignore[arg-type]
    assert [r.raised for r in without.reports] == [bool(version), True] and not without.promises
    assert ("scf.if" in without.ir) == bool(version) and "parent_shape" not in without.ir
    result = raise_text(LOOP, "tiles", "descriptor", version, any_cost=True, add_shape_params=True)  # type: ignore[arg-type]
    assert all(r.raised for r in result.reports) and not result.rejected and "scf.if" not in result.ir
    assert '%n: i32, %shape_in_1: i32 {egraph_opt.parent_shape = "dimension 1 behind %in"})' in result.ir
    assert re.search(r"make_tensor_descriptor %in, \[%\w+, %shape_in_1\]", result.ir)
    (promise,) = result.promises
    assert promise.startswith("@tiles: the parameter %shape_in_1: i32 is added, the extent of dimension 1 behind %in")


@pytest.mark.parametrize(("text", "target", "sizes"), [(LOOP, "descriptor", (2,)), (VECTOR, "block-pointer", ())])
def test_a_kept_promise_gives_the_same(text: str, target: str, sizes: tuple[int, ...]) -> None:
    result = raise_text(text, "kernel", target, any_cost=True, add_shape_params=True)  # type: ignore[arg-type]
    assert all(r.raised for r in result.reports) and not result.rejected
    (lowered,) = libtriton.ask("lower", [result.ir])
    assert lowered.text is not None, lowered.error
    (old,) = read(text).functions()
    for new in (read(result.ir).functions()[0], read(lowered.text).functions()[0]):
        added = len(new.regions[0].blocks[0].arguments) - 2 - len(sizes)
        assert added == len(result.promises) > 0
        x = np.random.default_rng(2026).integers(0, 100, 1 << 20).astype(np.float16 if target == "descriptor" else np.float32)
        for id in (0, 1, 7):
            given = [x, np.zeros_like(x), *sizes]
            expected = outcome(old, given, (id, 0, 0))
            assert expected is not None and expected[1] != given[1].tobytes()
            assert outcome(new, [*given, *[1 << 12] * added], (id, 0, 0)) == expected


def test_triton_compiles_what_has_more_parameters() -> None:
    result = raise_text(LOOP, "tiles", "descriptor", any_cost=True, add_shape_params=True)
    (answer,) = libtriton.ask("compile", [result.ir])
    assert answer.text is not None, answer.error
    assert answer.text.count("cp.async.bulk.tensor") >= 2


WRONG = {
    "no promise": lambda t: t.replace(' {egraph_opt.parent_shape = "dimension 1 behind %in"}', ""),
    "cut off before it is multiplied": lambda t: re.sub(r"%trunci = .*", "%trunci = arith.muli %i, %c64_i32 : i32", t),
    "the shape of another dimension": lambda t: re.sub(r"\[(%\w+), (%shape_in_1)\]", r"[\2, \1]", t),
    "a parameter that was there": lambda t: t.replace("%c64_i32, %shape_in_1]", "%c64_i32, %n]"),
    "a promise about a parameter that was there": lambda t: t.replace("%c64_i32, %shape_in_1]", "%c64_i32, %n]").replace(
        "%n: i32,", '%n: i32 {egraph_opt.parent_shape = "dimension 1 behind %in"},'),
    "two more parameters": lambda t: t.replace("%n: i32,", "%n: i32, %m: i32,"),
    "another bound": lambda t: t.replace("to %n step", "to %shape_in_1 step"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_the_checker_refuses(name: str) -> None:
    text = raise_text(LOOP, "tiles", "descriptor", any_cost=True, add_shape_params=True).ir
    wrong = WRONG[name](text)
    assert wrong != text
    validate(read(LOOP), read(text))
    with pytest.raises(RaiseRefused):
        validate(read(LOOP), read(wrong))


def test_a_function_that_is_called_keeps_its_parameters() -> None:
    call = """
  tt.func public @outer(%in: !tt.ptr<f16>, %out: !tt.ptr<f16>, %n: i32) {
    tt.call @tiles(%in, %out, %n) : (!tt.ptr<f16>, !tt.ptr<f16>, i32) -> ()
    tt.return
  }
}
"""
    text = LOOP.rstrip().removesuffix("}").rstrip() + call
    result = raise_text(text, "tiles", "descriptor", any_cost=True, add_shape_params=True)
    assert not result.promises and "parent_shape" not in result.ir


def test_command_line(tmp_path: Path) -> None:
    path = tmp_path / "tiles.mlir"
    path.write_text(LOOP)
    options = ["--rules", "pointer", "--target", "descriptor", "--any-cost", "--add-shape-params"]
    done = CliRunner().invoke(main, [str(path), *options])
    assert done.exit_code == 0, done.output
    assert "remark: @tiles: the parameter %shape_in_1: i32 is added" in done.stderr
    assert "parent_shape" in done.stdout
    assert CliRunner().invoke(main, [str(path), "--add-shape-params"]).exit_code == 2
