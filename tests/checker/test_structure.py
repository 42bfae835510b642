"""Text around operations is compared too, reasons name the difference, and nothing is raised."""

import numpy as np
import pytest

from egraph_opt.checker import Outcome, check
from egraph_opt.interpret import interpret
from egraph_opt.text import read, write
from tests.checker.programs import DIFFERENT, EQUAL, UNKNOWN, loop, program


def test_concatenation_takes_elements_in_the_order_of_registers() -> None:
    before = '%z = tt.cat %x, %y : @A -> tensor<256xf32, #a>\n"some.sink"(%z) : (tensor<256xf32, #a>) -> ()'
    after = (
        "%xb = ttg.convert_layout %x : @A -> @B\n%yb = ttg.convert_layout %y : @A -> @B\n"
        "%zb = tt.cat %xb, %yb : @B -> tensor<256xf32, #b>\n"
        '%z = ttg.convert_layout %zb : tensor<256xf32, #b> -> tensor<256xf32, #a>\n"some.sink"(%z) : (tensor<256xf32, #a>) -> ()'
    )
    loosely = check(read(program(before)), read(program(after)), strict=False)
    assert loosely.equal and [(excuse.name, excuse.before_line, excuse.after_line) for excuse in loosely.excused] == [
        ("tt.cat", 11, 13)
    ]
    assert check(read(program(before)), read(program(after))).outcome is DIFFERENT


CONCATENATION = """
#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#a2 = #ttg.linear<{register = [[128]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]], block = []}>
#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b2 = #ttg.linear<{register = [REGISTERS], lane = [[4], [8], [16], [32], [64]], warp = [[0], [0]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%p: !tt.ptr<i32>) {
    %x = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #a>
    %y = tt.make_range {end = 256 : i32, start = 128 : i32} : tensor<128xi32, #a>
    BODY
    %to = tt.splat %p : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #a2>
    %i = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #a2>
    %q = tt.addptr %to, %i : tensor<256x!tt.ptr<i32>, #a2>, tensor<256xi32, #a2>
    tt.store %q, %z : tensor<256x!tt.ptr<i32>, #a2>
    tt.return
  }
}
"""


@pytest.mark.parametrize(
    "registers, expected", [("[1], [2], [128]", EQUAL), ("[2], [1], [128]", DIFFERENT), ("[1], [128], [2]", DIFFERENT)]
)
def test_concatenation_in_other_layouts_may_keep_the_order(registers: str, expected: Outcome) -> None:
    here = "%z = tt.cat %x, %y : tensor<128xi32, #a> -> tensor<256xi32, #a2>"
    there = """%xb = ttg.convert_layout %x : tensor<128xi32, #a> -> tensor<128xi32, #b>
    %yb = ttg.convert_layout %y : tensor<128xi32, #a> -> tensor<128xi32, #b>
    %zb = tt.cat %xb, %yb : tensor<128xi32, #b> -> tensor<256xi32, #b2>
    %z = ttg.convert_layout %zb : tensor<256xi32, #b2> -> tensor<256xi32, #a2>"""
    before, after = (read(CONCATENATION.replace("REGISTERS", registers).replace("BODY", body)) for body in (here, there))
    stored = []
    for module in (before, after):
        memory = np.zeros(256, np.int32)
        interpret(module.functions()[0], [memory], by_register=True)
        stored.append(memory.tolist())
    assert stored[0] == list(range(256))
    assert (stored[0] == stored[1]) == (expected is EQUAL)
    assert check(before, after, strict=True).outcome is expected


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"ttg.num-warps" = 4', '"ttg.num-warps" = 8', "the modules have other attributes"),
        ("%k: i32, %c", "%k: i32 {tt.divisibility = 16 : i32}, %c", "a hint is added, tt.divisibility"),
        ("%k: i32, %c", "%k: i64, %c", "another signature or other attributes"),
        ("@f(", "@g(", "only the first program has f; only the second program has g"),
        ("tt.return } }", "tt.return }\n tt.func private @h(i32) }", "only the second program has h"),
    ],
)
def test_what_stands_around_is_the_same(old: str, new: str, reason: str) -> None:
    text = program("tt.store %p, %x : @P")
    assert old in text
    verdict = check(read(text), read(text.replace(old, new)))
    assert verdict.outcome is DIFFERENT and reason in verdict.reason


def test_the_order_of_functions_and_their_bodies() -> None:
    f, g = "tt.func @f() {\ntt.return\n}\n", "tt.func @g(%n: i32) {\ntt.call @f() : () -> ()\ntt.return\n}\n"
    whole = read("module {\n" + f + g + "}")
    assert check(whole, whole, strict=True).equal
    assert "another order" in check(whole, read("module {\n" + g + f + "}")).reason
    assert check(whole, read("module {\n" + f + g.replace("tt.call @f() : () -> ()\n", "") + "}")).outcome is DIFFERENT
    assert check(whole, read("module {\n" + f + "tt.func private @g(i32)\n}")).outcome is not EQUAL


def test_a_reason_names_the_function_both_operations_and_their_lines() -> None:
    body = "%z = arith.addf %x, %y : @A\n%t = arith.negf %z : @A\ntt.store %p, %t : @P"
    verdict = check(read(program(body)), read(program("\n" + body.replace("addf", "subf"))))
    assert verdict.function == "f" and (verdict.before_line, verdict.after_line) == (11, 12)
    assert str(verdict) == (
        "not proved: @f: another operation: arith.addf (line 11) in the input, arith.subf (line 12) in the output"
    )


def test_generic_form_is_another_spelling() -> None:
    module = read(program(loop("%b = arith.addf %a0, %y : @A\nscf.yield %b : @A")))
    generic = read(write(module, "generic"))
    assert check(generic, generic, strict=True).equal
    assert check(module, generic).equal and check(generic, module).equal


def test_values_that_stand_elsewhere_in_the_text_are_refused() -> None:
    body = '%v = arith.constant dense_resource<r> : tensor<2xi8>\n"some.sink"(%v) : (tensor<2xi8>) -> ()'
    module = read(program(body))
    assert check(module, module).outcome is UNKNOWN


MALFORMED = [
    '"ttg.convert_layout"() : () -> ()',
    '"ttg.local_load"() : () -> ()',
    '"ttg.local_alloc"() : () -> ()',
    '"tt.bitcast"() : () -> ()',
    '"arith.constant"() : () -> ()',
    '"arith.select"(%c) : (i1) -> ()',
    '"tt.splat"() : () -> (i32, i32)',
    '"tt.load"() : () -> ()',
    '"tt.reduce"() : () -> ()',
    '"tt.reduce"(%x) ({}) : (tensor<128xf32, #a>) -> ()',
    '"scf.if"() : () -> ()',
    '"scf.if"(%c) ({}, {}, {}) : (i1) -> ()',
    '"scf.if"(%c) ({}, {}) : (i1) -> i32',
    '"scf.for"(%n) ({}) : (i32) -> ()',
    '"scf.for"(%n, %n, %n) ({\n^bb0:\n}) : (i32, i32, i32) -> ()',
    '"scf.while"() ({}, {}) : () -> ()',
    "cf.br ^bb1(%n : i32)\n^bb1:\ntt.return",
    '"some.br"()[^bb1] : () -> ()\n^bb1:\ntt.return',
]


@pytest.mark.parametrize("body", MALFORMED)
def test_nothing_is_raised(body: str) -> None:
    """Programs that the reader takes and no compiler would."""
    module, other = read(program(body)), read(program("tt.store %p, %x : @P"))
    for strict in (False, True):
        assert check(module, module, strict).outcome in (EQUAL, UNKNOWN)
        assert not check(other, module, strict).equal
        assert not check(module, other, strict).equal


@pytest.mark.parametrize("limit", ['"ttg.maxnreg" = 168 : i32', '"ttg.sched4reg" = 1 : i32'])
def test_how_registers_are_allotted_changes_no_result(limit: str) -> None:
    text = program("tt.store %p, %x : @P")
    new = text.replace('"ttg.num-warps" = 4', f'{limit}, "ttg.num-warps" = 4', 1)
    assert new != text and check(read(text), read(new), strict=True).outcome is EQUAL
