"""Pairs that differ in meaning where a checker may not look: what is only in the text, in regions, behind names, or not defined."""

import pytest

from egraph_opt.checker import Outcome, check
from egraph_opt.ir.module import Module
from egraph_opt.text import read
from tests.checker.programs import loop, program

DIFFERENT, UNKNOWN, EQUAL = Outcome.NOT_PROVED, Outcome.NOT_PROVED, Outcome.EQUAL


def parsed(text: str) -> Module:
    return read(program(text))


NAMES = {
    "of an unknown operation": '%t = my.op %n #attr : i32\n"some.sink"(%t) : (i32) -> ()',
    "of a known one": "%l = tt.load %p {bogus = #attr} : @P\ntt.store %q, %l : @P",
    "in an unknown region": '"some.loop"() ({\n%t = my.op %n #attr : i32\n"some.sink"(%t) : (i32) -> ()\n}) : () -> ()',
    "of a type": '%t = my.op %n : i32 using !type\n"some.sink"(%n) : (i32) -> ()',
}


@pytest.mark.parametrize("text", NAMES.values(), ids=NAMES)
def test_a_name_is_what_it_stands_for(text: str) -> None:
    def module(attr: int, type: str, one: str = "attr", other: str = "rest") -> Module:
        names = f"#{one} = #my.attr<{attr}>\n#{other} = #my.attr<3>\n!type = !my.type<{type}>\n"
        return read(names + program(text).replace("#attr", f"#{one}"))

    assert check(module(1, "a"), module(1, "a")).equal
    assert not check(module(1, "a"), module(2, "b")).equal
    assert not check(module(1, "a"), module(3, "b", "rest", "attr")).equal


DIFFERENT_WORDS = {
    "white space in a string": ('tt.load %p {note = "a b"} : @P', 'tt.load %p {note = "a  b"} : @P'),
    "what looks like a name in a string": ('tt.load %p {note = "a #b"} : @P', 'tt.load %p {note = "a #c"} : @P'),
    "an inline attribute": ("tt.load %p {note = #my.a<1>} : @P", "tt.load %p {note = #my.b<1>} : @P"),
    "a type that belongs to nobody": ("tt.load %p {note = !my.a} : @P", "tt.load %p {note = !my.b} : @P"),
}


@pytest.mark.parametrize("words", DIFFERENT_WORDS.values(), ids=DIFFERENT_WORDS)
def test_words_that_nobody_reads(words: tuple[str, str]) -> None:
    before, after = (parsed(f"%l = {text}\ntt.store %q, %l : @P") for text in words)
    assert check(before, before).equal and not check(before, after).equal


TO_B, TO_D = "%xb = ttg.convert_layout %x : @A -> @B\n", "%md = ttg.convert_layout %m : @C -> @D\n"
BRANCH = """"some.region"() ({{
^a:
"some.br"()[{}] : () -> ()
^b:
"some.end"() : () -> ()
^c:
"some.use"() : () -> ()
}}) : () -> ()"""
REGIONS = {
    "a value from outside in another layout": (
        '"some.region"() ({\n"some.use"(%x) : (@A) -> ()\n}) : () -> ()',
        TO_B + '"some.region"() ({\n"some.use"(%xb) : (@B) -> ()\n}) : () -> ()',
    ),
    "one that the region hands on": (
        '%r = "some.region"() ({\n"some.yield"(%x) : (@A) -> ()\n}) : () -> i32',
        TO_B + '%r = "some.region"() ({\n"some.yield"(%xb) : (@B) -> ()\n}) : () -> i32',
    ),
    "one that a conversion within gives": (
        '"some.region"() ({\n%u = ttg.convert_layout %m : @C -> @C\n"some.use"(%u) : (@C) -> ()\n}) : () -> ()',
        TO_D + '"some.region"() ({\n%u = ttg.convert_layout %md : @D -> @C\n"some.use"(%u) : (@C) -> ()\n}) : () -> ()',
    ),
    "an argument of a block": (
        '"some.region"() ({\n^bb0(%u: i32):\n"some.use"() : () -> ()\n}) : () -> ()',
        '"some.region"() ({\n^bb0(%u: i64):\n"some.use"() : () -> ()\n}) : () -> ()',
    ),
    "which block a branch within goes to": (
        BRANCH.format("^b, ^c"), BRANCH.format("^c, ^b"),
    ),
    "a region more": ('"some.region"() ({\n}) : () -> ()', '"some.region"() ({\n}, {\n}) : () -> ()'),
}  # fmt: skip


@pytest.mark.parametrize("name", REGIONS)
def test_what_stands_in_regions_that_nobody_knows(name: str) -> None:
    before, after = (parsed(text) for text in REGIONS[name])
    assert check(before, before).equal and check(after, after).equal
    for strict in (False, True):
        assert not check(before, after, strict).equal and not check(after, before, strict).equal


PARTITIONS = """"ttg.warp_specialize"(%n) <{partitionNumWarps = array<i32: 4>}> ({
"ttg.warp_yield"() : () -> ()
}, {
"ttg.warp_specialize.partitions"() ATTRIBUTES({
^bb0(%w: i32):
"ttg.warp_return"() : () -> ()
}) : () -> ()
MORE
}) : (i32) -> ()"""


def test_what_holds_the_partitions_is_compared_too() -> None:
    def held(attributes: str, more: str = "") -> Module:
        return parsed(PARTITIONS.replace("ATTRIBUTES", attributes).replace("MORE", more))

    assert check(held(""), held("")).equal
    assert not check(held("<{kind = 1 : i32}> "), held("<{kind = 2 : i32}> ")).equal
    assert not check(held("", '"some.effect"() : () -> ()'), held("")).equal
    assert not check(held(""), held("", '"some.effect"() : () -> ()')).equal


FOUR = "tensor<2x2xi8>"
SINK = f'"some.sink"(%t) : ({FOUR}) -> ()'
CONSTANTS = {
    "elements as a string are not all one": (
        f'%c0 = arith.constant dense<"0x01020304"> : {FOUR}\n%t = tt.trans %c0 {{order = array<i32: 1, 0>}} : {FOUR} -> {FOUR}\n{SINK}',
        f'%t = arith.constant dense<"0x01020304"> : {FOUR}\n{SINK}',
    ),
    "integers that no double holds": (
        '%t = arith.constant 9007199254740993 : ui64\n"some.sink"(%t) : (ui64) -> ()',
        '%t = arith.constant 9007199254740992 : ui64\n"some.sink"(%t) : (ui64) -> ()',
    ),
    "an index is no number of 64 bits": (
        '%t = arith.constant 4294967295 : index\n"some.sink"(%t) : (index) -> ()',
        '%t = arith.constant -1 : index\n"some.sink"(%t) : (index) -> ()',
    ),
    "the payload of no number": (
        "%t = arith.constant 0x7FC00000 : f32\ntt.store %s, %t : !tt.ptr<f32>",
        "%t = arith.constant 0x7FC00001 : f32\ntt.store %s, %t : !tt.ptr<f32>",
    ),
    "a zero spread keeps its sign": (
        "%z = arith.constant -0.0 : f32\n%t = tt.splat %z : f32 -> @A\ntt.store %p, %t : @P",
        "%t = arith.constant dense<0.0> : @A\ntt.store %p, %t : @P",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CONSTANTS)
def test_constants(name: str) -> None:
    before, after = (parsed(text) for text in CONSTANTS[name])
    assert check(before, before).equal and not check(before, after).equal and not check(after, before).equal


def test_values_behind_the_module_are_compared() -> None:
    text = program('"some.sink"() {value = dense_resource<r> : tensor<2xi8>} : () -> ()')
    resources = '\n{{-#\n  dialect_resources: {{\n    builtin: {{\n      r: "0x01000000{}"\n    }}\n  }}\n#-}}\n'
    one, other = (read(text + resources.format(bytes)) for bytes in ("0102", "0103"))
    assert check(one, one).equal and not check(one, other).equal


QUOTIENT = "%d = arith.divsi %n, %k : i32\n"
KEPT = "%u = arith.sitofp %d : i32 to f32\ntt.store %s, %u : !tt.ptr<f32>\n"
UNDEFINED = {
    "a division leaves its branch": (f"scf.if %c {{ {QUOTIENT}{KEPT} }}", f"{QUOTIENT}scf.if %c {{ {KEPT} }}", DIFFERENT),
    "a division leaves its loop": (
        f"scf.for %i = %n to %k step %n : i32 {{ {QUOTIENT}{KEPT} }}", f"{QUOTIENT}scf.for %i = %n to %k step %n : i32 {{ {KEPT} }}",
        DIFFERENT,
    ),
    "a division goes into a branch": (f"{QUOTIENT}scf.if %c {{ {KEPT} }}", f"scf.if %c {{ {QUOTIENT}{KEPT} }}", EQUAL),
    "a division is added": ("", QUOTIENT, DIFFERENT),
    "a division is dropped": (QUOTIENT, "", EQUAL),
    "a division by what is not zero": (
        f"%two = arith.constant 2 : i32\nscf.if %c {{ {QUOTIENT.replace('%k', '%two')}{KEPT} }}",
        f"%two = arith.constant 2 : i32\n{QUOTIENT.replace('%k', '%two')}scf.if %c {{ {KEPT} }}", EQUAL,
    ),
    "the least number divided by minus one": (
        f"%two = arith.constant -1 : i32\nscf.if %c {{ {QUOTIENT.replace('%k', '%two')}{KEPT} }}",
        f"%two = arith.constant -1 : i32\n{QUOTIENT.replace('%k', '%two')}scf.if %c {{ {KEPT} }}", DIFFERENT,
    ),
    "a loop that may not end is gone": (
        "scf.while : () -> () { scf.condition(%c) } do { scf.yield }\ntt.store %p, %x : @P", "tt.store %p, %x : @P", DIFFERENT,
    ),
    "a loop that may not end runs at another place": (
        "scf.if %c { scf.while : () -> () { scf.condition(%c) } do { scf.yield } }\ntt.store %p, %x : @P",
        "scf.while : () -> () { scf.condition(%c) } do { scf.yield }\ntt.store %p, %x : @P", DIFFERENT,
    ),
    "a loop counts without sign": (
        loop("%b = arith.addf %a0, %y : @A\nscf.yield %b : @A"),
        loop("%b = arith.addf %a0, %y : @A\nscf.yield %b : @A").replace("scf.for %i", "scf.for unsigned %i"), DIFFERENT,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", UNDEFINED)
def test_what_is_not_always_defined(name: str) -> None:
    before, after, expected = UNDEFINED[name]
    verdict = check(parsed(before), parsed(after))
    assert verdict.outcome is expected, str(verdict)


ATTRIBUTES = {
    "how an atomic is ordered": ("tt.atomic_rmw fadd, relaxed, gpu", "tt.atomic_rmw fadd, acq_rel, gpu"),
    "whom an atomic is ordered for": ("tt.atomic_rmw fadd, relaxed, gpu", "tt.atomic_rmw fadd, relaxed, sys"),
}


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_attributes_of_atomics(name: str) -> None:
    before, after = (parsed(f"%o = {text}, %p, %x : (@P, @A) -> @A") for text in ATTRIBUTES[name])
    assert check(before, before).equal and not check(before, after).equal


MALFORMED = {
    "a branch that converts": (
        "%u = ttg.convert_layout %x : @A -> @A\ncf.br ^bb1(%u : @A)\n^bb1(%z: @A):\ntt.store %p, %z : @P\ntt.return",
        '"cf.br"(%x)[^bb1] : (@A) -> ()\n^bb1(%z: @B):\n%u = ttg.convert_layout %z : @B -> @A\ntt.store %p, %u : @P\ntt.return',
    ),
    "a choice of another type": (
        '%z = arith.select %c, %n, %k : i32\n"some.sink"(%z) : (i32) -> ()',
        '%z = "arith.select"(%c, %n, %k) : (i1, i32, i32) -> f32\n"some.sink"(%z) : (f32) -> ()',
    ),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_what_no_compiler_takes_is_not_called_equal(name: str) -> None:
    before, after = (parsed(text) for text in MALFORMED[name])
    assert check(before, before).equal and not check(before, after).equal
    assert check(after, after).outcome is UNKNOWN


def test_a_promise_about_launches_is_none_about_calls() -> None:
    callee = "tt.func private @g(%a: !tt.ptr<f32>, %b: !tt.ptr<f32>, %v: f32) {{\n{}tt.return\n}}\n"
    caller = "tt.func @f(%a: !tt.ptr<f32>, %v: f32) {\ntt.call @g(%a, %a, %v) : (!tt.ptr<f32>, !tt.ptr<f32>, f32) -> ()\ntt.return\n}\n"
    load, store = "%l = tt.load %b : !tt.ptr<f32>\n", "tt.store %a, %v : !tt.ptr<f32>\n"
    use = "%w = arith.addf %l, %v : f32\ntt.store %a, %w : !tt.ptr<f32>\n"
    late, early = (callee.format(text + use) for text in (store + load, load + store))
    assert check(read(f"module {{ {late} }}"), read(f"module {{ {early} }}"), no_alias=True).equal
    assert not check(read(f"module {{ {late}{caller} }}"), read(f"module {{ {early}{caller} }}"), no_alias=True).equal
