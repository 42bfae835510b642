"""Vector programs in forms that IREE's own kernels have: stretched rows, grids of workgroups, loops of unknown length, gathers."""

from __future__ import annotations

from tests.vector.programs import INFO, STRIPED, WIDE, layout, over_workgroups, to_layout

V, M = "vector<256xf32>", "memref<256xf32>"


def _sums() -> str:
    """One vector in one layout, three in another, all added up."""
    lines = "".join(to_layout(f"%l{i}", f"%x{i}", WIDE if i == 0 else STRIPED, V) for i in range(4))
    return lines + "".join(f"  %s{i} = arith.addf %{'l0' if i == 1 else f's{i - 1}'}, %l{i} : {V}\n" for i in (1, 2, 3))


def stretched() -> str:
    """Softmax as IREE has it: the result of a row is one element, which is stretched over the row again."""
    v, narrow, one = "vector<1x1024xf32>", "vector<1x1024xf8E4M3FNUZ>", "vector<1xf32>"
    rows, squares = (layout((1, 1, 1, 1, 1, 0, 0), (1, 1024 // 64 // n, 1, 64, n, 0, 1)) for n in (8, 4))
    return (
        f"func.func @stretched(%x: {v}) -> {narrow} {INFO} {{\n{to_layout('%a', '%x', rows, v)}"
        f"  %low = arith.constant dense<-1.0> : {one}\n"
        f"  %m = vector.multi_reduction <maximumf>, %a, %low [1] : {v} to {one}\n"
        f"{to_layout('%c', '%m', layout((1, 1, 1, 1, 1, 0, 0)), one)}"
        f"  %b = vector.broadcast %c : {one} to {v}\n  %d = arith.subf %a, %b : {v}\n"
        f"{to_layout('%l', '%d', squares, v)}  %e = math.exp %l : {v}\n  %t = arith.truncf %e : {v} to {narrow}\n"
        f"  return %t : {narrow}\n}}\n"
    )


def until() -> str:
    """A sum that a loop of unknown length goes on with."""
    arguments = ", ".join(f"%x{i}: {V}" for i in range(4))
    return (
        f"func.func @until(%m: {M}, %n: index, {arguments}) {{\n"
        f"  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n{_sums()}"
        f"  %r:2 = scf.while (%i = %c0, %sum = %s3) : (index, {V}) -> (index, {V}) {{\n"
        f"    %more = arith.cmpi slt, %i, %n : index\n    scf.condition(%more) %i, %sum : index, {V}\n  }} do {{\n"
        f"  ^bb0(%j: index, %b: {V}):\n    %e = math.exp %b : {V}\n{to_layout('%f', '%e', STRIPED, V)}"
        f"    %k = arith.addi %j, %c1 : index\n    scf.yield %k, %f : index, {V}\n  }}\n"
        f"  vector.transfer_write %r#1, %m[%c0] {{in_bounds = [true]}} : {V}, {M}\n  return\n}}\n"
    )


def two_grids() -> str:
    """`over_workgroups` twice, the second on what the first gives."""
    one = over_workgroups()
    start, end = one.index("  %r = scf.forall"), one.index("  return %r")
    second = one[start:end].replace("%r =", "%again =").replace("= %o)", "= %r)")
    return one[:end] + second + one[end:].replace("return %r", "return %again")


def gathered() -> str:
    """Elements from anywhere under a mask, in another layout than they are written in, and narrower."""
    h = "vector<256xf16>"
    return (
        f"func.func @gathered(%m: memref<4096xf32>, %o: memref<256xf16>, %at: vector<256xindex>, %some: vector<256xi1>, %else: {V}) {{\n"
        f"  %c0 = arith.constant 0 : index\n{to_layout('%i', '%at', WIDE, 'vector<256xindex>')}"
        f"{to_layout('%k', '%some', WIDE, 'vector<256xi1>')}{to_layout('%p', '%else', WIDE, V)}"
        f"  %g = vector.gather %m[%c0] [%i], %k, %p : memref<4096xf32>, vector<256xindex>, vector<256xi1>, {V} into {V}\n"
        f"{to_layout('%a', '%g', STRIPED, V)}  %e = math.exp %a : {V}\n  %t = arith.truncf %e : {V} to {h}\n"
        f"  vector.transfer_write %t, %o[%c0] {{in_bounds = [true]}} : {h}, memref<256xf16>\n  return\n}}\n"
    )
