"""Small programs for the checker, put together from pieces."""

from dataclasses import dataclass

from egraph_opt.checker import Outcome

EQUAL, DIFFERENT, UNKNOWN = Outcome.EQUAL, Outcome.NOT_PROVED, Outcome.NOT_PROVED

HEAD = """
#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#c = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#d = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%p: tensor<128x!tt.ptr<f32>, #a>, %q: tensor<128x!tt.ptr<f32>, #a>, %x: tensor<128xf32, #a>, %y: tensor<128xf32, #a>,
                    %m: tensor<64x64xf32, #c>, %s: !tt.ptr<f32>, %n: i32, %k: i32, %c: i1) {
"""
SHORT = {
    "@A": "tensor<128xf32, #a>", "@B": "tensor<128xf32, #b>", "@P": "tensor<128x!tt.ptr<f32>, #a>", "@Q": "tensor<128x!tt.ptr<f32>, #b>",
    "@C": "tensor<64x64xf32, #c>", "@D": "tensor<64x64xf32, #d>", "@M": "!ttg.memdesc<128xf32, #shared, #smem>",
    "@W": "!ttg.memdesc<128xf32, #shared, #smem, mutable>",
}  # fmt: skip
"""Types, written short."""


def program(body: str) -> str:
    if "module" not in body:
        body = f"{HEAD}{body}\n{'' if 'tt.return' in body else 'tt.return'} }} }}"
    for short, type in SHORT.items():
        body = body.replace(short, type)
    return body


@dataclass(frozen=True)
class Case:
    """Two bodies of one function, and what the checker must find without and with `strict`."""

    name: str
    before: str
    after: str
    expected: Outcome
    strict: Outcome | None = None


LOAD = "%l = tt.load %p : @P\n"
BOTH = "tt.store %p, %r#0 : @P\ntt.store %q, %r#1 : @P"
COPY, COPY_2 = (f"%l{i} = ttg.local_alloc %x : (@A) -> @M\n" for i in ("", "2"))
FREE, FREE_2 = (f"ttg.local_dealloc %l{i} : @M\n" for i in ("", "2"))
USE, USE_2 = (f'"some.sink"(%l{i}) : (@M) -> ()' for i in ("", "2"))
TWICE = """%b = arith.cmpi slt, %n, %k : i32
%d = arith.cmpi {}, %n, %k : i32
%r = scf.if %b -> (@A) {{ scf.yield %x : @A }} else {{ scf.yield %y : @A }}
%s2 = scf.if {} -> (@A) {{ scf.yield %r : @A }} else {{ scf.yield %x : @A }}
tt.store %p, %s2 : @P"""
STORE = "tt.store %q, %l : @P\n"


def loop(
    body: str, results: int = 1, inits: str = "%x", bounds: str = "%n to %k step %n", after: str = "tt.store %p, %r#0 : @P"
) -> str:
    """A loop that carries tensors %a0, %a1 ...; its results are %r#0 ..."""
    given = ", ".join(f"%a{i} = {init.strip()}" for i, init in enumerate(inits.split(",")))
    types = ", ".join(["@A"] * results)
    return f"%r:{results} = scf.for %i = {bounds} iter_args({given}) -> ({types}) : i32 {{\n{body}\n}}\n{after}"


def reduction(combine: str, layout: str, returned: str = "%z", type: str = "f32", after: str = "") -> str:
    """A reduction of %m, converted to a layout first and back after."""
    source = {"#c": "%m", "#d": "%w"}[layout]
    convert = "%w = ttg.convert_layout %m : @C -> @D\n" if layout == "#d" else ""
    cast, e = "", "f32"
    if type == "i32":
        t = f"tensor<64x64xf32, {layout}>"
        cast = f"%u = arith.fptosi {source} : {t} to tensor<64x64xi32, {layout}>\n"
        source, e = "%u", "i32"
    held = f"tensor<64x{e}, #ttg.slice<{{dim = 1, parent = {layout}}}>>"
    back = f"tensor<64x{e}, #ttg.slice<{{dim = 1, parent = #c}}>>"
    return (
        f'{convert}{cast}%h = "tt.reduce"({source}) <{{axis = 1 : i32}}> ({{\n^bb0(%u0: {e}, %u1: {e}):\n%z = {combine} : {e}\n'
        f"tt.reduce.return {returned} : {e}\n}}) : (tensor<64x64x{e}, {layout}>) -> {held}\n"
        f'%o = ttg.convert_layout %h : {held} -> {back}\n"some.sink"(%o) : ({back}) -> ()\n'
    )


def asm(pure: str, packed: int, names: str = "%t0") -> str:
    return "\n".join(
        f'{name} = tt.elementwise_inline_asm "mov $0, $1;" {{constraints = "=r,r", packed_element = {packed} : i32, pure = {pure}}}'
        f" %x : @A -> @A\n"
        for name in names.split()
    )


def in_b(op: str) -> str:
    """An operation on %x done in layout #b and brought back."""
    return f"%xb = ttg.convert_layout %x : @A -> @B\n{op}%t0 = ttg.convert_layout %tb : @B -> @A\ntt.store %p, %t0 : @P"


SPECIALISED = """ttg.warp_specialize(%n)
default {
  ttg.warp_yield
}
partition0(%w: i32) num_warps(4) {
  %v = arith.addi %w, %w : i32
  tt.print "v" {hex = false, isSigned = array<i32: 1>} : %v : i32
  ttg.warp_return
} : (i32) -> ()"""
