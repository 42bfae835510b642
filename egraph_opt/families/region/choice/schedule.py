"""Schedule of a choice of nodes: dispatches, copies and fills with the bytes they access, in waves.

This follows IREE 3.13. Elementwise consumers join the dispatch of a producer without another use. Slices and fills that a
dispatch reads are cloned into it. A dispatch writes directly into the target of a dense insertion of its result if that is the
only use (EmplaceAllocations). A scattered insertion is a dispatch of its own (`slow_memcpy`). Two commands on one buffer may run
in one wave if the byte ranges that they name are adjacent: IREE looks at neighbours in the chain of writes only, and assumes that
any other two ranges overlap (Stream/Analysis/ResourceHazards.cpp). So a chain sorted by address is a better chain.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import prod

from egraph_opt.families.region.choice.memory import Buffer, packed
from egraph_opt.families.region.choice.selected import Selected, elements_of, shapes_of
from egraph_opt.families.region.encode.function import Body
from egraph_opt.families.region.encode.nest import Amount, Nest, copying, nest_of, pieces
from egraph_opt.families.region.encode.work import flops
from egraph_opt.ir.module import Op
from egraph_opt.ir.types import element_bytes


@dataclass(frozen=True, slots=True)
class Access:
    """Access to the bytes `start` to `end` of a value; `end` is one past the last."""

    value: int
    start: int
    end: int
    moved: int
    """Bytes accessed: fewer than the range if the window is scattered."""


@dataclass(frozen=True, slots=True)
class Command:
    """Command of the device; `moved` counts bytes.

    `kind` is dispatch, slow (a copying dispatch), copy, fill, transfer, or opaque: an unknown operation.
    """

    kind: str
    reads: tuple[Access, ...]
    writes: tuple[Access, ...]
    flops: float
    moved: int
    nests: tuple[Nest, ...] = ()


@dataclass
class Schedule:
    """Commands in order, and the wave of each: 0 is the last."""

    commands: list[Command] = field(default_factory=list)
    wave: list[int] = field(default_factory=list)
    transient: int = 0
    """Bytes of buffers that are neither arguments nor results."""

    def waves(self) -> list[list[Command]]:
        """Return the commands that run at once, wave by wave, first to last."""
        count = max(self.wave, default=-1) + 1
        return [[c for c, w in zip(self.commands, self.wave, strict=True) if w == n] for n in reversed(range(count))]

    def count(self, *kinds: str) -> int:
        """Return the number of commands of these kinds."""
        return sum(c.kind in kinds for c in self.commands)


SAME = ("hal.tensor.barrier", "flow.tensor.tie_shape", "flow.tensor.reshape", "tensor.cast")
"""Operations that pass the bytes of their first operand on."""


WORD = 4
"""Bytes that count as one element of a copy."""
READ_BACK = ("tensor.extract", "flow.tensor.load")
"""Operations that copy an element to the host."""


def _kind(op: Op, body: Body | None) -> tuple[str, Amount]:
    """Return the kind of the command of an operation of the skeleton, and its work."""
    if body is not None:
        return "slow" if body.copies else "dispatch", body.work
    if op.name in READ_BACK:
        return "copy", Amount(0.0, 2 * element_bytes(op.results[0].type), (copying(1, 1),))
    return "opaque", Amount(0.0, 0)


class _Lowering:
    def __init__(self, selected: Selected) -> None:
        self.s = selected
        self.names = selected.program.names
        elements = elements_of(selected)
        self.shapes = {c: self.names.sizes.numbers(shape) for c, shape in shapes_of(selected).items()}
        self.bytes = {c: prod(shape) * element_bytes(elements.get(c, "f32")) for c, shape in self.shapes.items()}
        self.element = {c: element_bytes(elements.get(c, "f32")) for c in self.shapes}
        self.commands: list[Command] = []
        self.producer: dict[int, int] = {}
        """Command that makes a value. Values from outside have none."""
        self.size: list[int] = []
        self.buffer: list[int] = []
        self.given: set[int] = set()
        self.known: dict[int, int] = {}
        self.opaque: dict[int, int] = {}
        """For a place in the skeleton, the command that stands for the operation there."""
        self.same: dict[int, int] = {}
        """For a place in the skeleton, the value that the operation there passes on."""
        self.ready: dict[int, int] = {}
        """Targets of insertions that must exist before the dispatch that writes into them and into others."""

    def new(self, size: int, buffer: int | None = None) -> int:
        self.size.append(size)
        self.buffer.append(len(self.size) - 1 if buffer is None else buffer)
        return len(self.size) - 1

    def run(self, kind: str, reads: list[Access], size: int, work: Amount, into: Access | None = None) -> int:
        """Add a command and return its result: a new value, in the buffer of `into` if given."""
        if into is None:
            value = self.new(size)
            write = self.whole(value)
        else:
            value = self.new(self.size[into.value], self.buffer[into.value])
            write = replace(into, value=value)
            reads = [*reads, into]
        self.commands.append(Command(kind, tuple(reads), (write,), work.flops, work.moved, work.nests))
        self.producer[value] = len(self.commands) - 1
        return value

    def whole(self, value: int) -> Access:
        return Access(value, 0, self.size[value], self.size[value])

    def value(self, c: int) -> int:
        """Return the buffer that holds a class, and make it if it does not exist. Recursion follows operands, a few hundred deep
        at most.
        """
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
                if (made_by := self.s.program.made_by[node.numbers[0]]) in self.same:
                    return self.same[made_by]
                value = self.new(size)
                self.given.add(value)
                if made_by in self.opaque:
                    self.producer[value] = self.opaque[made_by]
                return value
            case "empty":
                return self.new(size)
            case "splat":
                return self.run("fill", [], size, _bytes(size))
            case "slice":
                read = self.read(c)
                kind = "copy" if self.s.is_dense(c) else "slow"
                return self.run(kind, [read], size, self.copied(c))
            case "transfer":
                return self.run("transfer", [self.read(node.children[0])], size, _bytes(size))
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
        """Return one of several results of a dispatch, which is run once."""
        n, value = self.once(c), self.new(self.bytes[c])
        self.commands[n] = replace(self.commands[n], writes=(*self.commands[n].writes, self.whole(value)))
        self.producer[value] = n
        return value

    def once(self, c: int) -> int:
        """Return the command of a dispatch with several results. The places of the results are added to it on request."""
        key = -1 - min(x for x in self.s.order if self._same_work(x, c))
        if key not in self.known:
            program, op = self.s.program, self.s.computation(c)
            value = self.dispatch(c, None)
            self.size[value], self.known[key] = 0, self.producer[value]
            others = [v for v in op.results if v in program.of] if op else []
            made = [prod(self.names.sizes.numbers(program.shape_of(v))) * element_bytes(v.type) for v in others]
            command = self.commands[-1]
            self.commands[-1] = replace(command, writes=(), moved=command.moved - self.bytes[c] + sum(made))
        return self.known[key]

    def share(self, c: int, into: Access) -> int:
        """Return one of several results of a dispatch, written into a target. The target must exist before the dispatch, or the
        result is copied.
        """
        for x in self.s.order:
            if self.s.choice[x].symbol == "insert" and x not in self.ready and self.s.placed(x):
                y, d = self.s.viewed(self.s.choice[x].children[0]), self.s.choice[x].children[1]
                if self._same_work(y, c) and not any(self._same_work(z, c) for z in self.s.below(d)):
                    self.ready[x] = self.target(d)
        n, made = self.once(c), self.producer.get(into.value, -1)
        if made > n:
            return self.run("copy", [self.whole(self.value(c))], 0, _bytes(into.moved, 2), into)
        value, command = self.new(self.size[into.value], self.buffer[into.value]), self.commands[n]
        reads = command.reads if made == n else (*command.reads, into)
        self.commands[n] = replace(command, reads=reads, writes=(*command.writes, replace(into, value=value)))
        self.producer[value] = n
        return value

    def _same_work(self, a: int, b: int) -> bool:
        x, y = self.s.choice[a], self.s.choice[b]
        return x.symbol == y.symbol == "work" and (x.numbers[0], x.children) == (y.numbers[0], y.children)

    def read(self, c: int) -> Access:
        """Return the bytes of a class that a command reads. Those of a slice lie in its source."""
        if self.s.is_view(c) and self.s.choice[x := self.s.tensors(c)[0]].symbol == "slice":
            return self.read(x)
        if self.s.choice[c].symbol == "slice":
            of = self.read(self.s.choice[c].children[0])
            if self.s.choice[self.s.choice[c].children[0]].symbol != "slice":
                first, last = self.names.place(self.s.window(c))
                return Access(of.value, of.start + first * self.element[c], of.start + last * self.element[c], self.bytes[c])
            return replace(of, moved=self.bytes[c])
        return self.whole(self.value(c))

    def target(self, d: int) -> int:
        """Return a buffer that may be written: that of `d` if it has no other use and is no constant, else a copy."""
        value = self.value(d)
        node = self.s.choice[d]
        constant = node.symbol == "tensor" and self.s.program.constant_input(node.numbers[0])
        alone = self.s.uses[d] == 1 and (not self.s.is_view(d) or self.s.uses[self.s.viewed(d)] == 1)
        if node.symbol in ("splat", "empty") or (alone and not constant):
            return value
        return self.run("copy", [self.whole(value)], self.size[value], _bytes(self.size[value], 2))

    def insert(self, c: int) -> int:
        y, d = self.s.choice[c].children
        for x in self.s.chain(c):
            if not self.s.placed(x) and self.s.computed(self.s.viewed(self.s.choice[x].children[0])):
                self.value(self.s.choice[x].children[0])
        window, size = self.s.window(c), self.bytes[y]
        target = self.ready[c] if c in self.ready else self.target(d)
        first, last = (n * self.element[c] for n in self.names.place(window))
        if not self.s.is_dense(c):
            return self.run("slow", [self.read(y)], 0, self.copied(c), self.whole(target))
        if self.s.placed(c):
            own, into = self.s.viewed(y), Access(target, first, last, size)
            return self.share(own, into) if self.s.split(own) else self.dispatch(own, into)
        if self.s.choice[y].symbol == "splat":
            return self.run("fill", [], 0, _bytes(size), Access(target, first, last, size))
        if self.s.choice[y].symbol == "empty":
            return target
        reads = [self.read(y)] if self._dense_slice(y) else [self.whole(self.value(y))]
        return self.run("copy", reads, 0, _bytes(size, 2), Access(target, first, last, size))

    def _dense_slice(self, c: int) -> bool:
        return self.s.choice[c].symbol != "slice" or self.s.is_dense(c)

    def copied(self, c: int) -> Amount:
        """Return the work of copying the window of a slice or an insertion."""
        base, sizes, strides = (
            self.names.sizes.numbers(column)
            for column in zip(*((axis.base, axis.size, axis.stride) for axis in self.s.window(c)), strict=True)
        )
        return Amount(0.0, 2 * prod(sizes) * self.element[c], (copying(*pieces(base, sizes, strides)),))

    def work(self, c: int) -> Amount:
        """Return the work of a computation. A part of an elementwise one has a part of it."""
        op = self.s.computation(c)
        if (body := self.s.body(c)) is not None:
            return body.work
        operands = [self.shapes[x] for x in self.s.tensors(c)]
        nest = nest_of(op, operands) if op else copying(1, prod(self.shapes[c])) if self.s.computed(c) else None
        return Amount(flops(op, self.shapes[c], operands) if op else 0.0, 0, (nest,) if nest else ())

    def dispatch(self, c: int, into: Access | None) -> int:
        """Return the dispatch that computes a class, writing into a target or into a buffer of its own."""
        members = self.s.region(c)
        inside = set(members)
        reads: list[Access] = []
        works = [self.work(m) for m in members]
        for m in members:
            operands = [] if self.s.choice[m].symbol == "fused_insert" else self.s.tensors(m)
            if self.s.choice[m].symbol == "fused_insert" and self.s.maker(self.s.choice[m].children[0]) not in inside:
                operands = [self.s.choice[m].children[0]]
            made = () if self.s.body(m) else ("splat", "empty")
            for x in operands:
                if x not in inside and self.s.choice[x].symbol not in made:
                    reads.append(self.read(x))
        reads = reads if self.s.body(members[0]) else list(dict.fromkeys(reads))
        written = self.bytes[self.s.choice[c].children[0]] if self.s.choice[c].symbol == "fused_insert" else self.bytes[c]
        moved = written + sum(r.moved for r in reads)
        copies = all((body := self.s.body(m)) is not None and body.copies for m in members if self.s.computation(m) is not None)
        kind = "slow" if copies and self.s.computation(members[0]) is not None else "dispatch"
        nests = tuple(nest for work in works for nest in work.nests)
        return self.run(kind, reads, self.bytes[c], Amount(sum(work.flops for work in works), moved, nests), into)


def _bytes(size: int, moves: int = 1) -> Amount:
    """Return the work of a fill, or of a copy, which moves each byte twice."""
    return Amount(0.0, moves * size, (copying(1, max(1, size // WORD)),))


def schedule(selected: Selected) -> Schedule:
    """Return the commands of a choice and their waves."""
    lowering = _Lowering(selected)
    returned: list[int] = []
    skeleton = selected.program.skeleton
    for at, roots in groupby(zip(selected.program.root_at, selected.roots, strict=True), key=lambda pair: pair[0]):
        for c in selected.due(at):
            lowering.value(c)
        used = [lowering.value(root) for _, root in roots]
        op = skeleton[at] if at < len(skeleton) else None
        body = selected.program.bodies.get(op) if op else None
        if op and op.name in SAME:
            lowering.same[at] = used[0]
        elif op and (body or op.name in READ_BACK or not (selected.program.bodies or op.name.startswith("hal."))):
            lowering.opaque[at] = len(lowering.commands)
            kind, work = _kind(op, body)
            lowering.run(kind, [lowering.whole(value) for value in used], 0, work)
        returned += used
    commands = lowering.commands
    wave = [0] * len(commands)
    latest = 0
    for n in range(len(commands) - 1, -1, -1):
        latest = wave[n] = max(
            wave[n], latest
        )  # IREE goes backwards, and puts a command into the earliest wave that there is yet
        for read in commands[n].reads:
            p = lowering.producer.get(read.value)
            if p is not None and p != n:
                wrote = [access for access in commands[p].writes if access.value == read.value]
                apart = any(access.end == read.start or access.start == read.end for access in wrote)
                wave[p] = max(wave[p], wave[n] + (not apart))
    kept = {lowering.buffer[v] for v in (*returned, *lowering.given)}
    return Schedule(commands, wave, packed(_transient(lowering, commands, wave, kept)))


def _transient(lowering: _Lowering, commands: Sequence[Command], wave: Sequence[int], kept: set[int]) -> Iterable[Buffer]:
    """Return the buffers of values that do not leave the program, in order of first use."""
    last = max(wave, default=0)
    used: dict[int, list[int]] = {}
    for n in sorted(range(len(commands)), key=lambda n: (-wave[n], n)):
        for access in (*commands[n].reads, *commands[n].writes):
            used.setdefault(lowering.buffer[access.value], []).append(last - wave[n])
    return [Buffer(lowering.size[b], min(at), max(at)) for b, at in used.items() if b not in kept]
