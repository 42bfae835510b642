"""Forms that MLIR and Triton make of a program by themselves are equal to it, and their neighbours are not."""

import pytest

from egraph_opt.checker import check
from egraph_opt.text import read
from tests.checker.programs import loop, program, reduction


def sink(text: str, type: str = "i32") -> str:
    return f'{text}\n"some.sink"(%t) : ({type}) -> ()'


def constants(text: str) -> str:
    return "".join(f"%c{n} = arith.constant {n} : i32\n" for n in range(8)) + "%m1 = arith.constant -1 : i32\n" + text


def i32(text: str) -> str:
    return program(constants(sink(text)))


SCALARS = {
    "x + 0": ("%t = arith.addi %n, %c0 : i32", "%n", "%k"),
    "0 + x": ("%t = arith.addi %c0, %n : i32", "%n", "%k"),
    "x * 1": ("%t = arith.muli %n, %c1 : i32", "%n", "%k"),
    "x * 0": ("%t = arith.muli %n, %c0 : i32", "%c0", "%n"),
    "x - x": ("%t = arith.subi %n, %n : i32", "%c0", "%n"),
    "x + y - y": ("%u = arith.addi %n, %k : i32\n%t = arith.subi %u, %k : i32", "%n", "%k"),
    "x and -1": ("%t = arith.andi %n, %m1 : i32", "%n", "%m1"),
    "x or x": ("%t = arith.ori %n, %n : i32", "%n", "%k"),
    "x xor 0": ("%t = arith.xori %n, %c0 : i32", "%n", "%c0"),
    "a folded sum": ("%t = arith.addi %c2, %c3 : i32", "%c5", "%c6"),
    "a folded product": ("%t = arith.muli %c2, %c3 : i32", "%c6", "%c5"),
    "a folded division": ("%t = arith.divsi %c7, %c2 : i32", "%c3", "%c4"),
    "two constants added": (
        "%u = arith.addi %n, %c2 : i32\n%t = arith.addi %u, %c3 : i32",
        "%t = arith.addi %n, %c5 : i32",
        "%t = arith.addi %n, %c6 : i32",
    ),
    "exchanged operands": ("%t = arith.addi %n, %k : i32", "%t = arith.addi %k, %n : i32", "%t = arith.addi %k, %k : i32"),
    "a difference is not exchanged": (
        "%t = arith.subi %n, %k : i32",
        "%t = arith.subi %n, %k : i32",
        "%t = arith.subi %k, %n : i32",
    ),
    "a constant subtracted": (
        "%t = arith.subi %n, %c2 : i32",
        "%u = arith.constant -2 : i32\n%t = arith.addi %n, %u : i32",
        "%t = arith.addi %n, %c2 : i32",
    ),
    "a constant less a value, and more": (
        "%u = arith.subi %c1, %n : i32\n%t = arith.addi %u, %c2 : i32",
        "%t = arith.subi %c3, %n : i32",
        "%t = arith.subi %c2, %n : i32",
    ),
    "a constant less a sum": (
        "%u = arith.addi %n, %c1 : i32\n%t = arith.subi %c3, %u : i32",
        "%t = arith.subi %c2, %n : i32",
        "%t = arith.subi %c3, %n : i32",
    ),
    "a constant less a difference": (
        "%u = arith.subi %c3, %n : i32\n%t = arith.subi %c2, %u : i32",
        "%t = arith.addi %n, %m1 : i32",
        "%t = arith.addi %n, %c1 : i32",
    ),
    "a difference less a constant": (
        "%u = arith.subi %c3, %n : i32\n%t = arith.subi %u, %c2 : i32",
        "%t = arith.subi %c1, %n : i32",
        "%t = arith.subi %c2, %n : i32",
    ),
    "one or zero": ("%t = arith.select %c, %c1, %c0 : i32", "%t = arith.extui %c : i1 to i32", "%t = arith.extsi %c : i1 to i32"),
    "all bits or none": (
        "%t = arith.select %c, %m1, %c0 : i32",
        "%t = arith.extsi %c : i1 to i32",
        "%t = arith.extui %c : i1 to i32",
    ),
    "zero or one": (
        "%t = arith.select %c, %c0, %c1 : i32",
        "%z = arith.constant true\n%d = arith.xori %c, %z : i1\n%t = arith.extui %d : i1 to i32",
        "%t = arith.extui %c : i1 to i32",
    ),
    "a loop that runs once": (
        "%t = scf.for %i = %c2 to %c3 step %c1 iter_args(%a = %n) -> (i32) : i32 {\n%b = arith.muli %a, %i : i32\nscf.yield %b : i32\n}",
        "%t = arith.muli %n, %c2 : i32",
        "%t = arith.muli %n, %c3 : i32",
    ),
    "a loop with a long step": (
        "%t = scf.for %i = %m1 to %c3 step %c7 iter_args(%a = %n) -> (i32) : i32 {\n%b = arith.muli %a, %i : i32\nscf.yield %b : i32\n}",
        "%t = arith.muli %n, %m1 : i32",
        "%t = arith.muli %n, %c3 : i32",
    ),
    "a loop that never runs": (
        "%t = scf.for %i = %c3 to %m1 step %c1 iter_args(%a = %n) -> (i32) : i32 {\n%b = arith.muli %a, %i : i32\nscf.yield %b : i32\n}",
        "%n",
        "%t = arith.muli %n, %c3 : i32",
    ),
    "a loop that runs twice": (
        "%t = scf.for %i = %c1 to %c3 step %c1 iter_args(%a = %n) -> (i32) : i32 {\n%b = arith.muli %a, %i : i32\nscf.yield %b : i32\n}",
        "%t = scf.for %i = %c1 to %c3 step %c1 iter_args(%a = %n) -> (i32) : i32 {\n%b = arith.muli %i, %a : i32\nscf.yield %b : i32\n}",
        "%t = arith.muli %n, %c1 : i32",
    ),
    "a choice of equals": ("%t = arith.select %c, %n, %n : i32", "%n", "%k"),
    "a known choice": ("%e = arith.cmpi slt, %c1, %c2 : i32\n%t = arith.select %e, %n, %k : i32", "%n", "%k"),
    "a wide cast and back": ("%u = arith.extsi %n : i32 to i64\n%t = arith.trunci %u : i64 to i32", "%n", "%k"),
    "a narrow cast and back": (
        "%u = arith.trunci %n : i32 to i16\n%t = arith.extsi %u : i16 to i32",
        "%u = arith.trunci %n : i32 to i16\n%t = arith.extsi %u : i16 to i32",
        "%n",
    ),
    "an exchanged comparison": (
        "%e = arith.cmpi sgt, %n, %k : i32\n%t = arith.extui %e : i1 to i32",
        "%e = arith.cmpi slt, %k, %n : i32\n%t = arith.extui %e : i1 to i32",
        "%e = arith.cmpi slt, %n, %k : i32\n%t = arith.extui %e : i1 to i32",
    ),
    "an inverted comparison": (
        "%z = arith.constant true\n%d = arith.cmpi slt, %n, %k : i32\n%e = arith.xori %d, %z : i1\n%t = arith.extui %e : i1 to i32",
        "%e = arith.cmpi sge, %n, %k : i32\n%t = arith.extui %e : i1 to i32",
        "%e = arith.cmpi sgt, %n, %k : i32\n%t = arith.extui %e : i1 to i32",
    ),
    "an invariant of a loop": (
        "%t = scf.for %i = %n to %k step %c1 iter_args(%a = %n) -> (i32) : i32 {\n%b = arith.addi %a, %c0 : i32\nscf.yield %b : i32\n}",
        "%n",
        "%k",
    ),
}


@pytest.mark.parametrize("case", SCALARS.values(), ids=SCALARS)
def test_integers(case: tuple[str, str, str]) -> None:
    before, same, other = (i32(text if "=" in text else f"%t = arith.ori {text}, {text} : i32") for text in case)
    assert check(read(before), read(same)).equal and ("scf.for" in before or check(read(same), read(before)).equal)
    assert not check(read(before), read(other)).equal and not check(read(other), read(before)).equal


def f32(text: str) -> str:
    lines = "".join(
        f"%f{i} = arith.constant {n} : f32\n" for i, n in enumerate(("0.0", "-0.0", "1.0", "2.0", "3.0", "0x7FC00000"))
    )
    return program(lines + "%g = arith.sitofp %n : i32 to f32\n%h = arith.sitofp %k : i32 to f32\n" + sink(text, "f32"))


FLOATS = {
    "x + -0": ("%t = arith.addf %g, %f1 : f32", "%t = arith.mulf %g, %f2 : f32", True),
    "x + 0 is no x, for -0": ("%t = arith.addf %g, %f0 : f32", "%t = arith.mulf %g, %f2 : f32", False),
    "x - 0": ("%t = arith.subf %g, %f0 : f32", "%t = arith.divf %g, %f2 : f32", True),
    "x - -0 is no x": ("%t = arith.subf %g, %f1 : f32", "%t = arith.divf %g, %f2 : f32", False),
    "x * 0 is no 0": ("%t = arith.mulf %g, %f0 : f32", "%t = arith.mulf %f0, %f2 : f32", False),
    "a constant first": ("%t = arith.addf %f3, %g : f32", "%t = arith.addf %g, %f3 : f32", True),
    "unless it is no number": ("%t = arith.addf %f5, %g : f32", "%t = arith.addf %g, %f5 : f32", False),
    "two that may be no numbers": ("%t = arith.addf %h, %g : f32", "%t = arith.addf %g, %h : f32", False),
    "a folded sum": ("%t = arith.addf %f3, %f2 : f32", "%t = arith.mulf %f4, %f2 : f32", True),
    "x - x is no 0": ("%t = arith.subf %g, %g : f32", "%t = arith.mulf %f0, %f2 : f32", False),
    "sums in another order": (
        "%u = arith.addf %g, %f3 : f32\n%t = arith.addf %u, %f2 : f32",
        "%t = arith.addf %g, %f4 : f32",
        False,
    ),
    "an exchanged comparison": (
        "%e = arith.cmpf ogt, %g, %h : f32\n%t = arith.uitofp %e : i1 to f32",
        "%e = arith.cmpf olt, %h, %g : f32\n%t = arith.uitofp %e : i1 to f32",
        True,
    ),
    "a comparison is not inverted": (
        "%e = arith.cmpf ogt, %g, %h : f32\n%t = arith.uitofp %e : i1 to f32",
        "%e = arith.cmpf ugt, %g, %h : f32\n%t = arith.uitofp %e : i1 to f32",
        False,
    ),
}


@pytest.mark.parametrize("case", FLOATS.values(), ids=FLOATS)
def test_floats(case: tuple[str, str, bool]) -> None:
    before, after = (read(f32(text)) for text in case[:2])
    assert check(before, after).equal is case[2] and check(after, before).equal is case[2]


T = "tensor<64x64xf32, #d>"
TENSORS = {
    "transposed twice": (
        f"%u = tt.trans %m {{order = array<i32: 1, 0>}} : @C -> {T}\n%t = tt.trans %u {{order = array<i32: 1, 0>}} : {T} -> @C",
        "",
        True,
    ),
    "transposed once": (
        f"%u = tt.trans %m {{order = array<i32: 1, 0>}} : @C -> {T}\n%t = ttg.convert_layout %u : {T} -> @C",
        "",
        False,
    ),
    "a conversion between": (
        f"%u = tt.trans %m {{order = array<i32: 1, 0>}} : @C -> {T}\n%v = ttg.convert_layout %u : {T} -> @C\n"
        "%w = tt.trans %v {order = array<i32: 1, 0>} : @C -> @D\n%t = ttg.convert_layout %w : @D -> @C",
        "",
        True,
    ),
    "a range of one number": (
        "%r = tt.make_range {end = 4 : i32, start = 3 : i32} : tensor<1xi32, #a>\n"
        "%u = tt.broadcast %r : tensor<1xi32, #a> -> tensor<128xi32, #a>\n"
        "%v = arith.sitofp %u : tensor<128xi32, #a> to @A\ntt.store %p, %v : @P\n%t = ttg.convert_layout %m : @C -> @C",
        "%v = arith.constant dense<3.0> : @A\ntt.store %p, %v : @P",
        True,
    ),
    "a range of another number": (
        "%r = tt.make_range {end = 5 : i32, start = 4 : i32} : tensor<1xi32, #a>\n"
        "%u = tt.broadcast %r : tensor<1xi32, #a> -> tensor<128xi32, #a>\n"
        "%v = arith.sitofp %u : tensor<128xi32, #a> to @A\ntt.store %p, %v : @P\n%t = ttg.convert_layout %m : @C -> @C",
        "%v = arith.constant dense<3.0> : @A\ntt.store %p, %v : @P",
        False,
    ),
    "one value in all places": (
        "%b = tt.splat %s : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>, #ttg.slice<{dim = 0, parent = #c}>>\n"
        "%e = tt.expand_dims %b {axis = 0x0 : i32} : tensor<8x!tt.ptr<f32>, #ttg.slice<{dim = 0, parent = #c}>>"
        " -> tensor<1x8x!tt.ptr<f32>, #c>\n%w = tt.broadcast %e : tensor<1x8x!tt.ptr<f32>, #c> -> tensor<16x8x!tt.ptr<f32>, #c>\n"
        "%v = tt.reshape %w : tensor<16x8x!tt.ptr<f32>, #c> -> @P\ntt.store %v, %x : @P\n%t = ttg.convert_layout %m : @C -> @C",
        "%v = tt.splat %s : !tt.ptr<f32> -> @P\ntt.store %v, %x : @P",
        True,
    ),
    "reshaped and back": (
        "%u = tt.reshape %m : @C -> tensor<4096xf32, #a>\n%t = tt.reshape %u : tensor<4096xf32, #a> -> @C",
        "",
        True,
    ),
    "reshaped and back in any order": (
        "%u = tt.reshape %m allow_reorder : @C -> tensor<4096xf32, #a>\n%t = tt.reshape %u : tensor<4096xf32, #a> -> @C",
        "",
        False,
    ),
}


@pytest.mark.parametrize("case", TENSORS.values(), ids=TENSORS)
def test_movements(case: tuple[str, str, bool]) -> None:
    before = read(program(sink(case[0], "@C")))
    after = read(program(f'{case[1]}\n"some.sink"(%m) : (@C) -> ()'))
    assert check(before, after).equal is case[2]


MASKS = "%y0 = arith.constant dense<true> : tensor<128xi1, #a>\n%n0 = arith.constant dense<false> : tensor<128xi1, #a>\n"
MEMORY = {
    "a mask that holds": ("tt.store %p, %x, %y0 : @P", "tt.store %p, %x : @P", True),
    "a mask that never holds": ("tt.store %p, %x, %n0 : @P", "", True),
    "nothing is loaded": ("%l = tt.load %p, %n0, %y : @P\ntt.store %q, %l : @P", "tt.store %q, %y : @P", True),
    "all is loaded": ("%l = tt.load %p, %y0, %y : @P\ntt.store %q, %l : @P", "%l = tt.load %p : @P\ntt.store %q, %l : @P", True),
    "all is loaded, and not the other": ("%l = tt.load %p, %y0, %y : @P\ntt.store %q, %l : @P", "tt.store %q, %y : @P", False),
    "memory that nobody uses": ("%l = ttg.local_alloc %x : (@A) -> @M\ntt.store %q, %y : @P", "tt.store %q, %y : @P", True),
    "memory that is used": (
        '%l = ttg.local_alloc %x : (@A) -> @M\n"some.sink"(%l) : (@M) -> ()\ntt.store %q, %y : @P',
        "tt.store %q, %y : @P",
        False,
    ),
}


@pytest.mark.parametrize("case", MEMORY.values(), ids=MEMORY)
def test_memory(case: tuple[str, str, bool]) -> None:
    before, after = (read(program(MASKS + text)) for text in case[:2])
    assert check(before, after).equal is case[2]


def test_a_dead_result_of_a_loop() -> None:
    two = loop("%b = arith.addf %a0, %y : @A\n%d = arith.addf %a1, %x : @A\nscf.yield %b, %d : @A, @A", 2, "%x, %y")
    one = loop("%b = arith.addf %a0, %y : @A\nscf.yield %b : @A")
    assert check(read(program(two)), read(program(one))).equal
    other = loop("%b = arith.addf %a0, %x : @A\nscf.yield %b : @A")
    assert not check(read(program(two)), read(program(other))).equal


def test_operands_are_exchanged_within_a_reduction() -> None:
    body = reduction("arith.addi %u0, %u1", "#c", type="i32")
    for form, equal in (("arith.addi %u1, %u0", True), ("arith.addi %u1, %u1", False), ("arith.subi %u0, %u1", False)):
        assert check(read(program(body)), read(program(body.replace("arith.addi %u0, %u1", form)))).equal is equal
    minus = body.replace("addi", "subi")
    assert not check(read(program(minus)), read(program(minus.replace("%u0, %u1 :", "%u1, %u0 :")))).equal


@pytest.mark.parametrize("format", ["f16", "bf16", "f8E5M2", "f8E4M3FN", "f8E4M3FNUZ"])
@pytest.mark.parametrize(
    ("given", "folded", "same"), [("0.0", "0.0", True), ("-0.0", "0.0", False), ("1.0", "0.0", False), ("0.0", "-0.0", False)]
)
def test_a_zero_is_cast_between_floats(format: str, given: str, folded: str, same: bool) -> None:
    type = f"tensor<128x{format}, #a>"
    before = f"%c0 = arith.constant dense<{given}> : @A\n%t = tt.fp_to_fp %c0, rounding = rtne : @A -> {type}"
    after = f"%t = arith.constant dense<{folded}> : {type}"
    assert check(read(program(sink(before, type))), read(program(sink(after, type)))).equal is same
