"""Encoding of single operations as terms, by their layout behaviour."""

from __future__ import annotations

from egraph_opt.families.layout.encode.encoded_function import FunctionNumber
from egraph_opt.families.layout.encode.layout_inference import index_map
from egraph_opt.families.layout.encode.transparent_ops import Flexible, erase_layouts, exact, may_repeat
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.declaration_lookup import Declaration, Effect, Layouts, reduces_in_any_order
from egraph_opt.ir.def_use import captured_values
from egraph_opt.ir.module import Op, Operand, TypeOf, Value
from egraph_opt.ir.types import tensor_type, with_encoding
from egraph_opt.linear_layout import slice_encoding

STORES = ("tt.store", "tt.descriptor_store", "tt.descriptor_reduce", "vector.transfer_write")
WAIT = "ttng.warp_group_dot_wait"
_UNFINISHED = (WAIT, "ttng.warp_group_dot")
"""Operations whose results may be written by a product that still runs."""


class Operations(Flexible):
    """Encoder of operations without regions."""

    def operation(self, op: Op, place: int) -> None:
        if op.name in ("scf.yield", "scf.condition"):
            return  # the owner of the block handles its terminator
        out, known = self.out, self.out.memory.declaration(op)
        captured = tuple(captured_values(op)) if op.regions else ()
        if captured:
            out.captured[op] = captured
        if known.layouts in (Layouts.WHOLE, Layouts.LOOKUP) and self.wholesale(op, known, place):
            return
        if op.name == WAIT and len(op.operands) == len(op.results):
            self.wait(op, place)
            return
        if known.effect in (Effect.OPAQUE, Effect.WRITES):
            out.skeleton.add(op)
            self.epoch += 1
            out.roots += [(v, op) for v in (*op.operands, *captured)]
            out.anchors += [*op.operands, *captured]
            for i, result in enumerate(op.results):
                self.leaf(result, op, i, place)
            return
        if known.layouts is Layouts.REDUCE and not captured and self.reduction(op, place):
            return
        if known.layouts is Layouts.SEPARATE and self.separation(op, place):
            return
        if known.layouts is not Layouts.ANCHOR and self.is_single(op, known, captured) and self.flexible(op, known, place):
            return
        out.anchors += [*op.operands, *captured]
        shared = not op.regions
        for i, result in enumerate(op.results):
            types = (*(v.type for v in op.operands), result.type)
            key = (
                op.name,
                i,
                tuple(sorted(op.attributes.items())),
                types,
                self.time(known),
                tuple(out.group[v] for v in op.operands),
            )
            self.leaf(result, op, i, place, (*op.operands, *captured), key=key if shared else None)

    def wait(self, op: Op, place: int) -> None:
        """Encode a `ttng.warp_group_dot_wait`, which returns its operands. Unused results and unfinished products keep their layouts."""
        out = self.out
        out.skeleton.add(op)
        self.epoch += 1
        used = {value for user in out.function.walk() for value in user.operands}
        for i, (value, result) in enumerate(zip(op.operands, op.results, strict=True)):
            if laid_out(result) and result in used and self.is_finished(value):
                self.transfer(result, op, i, place, (value,))
            else:
                out.roots.append((value, op))
                out.anchors.append(value)
                self.leaf(result, op, i, place)

    def is_finished(self, value: Value) -> bool:
        """Return whether a value is complete: no matrix product (`ttng.warp_group_dot`) that still runs may write it."""
        made, function = self.out.defined_by.get(value), self.out.function
        if made is None:
            return "sym_name" in function.attributes and value in function.regions[0].blocks[0].arguments
        return made.name not in _UNFINISHED and not made.regions

    def transfer(self, result: Value, op: Op, index: int, place: int, values: tuple[Value, ...]) -> None:
        """Encode result number `index` of `op`, which is one of `values`; result and values must have one layout, which may change."""
        f = self.number(None, FunctionNumber(op, index, result, place))
        self.bind(result, self.out.intern("transfer", f, self.operand_list(values)), f)
        self.tie(result, *values)

    def is_single(self, op: Op, known: Declaration, captured: tuple[Value, ...]) -> bool:
        """Return whether each result can be one term. Only an elementwise operation may have several results, or a region."""
        if known.layouts is Layouts.POINTWISE:
            return bool(op.results) and not captured
        return len(op.results) == 1 and not op.regions

    def wholesale(self, op: Op, known: Declaration, place: int) -> bool:
        """Encode an operation that takes whole tensors, such as a store. Return False if their layouts differ or are unknown."""
        out, lookup = self.out, known.layouts is Layouts.LOOKUP
        stays = op.name in STORES and not self.moves.stores
        if (stays and op not in self.moves.accesses) or op in out.memory.by_thread:
            return False
        seen, rest = (op.operands[:1], op.operands[1:]) if lookup else (op.operands, ())
        held = [v for v in seen if tensor_type(v.type)]
        if len({out.value_layout(v) for v in held}) != 1 or not all(map(laid_out, (*held, *rest))) or len(op.results) > 1:
            return False
        token = Value("", op.name)
        f = self.number(None, FunctionNumber(op, 0, token, place))
        self.bind(token, out.intern("whole", f, self.operand_list(seen)), f)
        tensor = tensor_type(held[0].type)
        if stays and tensor and not may_repeat(tensor, self.threads):
            out.coalesced.add(f)
        self.tie(*held, access=f if f in out.coalesced else -1)
        out.anchors += held
        out.tokens[op] = token
        if known.effect is Effect.WRITES:
            out.skeleton.add(op)
            out.roots.append((token, op))
            self.epoch += 1
            for i, made in enumerate(op.results):
                self.leaf(made, op, i, place)
            return True
        (result,) = op.results
        attributes = tuple((k, erase_layouts(a)) for k, a in sorted(op.attributes.items()))
        key = (op.name, attributes, with_encoding(result.type, None), tuple(out.group[v] for v in op.operands))
        if not laid_out(result):
            freed = out.memory.is_freed(result)  # then it represents no other value, and no new operation may read it
            self.leaf(result, op, 0, place, (token,), None if freed else key)
            if op.name == "ttg.local_alloc" and self.moves.copies and not freed:
                self.reload(op)
            return True
        f = self.number(key, FunctionNumber(op, 0, result, place))
        xs = out.intern("with_scalar", out.term[token], self.operand_list(rest))
        self.bind(
            result, out.intern("pointwise", f, xs) if lookup else out.intern("generate", f, xs, out.value_layout(result)), f
        )
        self.tie(result, *rest)
        return True

    def reload(self, alloc: Op) -> None:
        """Record that a tensor can be loaded from its shared-memory copy in any layout, instead of being converted.

        `pose` adds these loads to the extraction problem. Existing loads stay, since rematerialising operands of a matrix product
        loses time (benchmarks/gpu/FINDINGS.md, 3).
        """
        out, (source, *_), (memory,) = self.out, alloc.operands, alloc.results
        pieces = ("ttg.local_load ", Operand(0), " : ", TypeOf("operand", 0), " -> ", TypeOf("result", 0))
        load = Op("ttg.local_load", (memory,), (source,), {}, pieces=pieces, location=alloc.location or out.function.location)
        home = out.home[out.group[source]]
        out.reads[alloc] = self.number((load.name, out.term[memory]), FunctionNumber(load, 0, source, home, (memory,)))

    def reduction(self, op: Op, place: int) -> bool:
        """Encode `tt.reduce` or `tt.scan`; return False if the operands do not have one known layout."""
        out, held = self.out, [tensor_type(v.type) for v in op.operands]
        encodings = {t.encoding for t in held if t}
        if None in held or len(encodings) != 1 or None in encodings:
            return False
        if op.name == "vector.multi_reduction" and not held_apart(op):
            return False
        axis = integer(op.attributes["axis"])
        xs = self.operand_list(op.operands)
        for i, result in enumerate(op.results):
            tensor = tensor_type(result.type)
            f = self.number(None, FunctionNumber(op, i, result, place))
            if self.reassociate or reduces_in_any_order(op):
                out.any_order.append(f)
            if op.name == "tt.scan":
                self.bind(result, out.intern("scan", f, xs), f)
                self.tie(result, *op.operands)
            elif tensor is None:
                self.bind(result, out.intern("reduce_to_scalar", f, xs), f)
            else:
                self.bind(result, out.intern("reduce", f, axis, xs, out.layout(tensor.encoding)), f)
                for value in op.operands:
                    self.link(result, value, axis=axis)
        self.tie(*op.operands)
        return True

    def separation(self, op: Op, place: int) -> bool:
        """Encode `tt.split`; return False if the layouts are unknown."""
        out, (pairs, *halves) = self.out, [tensor_type(v.type) for v in (*op.operands, *op.results)]
        moves = index_map(op)
        if moves is None or pairs is None or not pairs.encoding or any(h is None or not h.encoding for h in halves):
            return False
        if not all(exact(moves, str(h.encoding), pairs.encoding) for h in halves if h):
            return False
        index = out.index_maps.setdefault(moves, len(out.index_maps))
        for i, (result, half) in enumerate(zip(op.results, halves, strict=True)):
            f = self.number(None, FunctionNumber(op, i, result, place))
            layout = out.layout(half.encoding if half else None)
            self.bind(result, out.intern("separate", f, index, out.term[op.operands[0]], layout), f)
            self.link(result, op.operands[0], index=index)
        return True


def held_apart(op: Op) -> bool:
    """Return whether a vector reduction has no accumulator, and its result layout is a slice of the operand's layout."""
    source, target = tensor_type(op.operands[0].type), tensor_type(op.results[0].type)
    if len(op.operands) != 1 or source is None or target is None or not source.encoding:
        return False
    return slice_encoding(source.encoding, int(op.attributes["axis"])) == target.encoding


def laid_out(value: Value) -> bool:
    tensor = tensor_type(value.type)
    return tensor is not None and bool(tensor.encoding)
