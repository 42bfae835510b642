"""A hint may be dropped and never added, whatever operation has it; so may a flag and an assumption."""

import pytest

from egraph_opt.api import check as checked
from egraph_opt.checker import check
from egraph_opt.families.algebra.optimize import same
from egraph_opt.text import read
from tests.checker.programs import program

N = "tensor<128xi32, #a>"
RANGE = f"%r = tt.make_range {{end = 128 : i32, start = 0 : i32}} : {N}\n"
HINT = "{tt.divisibility = dense<16> : tensor<1xi32>}"
PLACES = {
    "splat": f"%t = tt.splat %n HINT : i32 -> {N}",
    "conversion": f"%t = ttg.convert_layout %r HINT : {N} -> {N}",
    "constant": f"%t = arith.constant HINT dense<3> : {N}",
    "bitcast": f"%t = tt.bitcast %r HINT : {N} -> {N}",
    "arith bitcast": f"%t = arith.bitcast %r HINT : {N} to {N}",
    "choice": f"%t = arith.select %c, %r, %r HINT : i1, {N}",
    "product": f"%t = arith.muli %r, %r HINT : {N}",
    "neutral sum": f"%z = arith.constant dense<0> : {N}\n%t = arith.addi %r, %z HINT : {N}",
    "reshape": f"%t = tt.reshape %r HINT : {N} -> {N}",
    "trans": f"%t = tt.trans %r {{order = array<i32: 0>, tt.divisibility = dense<16> : tensor<1xi32>}} : {N} -> {N}",
    "load": "%q2 = tt.bitcast %p : @P -> tensor<128x!tt.ptr<i32>, #a>\n%t = tt.load %q2 HINT : tensor<128x!tt.ptr<i32>, #a>",
}


def body(op: str, hint: str) -> str:
    op = op.replace("HINT", hint)
    if not hint:
        op = op.replace(", tt.divisibility = dense<16> : tensor<1xi32>", "")
    return program(f'{RANGE}{op}\n"some.sink"(%t) : ({N}) -> ()')


@pytest.mark.parametrize("laws", [check, same], ids=["strict", "algebra"])
@pytest.mark.parametrize("op", PLACES.values(), ids=PLACES)
def test_a_hint_is_dropped_and_not_added(op: str, laws: object) -> None:
    plain, hinted = read(body(op, "")), read(body(op, HINT))
    assert laws(hinted, hinted).equal and laws(plain, plain).equal  # type: ignore[operator]
    assert laws(hinted, plain).equal  # type: ignore[operator]
    assert not laws(plain, hinted).equal  # type: ignore[operator]


FLAGS = {
    "nsw": ("%t = arith.addi %n, %k overflow<nsw> : i32", "%t = arith.addi %n, %k : i32"),
    "both": ("%t = arith.muli %n, %k overflow<nsw, nuw> : i32", "%t = arith.muli %n, %k overflow<nuw> : i32"),
    "exact": ("%t = arith.shrsi %n, %k exact : i32", "%t = arith.shrsi %n, %k : i32"),
    "nneg": (
        "%u = arith.trunci %n : i32 to i16\n%t = arith.extui %u nneg : i16 to i32",
        "%u = arith.trunci %n : i32 to i16\n%t = arith.extui %u : i16 to i32",
    ),
    "fastmath": (
        "%f = arith.sitofp %n : i32 to f32\n%g = arith.addf %f, %f fastmath<nnan> : f32\n%t = arith.fptosi %g : f32 to i32",
        "%f = arith.sitofp %n : i32 to f32\n%g = arith.addf %f, %f : f32\n%t = arith.fptosi %g : f32 to i32",
    ),
}


@pytest.mark.parametrize("pair", FLAGS.values(), ids=FLAGS)
def test_a_flag_is_dropped_and_not_added(pair: tuple[str, str]) -> None:
    flagged, plain = (read(program(f'{text}\n"some.sink"(%t) : (i32) -> ()')) for text in pair)
    assert check(flagged, plain).equal and not check(plain, flagged).equal


def test_a_flagged_value_does_not_stand_for_one_without_the_flag() -> None:
    two = "%t = arith.addi %n, %k overflow<nsw> : i32\n%u = arith.addi %n, %k : i32\n"
    sinks = '"some.sink"(%t) : (i32) -> ()\n"some.sink"(%u) : (i32) -> ()'
    before, after = read(program(two + sinks)), read(program(two + sinks.replace("%u", "%t")))
    assert check(before, before).equal and not check(before, after).equal
    assert check(before, read(program(two + sinks.replace("%t", "%u")))).equal


def test_parameters_may_lose_hints() -> None:
    text = program("tt.store %p, %x : @P")
    hinted, less = (text.replace("%n: i32", f"%n: i32 {{tt.divisibility = {n} : i32}}") for n in (16, 8))
    assert check(read(hinted), read(text)).equal and check(read(hinted), read(less)).equal
    assert not check(read(text), read(hinted)).equal and not check(read(less), read(hinted)).equal


def test_an_assumption_is_dropped_and_not_added() -> None:
    plain = program("tt.store %p, %x : @P")
    assumed = plain.replace("tt.store", "llvm.intr.assume %c : i1\ntt.store")
    assert check(read(assumed), read(plain)).equal and not check(read(plain), read(assumed)).equal


def test_an_input_that_breaks_a_hint_is_a_witness() -> None:
    head = "module { tt.func public @f(%p: !tt.ptr<i32>, %n: i32) {\n"
    text = head + "%t = arith.muli %n, %n : i32\ntt.store %p, %t : !tt.ptr<i32>\ntt.return } }"
    wrong = text.replace("%n, %n :", "%n, %n {tt.divisibility = 4 : i32} :")
    found = checked(text, wrong)
    assert found.outcome.value == "different" and "tt.divisibility" in found.witness
    assert checked(wrong, text).equal


SUMS = "%o = arith.constant 1 : i32\n%w = arith.constant 2 : i32\n%h = arith.constant 3 : i32\n"
OF_ONE_VALUE = {
    "a sum of sums": ("%a = arith.addi %n, %o : i32\n%t = arith.addi %a, %w{} : i32", "%t = arith.addi %n, %h{} : i32"),
    "a neutral sum": ("%z = arith.constant 0 : i32\n%t = arith.addi %n, %z{} : i32", "%t = arith.muli %n, %o{} : i32"),
    "a difference": ("%t = arith.subi %n, %o{} : i32", "%m1 = arith.constant -1 : i32\n%t = arith.addi %n, %m1{} : i32"),
}


@pytest.mark.parametrize("pair", OF_ONE_VALUE.values(), ids=OF_ONE_VALUE)
def test_a_flag_is_about_an_operation(pair: tuple[str, str]) -> None:
    """n + 1 may wrap where (n + 1) + 2 does not, so a flag does not go from one form of a value to another."""
    before, after = pair
    for old, new, equal in (
        ("", "", True),
        (" overflow<nsw>", "", True),
        ("", " overflow<nsw>", False),
        (*[" overflow<nsw>"] * 2, False),
    ):
        programs = (
            read(program(f'{SUMS}{text.format(flag)}\n"some.sink"(%t) : (i32) -> ()'))
            for text, flag in ((before, old), (after, new))
        )
        assert check(*programs).equal is equal, (old, new)


def test_a_flag_stays_where_operands_are_exchanged() -> None:
    one, other = (read(program(f'%t = arith.addi {operands} overflow<nsw> : i32\n"some.sink"(%t) : (i32) -> ()'))
                  for operands in ("%n, %k", "%k, %n"))  # fmt: skip
    assert check(one, other).equal


@pytest.mark.parametrize(
    ("given", "less", "equal"),
    [
        ("divisibility = dense<16>", "divisibility = dense<8>", True),
        ("divisibility = dense<8>", "divisibility = dense<16>", False),
        ("contiguity = dense<64>", "contiguity = dense<32>", True),
        ("constancy = dense<4>", "constancy = dense<8>", False),
        ("divisibility = dense<16>", "constancy = dense<8>", False),
    ],
)
def test_a_hint_that_follows_is_not_added(given: str, less: str, equal: bool) -> None:
    before, after = (
        read(program(f'{RANGE}%t = arith.muli %r, %r {{tt.{hint} : tensor<1xi32>}} : {N}\n"some.sink"(%t) : ({N}) -> ()'))
        for hint in (given, less)
    )
    assert check(before, after).equal is equal
