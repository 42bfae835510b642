"""Lowering of a selection to device commands: dispatches, copies and fills with their byte ranges.

The lowering follows IREE 3.13. An elementwise consumer is fused into the dispatch of a producer without other uses. Slices and fills are
cloned into the dispatches that read them. A dispatch writes directly into the target of a contiguous insertion that is the result's only
use (EmplaceAllocations). An insertion that is not contiguous is a separate dispatch (`slow_memcpy`).
"""

from __future__ import annotations

from math import prod

from egraph_opt.families.region.choice.classes.class_shapes import elements_of, shapes_of
from egraph_opt.families.region.choice.classes.selection import SelectedNodes
from egraph_opt.families.region.choice.scheduling.commands import ByteRange, DeviceCommand
from egraph_opt.families.region.encode.dispatch_reader import tied_operands
from egraph_opt.families.region.encode.linalg_regrouping import rebuild_with_maps
from egraph_opt.families.region.encode.loop_nest import Amount, copying, moving, nest_of, pieces
from egraph_opt.families.region.encode.op_cost import flops
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import element_bytes

BARRIER = "util.optimization_barrier"
PASS_THROUGH_OPS = (BARRIER, "hal.tensor.barrier", "flow.tensor.tie_shape", "flow.tensor.reshape", "tensor.cast")
"""Operations that return the bytes of their operands unchanged."""
MOVES = ("flow.tensor.slice", "flow.tensor.update")
"""Operations that copy a part of a tensor."""
READ_BACK = ("tensor.extract", "flow.tensor.load")
"""Operations that copy an element to the host."""


class Lowering:
    def __init__(self, selected: SelectedNodes) -> None:
        self.s = selected
        self.names = selected.program.names
        elements = elements_of(selected)
        self.shapes = {c: self.names.sizes.numbers(shape) for c, shape in shapes_of(selected).items()}
        self.bytes = {c: prod(shape) * element_bytes(elements.get(c, "f32")) for c, shape in self.shapes.items()}
        self.element = {c: element_bytes(elements.get(c, "f32")) for c in self.shapes}
        self.commands: list[DeviceCommand] = []
        self.producer: dict[int, int] = {}
        """Number of the command that makes each value, except arguments and constants."""
        self.size: list[int] = []
        self.buffer: list[int] = []
        self.given: set[int] = set()
        self.known: dict[int, int] = {}
        self.opaque: dict[int, int] = {}
        """Command numbers of unknown operations, by position in `program.skeleton`."""
        self.made: dict[Value, int] = {}
        """Value numbers of results of operations outside the e-graph."""
        self.constant: dict[int, str] = {}
        """Name of the operation that defines each constant, by buffer."""
        self.kept: set[int] = set()
        """Buffers that hold constants, which must be copied to become results of the program."""
        self.awaited: list[list[int]] = []
        """For each wait of the host, the values awaited."""
        self.ready: dict[int, int] = {}
        """Writable targets of insertions whose operand is a result of a dispatch with several results."""

    def new(self, size: int, buffer: int | None = None) -> int:
        self.size.append(size)
        self.buffer.append(len(self.size) - 1 if buffer is None else buffer)
        return len(self.size) - 1

    def run(self, kind: str, reads: list[ByteRange], size: int, work: Amount, into: ByteRange | None = None) -> int:
        """Add a command and return its result, a new value: in the buffer of `into`, or in a new buffer."""
        if into is None:
            value = self.new(size)
            write = self.whole(value)
        else:
            value = self.new(self.size[into.value], self.buffer[into.value])
            write = into._replace(value=value)
            reads = [*reads, into]
        self.commands.append(DeviceCommand(kind, tuple(reads), (write,), work.flops, work.moved, work.nests))
        self.producer[value] = len(self.commands) - 1
        return value

    def whole(self, value: int) -> ByteRange:
        return ByteRange(value, 0, self.size[value], self.size[value])

    def value(self, c: int) -> int:
        """Return the number of the value of e-class `c`; on first use, add the commands that compute it."""
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
                return self.given_tensor(node.numbers[0], size)
            case "empty":
                return self.new(size)
            case "splat":
                return self.run("fill", [], size, moving(size))
            case "slice":
                read = self.read(c) if c not in self.s.apart else self.whole(self.value(node.children[0]))
                value = self.run("copy" if self.s.is_dense(c) else "slow", [read], size, self.copy_work(c))
                if self.buffer[read.value] in self.kept:
                    self.kept.add(value)
                return value
            case "transfer":
                return self.run("transfer", [self.read(node.children[0])], size, moving(size))
            case "insert":
                return self.insert(c)
            case "fused_insert":
                target = self.target(node.children[1], c)
                return self.dispatch(c, self.whole(target))
        if self.s.is_view(c):
            return self.value(self.s.tensors(c)[0])
        if self.s.split(c):
            return self.results(c)
        return self.dispatch(c, None)

    def given_tensor(self, number: int, size: int) -> int:
        """Return the value number of an input tensor: an argument, a constant, or the result of an opaque operation."""
        made_by, tensor = self.s.program.made_by[number], self.s.program.inputs[number]
        if tensor in self.made:
            return self.made[tensor]
        value = self.new(size)
        self.given.add(value)
        if maker := self.s.program.constant_input(number):
            self.constant[value] = maker
            self.kept.add(value)
        if made_by in self.opaque:
            self.producer[value] = self.opaque[made_by]
        return value

    def results(self, c: int) -> int:
        """Add e-class `c`, one of several results of a dispatch, to the command's results; return the number of its value."""
        n, value = self.once(c), self.new(self.bytes[c])
        self.commands[n] = self.commands[n]._replace(writes=(*self.commands[n].writes, self.whole(value)))
        self.producer[value] = n
        return value

    def once(self, c: int) -> int:
        """Return the number of the command that computes `c` and the other results of its dispatch; add it on first use."""
        key = -1 - min(x for x in self.s.order if self._same_work(x, c))
        if key not in self.known:
            program, op = self.s.program, self.s.computation(c)
            value = self.dispatch(c, None)
            self.size[value], self.known[key] = 0, self.producer[value]
            others = [v for v in op.results if v in program.of] if op else []
            made = [prod(self.names.sizes.numbers(program.shape_of(v))) * element_bytes(v.type) for v in others]
            command = self.commands[-1]
            self.commands[-1] = command._replace(writes=(), moved=command.moved - self.bytes[c] + sum(made))
        return self.known[key]

    def write_result(self, c: int, into: ByteRange) -> int:
        """Write `c`, one of a dispatch's results, into `into`: directly, or by a copy if `into` is computed after the dispatch."""
        for x in self.s.order:
            if self.s.choice[x].symbol == "insert" and x not in self.ready and self.s.is_in_place(x):
                y, d = self.s.view_base(self.s.choice[x].children[0]), self.s.choice[x].children[1]
                if self._same_work(y, c) and not any(self._same_work(z, c) for z in self.s.below(d)):
                    self.ready[x] = self.target(d)
        n, made = self.once(c), self.producer.get(into.value, -1)
        if made > n:
            return self.run("copy", [self.whole(self.value(c))], 0, moving(into.moved, 2), into)
        value, command = self.new(self.size[into.value], self.buffer[into.value]), self.commands[n]
        reads = command.reads if made == n else (*command.reads, into)
        self.commands[n] = command._replace(reads=reads, writes=(*command.writes, into._replace(value=value)))
        self.producer[value] = n
        return value

    def _same_work(self, a: int, b: int) -> bool:
        x, y = self.s.choice[a], self.s.choice[b]
        return x.symbol == y.symbol == "work" and (x.numbers[0], x.children) == (y.numbers[0], y.children)

    def read(self, c: int) -> ByteRange:
        """Return the byte range that a command reads for an e-class; a slice is a range of its source."""
        if self.s.is_view(c) and self.s.choice[x := self.s.tensors(c)[0]].symbol == "slice":
            return self.whole(self.value(x)) if self._copied_before_reshaped(c, x) else self.read(x)
        if self.s.choice[c].symbol == "slice" and c not in self.s.apart:
            of = self.read(self.s.choice[c].children[0])
            if self.s.choice[self.s.choice[c].children[0]].symbol != "slice":
                first, last = self.names.linear_range(self.s.window(c))
                return ByteRange(of.value, of.start + first * self.element[c], of.start + last * self.element[c], self.bytes[c])
            return of._replace(moved=self.bytes[c])
        return self.whole(self.value(c))

    def _copied_before_reshaped(self, c: int, x: int) -> bool:
        """Return whether IREE copies a slice before a reshape instead of reading it in place."""
        if not self.s.is_dense(x):
            return not self.s.drops_unit_dims(c)
        d = self.s.choice[x].children[0]
        writes = (self.s.choice[user] for user in self.s.users(d))
        written = any(node.symbol in ("insert", "fused_insert") and node.children[1] == d for node in writes)
        return written and self.s.program.formed and not self.s.drops_unit_dims(c)

    def target(self, d: int, by: int | None = None) -> int:
        """Return the number of a value that equals e-class `d` and may be overwritten: the value of `d` itself, or a copy.

        It is a copy if `d` is a constant or has a later use. `by` is the e-class whose dispatch or insertion overwrites it.
        """
        node = self.s.choice[d]
        if node.symbol == "empty" and by is not None:
            return self.new(self.bytes[by])  # whatever has its shape may use it, also with other elements
        value = self.value(d)
        constant = self.buffer[value] in self.constant
        alone = self.s.uses[d] == 1 and (not self.s.is_view(d) or self.s.uses[self.s.view_base(d)] == 1)
        alone = alone or (by is not None and self._last(d, by))
        if node.symbol in ("splat", "empty") or (alone and not constant):
            return value
        return self.run("copy", [self.whole(value)], self.size[value], moving(self.size[value], 2))

    def _last(self, d: int, by: int) -> bool:
        """Return whether e-class `by`, which overwrites e-class `d`, runs after all other readers of `d`."""
        if self.s.is_view(d) or any(c == d for c in self.s.roots):
            return False
        y = self.s.view_base(self.s.choice[by].children[0])
        inside, before = {by, *self.s.region(y)}, self.s.below(by)
        todo, seen = [d], set[int]()
        while todo:
            for user in self.s.users(todo.pop()):
                if self.s.choice[user].symbol == "slice" or self.s.is_view(user):
                    if user in self.s.roots:
                        return False
                    todo += [user] if user not in seen else []
                    seen.add(user)
                elif user != by and (user in inside or not (user in before or user in self.known)):
                    return False
        return True

    def result_buffer(self, c: int) -> int:
        """Return the value of a result of the program, copied if its buffer holds a constant."""
        value = self.value(c)
        if self.s.program.formed and self.buffer[value] in self.kept:
            return self.run("copy", [self.whole(value)], self.size[value], moving(self.size[value], 2))
        return value

    def pass_on(self, op: Op) -> None:
        """Mark the results of optimisation barrier `op` as writable, even if its operands are constants."""
        for result in op.results:
            if result in self.made and (value := self.made[result]) in self.constant:
                self.made[result] = self.new(self.size[value])
                self.given.add(self.made[result])
                self.kept.add(self.made[result])

    def add_formed_dispatch(self, op: Op, roots: dict[Value, int]) -> None:
        """Add an opaque dispatch formed by IREE; a result tied to an operand overwrites the operand."""
        body, tied = self.s.program.bodies[op], tied_operands(op)
        targets = {v: self.target(roots[v]) for v in tied if v in roots}
        reads = [self.whole(targets[v] if v in targets else self.value(c)) for v, c in roots.items()]
        kind, work = "slow" if body.copies else "dispatch", body.work
        self.commands.append(DeviceCommand(kind, tuple(reads), (), work.flops, work.moved, work.nests))
        for result, into in zip(op.results, tied, strict=True):
            same = targets.get(into) if into is not None else None
            value = self.new(self.bytes_of(result)) if same is None else self.new(self.size[same], self.buffer[same])
            self.made[result] = value
            self.commands[-1] = self.commands[-1]._replace(writes=(*self.commands[-1].writes, self.whole(value)))
            self.producer[value] = len(self.commands) - 1

    def moves(self, op: Op, roots: dict[Value, int]) -> None:
        """Add the command of an opaque `flow.tensor.slice` or `flow.tensor.update`, which copies a part of a tensor."""
        (result,), target = op.results, op.operands[0]
        if op.name == "flow.tensor.slice":
            size = self.bytes_of(result)
            self.made[result] = self.run("copy", [self.whole(self.value(c)) for c in roots.values()], size, moving(size, 2))
        elif target in roots:
            into = self.target(roots[target])
            reads = [self.whole(self.value(c)) for v, c in roots.items() if v is not target]
            size = sum(read.moved for read in reads)
            self.made[result] = self.run("copy", reads, 0, moving(size, 2), self.whole(into))

    def bytes_of(self, v: Value) -> int:
        """Return the size in bytes of a result of an opaque operation."""
        known = v in self.s.program.of
        return element_bytes(v.type) * (prod(self.names.sizes.numbers(self.s.program.shape_of(v))) if known else 1)

    def read_back(self, op: Op, used: list[int]) -> None:
        """Add the command that copies an element to the host, which waits for the element."""
        self.awaited.append([self.run("copy", list(map(self.whole, used)), 0, moving(element_bytes(op.results[0].type), 2))])

    def insert(self, c: int) -> int:
        y, d = self.s.choice[c].children
        for x in self.s.chain(c):
            if not self.s.is_in_place(x) and self.s.is_computed(self.s.view_base(self.s.choice[x].children[0])):
                self.value(self.s.choice[x].children[0])
        window, size = self.s.window(c), self.bytes[y]
        target = self.ready[c] if c in self.ready else self.target(d, c)
        first, last = (n * self.element[c] for n in self.names.linear_range(window))
        if self.s.choice[y].symbol == "empty":
            return target  # what was never written may be what is there
        if not self.s.is_dense(c):
            return self.run("slow", [self.read(y)], 0, self.copy_work(c), self.whole(target))
        if self.s.is_in_place(c):
            own, into = self.s.view_base(y), ByteRange(target, first, last, size)
            return self.write_result(own, into) if self.s.split(own) else self.dispatch(own, into)
        if self.s.choice[y].symbol == "splat":
            return self.run("fill", [], 0, moving(size), ByteRange(target, first, last, size))
        reads = [self.read(y)] if self._dense_slice(y) else [self.whole(self.value(y))]
        return self.run("copy", reads, 0, moving(size, 2), ByteRange(target, first, last, size))

    def _dense_slice(self, c: int) -> bool:
        return self.s.choice[c].symbol != "slice" or self.s.is_dense(c)

    def copy_work(self, c: int) -> Amount:
        """Return the amount of work (bytes moved) of the copy that a slice or an insertion needs."""
        base, sizes, strides = (
            self.names.sizes.numbers(column)
            for column in zip(*((axis.base, axis.size, axis.stride) for axis in self.s.window(c)), strict=True)
        )
        return Amount(0.0, 2 * prod(sizes) * self.element[c], (copying(*pieces(base, sizes, strides)),))

    def work(self, c: int) -> Amount:
        """Return the amount of work of a computation: arithmetic operations, bytes and loop nests."""
        node, op, shape = self.s.choice[c], self.s.computation(c), self.shapes[c]
        if (body := self.s.body(c)) is not None:
            return body.work
        if op is None:
            return Amount(0.0, 0, (copying(1, prod(shape)),) if self.s.is_computed(c) else ())
        operands = tuple(self.shapes[x] for x in self.s.tensors(c))
        maps = self.s.maps(c) if node.symbol == "elementwise" else None
        key = node.numbers[0], maps, shape, operands
        if key not in self.s.program.amounts:
            read = op if maps is None else rebuild_with_maps(op, maps)
            nest = nest_of(read, operands)
            self.s.program.amounts[key] = Amount(flops(read, shape, operands), 0, (nest,) if nest else ())
        return self.s.program.amounts[key]

    def dispatch(self, c: int, into: ByteRange | None) -> int:
        """Add the dispatch that computes an e-class and return its result, written into `into` or a new buffer."""
        members = self.s.region(c)
        inside = set(members)
        reads: list[ByteRange] = []
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
