"""Programs whose accesses have an order that copies through descriptors may break."""

from __future__ import annotations

from unittest import mock

from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.forms.descriptor_hazards import MemoryOrder

TILE, POINTERS = "tensor<16x32xf32>", "tensor<16x32x!tt.ptr<f32>>"
HEAD = f"""
    %range = tt.make_range {{end = 16 : i32, start = 0 : i32}} : tensor<16xi32>
    %wide = tt.make_range {{end = 32 : i32, start = 0 : i32}} : tensor<32xi32>
    %down = tt.expand_dims %range {{axis = 1 : i32}} : tensor<16xi32> -> tensor<16x1xi32>
    %right = tt.expand_dims %wide {{axis = 0 : i32}} : tensor<32xi32> -> tensor<1x32xi32>
    %pitch = arith.constant dense<32> : tensor<16x1xi32>
    %rows = arith.muli %down, %pitch : tensor<16x1xi32>
    %below = tt.broadcast %rows : tensor<16x1xi32> -> tensor<16x32xi32>
    %across = tt.broadcast %right : tensor<1x32xi32> -> tensor<16x32xi32>
    %at = arith.addi %below, %across : tensor<16x32xi32>
    %half = arith.constant dense<256> : tensor<16x32xi32>
    %next = arith.constant dense<512> : tensor<16x32xi32>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c8 = arith.constant 8 : i32
    %c256 = arith.constant 256 : i32
    %c512 = arith.constant 512 : i32
    %c4096 = arith.constant 4096 : i32
    %truth = arith.cmpi slt, %n, %c8 : i32
    %first = tt.broadcast %down : tensor<16x1xi32> -> tensor<16x32xi32>
    %corner = arith.addi %first, %across : tensor<16x32xi32>
    %limit = tt.splat %n : i32 -> tensor<16x32xi32>
    %triangle = arith.cmpi slt, %corner, %limit : tensor<16x32xi32>
    %ps = tt.splat %p : !tt.ptr<f32> -> {POINTERS}
    %qs = tt.splat %q : !tt.ptr<f32> -> {POINTERS}
    %p0 = tt.addptr %ps, %at : {POINTERS}, tensor<16x32xi32>
    %q0 = tt.addptr %qs, %at : {POINTERS}, tensor<16x32xi32>
    %p8 = tt.addptr %p0, %half : {POINTERS}, tensor<16x32xi32>
    %p16 = tt.addptr %p0, %next : {POINTERS}, tensor<16x32xi32>
    %zero = arith.constant dense<0.000000e+00> : {TILE}
    %one = arith.constant dense<1.000000e+00> : {TILE}"""


def store(where: str, what: str = "%zero", mask: str = "") -> str:
    return f"tt.store {where}, {what}{f', {mask}' if mask else ''} : {POINTERS}\n"


def load(name: str, where: str) -> str:
    return f"{name} = tt.load {where} : {POINTERS}\n"


def loop(body: str, counter: str = "%i") -> str:
    return f"scf.for {counter} = %c0 to %c8 step %c1 : i32 {{\n{body}}}\n"


def moved(by: str, counter: str = "%i", name: str = "%pi", of: str = "%p0") -> str:
    """A tile that each iteration moves by so many elements."""
    return f"""{name}_by = arith.muli {counter}, {by} : i32
    {name}_all = tt.splat {name}_by : i32 -> tensor<16x32xi32>
    {name} = tt.addptr {of}, {name}_all : {POINTERS}, tensor<16x32xi32>
    """


def branch(then: str, other: str = "") -> str:
    return f"scf.if %truth {{\n{then}}}{f' else {{{chr(10)}{other}}}' if other else ''}\n"


def module(body: str, rest: str = "") -> str:
    return f"""
module {{
  tt.func public @order(%p: !tt.ptr<f32> {{tt.divisibility = 16 : i32}}, %q: !tt.ptr<f32> {{tt.divisibility = 16 : i32}}, %n: i32) {{{HEAD}
    {body}
    tt.return
  }}
{rest}}}
"""


ATOMIC = "%old = tt.atomic_rmw fadd, acq_rel, gpu, %q, %f : (!tt.ptr<f32>, f32) -> f32\n"
SCALAR = "%f = arith.constant 1.000000e+00 : f32\n"
WORDS = 'constraints = "=r,r", packed_element = 1 : i32, pure = PURE'
ASM = f'%asm = tt.elementwise_inline_asm "mov.b32 $0, $1;" {{{WORDS}}} %one : {TILE} -> {TILE}\n'
DESCRIPTOR = """%rows64 = arith.constant 32 : i64
    %unit = arith.constant 1 : i64
    %c32 = arith.constant 32 : i32
    %made = tt.make_tensor_descriptor %p, [%c32, %c32], [%rows64, %unit] : <f32>, <tensor<16x32xf32>>
    """
COPY = "tt.descriptor_store %made[%c0, %c0], %one : !tt.tensordesc<tensor<16x32xf32>>, tensor<16x32xf32>\n"
WHILE = """%end = scf.while (%i = %c0) : (i32) -> i32 {
      %more = arith.cmpi slt, %i, %n : i32
      scf.condition(%more) %i : i32
    } do {
    ^bb0(%i: i32):
      BODY%j = arith.addi %i, %c1 : i32
      scf.yield %j : i32
    }
"""

PROGRAMS: dict[str, tuple[str, str, str]] = {
    "store twice": (store("%p0") + store("%p0", "%one"), "00", "tt.store"),
    "a mask that stays": (store("%p0") + store("%p0", "%one", "%triangle"), "00", "tt.store"),
    "a mask that stays, first": (store("%p0", "%one", "%triangle") + store("%p0"), "00", "tt.store"),
    "overlapping tiles": (store("%p0") + store("%p8", "%one"), "00", "tt.store"),
    "tiles apart": (store("%p0") + store("%p16", "%one"), "11", ""),
    "arrays that may be one": (store("%p0") + store("%q0", "%one"), "00", "tt.store"),
    "one of two arrays": (f"%either = arith.select %truth, %ps, %qs : {POINTERS}\n"
        f"%e0 = tt.addptr %either, %at : {POINTERS}, tensor<16x32xi32>\n" + store("%p0") + store("%e0", "%one"), "00", ""),
    "a scalar of another array": (
        store("%p0") + f"%s = tt.load %q : !tt.ptr<f32>\n%more = tt.splat %s : f32 -> {TILE}\n" + store("%p16", "%more"), "001", "tt.load"),
    "store, load": (store("%p0") + load("%x", "%p0") + store("%q0", "%x"), "000", ""),
    "store, load of another array": (store("%p0") + load("%x", "%q0"), "00", ""),
    "load, store": (load("%x", "%p0") + store("%p0", "%x"), "11", ""),
    "load, store to another array": (load("%x", "%q0") + store("%p0", "%x"), "11", ""),
    "load, a mask that stays": (load("%x", "%p0") + store("%p0", "%x", "%triangle"), "10", "no rectangle"),
    "store, load apart": (store("%p0") + load("%x", "%p16"), "11", ""),
    "store in a loop": (loop(store("%p0")), "0", "itself, in another iteration"),
    "store in a loop that moves": (loop(moved("%c512") + store("%pi")), "1", ""),
    "store in a loop that moves by half": (loop(moved("%c256") + store("%pi")), "0", "itself, in another iteration"),
    "store in two loops, one moves": (loop(loop(moved("%c512") + store("%pi")), "%k"), "0", "itself, in another iteration"),
    "store in two loops that move": (
        loop(moved("%c4096", "%k", "%pk") + loop(moved("%c512", of="%pk") + store("%pi")), "%k"), "1", ""),
    "store in two loops that meet": (
        loop(moved("%c512", "%k", "%pk") + loop(moved("%c512", of="%pk") + store("%pi")), "%k"), "0", "itself"),
    "load and store in a loop": (loop(load("%x", "%p0") + store("%p0", "%x")), "00", ""),
    "load and store in a loop that moves": (loop(moved("%c512") + load("%x", "%pi") + store("%pi", "%x")), "00", ""),
    "load and store apart in a loop": (
        loop(moved("%c512") + load("%x", "%pi") + moved("%c512", name="%pj", of="%far") + store("%pj", "%x")), "11", ""),
    "load in a loop, store behind": (loop(load("%x", "%q0")) + store("%p0"), "11", ""),
    "load behind a loop that stores": (loop(moved("%c512") + store("%pi")) + load("%x", "%p0"), "00", ""),
    "store in a while": (WHILE.replace("BODY", store("%p0")), "0", "itself, in another iteration"),
    "load and store in a while": (WHILE.replace("BODY", load("%x", "%p0") + store("%p0", "%x")), "00", ""),
    "one of two branches": (branch(store("%p0"), store("%p0", "%one")), "11", ""),
    "branches in a loop": (loop(branch(store("%p0"), store("%p0", "%one"))), "00", ""),
    "a branch, then a mask that stays": (branch(store("%p0")) + store("%p0", "%one", "%triangle"), "00", "tt.store"),
    "atomic before": (SCALAR + ATOMIC + load("%x", "%p0") + store("%p0"), "00", "tt.atomic_rmw"),
    "atomic behind": (SCALAR + load("%x", "%p0") + store("%p0") + ATOMIC, "10", "tt.atomic_rmw"),
    "a scalar": (SCALAR + store("%p0") + "tt.store %p, %f : !tt.ptr<f32>\n", "00", ""),
    "inline assembly": (ASM.replace("PURE", "false") + load("%x", "%p0") + store("%p0"), "00", "inline_asm"),
    "pure inline assembly": (ASM.replace("PURE", "true") + load("%x", "%p0") + store("%p0", "%asm"), "11", ""),
    "a barrier": (load("%x", "%p0") + "gpu.barrier\n" + store("%p0"), "11", ""),
    "a call": (load("%x", "%p0") + store("%p0") + "tt.call @other(%q) : (!tt.ptr<f32>) -> ()\n", "10", "tt.call"),
    "a copy of the input": (DESCRIPTOR + COPY + store("%p0"), "0", "tt.descriptor_store"),
    "a copy of the input, behind": (DESCRIPTOR + load("%x", "%p0") + store("%p0", "%x") + COPY, "10", "tt.descriptor_store"),
    "volatile": (
        f"%v = tt.load %q0 {{isVolatile = true}} : {POINTERS}\n" + load("%x", "%p0") + store("%p0"), "000", ""),
}  # fmt: skip
"""A function's body, which of its accesses become hardware copies, and what the reasons of the others say."""
FAR = f"""%apart = arith.constant dense<1048576> : tensor<16x32xi32>
    %far = tt.addptr %p0, %apart : {POINTERS}, tensor<16x32xi32>
    """
OTHER = """  tt.func private @other(%p: !tt.ptr<f32>) attributes {noinline = true} {
    tt.return
  }
"""


def text_of(name: str) -> str:
    body = PROGRAMS[name][0]
    return module(FAR + body if "%far" in body else body, OTHER if "@other" in body else "")


def unordered(text: str) -> str:
    """Return the result of raising a text without regard to order."""
    with mock.patch.object(MemoryOrder, "hazard", return_value=""):
        return raise_text(text, "order", "descriptor", any_cost=True, check=False).ir
