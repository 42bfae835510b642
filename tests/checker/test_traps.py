from dataclasses import replace

import pytest

from egraph_opt.checker import check
from egraph_opt.text import read
from tests.checker.programs import (
    BOTH,
    COPY,
    COPY_2,
    DIFFERENT,
    EQUAL,
    FREE,
    FREE_2,
    LOAD,
    SPECIALISED,
    STORE,
    TWICE,
    UNKNOWN,
    USE,
    USE_2,
    Case,
    asm,
    in_b,
    loop,
    program,
    reduction,
)

CASES = [
    # what moves, repeats or drops nothing that matters
    Case("a conversion is the identity", "%z = arith.addf %x, %y : @A\ntt.store %p, %z : @P",
         in_b("%yb = ttg.convert_layout %y : @A -> @B\n%tb = arith.addf %xb, %yb : @B\n"), EQUAL),
    Case("a store in another layout", "tt.store %p, %x : @P",
         "%pb = ttg.convert_layout %p : @P -> @Q\n%xb = ttg.convert_layout %x : @A -> @B\ntt.store %pb, %xb : @Q", EQUAL),
    Case("a load may be repeated", LOAD + "%t = arith.addf %l, %l : @A\ntt.store %q, %t : @P",
         LOAD + "%l2 = tt.load %p : @P\n%t = arith.addf %l, %l2 : @A\ntt.store %q, %t : @P", EQUAL),
    Case("an unused load may be dropped", LOAD, "", EQUAL),
    Case("an unused load may not be added", "", LOAD, DIFFERENT),
    Case("a load may sink into a branch", LOAD + f"scf.if %c {{ {STORE} }}", f"scf.if %c {{ {LOAD}{STORE} }}", EQUAL),
    Case("a load may not leave its branch", f"scf.if %c {{ {LOAD}{STORE} }}", LOAD + f"scf.if %c {{ {STORE} }}", DIFFERENT),
    Case("a load may not leave its loop", f"scf.for %i = %n to %k step %n : i32 {{ {LOAD} tt.assert %c, \"\" : i1\n }}",
         LOAD + "scf.for %i = %n to %k step %n : i32 { tt.assert %c, \"\" : i1\n }", DIFFERENT),
    Case("memory that is written once is a value",
         "%l = ttg.local_alloc %x : (@A) -> @M\n%v = ttg.local_load %l : @M -> @A\ntt.store %p, %v : @P\ntt.store %q, %v : @P",
         "%l = ttg.local_alloc %x : (@A) -> @M\n%v = ttg.local_load %l : @M -> @A\ntt.store %p, %v : @P\n"
         "%l2 = ttg.local_alloc %x : (@A) -> @M\n%w = ttg.local_load %l2 : @M -> @A\ntt.store %q, %w : @P", EQUAL),
    Case("memory that may change is no value",
         "%l = ttg.local_alloc %x : (@A) -> @W\n%v = ttg.local_load %l : @W -> @A\nttg.local_store %y, %l : @A -> @W\ntt.store %q, %v : @P",
         "%l = ttg.local_alloc %x : (@A) -> @W\nttg.local_store %y, %l : @A -> @W\n%v = ttg.local_load %l : @W -> @A\ntt.store %q, %v : @P",
         DIFFERENT),
    Case("two memories that may change are two",
         "%l = ttg.local_alloc %x : (@A) -> @W\n%l2 = ttg.local_alloc %x : (@A) -> @W\nttg.local_store %y, %l : @A -> @W\n"
         "%v = ttg.local_load %l2 : @W -> @A\ntt.store %q, %v : @P",
         "%l = ttg.local_alloc %x : (@A) -> @W\n%l2 = ttg.local_alloc %x : (@A) -> @W\nttg.local_store %y, %l : @A -> @W\n"
         "%v = ttg.local_load %l : @W -> @A\ntt.store %q, %v : @P", DIFFERENT),
    Case("memory that is given back is no other", f"{COPY}{FREE}{COPY_2}{USE_2}", f"{COPY}{FREE}{USE}", DIFFERENT),
    Case("no other is memory that is given back", f"{COPY}{COPY_2}{FREE}{USE_2}", f"{COPY}{FREE}{USE}", DIFFERENT),
    Case("each memory is given back in its turn", f"{COPY}{FREE}{COPY_2}{FREE_2}", f"{COPY_2}{FREE_2}{COPY}{FREE}", EQUAL),
    # constants
    Case("equal elements", "%v = arith.constant dense<[3, 3]> : tensor<2xi8>\n\"some.sink\"(%v) : (tensor<2xi8>) -> ()",
         "%v = arith.constant dense<3> : tensor<2xi8>\n\"some.sink\"(%v) : (tensor<2xi8>) -> ()", EQUAL),
    Case("bits of a float", "%v = arith.constant 1.0 : f32\ntt.store %s, %v : !tt.ptr<f32>",
         "%v = arith.constant 0x3F800000 : f32\ntt.store %s, %v : !tt.ptr<f32>", EQUAL),
    Case("minus zero is not zero", "%v = arith.constant 0.0 : f32\ntt.store %s, %v : !tt.ptr<f32>",
         "%v = arith.constant -0.0 : f32\ntt.store %s, %v : !tt.ptr<f32>", DIFFERENT),
    Case("the order of elements", "%v = arith.constant dense<[3, 4]> : tensor<2xi8>\n\"some.sink\"(%v) : (tensor<2xi8>) -> ()",
         "%v = arith.constant dense<[4, 3]> : tensor<2xi8>\n\"some.sink\"(%v) : (tensor<2xi8>) -> ()", DIFFERENT),
    Case("a constant is spread", "%v = arith.constant 2.0 : f32\n%t = tt.splat %v : f32 -> @A\ntt.store %p, %t : @P",
         "%t = arith.constant dense<2.0> : @A\ntt.store %p, %t : @P", EQUAL),
    Case("another constant is spread", "%v = arith.constant 2.0 : f32\n%t = tt.splat %v : f32 -> @A\ntt.store %p, %t : @P",
         "%t = arith.constant dense<2.5> : @A\ntt.store %p, %t : @P", DIFFERENT),
    # control flow
    Case("a conditional is a choice", "%r = scf.if %c -> (@A) { scf.yield %x : @A } else { scf.yield %y : @A }\ntt.store %p, %r : @P",
         "%r = arith.select %c, %x, %y : @A\ntt.store %p, %r : @P", EQUAL),
    Case("a condition computed twice is one", TWICE.format("slt", "%d"), TWICE.format("slt", "%b"), EQUAL),
    Case("another condition is another", TWICE.format("sle", "%d"), TWICE.format("sle", "%b"), DIFFERENT),
    Case("both ways the same", "%r = scf.if %c -> (@A) { scf.yield %x : @A } else { scf.yield %x : @A }\ntt.store %p, %r : @P",
         "tt.store %p, %x : @P", EQUAL),
    Case("branches exchanged", f"{LOAD}scf.if %c {{ {STORE} }} else {{ }}", f"{LOAD}scf.if %c {{ }} else {{ {STORE} }}", DIFFERENT),
    Case("an effect without its condition", f"{LOAD}scf.if %c {{ {STORE} }}", LOAD + STORE, DIFFERENT),
    Case("a value carried twice", loop("%b = arith.addf %a0, %y : @A\nscf.yield %b : @A", after=BOTH.replace("#1", "#0")),
         loop("%b = arith.addf %a0, %y : @A\n%d = arith.addf %a1, %y : @A\nscf.yield %d, %b : @A, @A", 2, "%x, %x",
              after=BOTH), EQUAL),
    Case("carried in another layout", loop("%b = arith.addf %a0, %y : @A\nscf.yield %b : @A"),
         "%xb = ttg.convert_layout %x : @A -> @B\n%yb = ttg.convert_layout %y : @A -> @B\n"
         "%r = scf.for %i = %n to %k step %n iter_args(%a = %xb) -> (@B) : i32 {\n%b = arith.addf %a, %yb : @B\nscf.yield %b : @B\n}\n"
         "%t = ttg.convert_layout %r : @B -> @A\ntt.store %p, %t : @P", EQUAL),
    Case("a result is dropped", loop("%b = arith.addf %a0, %y : @A\nscf.yield %b, %a1 : @A, @A", 2, "%x, %y"),
         loop("%b = arith.addf %a0, %y : @A\nscf.yield %b : @A"), EQUAL),
    Case("carried in another order", loop("scf.yield %a1, %a0 : @A, @A", 2, "%x, %y"),
         loop("scf.yield %a1, %a0 : @A, @A", 2, "%y, %x", after="tt.store %p, %r#1 : @P"), EQUAL),
    Case("the other one of two that change places", loop("scf.yield %a1, %a0 : @A, @A", 2, "%x, %y"),
         loop("scf.yield %a1, %a0 : @A, @A", 2, "%y, %x"), DIFFERENT),
    Case("carried and never changed", loop("%b = arith.addf %a0, %a1 : @A\nscf.yield %b, %a1 : @A, @A", 2, "%x, %y"),
         loop("%b = arith.addf %a0, %y : @A\nscf.yield %b : @A"), EQUAL),
    Case("carried and changed later", loop("%b = arith.addf %a0, %a1 : @A\nscf.yield %b, %b : @A, @A", 2, "%x, %y"),
         loop("%b = arith.addf %a0, %y : @A\nscf.yield %b : @A"), DIFFERENT),
    Case("another initial value", loop("%b = arith.addf %a0, %y : @A\nscf.yield %b : @A"),
         loop("%b = arith.addf %a0, %y : @A\nscf.yield %b : @A", inits="%y"), DIFFERENT),
    Case("another bound", loop("%b = arith.addf %a0, %y : @A\nscf.yield %b : @A"),
         loop("%b = arith.addf %a0, %y : @A\nscf.yield %b : @A", bounds="%n to %n step %n"), DIFFERENT),
    Case("a loop without effect or use", loop("%b = arith.addf %a0, %y : @A\nscf.yield %b : @A", after=""), "", EQUAL),
    Case("a loop that may not end is added", "", "scf.while : () -> () { scf.condition(%c) } do { scf.yield }", DIFFERENT),
    Case("the counters of two nested loops with the same bounds",
         "scf.for %i = %n to %k step %n : i32 { scf.for %j = %n to %k step %n : i32 { %u = arith.sitofp %i : i32 to f32\n"
         "tt.store %s, %u : !tt.ptr<f32>\n } }",
         "scf.for %i = %n to %k step %n : i32 { scf.for %j = %n to %k step %n : i32 { %u = arith.sitofp %j : i32 to f32\n"
         "tt.store %s, %u : !tt.ptr<f32>\n } }", DIFFERENT),
    Case("the counter before and after a step", loop("%b = tt.splat %s : !tt.ptr<f32> -> @P\ntt.store %b, %a0 : @P\nscf.yield %x : @A"),
         loop("%b = tt.splat %s : !tt.ptr<f32> -> @P\ntt.store %b, %x : @P\nscf.yield %x : @A", inits="%y"), DIFFERENT),
    Case("a while loop that carries two layouts",
         "%r = scf.while (%a = %x) : (@A) -> @A {\n%g = \"some.test\"(%n) : (i32) -> i1\nscf.condition(%g) %a : @A\n} do {\n^bb0(%b: @A):\n"
         "%d = arith.addf %b, %y : @A\nscf.yield %d : @A\n}\ntt.store %p, %r : @P",
         "%xb = ttg.convert_layout %x : @A -> @B\n%r:2 = scf.while (%a = %x, %ab = %xb) : (@A, @B) -> (@A, @B) {\n"
         "%g = \"some.test\"(%n) : (i32) -> i1\nscf.condition(%g) %a, %ab : @A, @B\n} do {\n^bb0(%b: @A, %bb: @B):\n"
         "%w = ttg.convert_layout %bb : @B -> @A\n%d = arith.addf %w, %y : @A\n%e = arith.addf %b, %y : @A\n"
         "%eb = ttg.convert_layout %e : @A -> @B\nscf.yield %d, %eb : @A, @B\n}\ntt.store %p, %r#0 : @P", EQUAL),
    Case("a while loop that stops elsewhere",
         "%r = scf.while (%a = %x) : (@A) -> @A {\n%g = \"some.test\"(%n) : (i32) -> i1\nscf.condition(%g) %a : @A\n} do {\n^bb0(%b: @A):\n"
         "%d = arith.addf %b, %y : @A\nscf.yield %d : @A\n}\ntt.store %p, %r : @P",
         "%r = scf.while (%a = %x) : (@A) -> @A {\n%g = \"some.test\"(%n) : (i32) -> i1\n%d = arith.addf %a, %y : @A\n"
         "scf.condition(%g) %d : @A\n} do {\n^bb0(%b: @A):\nscf.yield %b : @A\n}\ntt.store %p, %r : @P", DIFFERENT),
    # blocks
    Case("what follows an early return", "cf.cond_br %c, ^bb1, ^bb2\n^bb1:\ntt.return\n^bb2:\ntt.store %p, %x : @P\ntt.return",
         "cf.cond_br %c, ^bb1, ^bb2\n^bb1:\ntt.return\n^bb2:\ntt.store %p, %y : @P\ntt.return", DIFFERENT),
    Case("the blocks have other names", "cf.cond_br %c, ^bb1, ^bb2\n^bb1:\ntt.return\n^bb2:\ntt.store %p, %x : @P\ntt.return",
         "cf.cond_br %c, ^u, ^v\n^v:\ntt.store %p, %x : @P\ntt.return\n^u:\ntt.return", EQUAL),
    Case("the branch goes the other way", "cf.cond_br %c, ^bb1, ^bb2\n^bb1:\ntt.return\n^bb2:\ntt.store %p, %x : @P\ntt.return",
         "cf.cond_br %c, ^bb2, ^bb1\n^bb1:\ntt.return\n^bb2:\ntt.store %p, %x : @P\ntt.return", DIFFERENT),
    Case("blocks receive values", "cf.cond_br %c, ^bb1(%x : @A), ^bb1(%y : @A)\n^bb1(%z: @A):\ntt.store %p, %z : @P\ntt.return",
         "%xb = ttg.convert_layout %x : @A -> @B\n%yb = ttg.convert_layout %y : @A -> @B\n"
         "cf.cond_br %c, ^bb1(%xb : @B), ^bb1(%yb : @B)\n^bb1(%z: @B):\n%t = ttg.convert_layout %z : @B -> @A\n"
         "tt.store %p, %t : @P\ntt.return",
         EQUAL),
    Case("blocks receive other values", "cf.cond_br %c, ^bb1(%x : @A), ^bb1(%y : @A)\n^bb1(%z: @A):\ntt.store %p, %z : @P\ntt.return",
         "cf.cond_br %c, ^bb1(%y : @A), ^bb1(%x : @A)\n^bb1(%z: @A):\ntt.store %p, %z : @P\ntt.return", DIFFERENT),
    Case("a loop of blocks", "cf.br ^bb1(%x : @A)\n^bb1(%z: @A):\n%t = arith.addf %z, %y : @A\ntt.store %p, %t : @P\n"
         "cf.cond_br %c, ^bb1(%t : @A), ^bb2\n^bb2:\ntt.return",
         "cf.br ^bb1(%x : @A)\n^bb1(%z: @A):\n%t = arith.addf %z, %y : @A\ntt.store %p, %z : @P\n"
         "cf.cond_br %c, ^bb1(%t : @A), ^bb2\n^bb2:\ntt.return", DIFFERENT),
    # effects
    Case("impure assembly happens twice", asm("false", 1, "%t0 %t1") + "%z = arith.subf %t0, %t1 : @A\ntt.store %p, %z : @P",
         asm("false", 1) + "%z = arith.subf %t0, %t0 : @A\ntt.store %p, %z : @P", DIFFERENT),
    Case("pure assembly may be merged", asm("true", 1, "%t0 %t1") + "%z = arith.subf %t0, %t1 : @A\ntt.store %p, %z : @P",
         asm("true", 1) + "%z = arith.subf %t0, %t0 : @A\ntt.store %p, %z : @P", EQUAL),
    Case("an assumption may be lost", "llvm.intr.assume %c : i1", "", EQUAL),
    Case("an assumption is added", "", "llvm.intr.assume %c : i1", DIFFERENT),
    Case("a barrier is lost", "tt.store %p, %x : @P\ngpu.barrier\n" + LOAD + STORE, "tt.store %p, %x : @P\n" + LOAD + STORE, DIFFERENT),
    Case("a volatile load is lost", "%l = tt.load %p {isVolatile = true} : @P", "", DIFFERENT),
    Case("an atomic happens twice", "%o = tt.atomic_rmw fadd, relaxed, gpu, %p, %x : (@P, @A) -> @A",
         "%o = tt.atomic_rmw fadd, relaxed, gpu, %p, %x : (@P, @A) -> @A\n%o2 = tt.atomic_rmw fadd, relaxed, gpu, %p, %x : (@P, @A) -> @A",
         DIFFERENT),
    Case("a load moves over a store", LOAD + "tt.store %p, %x : @P\n" + STORE, "tt.store %p, %x : @P\n" + LOAD + STORE, DIFFERENT),
    Case("a load in a loop sees the last store", f"scf.for %i = %n to %k step %n : i32 {{ {LOAD}{STORE} }}",
         f"{LOAD}scf.for %i = %n to %k step %n : i32 {{ {STORE} }}", DIFFERENT),
    Case("stores change places", "tt.store %p, %x : @P\ntt.store %q, %y : @P", "tt.store %q, %y : @P\ntt.store %p, %x : @P", DIFFERENT),
    Case("an address loses a term", "%t = tt.splat %s : !tt.ptr<f32> -> @P\n%o = arith.remsi %n, %k : i32\n"
         "%u = tt.splat %o : i32 -> tensor<128xi32, #a>\n%v = tt.addptr %t, %u : @P, tensor<128xi32, #a>\ntt.store %v, %x : @P",
         "%t = tt.splat %s : !tt.ptr<f32> -> @P\n%u = tt.splat %n : i32 -> tensor<128xi32, #a>\n"
         "%v = tt.addptr %t, %u : @P, tensor<128xi32, #a>\ntt.store %v, %x : @P", DIFFERENT),
    Case("a keyword that nobody knows", "%l = tt.load %p : @P\n" + STORE, "%l = tt.load %p {bogus = 3 : i32} : @P\n" + STORE, DIFFERENT),
    Case("an attribute of a loop", loop("%b = arith.addf %a0, %y : @A\nscf.yield %b : @A"),
         loop("%b = arith.addf %a0, %y : @A\nscf.yield %b : @A").replace("}\ntt", "} {tt.num_stages = 3 : i32}\ntt"), DIFFERENT),
    # what is not known
    Case("an unknown operation is as it was", '%t = "some.op"(%x) {n = 1} : (@A) -> @A\ntt.store %p, %t : @P',
         '%t = "some.op"(%x) {n = 1} : (@A) -> @A\ntt.store %p, %t : @P', EQUAL),
    Case("an unknown operation in another layout", '%t = "some.op"(%x) : (@A) -> @A\ntt.store %p, %t : @P',
         in_b('%tb = "some.op"(%xb) : (@B) -> @B\n'), UNKNOWN),
    Case("an unknown operation is lost", '%t = "some.op"(%x) : (@A) -> @A', "", DIFFERENT),
    Case("an unknown region changes", '"some.loop"(%c) ({\n^bb0(%v: i32):\n"some.end"(%v) : (i32) -> ()\n}) : (i1) -> ()',
         '"some.loop"(%c) ({\n^bb0(%v: i32):\n"some.end"(%n) : (i32) -> ()\n}) : (i1) -> ()', UNKNOWN),
    Case("an unknown region with other names", '"some.loop"(%c) ({\n^bb0(%v: i32):\n"some.end"(%v) : (i32) -> ()\n}) : (i1) -> ()',
         '"some.loop"(%c) ({\n^bb0(%w: i32):\n"some.end"(%w) : (i32) -> ()\n}) : (i1) -> ()', EQUAL),
    Case("a type that cannot be read", '%t = "some.op"() : () -> tensor<?xf32>\n%u = arith.negf %t : tensor<?xf32>',
         '%t = "some.op"() : () -> tensor<?xf32>\n%u = arith.negf %t : tensor<?xf32>', UNKNOWN),
    Case("a conversion of shape", "tt.store %p, %x : @P", "%z = ttg.convert_layout %x : @A -> tensor<64xf32, #a>\ntt.store %p, %x : @P",
         UNKNOWN),
    Case("a value is yielded in another layout than it is carried in", loop("scf.yield %x : @A"),
         "%xb = ttg.convert_layout %x : @A -> @B\n" + loop("scf.yield %xb : @B"), UNKNOWN),
    Case("warp specialisation is as it was", SPECIALISED, SPECIALISED, EQUAL),
    Case("another partition", SPECIALISED, SPECIALISED.replace("arith.addi", "arith.muli"), DIFFERENT),
    Case("another number of warps", SPECIALISED, SPECIALISED.replace("num_warps(4)", "num_warps(8)"), DIFFERENT),
    # layouts that values depend on
    Case("a sum of floats", reduction("arith.addf %u0, %u1", "#c"), reduction("arith.addf %u0, %u1", "#d"), EQUAL, DIFFERENT),
    Case("a maximum", reduction("arith.maxnumf %u0, %u1", "#c"), reduction("arith.maxnumf %u0, %u1", "#d"), EQUAL),
    Case("a sum of integers", reduction("arith.addi %u0, %u1", "#c", type="i32"), reduction("arith.addi %u0, %u1", "#d", type="i32"),
         EQUAL),
    Case("what returns its first argument has an order", reduction("arith.addi %u0, %u1", "#c", "%u0", "i32"),
         reduction("arith.addi %u0, %u1", "#d", "%u0", "i32"), EQUAL, DIFFERENT),
    Case("what subtracts has an order", reduction("arith.subi %u0, %u1", "#c", type="i32"),
         reduction("arith.subi %u0, %u1", "#d", type="i32"),
         EQUAL, DIFFERENT),
    Case("a sum that must not overflow on the way", reduction("arith.addi %u0, %u1 overflow<nsw>", "#c", type="i32"),
         reduction("arith.addi %u0, %u1 overflow<nsw>", "#d", type="i32"), EQUAL, DIFFERENT),
    Case("another combination", reduction("arith.addf %u0, %u1", "#c"), reduction("arith.addf %u1, %u0", "#c"), DIFFERENT),
    Case("other names in the combination", reduction("arith.addf %u0, %u1", "#c"),
         reduction("arith.addf %u0, %u1", "#c").replace("%u0", "%v"), EQUAL),
    Case("elements may be reordered", "%t0 = tt.reshape %x allow_reorder : @A -> @A\ntt.store %p, %t0 : @P",
         in_b("%tb = tt.reshape %xb allow_reorder : @B -> @B\n"), EQUAL, DIFFERENT),
    Case("elements keep their order", "%t0 = tt.reshape %x : @A -> @A\ntt.store %p, %t0 : @P",
         in_b("%tb = tt.reshape %xb : @B -> @B\n"), EQUAL),
    Case("assembly takes several elements at a time", asm("true", 2) + "tt.store %p, %t0 : @P",
         in_b(asm("true", 2).replace("@A -> @A", "@B -> @B").replace("%x", "%xb").replace("%t0", "%tb")), EQUAL, DIFFERENT),
]  # fmt: skip


def test_a_value_that_does_not_dominate_its_use() -> None:
    """No text has it, since the reader refuses it."""
    text = program(
        "cf.cond_br %c, ^bb1, ^bb2\n^bb1:\n%z = arith.addf %x, %y : @A\ncf.br ^bb2\n^bb2:\ntt.store %p, %x : @P\ntt.return"
    )
    module = read(text)
    (function,) = module.functions()
    (body,) = function.regions
    (made,) = body.blocks[1].ops[0].results
    store, end = body.blocks[2].ops
    last = replace(body.blocks[2], ops=(replace(store, operands=(store.operands[0], made)), end))
    wrong = replace(function, regions=(replace(body, blocks=(*body.blocks[:2], last)),))
    assert check(module, module.replace_functions({function: wrong})).outcome is UNKNOWN


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_trap(case: Case) -> None:
    before, after = read(program(case.before)), read(program(case.after))
    for strict, expected in ((False, case.expected), (True, case.strict or case.expected)):
        verdict = check(before, after, strict)
        assert verdict.outcome is expected, (strict, str(verdict))
        assert verdict.equal == (not verdict.reason)
    assert check(before, before, strict=True).equal or case.expected is UNKNOWN
    assert check(after, after, strict=True).equal or case.expected is UNKNOWN
