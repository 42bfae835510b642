"""Encoding of layout-transparent operations, whose result layout follows from the operands' layouts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from egraph_opt.families.layout.encode.encoded_function import FunctionNumber
from egraph_opt.families.layout.encode.layout_inference import BitMap, index_map, placement
from egraph_opt.families.layout.encode.value_numbering import Numbering
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.declaration_lookup import Declaration, Layouts
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import TensorType, tensor_type


class Instance(NamedTuple):
    """Operation whose results and tensor operands have layouts; `tensor` is the type of the first result."""

    op: Op
    layouts: Layouts
    tensor: TensorType
    held: tuple[tuple[Value, TensorType], ...]
    moves: BitMap | None


class Flexible(Numbering):
    """Encoder of layout-transparent operations."""

    def flexible(self, op: Op, known: Declaration, place: int) -> bool:
        """Encode a layout conversion, or an operation whose result layout follows from its operands' layouts.

        Return False for any other operation.
        """
        out, result = self.out, op.results[0]
        tensor = tensor_type(result.type)
        held = tuple((v, t) for v in op.operands if (t := tensor_type(v.type)))
        if tensor is None or not tensor.encoding or any(not t.encoding for _, t in held):
            return False
        layout = out.layout(tensor.encoding)
        if known.layouts is Layouts.CONVERT:
            out.term[result] = out.intern("convert_layout", out.term[op.operands[0]], layout)
            out.group[result] = out.group[op.operands[0]]
            out.converted[result] = op.operands[0]
            return True
        moves = index_map(op) if known.layouts in (Layouts.REINDEX, Layouts.INTERLEAVE) else None
        instance = Instance(op, known.layouts, tensor, held, moves)
        stays = op.name == "tt.load" and not self.moves.loads and not may_repeat(tensor, self.threads)
        if not passes(instance) or (stays and op not in self.moves.accesses) or op in out.memory.by_thread:
            return False
        if known.layouts is Layouts.REORDER and not self.reassociate:
            return False
        out.loads_move |= op.name == "tt.load"
        index = out.index_maps.setdefault(moves, len(out.index_maps)) if moves else -1
        attributes = tuple((k, erase_layouts(a)) for k, a in sorted(op.attributes.items()))
        operands = tuple(out.group[v] for v in op.operands)
        for i, made in enumerate(op.results):
            key = (
                op.name,
                attributes,
                tensor.shape,
                made_type.element if (made_type := tensor_type(made.type)) else "",
                index,
                self.time(known),
                operands,
                i,
            )
            f = self.number(None if op.regions else key, FunctionNumber(op, i, made, place))
            self.bind(made, self.instance_term(instance, f, index, layout), f)
        if stays:
            out.coalesced.add(f)
            out.anchors += [*op.operands, result]
        self.connect(instance, index, f if stays else -1)
        return True

    def instance_term(self, instance: Instance, f: int, index: int, layout: int) -> int:
        """Return the term of an operation.

        `f` is the number of its function symbol, `index` that of its index map, and `layout` that of its result's layout.
        """
        out, op = self.out, instance.op
        match instance.layouts:
            case Layouts.BROADCAST:
                return out.intern("broadcast", f, out.term[op.operands[0]])
            case Layouts.EXPAND_DIMS:
                return out.intern("expand_dims", f, integer(op.attributes["axis"]), out.term[op.operands[0]], layout)
            case Layouts.REORDER:
                out.any_order.append(f)
                return out.intern("reorder", f, out.term[op.operands[0]], layout)
            case Layouts.REINDEX:
                return out.intern("reindex", f, index, out.term[op.operands[0]], layout)
        xs = self.operand_list(op.operands)
        match instance.layouts:
            case Layouts.GENERATE:
                return out.intern("generate", f, xs, layout)
            case Layouts.INTERLEAVE:
                return out.intern("interleave", f, index, xs, layout)
        return out.intern("pointwise", f, xs)

    def connect(self, instance: Instance, index: int, access: int) -> None:
        """Link the layouts of an operation's operands with the layout of its result; `access` as for `tie`."""
        result = instance.op.results[0]
        for value, _ in instance.held:
            if instance.layouts is Layouts.EXPAND_DIMS:
                self.link(value, result, axis=integer(instance.op.attributes["axis"]))
            elif index >= 0:
                self.link(value, result, index=index)
            elif instance.layouts is Layouts.REORDER:
                self.out.anchors.append(result)
            else:
                self.tie(value, *instance.op.results, access=access)

    def operand_list(self, values: Sequence[Value]) -> int:
        """Return the term of an operand list, whose tensors all have the same layout."""
        xs = self.out.intern("nil")
        for value in reversed(values):
            xs = self.out.intern("zip" if tensor_type(value.type) else "with_scalar", self.out.term[value], xs)
        return xs


def may_repeat(tensor: TensorType, threads: int) -> bool:
    """Return whether several threads may repeat a load of a tensor, because it has one element, or fewer elements than threads.

    Triton has the same rule (Utility.cpp, isExpensiveLoadOrStore).
    """
    elements = math.prod(tensor.shape)
    return elements == 1 or elements < threads


def passes(instance: Instance) -> bool:
    """Return whether an operation's layouts in the program obey the operation's declared layout behaviour."""
    op, layouts, tensor, held, moves = instance
    types = [t for _, t in held]
    same = all(t.encoding == tensor.encoding for t in types)
    match layouts:
        case Layouts.POINTWISE:
            types += [t for v in op.results[1:] if (t := tensor_type(v.type))]
            alike = all(t.encoding == tensor.encoding and t.shape == tensor.shape for t in types)
            return bool(held) and alike and len(types) == len(held) + len(op.results) - 1
        case Layouts.GENERATE:
            return not held
        case Layouts.BROADCAST:
            return same
        case Layouts.EXPAND_DIMS:
            axis = integer(op.attributes["axis"])
            return types[0].encoding == f"#ttg.slice<{{dim = {axis}, parent = {tensor.encoding}}}>"
        case Layouts.REORDER:
            return len(held) == 1
        case Layouts.REINDEX | Layouts.INTERLEAVE:
            one = len({t.encoding for t in types}) == 1
            return one and moves is not None and exact(moves, str(types[0].encoding), str(tensor.encoding))
    return False


def exact(moves: BitMap, operand: str, result: str) -> bool:
    """Return whether an operation with index map `moves` needs no movement between threads if it has these layouts."""
    try:
        return moves.operand_placement(result) == placement(operand, moves.operand)
    except ValueError:
        return False


def erase_layouts(attribute: str) -> str:
    """Return an attribute's text without tensor layouts, such as `#enc` in `dense<0> : tensor<64xi32, #enc>`."""
    if "tensor<" not in attribute:
        return attribute
    head, _, tail = attribute.rpartition("tensor<")
    tensor = tensor_type("tensor<" + tail)
    return head + str(tensor._replace(encoding=None)) if tensor else attribute
