"""Statements of random kernels: each adds a value to the pool, or does nothing where it finds none to work on."""

from __future__ import annotations

from egraph_opt.linear_layout import LinearLayout
from tests.support.program_text import Builder, Tensor

BINARY = {
    "f32": "addf mulf subf maxnumf minimumf divf".split(),
    "f16": "addf mulf subf maxnumf".split(),
    "i32": "addi muli subi xori andi maxsi minui".split(),
    "i1": "andi ori xori".split(),
}
UNARY = {"f32": ["math.absf", "arith.negf", "math.exp2"], "f16": ["arith.negf"]}
CASTS = {
    "f32": [("arith.truncf", "f16"), ("arith.fptosi", "i32")],
    "f16": [("arith.extf", "f32")],
    "i32": [("arith.sitofp", "f32")],
    "i1": [("arith.extui", "i32"), ("arith.uitofp", "f32")],
}
EXACT = {"f32": "maxnumf", "f16": "maxnumf", "i32": "maxsi", "i1": "ori"}
SUMS = {"f32": "addf", "f16": "addf", "i32": "addi", "i1": "xori"}
SHARED = "#ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>"
ELEMENTS = ("f32", "i32", "f16", "i1")


def load(b: Builder) -> None:
    shape, element = b.one(b.shapes), b.one(ELEMENTS)
    pointers = b.addresses(shape, element, b.some_layout(shape), written=False)
    if b.choose(3) < 2:
        b.push(f"tt.load {pointers.name} : {pointers.type}", pointers, element)
        return
    mask, other = b.like(pointers, "i1"), b.like(pointers, element)
    b.push(f"tt.load {pointers.name}, {mask.name}, {other.name} : {pointers.type}", pointers, element)


def fresh(b: Builder) -> None:
    """A constant or a range, then perhaps for two users of different layouts."""
    shape = b.one(b.shapes)
    layout = b.some_layout(shape)
    b.pool.append(b.range(shape[0], layout) if len(shape) == 1 else b.constant(shape, b.one(ELEMENTS), layout))
    again(b)


def again(b: Builder) -> None:
    """A conversion, and perhaps back again."""
    if x := b.pick():
        there = b.convert(x, b.some_layout(x.shape))
        b.pool.append(b.convert(there, x.layout) if b.choose(3) == 2 else there)


def arithmetic(b: Builder) -> None:
    if x := b.pick():
        b.pool.append(b.binary(f"arith.{b.one(BINARY[x.element])}", x, b.like(x)))


def unary(b: Builder) -> None:
    if x := b.pick(lambda x: x.element in UNARY):
        b.push(f"{b.one(UNARY[x.element])} {x.name} : {x.type}", x)


def cast(b: Builder) -> None:
    if x := b.pick():
        op, element = b.one(CASTS[x.element])
        b.push(f"{op} {x.name} : {x.type} to =>", x, element)


def select(b: Builder) -> None:
    if x := b.pick(lambda x: x.element != "i1"):
        y = b.like(x)
        op = "cmpi slt," if x.element == "i32" else "cmpf ogt,"
        mask = b.emit(f"arith.{op} {x.name}, {b.like(x).name} : {x.type}", x.shape, "i1", x.layout)
        b.pool.append(mask)
        b.push(f"arith.select {mask.name}, {x.name}, {y.name} : {mask.type}, =>", x)


def spread(b: Builder) -> None:
    if x := b.pick(lambda x: len(x.shape) == 1):
        shape, axis = b.one(b.matrices), b.choose(2)
        if shape[1 - axis] == x.shape[0]:
            b.pool.append(b.spread(x, axis, shape, b.one(b.layouts[2])))


def region(b: Builder, name: str, op: str, element: str) -> str:
    """The body of a reduction or scan of one tensor."""
    i = b.count
    head = f"({{\n^bb0(%l{i}: {element}, %r{i}: {element}):\n"
    return f"{head}%c{i} = arith.{op} %l{i}, %r{i} : {element}\n{name}.return %c{i} : {element}\n}})"


def reduction(b: Builder) -> None:
    """Along one axis of a matrix, in any order if the operation allows it."""
    if x := b.pick(lambda x: len(x.shape) == 2):
        axis, op = b.choose(2), b.one((EXACT, SUMS))[x.element]
        body = region(b, "tt.reduce", op, x.element)
        found = Tensor("", (x.shape[1 - axis],), x.element, b.slice(x.layout, axis))
        b.push(f'"tt.reduce"({x.name}) <{{axis = {axis} : i32}}> {body} : ({x.type}) -> =>', found)


def scan(b: Builder) -> None:
    if x := b.pick(lambda x: len(x.shape) < 3 and x.element != "i1"):
        axis, backwards = b.choose(len(x.shape)), ("false", "true")[b.choose(2)]
        body = region(b, "tt.scan", b.one((EXACT, SUMS))[x.element], x.element)
        b.push(f'"tt.scan"({x.name}) <{{axis = {axis} : i32, reverse = {backwards}}}> {body} : ({x.type}) -> =>', x)


def transposition(b: Builder) -> None:
    if x := b.pick(lambda x: len(x.shape) > 1):
        order = (1, 0) if len(x.shape) == 2 else b.one(((0, 2, 1), (1, 0, 2), (2, 1, 0)))
        found = x._replace(shape=tuple(x.shape[axis] for axis in order), layout=b.linear(b.meaning(x), x.shape, order))
        b.push(f"tt.trans {x.name} {{order = array<i32: {', '.join(map(str, order))}>}} : {x.type} -> =>", found)


def reshape(b: Builder) -> None:
    if x := b.pick(lambda x: x.shape[0] >= 4):
        n = x.shape
        shape = b.one([(n[0] // 4, 4)] if len(n) == 1 else [(n[0] * n[1], *n[2:]), (n[0] // 2, n[1] * 2, *n[2:])])
        b.push(f"tt.reshape {x.name} : {x.type} -> =>", Tensor("", shape, x.element, b.linear(b.meaning(x), shape)))


def join(b: Builder) -> None:
    """Two tensors side by side; something may happen to both; they may part again."""
    if x := b.pick(lambda x: len(x.shape) < 3):
        y, meaning, shape = b.like(x), b.meaning(x), (*x.shape, 2)
        bases = {part: tuple(basis << 1 for basis in getattr(meaning, part)) for part in ("register", "lane", "warp", "block")}
        layout = b.linear(LinearLayout(**{**bases, "register": (1, *bases["register"])}, shape=shape), shape)
        both = b.push(f"tt.join {x.name}, {y.name} : {x.type} -> =>", x._replace(shape=shape, layout=layout))
        if b.choose(2):
            both = b.convert(b.binary(f"arith.{SUMS[x.element]}", both, b.like(both)), b.some_layout(shape))
        if b.choose(2):
            both = b.convert(both, layout)
            left, right = (x._replace(name=f"%{b.count + 1}#{i}") for i in range(2))
            b.line(f"{b.name()}:2 = tt.split {both.name} : {both.type} -> {x.type}")
            b.pool += [left, right]


def product(b: Builder) -> None:
    """A product of matrices by the tensor cores."""
    if x := b.pick(lambda x: x.element == "f16" and len(x.shape) == 2 and min(x.shape) >= 16):
        mma = b.matrix()
        y = b.pick(lambda y: y.element == "f16" and y.shape == x.shape[::-1])
        other = y or b.constant(x.shape[::-1], "f16", b.some_layout(x.shape[::-1]))
        left, right = (
            b.convert(value, f"#ttg.dot_op<{{opIdx = {i}, parent = {mma}, kWidth = 2}}>") for i, value in enumerate((x, other))
        )
        total = b.like(Tensor("", (x.shape[0], x.shape[0]), "f32", mma))
        b.push(f"tt.dot {left.name}, {right.name}, {total.name} : {left.type} * {right.type} -> =>", total)


def through_shared(b: Builder) -> None:
    if x := b.pick(lambda x: x.element in ("f16", "f32") and len(x.shape) == 2):
        memory = f"!ttg.memdesc<{x.shape[0]}x{x.shape[1]}x{x.element}, {SHARED}, #ttg.shared_memory>"
        name = b.name()
        b.line(f"{name} = ttg.local_alloc {x.name} : ({x.type}) -> {memory}")
        b.push(f"ttg.local_load {name} : {memory} -> =>", x._replace(layout=b.some_layout(x.shape)))


def gather(b: Builder) -> None:
    if x := b.pick(lambda x: len(x.shape) < 3):
        axis = b.choose(len(x.shape))
        found = b.pick(lambda y: y.element == "i32" and y.shape == x.shape)
        index = found or b.constant(x.shape, "i32", b.some_layout(x.shape))
        last = b.emit(f"arith.constant dense<{x.shape[axis] - 1}> : =>", index.shape, "i32", index.layout)
        index = b.binary("arith.andi", index, last)
        b.push(f"tt.gather {x.name}[{index.name}] {{axis = {axis} : i32}} : ({x.type}, {index.type}) -> =>",
               x._replace(layout=index.layout))  # fmt: skip


def histogram(b: Builder) -> None:
    if x := b.pick(lambda x: x.element == "i32" and len(x.shape) == 1):
        last = b.emit("arith.constant dense<15> : =>", x.shape, "i32", x.layout)
        index = b.binary("arith.andi", x, last)
        b.push(f"tt.histogram {index.name} : {index.type} -> =>", Tensor("", (16,), "i32", b.one(b.layouts[1])))


STEPS = (again, arithmetic, load, reduction, spread, fresh, unary, select, transposition, arithmetic, cast, again, scan, reshape, join,
         product, through_shared, gather, histogram)  # fmt: skip
