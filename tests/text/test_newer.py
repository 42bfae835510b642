"""What Triton's parser accepts is read, whatever its spelling or version; what it refuses near that is refused."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from benchmarks.trust.triton_tests.reading import FORMS, forgotten
from egraph_opt import check
from egraph_opt.baseline.libtriton import ask
from egraph_opt.ir.declaration_lookup import Effect, declaration
from egraph_opt.ir.module import InputError, Module
from egraph_opt.text import read, write

LAYOUTS = """#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
"""
BODY = (
    LAYOUTS.replace("{", "{{").replace("}", "}}")
    + """module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32}} {{
  tt.func public @f(%x: tensor<128xi32, #b>, %y: tensor<128xf32, #b>, %p: tensor<128x!tt.ptr<i32>, #b>, %q: !tt.ptr<i32>,
                    %n: i32, %c: i1, %i: index, %m: !ttg.memdesc<1xi64, #s, #smem, mutable>) {{
    {}
    tt.return
  }}
}}
"""
)
T = "tensor<128xi32, #b>"
READ = [
    f'%r = arith.cmpi "slt", %x, %x : {T}',
    '%r = arith.cmpf "oeq", %y, %y : tensor<128xf32, #b>',
    '%r = tt.get_program_id "x" : i32',
    '%r = tt.load %p cacheModifier = "ca" : tensor<128x!tt.ptr<i32>, #b>',
    '%r = arith.truncf %y "downward" : tensor<128xf32, #b> to tensor<128xf16, #b>',
    f"%r = arith.addi %x, %x : tensor <128xi32, #b>\n    %s = arith.addi %r, %x : {T}",
    f"%r = arith.addi %x, %x : tensor<128 x i32 , #b>\n    %s = arith.addi %r, %x : {T}",
    "%r = tt.load %p, : tensor<128x!tt.ptr<i32>, #b>",
    "tt.store %p, %x, : tensor<128x!tt.ptr<i32>, #b>",
    "%r = tt.load %p : tensor<128x!tt.ptr<i32, 1>, #b>",
    "%r = tt.splat %q : !tt.ptr<i32,1> -> tensor<128x!tt.ptr<i32>, #b>",
    "ttng.arrive_barrier %m, 1 : !ttg.memdesc<1xi64, #s, #smem, mutable, 1>",
    "llvm.intr.assume %c : i1 {ttg.partition = array<i32: 1, 2>}",
    f"%r = scf.execute_region -> {T} no_inline {{\n      scf.yield %x : {T}\n    }} {{note = 1 : i32}}",
    "%r:2 = scf.execute_region -> (i32, i1) {\n      scf.yield %n, %c : i32, i1\n    }\n    llvm.intr.assume %r#1 : i1",
    "scf.execute_region {\n      scf.yield\n    }",
    "%r = scf.index_switch %i {note = 1 : i32} -> i32\n    case 2 {\n      scf.yield %n : i32\n    }\n    default {\n"
    "      scf.yield %n : i32\n    }",
]
"""Operations that Triton 3.6 reads, in spellings that it does not print."""


def test_what_triton_reads_comes_back_as_the_same_module() -> None:
    pytest.importorskip("triton")
    texts = [BODY.format(line) for line in READ]
    before = ask("accept", texts)
    assert [line for line, answer in zip(READ, before, strict=True) if answer.text is None] == []
    for form in FORMS:
        after = ask("accept", [write(anew(text), form) for text in texts])
        assert [a.text for a in after] == [b.text for b in before]


def anew(text: str) -> Module:
    """A module none of whose operations is copied from its source."""
    module = read(text)
    return replace(module, op=forgotten(module.op))


REFUSED = [
    (f'%r = arith.cmpi "slit", %x, %x : {T}', "expected"),
    (f'%r = arith.cmpi "slt" "slt", %x, %x : {T}', "expected"),
    ("%r = tt.load %p, %c, %n, : tensor<128x!tt.ptr<i32>, #b>", "expected"),
    ("%r = tt.load %p : tensor<128x!tt.ptr<i32, 3>, #b>", "was defined with type"),
    ("ttng.arrive_barrier %m, 1 : !ttg.memdesc<1xi64, #s, #smem, mutable, 2x1>", "was defined with type"),
    (f"%r = arith.addi %x, %x : tensor<64 x i32, #b>\n    %s = arith.addi %r, %x : {T}", "was defined with type"),
    (f"%r = arith.addi %x, %x : {T} {{note = 1 : i32}}", "expected the end of the operation"),
    ("%r:2 = scf.execute_region -> (i32) {\n      scf.yield %n : i32\n    }", "1 result"),
    ("scf.execute_region {\n      tt.return\n    }", "cannot stand in"),
    ("%r = scf.index_switch %n -> i32\n    default {\n      scf.yield %n : i32\n    }", "was defined with type i32"),
]


@pytest.mark.parametrize(("line", "message"), REFUSED, ids=[row[0][:50] for row in REFUSED])
def test_what_triton_refuses_near_that_is_refused(line: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        read(BODY.format(line))
    assert error.value.line


@pytest.mark.parametrize("between", [" ", "", "\n", " // c\n"])
def test_aliases_may_share_a_line(between: str) -> None:
    first, second, third = LAYOUTS.splitlines()
    module = read(f"{first}{between}{second}{between}{third} !t = {T} #n = 4 : i32{between or ' '}module {{\n}}\n")
    assert module.aliases["#s"] == second[5:]
    assert module.aliases["!t"] == T.replace("#b", first[5:])
    assert module.aliases["#n"] == "4 : i32"


def test_an_alias_is_one_attribute() -> None:
    with pytest.raises(InputError, match="expected the end of it"):
        read("#n = 4 : i32 5\nmodule {\n}\n")


NEWER = [
    "ttng.tc_gen5_commit %m descs %m : !ttg.memdesc<1xi64, #s, #smem, mutable>, !ttg.memdesc<1xi64, #s, #smem, mutable>",
    "ttng.wait_barrier %m, %n per %n : !ttg.memdesc<1xi64, #s, #smem, mutable>, i32, i32",
    "%r = ttg.local_load %m by %n : !ttg.memdesc<1xi64, #s, #smem, mutable>, i32 -> tensor<1xi64, #b>",
    "%r, %s = ttng.tmem_load %m : !ttg.memdesc<1xi64, #s, #smem, mutable> -> tensor<1xi64, #b>, tensor<1xi64, #b>, i32",
    "%r = tt.load %p speculative : tensor<128x!tt.ptr<i32>, #b>",
    "%r = amdg.later_wait %n {count = 1 : i32}\n    %s = ttg.async_wait %r {num = 0 : i32}",
    "%r = nvg.base",
    "%r = their.test %n : i32\n    scf.if %r {\n      tt.return2\n    }",
    "their.block %n {pa = i8, control = Default} : i32",
    "%r = their.loop (%k = %n) {\n      their.use %k : i32\n    }",
    "their.body (%k: i32, %l: tensor<2xf32>) {\n      their.use %k, %l : i32, tensor<2xf32>\n    }",
]


@pytest.mark.parametrize("line", NEWER, ids=[line[:40] for line in NEWER])
def test_an_operation_in_an_unknown_form_is_kept_as_it_is(line: str) -> None:
    text = BODY.format(line)
    module = read(text)
    assert write(module) == text
    again = write(anew(text))
    assert again.split() == text.split()
    assert check(text, again).equal
    first = next(op for op in module.op.walk() if op.line == 7)
    assert declaration(first).effect is Effect.OPAQUE


MISTAKES = [
    ("%r = ttg.local_load %m %n : !ttg.memdesc<1xi64, #s, #smem, mutable> -> tensor<1xi64, #b>", "expected 'token' or ':'"),
    (
        "%r = ttg.local_load %m %n by : !ttg.memdesc<1xi64, #s, #smem, mutable> -> tensor<1xi64, #b>",
        "unknown form of ttg.local_load",
    ),
    ("%r = tt.load %p %c : tensor<128x!tt.ptr<i32>, #b>", "expected"),
    ("%r = tt.addptr %p, %x : tensor<128x!tt.ptr<i32>, #b>", "expected"),
    (f"%r = arith.addi %x, %x gently : {T}", "expected"),
    (f"%r = arith.addi %x, %x : {T} {T}", "expected the end of the operation"),
    ("%r = tt.splat %n : i32 tensor<4xi32>", "expected"),
    (f"%r = ttg.convert_layout %x {T} -> {T}", "expected ':'"),
    ("%r = tt.addptr %q, %n : !tt.ptr !tt.ptr<i32>, i32", "expected"),
    ("%r = ttg.convert_layout %x : tensor<128xi32 #b> -> tensor<128xi32, #b>", "expected"),
    ("%r = their.test %n : i32\n    %s = arith.addi %r, %r : i32\n    scf.if %r {\n    }", "was defined with type i32"),
]


@pytest.mark.parametrize(("line", "message"), MISTAKES, ids=[row[0][:40] for row in MISTAKES])
def test_a_mistake_is_no_new_form(line: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        read(BODY.format(line))
    assert not re.search(r"\b(\d+) operands?, but \1 types?", str(error.value))


def test_another_word_of_an_unknown_form_is_another_operation() -> None:
    line = NEWER[0]
    assert not check(BODY.format(line), BODY.format(line.replace("descs", "masks"))).equal


def test_the_arguments_of_a_function_of_another_dialect_are_its_own() -> None:
    text = """module {
  llvm.func @printer(%p: !llvm.ptr, ...) -> i32
  llvm.func @g(%a: !llvm.ptr<1> {tt.divisibility = 16 : i32}, %n: i32) attributes {noinline = false} {
    %s = llvm.add %n, %n : i32
    llvm.return
  }
  llvm.func @h(%n: i32) {
    %s = llvm.add %n, %n : i32
    llvm.return
  }
}
"""
    assert write(read(text)) == text
    assert "^bb0" not in write(read(text), "generic")  # its header names the arguments
    with pytest.raises(InputError, match=r"use of undeclared SSA value name '%a'"):
        read(text.replace("%s = llvm.add %n, %n : i32\n    llvm.return\n  }\n}", "llvm.use %a : i32\n    llvm.return\n  }\n}"))


OLD = [
    'module attributes {"triton_gpu.num-warps" = 4 : i32} {\n}\n',
    "#b = #triton_gpu.blocked<{sizePerThread = [1]}>\nmodule {\n}\n",
    "module {\n  tt.func @f(%a: i32) {\n    %b = triton_nvidia_gpu.wait %a : i32\n    tt.return\n  }\n}\n",
    "module {\n  tt.func @f(%a: i32) {\n    %b = tt.splat %a : (i32) -> tensor<4xi32>\n    tt.return\n  }\n}\n",
]


@pytest.mark.parametrize("text", OLD)
def test_ir_of_before_2025_is_named_as_that(text: str) -> None:
    with pytest.raises(InputError, match="before 2025") as error:
        read(text)
    assert error.value.line
    assert "3.3 or newer" in error.value.note


def test_a_mention_of_the_old_name_is_no_old_ir() -> None:
    text = 'module {\n  // triton_gpu.x\n  tt.func @f() {\n    tt.return loc("triton_gpu.py":1:1)\n  }\n}\n'
    assert write(read(text)) == text


def test_a_module_of_aliases_alone_is_empty() -> None:
    module = read("#n = 4 : i32\n")
    assert module.functions() == ()
    assert write(module) == "#n = 4 : i32\n"
    with pytest.raises(InputError, match="holds no operation"):
        read("// nothing\n")
