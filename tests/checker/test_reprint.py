"""A reprint is equal in every form: pretty or generic, with other labels, with layouts and types said in another way."""

import pytest

from egraph_opt.checker import check
from egraph_opt.text import read, write
from tests.support.kernels import program_text

HEAD = """#a = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
#s = #ttg.padded_shared<[4:+4] {offset=[[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]], block=[]}>
#t = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
"""
BASES, ORDER = "{offset=[[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]], block=[]}", "{order = [1, 0], shape = [4, 8]}"
PADDED = """tt.func @f(%x: tensor<4x8xf16, #a>) {
  %m = ttg.local_alloc %x : (tensor<4x8xf16, #a>) -> !ttg.memdesc<4x8xf16, #s, #smem, mutable>
  "some.sink"(%m) : (!ttg.memdesc<4x8xf16, #s, #smem, mutable>) -> ()
  tt.return
}"""
REGION = program_text("checker/reprint.region")
AREF = """tt.func @f(%d: !ttg.memdesc<1x64x16xf16, #t, #smem>, %n: i32) {
  %o = nvws.aref.create %d : !nvws.aref<[!ttg.memdesc<1x64x16xf16, #t, #smem>]>
  %b, %k = nvws.aref.put.enter %o[%n] : !nvws.aref<[!ttg.memdesc<1x64x16xf16, #t, #smem>]>
    -> !ttg.memdesc<64x16xf16, #t, #smem>, !ttg.async.token
  tt.return
}"""
WAIT = """tt.func @f() {
  amdg.async_tdm_wait {num = 0 : i32}
  tt.return
}"""
GROUP = """tt.func @f(%n: i32) {
  nvws.warp_group
  partition0 num_warps(8) {
    "some.sink"(%n) : (i32) -> ()
    nvws.warp_group.return
  }
  tt.return
}"""
OUTSIDE = """tt.func private @g(i32 {tt.divisibility = 16 : i32}) -> i32
llvm.func @h(%a: i32) -> i32 {
  llvm.return %a : i32
}
tt.func @f() {
  tt.return
}"""
LOWERED = """llvm.func @f(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %x: i32) attributes {noinline = false} {
  %0 = ttg.local_alloc : () -> !ttg.memdesc<64xi32, #t, #smem, mutable>
  %s = proton_gpu.segment_alloc %0 : !ttg.memdesc<64xi32, #t, #smem, mutable> -> !proton_gpu.segment<256, #smem, warp>
  proton_gpu.circular_store start %s, %x {scopeId = 1 : i32, other = 2 : i32} : !proton_gpu.segment<256, #smem, warp>, i32
  llvm.store %x, %p : i32, !llvm.ptr<1>
  %l = llvm.load %q : !llvm.ptr<1> -> i32
  llvm.store %l, %p : i32, !llvm.ptr<1>
  llvm.return
}"""
PROGRAMS = {
    "padded": PADDED,
    "region": REGION,
    "aref": AREF,
    "wait": WAIT,
    "group": GROUP,
    "outside": OUTSIDE,
    "lowered": LOWERED,
}
SAME = {
    "a padded map in order": (PADDED, BASES, ORDER),
    "labels": (REGION, "bb1", "first"),
    "a yield that may be left out": (REGION, "(i32) -> ()\n    }", "(i32) -> ()\n      scf.yield\n    } else {\n    }"),
    "a type without its name": (AREF, "!nvws.aref<", "<"),
    "a type that is left out after an arrow": (LOWERED, "-> !proton_gpu.segment<", "-> <"),
    "attributes in another order": (LOWERED, "scopeId = 1 : i32, other = 2 : i32", "other = 2 : i32, scopeId = 1 : i32"),
    "an argument's name": (LOWERED, "%x", "%arg2"),
    "radix": (WAIT, "{num = 0 : i32}", "{num = 0x0 : i32}"),
}
OTHERS = {
    "a padded map in another order": (PADDED, BASES, "{order = [0, 1], shape = [4, 8]}"),
    "a padded map of another shape": (PADDED, BASES, "{order = [1, 0], shape = [8, 4]}"),
    "other padding": (PADDED, "[4:+4]", "[4:+8]"),
    "another target": (REGION, "%c, ^bb1(%n : i32), ^bb2(%n, %n : i32, i32)", "%c, ^bb2(%n, %n : i32, i32), ^bb1(%n : i32)"),
    "a region that may be inlined": (REGION, " no_inline", ""),
    "another value on the way": (REGION, "^bb2(%a, %n", "^bb2(%n, %a"),
    "another stage": (REGION, '"one"', '"two"'),
    "another buffer": (AREF, "1x64x16xf16", "1x16x64xf16"),
    "another number": (WAIT, "num = 0", "num = 1"),
    "other warps": (GROUP, "num_warps(8)", "num_warps(4)"),
    "another hint of a declaration": (OUTSIDE, "= 16", "= 32"),
    "another name": (LOWERED, "@f(", "@g("),
    "another attribute of an argument": (LOWERED, "%p: !llvm.ptr<1>,", "%p: !llvm.ptr<1> {llvm.noalias},"),
    "another attribute of a function": (LOWERED, "noinline = false", "noinline = true"),
    "another visibility": (LOWERED, "llvm.func @f", "llvm.func internal @f"),
    "another segment": (LOWERED, "segment<256", "segment<512"),
    "a load from another pointer": (LOWERED, "llvm.load %q", "llvm.load %p"),
    "a volatile load": (LOWERED, "llvm.load %q", "llvm.load volatile %q"),
    "a load before the store": (
        LOWERED,
        "  llvm.store %x, %p : i32, !llvm.ptr<1>\n  %l = llvm.load %q : !llvm.ptr<1> -> i32\n",
        "  %l = llvm.load %q : !llvm.ptr<1> -> i32\n  llvm.store %x, %p : i32, !llvm.ptr<1>\n",
    ),
    "another declaration": (OUTSIDE, "-> i32\nllvm", "-> i64\nllvm"),
}


def text(body: str) -> str:
    return f'{HEAD}module attributes {{"ttg.num-warps" = 8 : i32, "ttg.threads-per-warp" = 64 : i32}} {{\n{body}\n}}\n'


@pytest.mark.parametrize("body", PROGRAMS.values(), ids=PROGRAMS)
def test_the_generic_form_is_equal(body: str) -> None:
    module = read(text(body))
    again = read(write(module, "generic"))
    assert check(module, again).equal and check(again, module).equal
    assert write(again, "generic") == write(module, "generic")


@pytest.mark.parametrize("case", SAME.values(), ids=SAME)
def test_two_spellings_are_equal(case: tuple[str, str, str]) -> None:
    before = text(case[0])
    assert before != (after := before.replace(*case[1:]))
    for form in ("source", "generic"):
        assert check(read(before), read(write(read(after), form))).equal  # type: ignore[arg-type]


@pytest.mark.parametrize("case", OTHERS.values(), ids=OTHERS)
def test_neighbours_are_not_equal(case: tuple[str, str, str]) -> None:
    before = text(case[0])
    assert before != (after := before.replace(*case[1:]))
    assert not check(read(before), read(after)).equal and not check(read(before), read(write(read(after), "generic"))).equal


def test_a_constant_of_a_resource_may_have_another_layout() -> None:
    body = (
        "tt.func @f() {{\n%c = arith.constant dense_resource<w> : tensor<8x8xf32, {0}>\n{1}"
        '"some.sink"(%d) : (tensor<8x8xf32, #a>) -> ()\ntt.return\n}}'
    )
    held = '{-#\n  dialect_resources: {\n    builtin: {\n      w: "0x0400000000000080"\n    }\n  }\n#-}\n'
    other = "#ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 8], order = [0, 1]}>"
    moved = "%d = ttg.convert_layout %c : tensor<8x8xf32, {}> -> tensor<8x8xf32, #a>\n"
    before, after = (read(text(body.format(layout, moved.format(layout))) + held) for layout in ("#a", other))
    assert check(before, after).equal
    assert not check(before, read(text(body.format("#a", moved.format("#a"))) + held.replace("80", "81"))).equal
