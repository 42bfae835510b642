"""A choice as a function again, in forms that IREE takes at their word.

A dense insertion is written as `flow.tensor.update`, which no dispatch swallows; what shall run as one dispatch with an insertion or a
padding is written as a `flow.dispatch.region`; targets are `flow.tensor.empty` and `flow.tensor.splat`. The rest stays on tensors, for
IREE to form regions of.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from egraph_opt.ir import Block, Body, Op, Operand, Piece, Region, TypeOf, Value
from egraph_opt.region.names import Names
from egraph_opt.region.selected import Selected, elements_of, shapes_of
from egraph_opt.region.window import Shape, Window, dense


def generic(
    name: str,
    operands: Sequence[Value],
    types: Sequence[str],
    properties: str = "",
    regions: Sequence[Region] = (),
    label: str = "%r",
) -> Op:
    """A new operation in MLIR's generic form, with its own results."""
    pieces: list[Piece] = [f'"{name}"(']
    for i in range(len(operands)):
        pieces += [", "] * bool(i) + [Operand(i)]
    pieces.append(f") <{{{properties}}}>" if properties else ")")
    for i in range(len(regions)):
        pieces += [", " if i else " (", Body(i)]
    pieces.append(f"{')' if regions else ''} : (")
    for i in range(len(operands)):
        pieces += [", "] * bool(i) + [TypeOf("operand", i)]
    pieces.append(") -> " if len(types) == 1 else ") -> (")
    for i in range(len(types)):
        pieces += [", "] * bool(i) + [TypeOf("result", i)]
    if len(types) != 1:
        pieces.append(")")
    results = tuple(Value(t, label) for t in types)
    return Op(name, tuple(operands), results, {}, tuple(regions), (), tuple(pieces))


def array(numbers: Sequence[int]) -> str:
    """An attribute that holds 64-bit integers."""
    return f"array<i64: {', '.join(map(str, numbers))}>" if numbers else "array<i64>"


def static(w: Window) -> str:
    """The attributes that say where a window lies."""
    columns = zip(*(axis[:3] for axis in w), strict=True)
    return ", ".join(f"static_{name} = {array(c)}" for name, c in zip(("offsets", "sizes", "strides"), columns, strict=True))


def scalar_body(element: str, count: int) -> Region:
    """The body of an operation that passes on the first of `count` elements."""
    arguments = tuple(Value(element, f"%in{i}") for i in range(count))
    return Region((Block(arguments, (generic("linalg.yield", arguments[:1], []),), "^bb0"),))


class _Decoder:
    def __init__(self, selected: Selected) -> None:
        self.s = selected
        self.shapes, self.elements = shapes_of(selected), elements_of(selected)
        self.constants: dict[int, Op] = {}
        self.ops: list[Op] = []
        self.made: dict[object, Value] = {}

    def add(self, op: Op) -> Value:
        self.ops.append(op)
        return op.results[0]

    def type(self, c: int, shape: Shape | None = None) -> str:
        return f"tensor<{''.join(f'{n}x' for n in shape or self.shapes[c])}{self.elements.get(c, 'f32')}>"

    def index(self, number: int) -> Value:
        if number not in self.constants:
            self.constants[number] = generic("arith.constant", [], ["index"], f"value = {number} : index", label=f"%c{number}")
        return self.constants[number].results[0]

    def scalar(self, c: int) -> Value:
        return self.names.scalar_values[self.s.choice[c].numbers[0]]

    @property
    def names(self) -> Names:
        return self.s.program.names

    def value(self, c: int) -> Value:
        """A class as a value that lives in a buffer; targets of insertions are made anew for each."""
        node = self.s.choice[c]
        if node.symbol == "empty":
            return self.add(generic("flow.tensor.empty", [], [self.type(c)]))
        if node.symbol == "splat":
            return self.add(generic("flow.tensor.splat", [self.scalar(c)], [self.type(c)]))
        if c not in self.made:
            self.made[c] = self.make(c)
        return self.made[c]

    def operand(self, c: int, local: dict[int, Value]) -> Value:
        """A class as an operand of a computation: fills are done where they are read."""
        node = self.s.choice[c]
        if c in local:
            return local[c]
        if node.symbol not in ("empty", "splat"):
            return self.value(c)
        empty = self.add(generic("tensor.empty", [], [self.type(c)]))
        if node.symbol == "empty":
            return empty
        fill = "operandSegmentSizes = array<i32: 1, 1>"
        body = scalar_body(self.elements[c], 2)
        return self.add(generic("linalg.fill", [self.scalar(c), empty], [self.type(c)], fill, [body]))

    def make(self, c: int) -> Value:
        node = self.s.choice[c]
        match node.symbol:
            case "tensor":
                return self.s.program.inputs[node.numbers[0]]
            case "slice":
                return self.slice(c)
            case "insert":
                y, d = node.children
                for x in self.s.chain(c):  # what can run beside the copies stands before them
                    if not dense(self.s.window(x)):
                        self.value(self.s.choice[x].children[0])
                target = self.value(d)  # first: a dispatch can only write into what is there before it
                return self.insert(self.value(y), target, self.s.window(c), self.type(c))
            case "transfer":
                op = self.s.program.transfers[node.numbers[0]]
                sent = self.value(node.children[0])
                return self.add(replace(op, operands=(sent,), results=(Value(self.type(c), "%r"),)))
            case "fused_insert" | "fused_pad":
                return self.region(c)
        return self.compute(c, {})

    def slice(self, c: int) -> Value:
        x, w = self.s.choice[c].children[0], self.s.window(c)
        properties = f"operandSegmentSizes = array<i32: 1, 0, 0, 0>, {static(w)}"
        return self.add(generic("tensor.extract_slice", [self.value(x)], [self.type(c)], properties))

    def insert(self, y: Value, d: Value, w: Window, type: str, inside: bool = False) -> Value:
        """An insertion; inside a region, and where it is scattered, on tensors."""
        if dense(w) and not inside:
            sizes = f"operandSegmentSizes = array<i32: 1, 0, {len(w)}, 1, 0>"
            offsets = [self.index(a.offset) for a in w]
            return self.add(generic("flow.tensor.update", [d, *offsets, y], [type], sizes))
        properties = f"operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, {static(w)}"
        return self.add(generic("tensor.insert_slice", [y, d], [type], properties))

    def compute(self, c: int, local: dict[int, Value], inside: bool = False) -> Value:
        """A computation, of all its results at once; `local` holds what the same region computes."""
        node, op = self.s.choice[c], self.s.computation(c)
        if op is None:
            order = list(self.names.permutations)[node.numbers[0]]
            (x,) = node.children
            operands = [self.operand(x, local), self.add(generic("tensor.empty", [], [self.type(c)]))]
            body = scalar_body(self.elements[c], 2)
            return self.add(generic("linalg.transpose", operands, [self.type(c)], f"permutation = {array(order)}", [body]))
        key = (node.numbers[0], node.children)
        k = node.numbers[1] if node.symbol == "work" else 0
        if not inside and (*key, k) in self.made:
            return self.made[(*key, k)]
        tensors = iter(self.s.tensors(c))
        operands = [self.operand(next(tensors), local) if v in self.s.program.of else v for v in op.operands]
        single = len(op.results) == 1
        results = tuple(Value(self.type(c) if single else v.type, v.name) for v in op.results)
        self.add(replace(op, operands=tuple(operands), results=results))
        if not inside:
            self.made.update({(*key, i): v for i, v in enumerate(results)})
        return results[k]

    def region(self, c: int) -> Value:
        """One dispatch: what computes the operand, then the insertion or the padding."""
        node, members = self.s.choice[c], self.s.region(c)[:-1]
        inside, y = set(members), node.children[0]
        target = self.value(node.children[1]) if node.symbol == "fused_insert" else None
        for m in members:  # what comes from outside is made outside, but for fills
            for x in self.s.tensors(m):
                if x not in inside and self.s.choice[x].symbol not in ("empty", "splat"):
                    self.value(x)
        outside, self.ops = self.ops, []
        local: dict[int, Value] = {}
        for m in members:
            local[m] = self.compute(m, local, inside=True)
        result = (
            self.padded(c, local[y]) if target is None else self.insert(local[y], target, self.s.window(c), self.type(c), True)
        )
        body = Block((), (*self.ops, generic("flow.return", [result], [])))
        self.ops = outside
        sizes = "operandSegmentSizes = array<i32: 0, 0>"
        return self.add(generic("flow.dispatch.region", [], [self.type(c)], sizes, [Region((body,)), Region()]))

    def padded(self, c: int, x: Value) -> Value:
        w, scalar = self.s.window(c), self.names.scalar_values[self.s.choice[c].numbers[1]]
        low, high = [a.offset for a in w], [a.base - a.offset - a.size for a in w]
        arguments = tuple(Value("index", f"%i{i}") for i in range(len(w)))
        body = Region((Block(arguments, (generic("tensor.yield", [scalar], []),), "^bb0"),))
        properties = f"operandSegmentSizes = array<i32: 1, 0, 0>, static_high = {array(high)}, static_low = {array(low)}"
        return self.add(generic("tensor.pad", [x], [self.type(c)], properties, [body]))


def decode(selected: Selected) -> Op:
    """The function that a choice stands for, with the signature and the scalar operations of the input."""
    program, decoder = selected.program, _Decoder(selected)
    (block,) = program.function.regions[0].blocks
    last = block.ops[-1]
    results = iter(selected.roots)
    operands = [decoder.value(next(results)) if v in program.of else v for v in last.operands]
    ops = (*decoder.constants.values(), *program.kept, *decoder.ops, replace(last, operands=tuple(operands)))
    return replace(program.function, regions=(Region((replace(block, ops=ops),)),))
