"""Masks with two bounds of one kind along a dimension: the smaller of two numbers is the extent."""

import pytest

from egraph_opt.baseline import libtriton
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.forms.candidate import TARGETS, Target
from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.text import read
from tests.pointer.cases import same_when_run
from tests.pointer.kernels import TILES, tile


def twice(first: str = "slt", second: str = "slt", limit: str = "%any") -> str:
    """`tile`, whose columns are below `%n` and below another number too, or not below it."""
    return (
        tile()
        .replace("%few = arith.cmpi slt", f"%some = arith.cmpi {first}")
        .replace(
            "    %mask =",
            f"    %other = tt.splat {limit} : i32 -> tensor<1x16xi32>\n"
            f"    %less = arith.cmpi {second}, %columns, %other : tensor<1x16xi32>\n"
            "    %few = arith.andi %some, %less : tensor<1x16xi1>\n    %mask =",
        )
    )


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("first", "second"), [("slt", "slt"), ("slt", "sle"), ("sge", "sge")])
def test_two_bounds_are_one(target: Target, first: str, second: str) -> None:
    text = twice(first, second)
    result = raise_text(text, "tile", target, "loop", any_cost=True)
    assert not result.rejected
    assert [r.raised for r in result.reports] == [True, True], result.reports
    assert "arith.minsi" in result.ir
    texts = [result.ir]
    if target != "tts":
        (lowered,) = libtriton.ask("lower", texts)
        assert lowered.text is not None, lowered.error
        texts.append(lowered.text)
    assert same_when_run(read(text), [read(t) for t in texts], 60) >= 20


MASK = """%many = arith.constant 64 : i32
      %at = arith.muli %i, %many : i32
      %ats = tt.splat %at : i32 -> tensor<1x64xi32>
      %here = arith.addi %columns, %ats : tensor<1x64xi32>
      %limit = tt.splat %n : i32 -> tensor<1x64xi32>
      %few = arith.cmpi slt, %here, %limit : tensor<1x64xi32>
      %other = tt.splat %any : i32 -> tensor<1x64xi32>
      %less = arith.cmpi slt, %here, %other : tensor<1x64xi32>
      %both = arith.andi %few, %less : tensor<1x64xi1>
      %mask = tt.broadcast %both : tensor<1x64xi1> -> tensor<64x64xi1>
      %x = tt.load %p, %mask, %none"""
LOOP = (
    TILES.replace("8192", "256")
    .replace("TRIPS", "0")
    .replace("BOUND", "n")
    .replace("%n: i32)", "%n: i32, %any: i32)")
    .replace("%x = tt.load %p", MASK)
)


@pytest.mark.parametrize("target", TARGETS)
def test_two_bounds_of_a_loop_are_one(target: Target) -> None:
    """The common part of both bounds moves with the loop: the minimum of the rest is computed before it."""
    result = raise_text(LOOP, "tiles", target, "loop", any_cost=True)
    assert all(r.raised for r in result.reports) and not result.rejected
    assert "arith.minsi" in (result.ir.partition("scf.for")[0] if target == "descriptor" else result.ir)
    assert same_when_run(read(LOOP), [read(result.ir)], 25, (0, 1, 2, 7, 33, 100)) >= 5


@pytest.mark.parametrize("limit", ["%one", "%two"])
def test_a_bound_that_is_known_to_be_smaller_is_taken(limit: str) -> None:
    """Columns below one and below two: no minimum is computed."""
    text = twice(limit=limit).replace("tt.splat %n", "tt.splat %one")
    result = raise_text(text, "tile", "block-pointer", "loop", any_cost=True)
    assert all(r.raised for r in result.reports) and "minsi" not in result.ir


def test_the_larger_one_is_refused() -> None:
    text = twice()
    new = raise_text(text, "tile", "block-pointer", "loop", any_cost=True).ir
    validate(read(text), read(new))
    with pytest.raises(RaiseRefused):
        validate(read(text), read(new.replace("arith.minsi", "arith.maxsi")))
