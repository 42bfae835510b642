"""Loads and stores of shared and global memory."""

from __future__ import annotations

from collections.abc import Iterator

from egraph_opt.cost.axis_info import AddressPattern

from .conversions import order
from .layouts import Shape, encoding
from .program import Case, Term, bits, opaque, tensor, used

SHARED = {
    "plain": "#ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}}>",
    "swizzled": "#ttg.swizzled_shared<{{vec = {vec}, perPhase = 1, maxPhase = 8, order = [1, 0]}}>",
    "swizzled2": "#ttg.swizzled_shared<{{vec = {vec}, perPhase = 2, maxPhase = 4, order = [1, 0]}}>",
    "transposed": "#ttg.swizzled_shared<{{vec = {vec}, perPhase = 1, maxPhase = 8, order = [0, 1]}}>",
    "nvmma": "#ttg.nvmma_shared<{{swizzlingByteWidth = {width}, transposed = false, elementBitWidth = {bits}}}>",
}
HELD = "row row4 row1 column column4 square thread mma2 mma3 left right swap2".split()
"""Layouts that shared memory is read and written in."""
GLOBAL = "row row4 row2 row1 rows column column4 column1 columns square thread wide mma2 mma2s swap1 lanes".split()
SHARED_EACH, GLOBAL_EACH = 10, 4
"""Cases for one shape, element type, number of warps and direction (and place of the memory)."""
BARRIER = "gpu.barrier\n"
"""At the beginning of each turn of a loop of loads, so that those of several turns are not done together."""
SPACE = {"l2": 1 << 24, "dram": 1 << 29}
"""Bytes that all programs together walk through: these stay in the L2 cache, those do not."""


def shared() -> Iterator[Case]:
    for warps in (4, 8):
        for shape in ((64, 64), (128, 64)):
            for element in ("f16", "f32", "i8"):
                found = []
                for layout in HELD:
                    for memory in SHARED:
                        text = encoding(layout, shape, warps, bits(element))
                        if text is not None and not (memory == "nvmma" and element == "f32"):
                            found.append((layout, text, memory))
                for store in (True,) if element == "i8" else (True, False):
                    chosen = sorted(found, key=lambda f: order(f"{f[0]}{f[2]}{shape}{element}{warps}{store}"))
                    for layout, text, memory in chosen[:SHARED_EACH]:
                        yield _shared(store, shape, element, layout, text, memory, warps)


def _shared(store: bool, shape: Shape, element: str, layout: str, text: str, memory: str, warps: int) -> Case:
    size = bits(element)
    made = SHARED[memory].format(vec=128 // size, width=min(128, shape[1] * size // 8), bits=size)
    whole = f"{shape[0]}x{shape[1]}x{element}, {made}, #ttg.shared_memory, mutable>"
    kind, state = f"!ttg.memdesc<{whole}", tensor(shape, element, text)
    place = f"%k = arith.andi %i, %c1 : i32\n%v = ttg.memdesc_index %buffer[%k] : !ttg.memdesc<2x{whole} -> {kind}"
    name = "local_store" if store else "local_load"
    body = (
        f"ttg.local_store %x, %v : {state} -> {kind}"
        if store
        else f"%l = ttg.local_load %v : {kind} -> {state}\n{used('y', 'l', shape, element, text)}"
    )
    return Case(
        f"{name}/{element}/{shape[0]}x{shape[1]}/{warps}/{layout}/{memory}",
        (Term(f"ttg.{name}", (state, kind) if store else (kind,), () if store else (state,)),),
        warps, shape, element, text, f"{place}\n{body}" if store else f"{BARRIER}{place}\n{body}",
        prologue=f"%buffer = ttg.local_alloc : () -> !ttg.memdesc<2x{whole}",
        base="" if store else BARRIER + opaque("y", "x", shape, element, text), carried="x" if store else "y",
    )  # fmt: skip


def global_() -> Iterator[Case]:
    for warps in (4, 8):
        for shape in ((32, 64), (64, 64), (128, 64)):
            for element in ("i8", "f16", "f32", "i64"):
                for store in (True,) if element == "i8" else (True, False):
                    for space in SPACE:
                        key = f"{shape}{element}{warps}{store}{space}"
                        for layout in sorted(GLOBAL, key=lambda name: order(name + key))[:GLOBAL_EACH]:
                            if (text := encoding(layout, shape, warps, bits(element))) is not None:
                                yield _global(store, shape, element, layout, text, space, warps)


def _global(store: bool, shape: Shape, element: str, layout: str, text: str, space: str, warps: int) -> Case:
    state, cells = tensor(shape, element, text), tensor(shape, f"!tt.ptr<{element}>", text)
    tile = shape[0] * shape[1]
    size = tile * bits(element) // 8
    prologue = f"""%programs = arith.constant 132 : i32
%tile = arith.constant {tile} : i32
%mask = arith.constant {SPACE[space] // size - 1} : i32"""
    place = f"""%k0 = arith.muli %i, %programs : i32
%k1 = arith.addi %k0, %pid : i32
%k2 = arith.andi %k1, %mask : i32
%k3 = arith.muli %k2, %tile : i32
%d = tt.addptr %data, %k3 : !tt.ptr<{element}>, i32
%b = tt.splat %d : !tt.ptr<{element}> -> {cells}
%p = tt.addptr %b, %index : {cells}, {tensor(shape, "i32", text)}"""
    name = "store" if store else "load"
    body = f"tt.store %p, %x : {cells}" if store else f"%l = tt.load %p : {cells}\n{used('y', 'l', shape, element, text)}"
    vector = min(shape[1], 16 * 8 // bits(element))
    access = AddressPattern((1, tile), (1, vector))
    return Case(
        f"{name}/{space}/{element}/{shape[0]}x{shape[1]}/{warps}/{layout}",
        (Term(f"tt.{name}", (cells, state) if store else (cells,), () if store else (state,), access),),
        warps, shape, element, text, f"{place}\n{body}" if store else f"{BARRIER}{place}\n{body}", prologue=prologue,
        base="" if store else BARRIER + opaque("y", "x", shape, element, text), carried="x" if store else "y",
    )  # fmt: skip
