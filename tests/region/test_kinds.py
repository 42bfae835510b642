"""Code for one executable of each kind, where a program has many."""

from __future__ import annotations

import pytest

from egraph_opt.iree.codegen_check import MAX_EXECUTABLES, CodegenOutcome, code_of, compile_error
from egraph_opt.iree.compiler import DEFAULT, SCHEDULE_PHASE, IreeBackend, compile_to_stream, compiled_to
from egraph_opt.iree.executable_classes import fill_constants, kind, representatives
from egraph_opt.iree.tool_process import available
from tests.support.region_pairs import TENSOR, TOGETHER

pytestmark = pytest.mark.skipif(not available(), reason="needs IREE")


FIRST = "math.absf %a : tensor<2xf32>"


def apart(*ops: str) -> str:
    """Return a program with one dispatch for each operation, whose text names its operand `%a` and ends with its type."""
    arguments, body, results = [], [], []
    for n, op in enumerate(ops):
        type = op.rpartition(" : ")[2]
        arguments.append(f"%a{n}: {type}")
        body.append(f"  %r{n} = {op.replace('%a', f'%a{n}')}\n")
        results.append(type)
    returned = f"  util.return {', '.join(f'%r{n}' for n in range(len(ops)))} : {', '.join(results)}\n"
    return f"util.func public @f({', '.join(arguments)}) -> ({', '.join(results)}) {{\n{''.join(body)}{returned}}}\n"


def kinds(*ops: str) -> int:
    """Return of how many kinds the dispatches of some operations are. The first result of a program has no offset: it is one more kind."""
    found = representatives(compile_to_stream(apart(FIRST, *ops)))
    assert found is not None and found.executables == 1 + len(ops)
    return found.kinds - 1


def absolute(*extents: int, element: str = "f32") -> str:
    return f"math.absf %a : tensor<{'x'.join(map(str, extents))}x{element}>"


LARGE = [FIRST] + [absolute(32 * n) for n in range(1, MAX_EXECUTABLES + 7)]
"""More operations than those for each of which code is generated, of two kinds."""


def test_what_is_of_one_kind() -> None:
    assert kinds(absolute(64), absolute(96), absolute(4096)) == 1, "multiples of 32"
    assert kinds(absolute(48), absolute(80)) == 1 and kinds(absolute(48), absolute(64)) == 2, "multiples of 16 and of 32"
    assert kinds(absolute(63), absolute(65)) == 1, "odd ones"
    assert kinds(absolute(64), absolute(96, element="f16")) == 2, "elements"
    assert kinds(absolute(64), absolute(96).replace("absf", "ceil")) == 2, "operations"
    assert kinds(absolute(3), absolute(5), absolute(7)) == 3, "small extents"


def test_values_of_computations_tell_kinds_apart() -> None:
    def function(first: str, second: str, number: str = "1.500000e+00") -> str:
        constant = f'      %0 = "arith.constant"() <{{value = {number} : f32}}> : () -> f32\n'
        return f'  "stream.executable"() <{{sym_name = "D"}}> ({{\n{constant}      "arith.subf"(%{first}, %{second})\n  }})\n'

    one = kind(function("arg0", "arg1"), ["D"])
    assert one == kind(function("x", "y"), ["D"]), "names alone"
    assert one != kind(function("arg0", "arg0"), ["D"]) and one != kind(function("arg1", "0"), ["D"]), "operands"
    assert one != kind(function("arg0", "arg1", "1.700000e+00"), ["D"]), "constants"
    assert kind(function("arg0", "arg1", "1.600000e-17"), ["D"]) != kind(function("arg0", "arg1", "1.600000e-19"), ["D"])


def test_the_program_is_compiled_with_the_largest_of_each_kind() -> None:
    text = compile_to_stream(apart(FIRST, absolute(64), absolute(4096), absolute(96)))
    found = representatives(text)
    assert found is not None and (found.kinds, found.executables) == (2, 4)
    assert text.count("stream.executable.export") == 4 and found.text.count("stream.executable.export") == 2
    assert "tensor<4096xf32>" in found.text and found.text.count("_4096_f32]") == 3, "three dispatches call it"
    assert compile_error(found.text, IreeBackend(phase=SCHEDULE_PHASE)) == ""


def test_many_dispatches_are_compiled_by_kinds_and_that_is_said() -> None:
    text = apart(*LARGE, absolute(63))
    assert code_of(text) == CodegenOutcome("", f"3 of {len(LARGE) + 1} dispatches, one of each kind")
    assert code_of(apart(*LARGE[:MAX_EXECUTABLES])) == CodegenOutcome(""), "code is generated for each one"


def test_kinds_that_another_program_has_are_left_out() -> None:
    """Unless what it has of a kind is smaller."""
    text, every = apart(*LARGE, absolute(63)), len(LARGE) + 1

    def left(*given: str) -> str:
        return code_of(text, DEFAULT, apart(*given)).part

    largest = absolute(32 * (MAX_EXECUTABLES + 6))
    assert left(FIRST) == f"2 of {every} dispatches, one of each kind that is new"
    assert left(FIRST, largest, absolute(63)) == f"0 of {every} dispatches, one of each kind that is new"
    assert left(FIRST, absolute(32), absolute(65)) == f"1 of {every} dispatches, one of each kind that is new", "smaller"
    found = representatives(compile_to_stream(text), compile_to_stream(apart(FIRST, absolute(65))))
    assert found is not None and (found.kinds, found.text.count("stream.executable.export")) == (1, 1)
    assert found.text.count('"stream.cmd.dispatch"') == len(LARGE) - 1
    assert compile_error(found.text, IreeBackend(phase=SCHEDULE_PHASE)) == ""


def test_a_kind_without_code_is_found_among_many() -> None:
    many = apart(*LARGE)
    own = TOGETHER.replace("@f(", "@g(")
    assert "large vector sizes" in compile_error(own)
    assert "large vector sizes" in code_of(many + own).error and not code_of(many + own).part
    assert "large vector sizes" in code_of(many + own, DEFAULT, many).error
    small = own.replace("128x128", "32x32")
    assert compile_error(small) == "" and code_of(many + small).error == ""
    assert "large vector sizes" in code_of(many + small.replace("@g(", "@h(") + own).error, "the largest of its kind is compiled"
    assert "large vector sizes" in code_of(many + own, DEFAULT, many + small).error, "what the other program has of it is smaller"
    assert TENSOR in own


def test_what_only_the_verifier_refuses_is_refused_among_many() -> None:
    """Representatives are compiled without it, so the program is verified first."""
    slice = "tensor.extract_slice %a[1] [64] [1] : tensor<64xf32> to tensor<64xf32>"
    outside = (
        f"util.func public @g(%a: tensor<64xf32>) -> tensor<64xf32> {{\n  %r = {slice}\n  util.return %r : tensor<64xf32>\n}}\n"
    )
    assert "out-of-bounds" in code_of(apart(*LARGE) + outside).error
    assert not code_of(apart(*LARGE) + outside.replace("[1] [64]", "[0] [64]")).error


def test_constants_whose_contents_are_left_out_are_filled() -> None:
    """Long constants of globals are zeros then, of any type; short ones, which executables hold, keep their contents."""
    long, short = "11" * 4096 * 4, "22" * 8 * 4
    held = f'long: "0x04000000{long}", short: "0x04000000{short}"'
    text = (
        "util.global private @w = dense_resource<long> : tensor<4096xf32>\n"
        "util.global private @s = dense_resource<short> : tensor<8xf32>\n"
        "util.func public @f(%a: tensor<4096xf32>, %b: tensor<8xf32>) -> (tensor<4096xf32>, tensor<8xf32>) {\n"
        "  %w = util.global.load @w : tensor<4096xf32>\n  %s = util.global.load @s : tensor<8xf32>\n"
        "  %x = arith.addf %a, %w : tensor<4096xf32>\n  %y = arith.addf %b, %s : tensor<8xf32>\n"
        "  util.return %x, %y : tensor<4096xf32>, tensor<8xf32>\n}\n"
        f"{{-#\n  dialect_resources: {{ builtin: {{ {held} }} }}\n#-}}\n"
    )
    printed = compile_to_stream(text)
    assert "dense_resource<long>" in printed and long not in printed and short in printed
    found = fill_constants(printed)
    assert "dense_resource<long>" not in found and "dense<0.0> : tensor<4096xf32>" in found and "dense_resource<short>" in found
    assert (
        compile_error(printed, IreeBackend(phase=SCHEDULE_PHASE))
        and compile_error(found, IreeBackend(phase=SCHEDULE_PHASE)) == ""
    )
    assert "dense_resource<long>" in compiled_to(SCHEDULE_PHASE, text, DEFAULT)
    for type, zero in (("4xi1", "false"), ("2x3xi64", "0"), ("8xbf16", "0.0"), ("4xf8E4M3FN", "0.0")):
        assert fill_constants(f"dense_resource<x> : tensor<{type}>") == f"dense<{zero}> : tensor<{type}>"
