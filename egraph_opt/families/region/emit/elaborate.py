"""Construction of the output function from operations that IREE does not fuse further.

An insertion into a contiguous part becomes a `flow.tensor.update`, which IREE fuses into no dispatch. A dispatch with an insertion or
padding becomes a `flow.dispatch.region`, as do elementwise computations on a slice of an insertion's result. From all other tensor
operations, IREE forms dispatches. Opaque operations keep their order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from egraph_opt.families.region.choice.classes.selection import SelectedNodes
from egraph_opt.families.region.emit.dispatch_writer import DispatchLoad, StoreTarget, copy_dispatch, rewrite_dispatch
from egraph_opt.families.region.emit.tensor_builder import TensorEmitter, static_extents, wide
from egraph_opt.families.region.encode.generic_op_builder import array, generic, scalar_body, segments
from egraph_opt.families.region.encode.linalg_regrouping import as_loops, rebuild_with_maps
from egraph_opt.families.region.vocabulary.symbolic_extent import Extent, Size
from egraph_opt.families.region.vocabulary.window import Window, compose, dense
from egraph_opt.ir.def_use import used_values
from egraph_opt.ir.module import Block, Op, Region, Value
from egraph_opt.ir.rewriting.rewrite import replace_body_ops, replace_uses
from egraph_opt.ir.types import element_of


class _Decoder(TensorEmitter):
    def value(self, c: int, element: str = "") -> Value:
        """Return an e-class as a value in memory. Fills and empty tensors are created anew; an empty tensor has element type `element`."""
        node = self.s.choice[c]
        if node.symbol == "empty":
            return self.add(generic("flow.tensor.empty", self.dynamic_extents(self.shapes[c]), [self.type(c, element)]))
        if node.symbol == "splat":
            operands = [self.names.scalar_values[node.numbers[0]], *self.dynamic_extents(self.shapes[c])]
            return self.add(generic("flow.tensor.splat", operands, [self.type(c)]))
        if c not in self.made:
            self.made[c] = self.make(c)
        return self.made[c]

    def target(self, c: int) -> Value:
        """Return the value of the tensor into which insertion `c` writes."""
        return self.value(self.s.choice[c].children[1], self.elements[c])

    def operand(self, c: int, local: dict[int, Value], element: str = "") -> Value:
        """Return an e-class as operand of a computation.

        `local` has the values that the same dispatch region has computed so far. A fill or empty tensor is created anew for each use.
        """
        node = self.s.choice[c]
        if c in local:
            return local[c]
        blank = self.s.blank(c)
        if not blank and node.symbol != "splat":
            return self.value(c)
        empty = self.add(generic("tensor.empty", self.dynamic_extents(self.shapes[c]), [self.type(c, element)]))
        if blank:
            return empty
        operands, body = [self.names.scalar_values[node.numbers[0]], empty], scalar_body(self.elements[c], 2)
        return self.add(generic("linalg.fill", operands, [self.type(c)], segments(1, 1), [body]))

    def make(self, c: int) -> Value:
        node = self.s.choice[c]
        match node.symbol:
            case "tensor":
                return self.s.program.inputs[node.numbers[0]]
            case "slice":
                return self.slice(c)
            case "insert":
                y = node.children[0]
                if self.s.choice[y].symbol == "empty":
                    return self.target(c)  # what was never written may be what is there
                for x in self.s.chain(c):  # operations that can run beside the copies come before them
                    if not dense(self.s.window(x)) and self.s.choice[inner := self.s.choice[x].children[0]].symbol != "empty":
                        self.value(inner)
                if self.s.program.formed and not self.s.is_dense(c):
                    return self.add(
                        copy_dispatch(self.read_operand(y), self.type(y), StoreTarget(self.target(c), self.s.window(c)))
                    )
                target = self.target(c)  # first, since a dispatch can only write into a target that exists before it
                return self.insert(c, self.value(y), target)
            case "transfer":
                op = self.s.program.transfers[node.numbers[0]]
                sent = self.value(node.children[0])
                return self.add(replace(op, operands=(sent,), results=(Value(self.type(c), "%r"),)))
            case "recount":
                return self.recount(c)
            case "fused_insert" | "fused_pad":
                return self.emit_fused(c) if c in self.s.left else self.region(c)
        return self.compute(c, {})

    def slice(self, c: int, type: str = "") -> Value:
        if self.s.program.formed:
            return (
                self.flow_slice(c)
                if not type and self.s.is_dense(c)
                else self.add(copy_dispatch(self.read_operand(c), type or self.type(c)))
            )
        return self.extract_slice(self.value(self.s.choice[c].children[0]), self.s.window(c), type or self.type(c))

    def flow_slice(self, c: int) -> Value:
        """Emit a contiguous slice as `flow.tensor.slice`, in a program whose dispatches IREE has formed."""
        source, at = self.s.choice[c].children[0], self.s.window(c)
        extents, lengths = self.dynamic_extents(self.shapes[source]), self.dynamic_extents(self.shapes[c])
        placed = [*(self.size(axis.offset) for axis in at), *(self.size(axis.size) for axis in at)]
        operands = [self.value(source), *extents, *placed, *lengths]
        counts = segments(1, len(extents), len(at), len(at), len(lengths))
        return self.add(generic("flow.tensor.slice", operands, [self.type(c)], counts))

    def compute(self, c: int, local: dict[int, Value], inside: bool = False) -> Value:
        """Emit a computation with all its results. `local` has the values that the same dispatch region has computed so far."""
        node, op = self.s.choice[c], self.s.computation(c)
        if not inside and (members := self.s.kept_together(c)):
            return self.close_dispatch(self.open_dispatch(members)[c], self.shapes[c])
        if node.symbol == "repeat":
            return self.broadcast_tensor(c, local)
        if op is None:
            order = list(self.names.permutations)[node.numbers[0]]
            (x,) = node.children
            empty = generic("tensor.empty", self.dynamic_extents(self.shapes[c]), [self.type(c)])
            operands = [self.operand(x, local), self.add(empty)]
            body = scalar_body(self.elements[c], 2)
            return self.add(generic("linalg.transpose", operands, [self.type(c)], f"permutation = {array(order)}", [body]))
        if op in self.s.program.bodies and inside:
            raise AssertionError("a formed dispatch joins no other")
        key = (node.numbers[0], node.children)
        k = node.numbers[1] if node.symbol == "work" else 0
        if not inside and (*key, k) in self.made:
            return self.made[(*key, k)]
        if op in self.s.program.bodies:
            made = self.emit_formed_dispatch(c)
            self.made.update({(*key, i): v for i, v in enumerate(made.results)})
            return made.results[k]
        if (
            op.name == "tensor.collapse_shape"
            and not inside
            and self.s.drops_unit_dims(c)
            and self.s.choice[x := self.s.tensors(c)[0]].symbol == "slice"
        ):
            return self.slice(x, self.type(c))  # a slice that drops dimensions, which a dispatch can include
        if node.symbol == "elementwise":
            op = rebuild_with_maps(op, self.s.maps(c))
        op = self.with_sizes(op)
        tensors = iter(self.s.tensors(c))
        operands = [self.operand(next(tensors), local, element_of(v.type)) if v in self.s.program.of else v for v in op.operands]
        single = len(op.results) == 1
        results = tuple(Value(self.type(c) if single else v.type, v.name) for v in op.results)
        self.add(replace(op, operands=tuple(operands), results=results))
        if not inside:
            self.made.update({(*key, i): v for i, v in enumerate(results)})
        return results[k]

    def broadcast_tensor(self, c: int, local: dict[int, Value]) -> Value:
        """Emit a tensor with its elements repeated or permuted."""
        node, rank = self.s.choice[c], len(self.shapes[c])
        (x,) = node.children
        operands = [self.operand(x, local), self.add(generic("tensor.empty", [], [self.type(c)]))]
        copied = generic("linalg.generic", operands, [self.type(c)], "", [scalar_body(self.elements[c], 2)])
        return self.add(as_loops(copied, 0, [[], []], (list(self.names.maps)[node.numbers[0]], tuple(range(rank)))))

    def with_sizes(self, op: Op, others: Mapping[Value, Value] | None = None) -> Op:
        """Return `op` with results of omitted `tensor.dim` replaced by known extents, and with other values replaced as in `others`."""
        program = self.s.program
        asked = {v: self.size(program.extents[v]) for v in used_values(op) if v in program.asked}
        return replace_uses(op, {**asked, **(others or {})})

    def recount(self, c: int) -> Value:
        """Emit a reshape, which keeps elements and their order."""
        (x,) = self.s.choice[c].children
        old, new = self.shapes[x], self.shapes[c]
        if old == new:
            return self.value(x)
        if self.s.drops_unit_dims(c):
            return self.slice(x, self.type(c))
        if any(isinstance(n, Size) for n in (*old, *new)):
            narrow = self.drop_unit_dims(self.value(x), old, wide(old))
            return self.restore_unit_dims(narrow, new, wide(new))
        if min(len(old), len(new)) > 1:
            return self.regroup_dims(self.value(x), old, new)
        rows, one = sorted((self.shapes[c], self.shapes[x]), key=len, reverse=True)
        assert len(one) == 1, "elements are counted in a row"
        grouping = f"reassociation = [{list(range(len(rows)))}]"
        if len(self.shapes[c]) == 1:
            return self.add(generic("tensor.collapse_shape", [self.value(x)], [self.type(c)], grouping))
        properties = f"{grouping}, static_output_shape = {array(static_extents(rows))}"
        return self.add(generic("tensor.expand_shape", [self.value(x)], [self.type(c)], properties))

    def region(self, c: int) -> Value:
        """Emit one dispatch region with the computations of the operand, followed by the insertion or padding `c`."""
        node, members = self.s.choice[c], self.s.region(c)[:-1]
        if members and self.s.body(members[0]) is not None:
            return self.emit_formed_dispatch(members[0], StoreTarget(self.target(c), self.s.window(c))).results[0]
        y, w = node.children[0], self.s.window(c)
        if node.symbol == "fused_pad":
            return self.close_dispatch(self.pad_tensor(c, self.open_dispatch(members)[y], node.numbers[1]), self.shapes[c])
        kept = wide(self.shapes[c])  # IREE 3.13 stores a part of a tensor to the wrong place if it drops dimensions itself
        target = self.drop_unit_dims(self.target(c), self.shapes[c], kept)
        x = self.drop_unit_dims(self.open_dispatch(members)[y], self.shapes[y], kept)
        made = self.insert_slice(x, target, [w[k] for k in kept])
        return self.restore_unit_dims(self.close_dispatch(made, [self.shapes[c][k] for k in kept]), self.shapes[c], kept)

    def emit_fused(self, c: int) -> Value:
        """Emit a padding, or an insertion into a fill, as tensor operations that IREE fuses by itself."""
        node = self.s.left[c]
        x = self.value(node.children[0])
        if node.symbol == "pad":
            return self.pad_tensor(c, x, node.numbers[1])
        return self.insert_slice(x, self.operand(node.children[1], {}), self.s.window(c))

    def open_dispatch(self, members: Sequence[int]) -> dict[int, Value]:
        """Begin a dispatch region, emit the computations `members` inside, and return their values.

        Operands are computed outside the region, except fills and slices of insertion results.
        """
        parts: dict[int, tuple[Value, Window]] = {}
        for x in dict.fromkeys(x for m in members for x in self.s.tensors(m) if x not in members):
            if self.s.part_of_inserted(x):
                parts[x] = self.source(x)
            elif self.s.choice[x].symbol not in ("empty", "splat"):
                self.value(x)
        self.ops = []
        local = {x: self.extract_slice(*part, self.type(x)) for x, part in parts.items()}
        for m in members:
            local[m] = self.compute(m, local, inside=True)
        return local

    def close_dispatch(self, result: Value, shape: Sequence[Extent]) -> Value:
        """End a dispatch region and return its result."""
        body, extents = Block((), (*self.ops, generic("flow.return", [result], []))), self.dynamic_extents(shape)
        self.ops = self.outside
        return self.add(
            generic("flow.dispatch.region", extents, [result.type], segments(len(extents), 0), [Region((body,)), Region()])
        )

    def emit_formed_dispatch(self, c: int, target: StoreTarget | None = None) -> Op:
        """Emit the dispatch formed by IREE for `c`, with the selected operands."""
        op, body = self.s.computation(c), self.s.body(c)
        assert op is not None and body is not None, "it is a formed dispatch"
        reads = [self.read_operand(x) for x in self.s.tensors(c)]
        made = rewrite_dispatch(body.op, reads, [v.type for v in op.results], target)
        self.ops.append(made)
        return made

    def read_operand(self, x: int) -> DispatchLoad:
        """Return the load of a dispatch for operand `x`: a tensor or a part of a tensor, possibly without unit dimensions."""
        c = self.s.tensors(x)[0] if self.s.drops_unit_dims(x) else x
        if self.s.choice[c].symbol != "slice":
            return DispatchLoad(self.value(x))
        return DispatchLoad(*self.source(c))

    def source(self, c: int) -> tuple[Value, Window]:
        """Return the tensor at the end of a chain of slices, and its rectangular part (window) that the chain selects."""
        at = self.s.window(c)
        while self.s.choice[c := self.s.choice[c].children[0]].symbol == "slice":
            at = compose(at, self.s.window(c))
        return self.value(c), at


def decode(selected: SelectedNodes) -> Op:
    """Return the function that computes the selected nodes, with the input's signature and all opaque operations in order."""
    program, decoder = selected.program, _Decoder(selected)
    (block,) = program.function.regions[0].blocks
    last = len(program.skeleton)
    uses: dict[int, dict[Value, int]] = {}
    for at, value, root in zip(program.root_at, program.root_values, selected.roots, strict=True):
        uses.setdefault(at, {})[value] = root
    for at, op in enumerate((*program.skeleton, block.ops[-1])):
        for c in selected.due(at) if at in uses or at == last else ():
            decoder.value(c)
        whole = at == last or program.formed
        made = {v: decoder.value(c) if whole else decoder.operand(c, {}) for v, c in uses.get(at, {}).items()}
        decoder.ops.append(decoder.with_sizes(op, made))
    ops = (*decoder.constants.values(), *decoder.outside)
    return replace_body_ops(program.function, ops)
