"""Numbers as they may be written: Triton takes `4294967295 : i32` for -1, as MLIR does, and casts of an index to fewer bits cut it off."""

import re

import pytest

from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.forms.candidate import TARGETS
from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.text import read

HEAD = """module {
  tt.func public @k(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>, %n: i64) {
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %z = arith.constant dense<7> : tensor<32xi32>
"""
TAIL = """    %qq = tt.splat %q : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %b = tt.addptr %qq, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    tt.store %b, %x : tensor<32x!tt.ptr<i32>>
    tt.return
  }
}
"""
POINTERS = "    %pp = tt.splat %p : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>\n"
LANES = "    %a = tt.addptr %pp, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>\n"
LOAD = "    %x = tt.load %a : tensor<32x!tt.ptr<i32>>\n"
BELOW = (
    "    %c = arith.constant dense<NUMBER> : tensor<32xi32>\n    %m = arith.cmpi slt, %r, %c : tensor<32xi32>\n"
    + POINTERS + LANES + "    %x = tt.load %a, %m, %z : tensor<32x!tt.ptr<i32>>\n"
)  # fmt: skip
BEHIND = (
    "    %c = arith.constant NUMBER : i32\n    %pc = tt.addptr %p, %c : !tt.ptr<i32>, i32\n"
    + POINTERS.replace("%p :", "%pc :") + LANES + LOAD
)  # fmt: skip
FROM = (
    "    %s = tt.make_range {end = 0 : i32, start = NUMBER : i32} : tensor<32xi32>\n"
    + POINTERS + LANES.replace("%r", "%s") + LOAD
)  # fmt: skip


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("body", "signed", "unsigned"),
    [(BELOW, -1, 4294967295), (BEHIND, -1, 4294967295), (BEHIND, -(1 << 31), 1 << 31), (FROM, -32, 4294967264)],
)
def test_a_number_without_its_sign_is_the_one_with_it(target: str, body: str, signed: int, unsigned: int) -> None:
    results = [
        raise_text(HEAD + body.replace("NUMBER", str(number)) + TAIL, "k.ttir", target)  # type: ignore[arg-type]
        for number in (signed, unsigned)
    ]
    kept = re.sub(
        rf"(constant |dense<|start = ){unsigned}(?= : i32|>)", rf"\g<1>{signed}", results[1].ir
    )  # where it was written so
    assert results[0].ir == kept
    assert [r.raised for r in results[0].reports] == [r.raised for r in results[1].reports]


LOADED = (
    "<{operandSegmentSizes = array<i32: 1, 0, 0>, static_mask_dims = array<i64>}> : (tensor<32x!tt.ptr<i32>>) -> tensor<32xi32>"
)
FORM = "shape: [0], order: [] : <i32> to tensor<32x!tt.ptr<i32>>"
RAISED = f"""    %t = tts.make_tptr %p to sizes: [32], strides: [1], offsets: [OFFSET], {FORM}
    %x = "tts.load"(%t) {LOADED}
"""


@pytest.mark.parametrize(("right", "wrong"), [("-1", "4294967295"), ("-1", "1")])
def test_the_validator_knows_the_number(right: str, wrong: str) -> None:
    old = read(HEAD + BEHIND.replace("NUMBER", "4294967295") + TAIL)
    validate(old, read(HEAD + RAISED.replace("OFFSET", right) + TAIL))
    with pytest.raises(RaiseRefused):
        validate(old, read(HEAD + RAISED.replace("OFFSET", wrong) + TAIL))


CUT = "    %i = arith.index_cast %n : i64 to index\n    %k = arith.index_cast %i : index to i32\n"
USED = (
    CUT + "    %k64 = arith.extsi %k : i32 to i64\n    %pc = tt.addptr %p, %k64 : !tt.ptr<i32>, i64\n"
    + POINTERS.replace("%p :", "%pc :") + LANES + LOAD
)  # fmt: skip


def test_an_index_is_cut_off_by_a_cast_to_fewer_bits() -> None:
    old, raised = read(HEAD + USED + TAIL), RAISED.replace("OFFSET", "%o")
    validate(old, read(HEAD + CUT + "    %o = arith.index_cast %k : i32 to index\n" + raised + TAIL))
    with pytest.raises(RaiseRefused, match="differs for some values"):
        validate(old, read(HEAD + CUT + "    %o = arith.index_cast %n : i64 to index\n" + raised + TAIL))


GUARDED = """    %c0 = arith.constant 0 : i32
    %w = arith.trunci %n : i64 to i32
    %ten = arith.constant 10 : i32
    %k = arith.REM %w, %ten : i32
    %low = arith.minsi %k, %c0 : i32
    %neg = arith.cmpi slt, %w, %c0 : i32
    %one = arith.select %neg, WHICH, %c0 : i32
    %ks = tt.splat %one : i32 -> tensor<32xi32>
    %ok = arith.cmpi sle, %ks, %rz : tensor<32xi32>
"""
ZERO = "    %rz = arith.constant dense<0> : tensor<32xi32>\n"
MASKED = POINTERS + LANES + "    %x = tt.load %a, %ok : tensor<32x!tt.ptr<i32>>\n"


@pytest.mark.parametrize("which", ["%k", "%low"])
@pytest.mark.parametrize("rest", ["remsi", "remui"])
def test_of_a_remainder_without_sign_nothing_is_said_below_zero(which: str, rest: str) -> None:
    """Of -1 and 10 it is 5, with sign -1: only then no lane is masked."""
    old = HEAD + ZERO + GUARDED.replace("REM", rest).replace("WHICH", which)
    before, after = read(old + MASKED + TAIL), read(old + RAISED.replace("OFFSET", "0") + TAIL)
    if (which, rest) == ("%k", "remui"):
        with pytest.raises(RaiseRefused):
            validate(before, after)
    else:
        validate(before, after)
