"""What a choice of nodes runs as: dispatches, copies and fills with the bytes they touch, in waves.

This follows IREE 3.13: element-wise consumers join the dispatch of a producer that has no other use; slices and fills that a dispatch
reads are cloned into it; a dispatch writes straight into the target of a dense insertion of its result if that is the only use
(EmplaceAllocations); a scattered insertion is a dispatch of its own (`slow_memcpy`). Two commands on one buffer may run in one wave if
the byte ranges that they name touch end to end: IREE looks at neighbours in the chain of writes only, and takes any other two
ranges to overlap (Stream/Analysis/ResourceHazards.cpp), so a chain sorted by address is a better chain.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import prod

from egraph_opt.cost import element_bytes
from egraph_opt.ir import Op, Value, tensor_type
from egraph_opt.region.encode import VIEWS, Program
from egraph_opt.region.saturate import Node
from egraph_opt.region.window import Shape, Window, base_shape, dense, inner_shape, interval

Choice = Mapping[int, Node]
COMPUTED = ("work", "elementwise", "transpose")


@dataclass(frozen=True, slots=True)
class Access:
    """Bytes `start` to `end` of a value; `end` is one past the last."""

    value: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Command:
    """One thing the device does. `kind` is dispatch, slow (a copying dispatch), copy, fill or transfer; `moved` counts bytes."""

    kind: str
    reads: tuple[Access, ...]
    writes: Access
    flops: float
    moved: int


@dataclass
class Schedule:
    """Commands in order, and the wave of each: 0 is the last."""

    commands: list[Command] = field(default_factory=list)
    wave: list[int] = field(default_factory=list)
    transient: int = 0
    """Bytes of buffers that are neither given nor returned."""

    def waves(self) -> list[list[Command]]:
        """Commands that run at once, first to last."""
        count = max(self.wave, default=-1) + 1
        return [[c for c, w in zip(self.commands, self.wave, strict=True) if w == n] for n in reversed(range(count))]

    def count(self, *kinds: str) -> int:
        """How many commands are of these kinds."""
        return sum(c.kind in kinds for c in self.commands)


@dataclass
class Selected:
    """The nodes that a choice reaches from its roots, and how often each class is used."""

    program: Program
    choice: Choice
    roots: tuple[int, ...]
    order: list[int] = field(default_factory=list)
    uses: Counter[int] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        seen: set[int] = set()
        stack: list[tuple[int, Iterator[int]]] = []

        def enter(c: int) -> None:
            if c not in seen:
                seen.add(c)
                children = self.tensors(c)
                self.uses.update(children)
                stack.append((c, iter(children)))

        self.uses.update(self.roots)
        for root in self.roots:
            enter(root)
            while stack:
                c, children = stack[-1]
                child = next(children, None)
                if child is None:
                    self.order.append(c)
                    stack.pop()
                else:
                    enter(child)

    def tensors(self, c: int) -> list[int]:
        """The classes of tensors that a chosen node uses, those of its operand list in order."""
        node = self.choice[c]
        if node.symbol not in ("work", "elementwise"):
            return list(node.children)
        found, rest = [], node.children[0]
        while self.choice[rest].symbol == "with_tensor":
            x, rest = self.choice[rest].children
            found.append(x)
        return found

    def window(self, c: int) -> Window:
        """The window of a slice, an insertion or a padding."""
        return self.areas[self.choice[c].numbers[0]]

    @property
    def areas(self) -> list[Window]:
        return [area[0] for area in self.program.names.areas]

    def computation(self, c: int) -> Op | None:
        """The operation that a `work` or `elementwise` node stands for."""
        node = self.choice[c]
        return self.program.computations[node.numbers[0]] if node.symbol in ("work", "elementwise") else None

    def is_view(self, c: int) -> bool:
        op = self.computation(c)
        return op is not None and op.name in VIEWS

    def computed(self, c: int) -> bool:
        """Whether a class is the result of a computation that a region can hold."""
        return self.choice[c].symbol in COMPUTED and not self.is_view(c)

    def region(self, c: int) -> list[int]:
        """The classes computed in the dispatch whose result is `c`, operands first."""
        node, members = self.choice[c], []
        if node.symbol in ("fused_insert", "fused_pad"):
            producers = [node.children[0]] if self.computed(node.children[0]) else []
        elif node.symbol in ("elementwise", "transpose"):
            producers = [x for x in self.tensors(c) if self.computed(x) and self.uses[x] == 1 and not self.split(x)][:1]
        else:
            producers = []
        for x in producers:
            members += self.region(x)
        return [*members, c]

    def split(self, c: int) -> bool:
        """Whether a computation has several results, which live in buffers of their own."""
        op = self.computation(c)
        return op is not None and len(op.results) > 1


def shapes_of(selected: Selected) -> dict[int, Shape]:
    """The shape of every class that is reached."""
    shapes: dict[int, Shape] = {}
    names = selected.program.names
    numbered, orders = list(names.shapes), list(names.permutations)
    for c in selected.order:
        node = selected.choice[c]
        match node.symbol:
            case "tensor":
                shapes[c] = _static(selected.program.inputs[node.numbers[0]])
            case "splat":
                shapes[c] = numbered[node.numbers[1]]
            case "empty":
                shapes[c] = numbered[node.numbers[0]]
            case "slice":
                shapes[c] = inner_shape(selected.window(c))
            case "insert" | "fused_insert" | "fused_pad" | "pad":
                shapes[c] = base_shape(selected.window(c))
            case "transpose":
                shapes[c] = tuple(shapes[node.children[0]][i] for i in orders[node.numbers[0]])
            case "elementwise":
                shapes[c] = shapes[selected.tensors(c)[0]]
            case "work":
                shapes[c] = _static(selected.program.computations[node.numbers[0]].results[node.numbers[1]])
            case _:
                shapes[c] = shapes[node.children[0]]
    return shapes


def elements_of(selected: Selected) -> dict[int, str]:
    """The element type of every class that is reached; an empty tensor takes its type from what is made of it."""
    known: dict[int, str] = {}
    for c in selected.order:
        node = selected.choice[c]
        op = selected.computation(c)
        if op is not None:
            known[c] = _element(op.results[node.numbers[1] if node.symbol == "work" else 0])
        elif node.symbol == "tensor":
            known[c] = _element(selected.program.inputs[node.numbers[0]])
        elif node.symbol == "splat":
            known[c] = selected.program.names.scalar_values[node.numbers[0]].type
        elif found := [known[x] for x in node.children if x in known]:
            known[c] = found[0]
    for c in reversed(selected.order):  # downwards: to the targets of insertions, and to operands
        op = selected.computation(c)
        operands = [v for v in op.operands if v in selected.program.of] if op else []
        wanted = map(_element, operands) if op else (known.get(c, "f32") for _ in selected.tensors(c))
        for x, element in zip(selected.tensors(c), wanted, strict=True):
            known.setdefault(x, element)
    return known


def _static(value: Value) -> Shape:
    tensor = tensor_type(value.type)
    return tensor.shape if tensor else ()


def _element(value: Value) -> str:
    tensor = tensor_type(value.type)
    return tensor.element if tensor else value.type


def flops(op: Op, shape: Shape) -> float:
    """Arithmetic operations of a computation: those of its body for every point of its iteration space."""
    body = sum(1 for inner in op.walk() if inner.name.startswith(("arith.", "math."))) or 1
    maps = [m.split(", ") for m in re.findall(r"-> \(([^()]*)\)>", op.attributes.get("indexing_maps", ""))]
    sizes: dict[str, int] = {}
    for value, dims in zip((v for v in op.operands if v.type.startswith("tensor<")), maps, strict=False):
        sizes.update(zip(dims, _static(value), strict=False))
    return body * float(prod(sizes.values()) if sizes and len(op.regions) and op.name != "linalg.fill" else prod(shape))


class _Lowering:
    def __init__(self, selected: Selected) -> None:
        self.s = selected
        self.shapes, elements = shapes_of(selected), elements_of(selected)
        self.bytes = {c: prod(shape) * element_bytes(elements.get(c, "f32")) for c, shape in self.shapes.items()}
        self.element = {c: element_bytes(elements.get(c, "f32")) for c in self.shapes}
        self.commands: list[Command] = []
        self.producer: dict[int, int] = {}
        """The command that makes a value; values that come from outside have none."""
        self.size: list[int] = []
        self.buffer: list[int] = []
        self.given: set[int] = set()
        self.known: dict[int, int] = {}

    def new(self, size: int, buffer: int | None = None) -> int:
        self.size.append(size)
        self.buffer.append(len(self.size) - 1 if buffer is None else buffer)
        return len(self.size) - 1

    def run(self, kind: str, reads: list[Access], size: int, flops: float, moved: int, into: Access | None = None) -> int:
        """A command; its result is a new value, in the buffer of `into` where there is one."""
        if into is None:
            value = self.new(size)
            write = Access(value, 0, size)
        else:
            value = self.new(self.size[into.value], self.buffer[into.value])
            write = Access(value, into.start, into.end)
            reads = [*reads, into]
        self.commands.append(Command(kind, tuple(reads), write, flops, moved))
        self.producer[value] = len(self.commands) - 1
        return value

    def whole(self, value: int) -> Access:
        return Access(value, 0, self.size[value])

    def value(self, c: int) -> int:
        """The buffer that holds a class, made where it is not there yet. Recursion follows operands, which are few hundred deep."""
        node = self.s.choice[c]
        if node.symbol not in ("splat", "empty") and c in self.known:
            return self.known[c]
        made = self.make(c)
        self.known[c] = made
        return made

    def make(self, c: int) -> int:
        node, size = self.s.choice[c], self.bytes[c]
        match node.symbol:
            case "tensor":
                value = self.new(size)
                self.given.add(value)
                return value
            case "empty":
                return self.new(size)
            case "splat":
                return self.run("fill", [], size, 0.0, size)
            case "slice":
                read = self.read(c)
                kind = "copy" if dense(self.s.window(c)) else "slow"
                return self.run(kind, [read], size, 0.0, 2 * size)
            case "transfer":
                return self.run("transfer", [self.read(node.children[0])], size, 0.0, size)
            case "insert":
                return self.insert(c)
            case "fused_insert":
                target = self.target(node.children[1])
                return self.dispatch(c, self.whole(target))
        if self.s.is_view(c):
            return self.value(self.s.tensors(c)[0])
        if self.s.split(c):
            return self.results(c)
        return self.dispatch(c, None)

    def results(self, c: int) -> int:
        """One of several results of a dispatch, which is run once."""
        node = self.s.choice[c]
        key = -1 - min(x for x in self.s.order if self._same_work(x, c))
        if key not in self.known:
            self.known[key] = self.dispatch(c, None)
        value = self.new(self.bytes[c])
        self.producer[value] = self.producer[self.known[key]]
        del node
        return value

    def _same_work(self, a: int, b: int) -> bool:
        x, y = self.s.choice[a], self.s.choice[b]
        return x.symbol == y.symbol == "work" and (x.numbers[0], x.children) == (y.numbers[0], y.children)

    def read(self, c: int) -> Access:
        """The bytes that a command reads of a class: those of a slice lie in what it is a slice of."""
        if self.s.choice[c].symbol == "slice":
            of = self.read(self.s.choice[c].children[0])
            if self.s.choice[self.s.choice[c].children[0]].symbol != "slice":
                first, last = interval(self.s.window(c))
                return Access(of.value, of.start + first * self.element[c], of.start + last * self.element[c])
            return of
        return self.whole(self.value(c))

    def target(self, d: int) -> int:
        """A buffer that may be written: that of `d` if nobody else needs it, else a copy."""
        value = self.value(d)
        if self.s.uses[d] == 1 or self.s.choice[d].symbol in ("splat", "empty"):
            return value
        return self.run("copy", [self.whole(value)], self.size[value], 0.0, 2 * self.size[value])

    def insert(self, c: int) -> int:
        y, d = self.s.choice[c].children
        window, size = self.s.window(c), self.bytes[y]
        target = self.target(d)
        first, last = (n * self.element[c] for n in interval(window))
        if not dense(window):
            return self.run("slow", [self.read(y)], 0, 0.0, 2 * size, self.whole(target))
        placed = self.s.computed(y) or self.s.choice[y].symbol == "fused_pad"
        if placed and self.s.uses[y] == 1 and not self.s.split(y):
            return self.dispatch(y, Access(target, first, last))
        if self.s.choice[y].symbol == "splat":
            return self.run("fill", [], 0, 0.0, size, Access(target, first, last))
        if self.s.choice[y].symbol == "empty":
            return target
        reads = [self.read(y)] if self._dense_slice(y) else [self.whole(self.value(y))]
        return self.run("copy", reads, 0, 0.0, 2 * size, Access(target, first, last))

    def _dense_slice(self, c: int) -> bool:
        return self.s.choice[c].symbol != "slice" or dense(self.s.window(c))

    def dispatch(self, c: int, into: Access | None) -> int:
        """The dispatch that computes a class, writing into a target or into a buffer of its own."""
        members = self.s.region(c)
        inside = set(members)
        reads, work = [], 0.0
        for m in members:
            op = self.s.computation(m)
            work += flops(op, self.shapes[m]) if op else 0.0
            operands = [] if self.s.choice[m].symbol == "fused_insert" else self.s.tensors(m)
            if self.s.choice[m].symbol == "fused_insert" and self.s.choice[m].children[0] not in inside:
                operands = [self.s.choice[m].children[0]]
            for x in operands:
                if x not in inside and self.s.choice[x].symbol not in ("splat", "empty"):
                    reads.append(self.read(x))
        reads = list(dict.fromkeys(reads))
        written = self.bytes[self.s.choice[c].children[0]] if self.s.choice[c].symbol == "fused_insert" else self.bytes[c]
        moved = written + sum(r.end - r.start for r in reads)
        return self.run("dispatch", reads, self.bytes[c], work, moved, into)


def schedule(selected: Selected) -> Schedule:
    """The commands of a choice and their waves."""
    lowering = _Lowering(selected)
    returned = [lowering.value(root) for root in selected.roots]
    commands = lowering.commands
    wave = [0] * len(commands)
    for n in range(len(commands) - 1, -1, -1):
        for read in commands[n].reads:
            p = lowering.producer.get(read.value)
            if p is not None and p != n:
                wrote = commands[p].writes
                apart = wrote.value == read.value and (wrote.end == read.start or wrote.start == read.end)
                wave[p] = max(wave[p], wave[n] + (not apart))
    kept = {lowering.buffer[v] for v in (*returned, *lowering.given)}
    transient = sum(lowering.size[b] for b in set(lowering.buffer) - kept)
    return Schedule(commands, wave, transient)
