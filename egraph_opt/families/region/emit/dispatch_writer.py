"""Rewriting of dispatches formed by IREE, to load other operands or to store into a part of another tensor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from egraph_opt.families.region.encode.dispatch_reader import LOAD, STORE, WORKGROUPS, parse_dispatch
from egraph_opt.families.region.encode.generic_op_builder import array, generic, segments
from egraph_opt.families.region.encode.tensor_program import ranked_type
from egraph_opt.families.region.vocabulary.window import Window, window
from egraph_opt.ir.module import Block, Op, Region, Value
from egraph_opt.ir.rewriting.rewrite import replace_uses


@dataclass(frozen=True, slots=True)
class DispatchLoad:
    """Load of a dispatch: of a tensor's rectangular part `window`, or of the whole tensor if `window` is None."""

    source: Value
    window: Window | None = None


@dataclass(frozen=True, slots=True)
class StoreTarget:
    """Part of a tensor that a dispatch stores into."""

    value: Value
    window: Window


def rewrite_dispatch(op: Op, reads: Sequence[DispatchLoad], types: Sequence[str], target: StoreTarget | None = None) -> Op:
    """Return the dispatch `op` with loads of other operands, and with a store into `target` if given.

    Args:
        op: the dispatch.
        reads: operands of the dispatch's loads, in order.
        types: types of the stored values.
        target: tensor part for the only result; None makes each result a new tensor.
    """
    parts = parse_dispatch(op)
    sources = list(dict.fromkeys(read.source for read in reads))
    arguments = {v: Value(_access("readonly", v.type), "%arg") for v in sources}
    names: dict[Value, Value] = {}
    made: dict[Op, Op] = {}
    for (load, _), read in zip(parts.loads, reads, strict=True):
        result = Value(load.results[0].type, load.results[0].name)
        at = read.window or _whole(read.source.type)
        again = generic(LOAD, [arguments[read.source]], [result.type], _window_attributes(at, 1, 0, 0, 0, 0))
        made[load] = replace(again, results=(result,))
        names[load.results[0]] = result
    if target is not None:
        outputs = [Value(_access("readwrite", target.value.type), "%arg")]
    else:
        outputs = [Value(_access("writeonly", type), "%arg") for type in types]
    for (store, _), output, type in zip(parts.stores, outputs, types, strict=True):
        at = target.window if target else _whole(type)
        made[store] = generic(STORE, [store.operands[0], output], [], _window_attributes(at, 1, 1, 0, 0, 0, 0))
    body = []
    for inner in op.regions[0].blocks[0].ops:
        if inner in made and inner.name == LOAD:
            body.append(made[inner])
            continue
        moved = replace_uses(made.get(inner, inner), names)
        results = tuple(Value(v.type, v.name) for v in inner.results)
        names.update(zip(inner.results, results, strict=True))
        body.append(replace(moved, results=results) if inner.name != STORE else moved)
    given = [*sources, *([target.value] if target else [])]
    tied = f"tied_operands = [{', '.join(f'{len(sources) if target else -1} : index' for _ in outputs)}]"
    block = Block((*(arguments[v] for v in sources), *outputs), tuple(body), "^bb0")
    made_types = [target.value.type] if target else list(types)
    return generic(WORKGROUPS, given, made_types, f"{segments(0, len(given), 0, 0)}, {tied}", [Region((block,)), *op.regions[1:]])


def copy_dispatch(read: DispatchLoad, type: str, target: StoreTarget | None = None) -> Op:
    """Return a dispatch that copies a tensor part of type `type` to a new tensor, or into `target` if given."""
    argument, result = Value(_access("readonly", read.source.type), "%arg"), Value(type, "%part")
    output = Value(_access("readwrite", target.value.type) if target else _access("writeonly", type), "%arg")
    load = generic(LOAD, [argument], [type], _window_attributes(read.window or _whole(read.source.type), 1, 0, 0, 0, 0))
    store = generic(STORE, [result, output], [], _window_attributes(target.window if target else _whole(type), 1, 1, 0, 0, 0, 0))
    body = Block((argument, output), (replace(load, results=(result,)), store, generic("flow.return", [], [])), "^bb0")
    count = generic("iree_tensor_ext.dispatch.workgroup_count_from_slice", [], ["index"] * 3)
    groups = Block((), (count, generic("flow.return", count.results, [])))
    given = [read.source, *([target.value] if target else [])]
    properties = f"{segments(0, len(given), 0, 0)}, tied_operands = [{1 if target else -1} : index]"
    return generic(WORKGROUPS, given, [target.value.type if target else type], properties, [Region((body,)), Region((groups,))])


def _access(kind: str, type: str) -> str:
    return f"!iree_tensor_ext.dispatch.tensor<{kind}:{type}>"


def _whole(type: str) -> Window:
    found = ranked_type(type)
    shape = [n for n in found[0] if n is not None] if found else []
    return window(shape, [0] * len(shape), shape, [1] * len(shape))


def _window_attributes(at: Window, *lengths: int) -> str:
    offsets, sizes, strides = zip(*(axis[:3] for axis in at), strict=True)
    named = ", ".join(
        f"static_{name} = {array(column)}" for name, column in (("offsets", offsets), ("sizes", sizes), ("strides", strides))
    )
    return f"{segments(*lengths)}, {named}"
