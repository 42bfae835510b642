"""Traps that raising passes are known to fall into: what looks legal and is not is left, or checked when the program runs.

Nothing in Triton checks a descriptor's legality in TTIR: a last stride of 2 compiles to the code of stride 1, an unaligned base or
stride to a fault, and a store writes whole 16 bytes. Chained offsets that are summed in 32 bits, extensions without sign, `sge 0` taken
for true, remainders taken for bounds and masks that are not rectangular are refuted as rules (rules/test_unsound_pointer.py) or cases in
test_targets.py (`without_sign`, `both_ends`, `not_below`, `wrapped_rows`, `not_rectangular`, `negative_zero`, `two_bases`).
"""

import re

import pytest

from egraph_opt.baseline import libtriton
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.forms.candidate import TARGETS, Target
from egraph_opt.text import read
from tests.pointer.cases import same_when_run
from tests.pointer.kernels import ALIGNED, tile
from tests.support.work import calls


def raised(text: str, target: Target, version: str) -> tuple[str, list[str]]:
    result = raise_text(text, "tile", target, version, any_cost=True)  # type: ignore[arg-type]
    assert not result.rejected
    return result.ir, ["" if report.raised else report.reason for report in result.reports]


def test_a_legal_descriptor_is_raised_under_its_guard() -> None:
    text, reasons = raised(tile(), "descriptor", "loop")
    assert reasons == ["", ""]
    (answer,) = libtriton.ask("compile", [text])
    assert answer.text is not None and "cp.async.bulk.tensor" in answer.text


@pytest.mark.parametrize("last", ["%two", "%any", "%n"])
def test_a_last_stride_that_is_not_one_is_no_descriptor(last: str) -> None:
    """The hardware has no last stride, and Triton drops what TTIR says."""
    for version in ("", "loop", "kernel"):
        _, reasons = raised(tile(last=last), "descriptor", version)
        assert all("a descriptor's last stride is 1" in reason or "may overflow" in reason for reason in reasons)
    assert raised(tile(last=last), "block-pointer", "loop")[1] == ["", ""]


def test_an_unaligned_base_is_no_descriptor() -> None:
    for version in ("", "loop", "kernel"):
        _, reasons = raised(tile(base=""), "descriptor", version)
        assert all("base is aligned" in reason or "may overflow" in reason for reason in reasons)
    # One element further on it is aligned no more.
    assert any("the base: 16 divides 2" in reason for reason in raised(tile(start=1), "descriptor", "loop")[1])


@pytest.mark.parametrize("name", ["stride", "columns"])
def test_what_no_hint_says_is_checked(name: str) -> None:
    """A stride of no known divisor, and a row of which the last 16 bytes a store would overwrite: both are in the guard."""
    checks = []
    for hint in (ALIGNED, ""):
        text, reasons = raised(tile(**{name: hint}), "descriptor", "loop")
        assert reasons == ["", ""]
        checks.append(text.count("arith.remsi"))
    assert checks[1] == checks[0] + 1


def test_a_block_of_one_dimension_starts_anywhere() -> None:
    """A start that its stride does not divide stays in the base: dividing it, as Intel's pass did, moved the block."""
    text = tile(last="%two", start=3)
    for target in TARGETS[:2]:
        new, reasons = raised(text, target, "loop")
        assert reasons == ["", ""]
        assert same_when_run(read(text), [read(new)], 40) >= 10


@pytest.mark.parametrize("target", TARGETS)
def test_traps_do_the_same_when_run(target: Target) -> None:
    for text in (tile(), tile(stride=""), tile(columns=""), tile(start=8), tile(last="%any")):
        new, reasons = raised(text, target, "kernel")
        texts = [new]
        if target != "tts" and "" in reasons:
            (lowered,) = libtriton.ask("lower", [new])
            assert lowered.text is not None, lowered.error
            texts.append(lowered.text)
        assert same_when_run(read(text), [read(t) for t in texts], 30) >= 5


def test_a_wrapped_access_and_a_checked_one_are_two() -> None:
    """`% n` reads other rows where a bounds check reads none: the guard says that nothing wraps, and no check is made of it."""
    text = tile(columns="").replace("%down = arith.muli %rows", "%turn = tt.splat %n : i32 -> tensor<16x1xi32>\n"
                          "    %wrapped = arith.remsi %rows, %turn : tensor<16x1xi32>\n    %down = arith.muli %wrapped")  # fmt: skip
    new, reasons = raised(text, "block-pointer", "loop")
    assert reasons == ["", ""]
    assert re.search(r"boundaryCheck = array<i32: 1>", new) and "array<i32: 0, 1>" not in new
    assert same_when_run(read(text), [read(new)], 40) >= 10


@pytest.mark.parametrize("bits", [64, 32])
@pytest.mark.parametrize(
    "target", [pytest.param(target, marks=pytest.mark.slow) if target == "tts" else target for target in TARGETS]
)
def test_long_products_stay_small(bits: int, target: Target) -> None:
    """Sums multiplied out would be 2^24 products, and a guard on a product of 24 numbers would look at 2^24 parts of it.

    The target with the longest guard is slow.
    """
    factors = 24
    names = ", ".join(f"%a{i}: i{bits}, %b{i}: i{bits}" for i in range(factors))
    body = [f"%sum{i} = arith.addi %a{i}, %b{i} : i{bits}" for i in range(factors)]
    body += [f"%p{i + 1} = arith.muli {f'%p{i}' if i else '%sum0'}, %sum{i} : i{bits}" for i in range(factors)]
    text = f"""
module {{
  tt.func public @long(%in: !tt.ptr<f32>, {names}) {{
    {chr(10).join(body)}
    %range = tt.make_range {{end = 16 : i32, start = 0 : i32}} : tensor<16xi32>
    %wide = arith.{"extsi %range : tensor<16xi32> to tensor<16xi64>" if bits == 64 else "addi %range, %range : tensor<16xi32>"}
    %start = tt.splat %p{factors} : i{bits} -> tensor<16xi{bits}>
    %place = arith.addi %start, %wide : tensor<16xi{bits}>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %place : tensor<16x!tt.ptr<f32>>, tensor<16xi{bits}>
    %x = tt.load %from : tensor<16x!tt.ptr<f32>>
    tt.store %from, %x : tensor<16x!tt.ptr<f32>>
    tt.return
  }}
}}
"""
    assert calls(lambda: raised(text, target, "loop")) < 10_000_000


@pytest.mark.parametrize("version", ["", "loop"])
def test_a_scalar_remainder_is_meant_to_wrap_around(version: str) -> None:
    """`pid % n` is a number as good as another: a guard that it leaves the program's id as it is would hardly ever hold."""
    spread = """%id = tt.get_program_id y : i32
    %five = arith.constant 5 : i32
    %turn = arith.remsi %id, %five : i32
    %spread = tt.splat %turn : i32 -> tensor<16x16xi32>
    %range = tt.make_range"""
    text = tile().replace("%range = tt.make_range", spread)
    text = text.replace("%place = arith.addi %below, %right", "%still = arith.addi %spread, %right")
    text = text.replace("%down = arith.muli %rows, %strides", "%down = arith.addi %rows, %rows")
    text = text.replace("%source, %place", "%source, %still").replace("%target, %place", "%target, %still")
    new, reasons = raised(text, "tts", version)
    assert reasons == ["", ""] and "scf.if" not in new
    assert same_when_run(read(text), [read(new)], 40) >= 10
