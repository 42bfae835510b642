"""Dependences in a kernel: the values that an effect needs, and the values that are equal up to conversions.

`mutators` needs them to make only programs that are wrong. They are computed independently of the checker.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from egraph_opt.ir.module import Block, Module, Op, Value
from egraph_opt.ir.types import tensor_type

EFFECTS = (
    "tt.store tt.atomic_rmw tt.atomic_cas gpu.barrier llvm.intr.assume tt.assert ttg.local_store ttg.local_dealloc ttg.async_wait"
    " ttg.async_commit_group ttg.async_copy_global_to_local ttng.fence_async_shared ttng.warp_group_dot"
    " ttng.warp_group_dot_wait tt.descriptor_store".split()
)


@dataclass(frozen=True, eq=False)
class Site:
    """An operation where it stands: the block's operations, its number among them, the values in sight, the operations around."""

    op: Op
    ops: tuple[Op, ...]
    index: int
    visible: tuple[Value, ...]
    around: tuple[Op, ...]


@dataclass
class Program:
    """A module, and what a mutator must know of it."""

    module: Module
    sites: list[Site] = field(default_factory=list)
    expression: dict[Value, int] = field(default_factory=dict)
    """Values of one number are the same but for conversions."""
    live: set[Value] = field(default_factory=set)
    """Values that some effect depends on."""
    encodings: dict[int, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        known: dict[object, int] = {}
        owners: dict[Value, tuple[Op, int]] = {}
        arguments: dict[Value, tuple[Op, int, int]] = {}
        found: dict[int, set[str]] = defaultdict(set)

        def number(value: Value, key: object) -> None:
            self.expression[value] = known.setdefault(key, len(known))
            tensor = tensor_type(value.type)
            if tensor and (tensor.encoding or "").startswith("#ttg.blocked"):
                found[len(tensor.shape)].add(str(tensor.encoding))

        def block(b: Block, visible: tuple[Value, ...], around: tuple[Op, ...], region: int) -> None:
            for i, argument in enumerate(b.arguments):
                number(argument, argument)
                arguments[argument] = (around[-1], region, i)
            visible += b.arguments
            for index, op in enumerate(b.ops):
                self.sites.append(Site(op, b.ops, index, visible, around))
                for i, value in enumerate(op.results):
                    owners[value] = (op, i)
                    text = tuple(p for p in op.pieces if isinstance(p, str)) if not op.regions else op
                    operands = tuple(self.expression[v] for v in op.operands)
                    number(value, (op.name, text, operands, i))
                    if op.name == "ttg.convert_layout":
                        self.expression[value] = operands[0]
                if not op.regions or op.name.startswith(("scf.", "ttg.warp_specialize")):
                    for r, inner in enumerate(op.regions):
                        for below in inner.blocks:
                            sight = () if op.name == "ttg.warp_specialize.partitions" else visible
                            block(below, sight, (*around, op), r)
                visible += op.results

        for function in self.module.functions():
            seen: tuple[Value, ...] = ()
            for b in function.regions[0].blocks:
                block(b, seen, (function,), 0)  # what an earlier block defines need not be in sight in a later one
        self.encodings = {rank: sorted(texts) for rank, texts in found.items()}
        pending = [v for site in self.sites for v in _roots(site)]
        while pending:
            value = pending.pop()
            if value not in self.live:
                self.live.add(value)
                pending += _sources(value, owners, arguments)

    def alive(self, op: Op) -> bool:
        """Return whether an effect depends on an operation."""
        return op.name in EFFECTS or any(v in self.live for v in op.results)

    def differ(self, a: Value, b: Value) -> bool:
        """Return whether two values of one type are computed by different operations."""
        return a.type == b.type and self.expression[a] != self.expression[b]


def _last(op: Op, region: int) -> tuple[Value, ...]:
    """Return what a region hands on at its end."""
    blocks = op.regions[region].blocks if region < len(op.regions) else ()
    return blocks[0].ops[-1].operands if blocks and blocks[0].ops else ()


def _roots(site: Site) -> list[Value]:
    """The values that an effect depends on by itself: its operands, and what decides whether it happens."""
    if site.op.name not in (*EFFECTS, "tt.return", "cf.br", "cf.cond_br"):
        return []
    found = list(site.op.operands)
    for op in site.around:
        if op.name == "scf.while":
            found += _last(op, 0)[:1]
        elif op.name.startswith("scf."):
            found += op.operands[: 3 if op.name == "scf.for" else 1]
    return found


def _sources(value: Value, owners: Mapping[Value, tuple[Op, int]], arguments: Mapping[Value, tuple[Op, int, int]]) -> list[Value]:
    """Return what a value depends on directly."""
    if value in arguments:
        op, region, i = arguments[value]
        if op.name == "scf.for":
            return [op.operands[2 + i], _last(op, 0)[i - 1]] if i else list(op.operands[:3])
        if op.name == "scf.while":
            return [_last(op, 0)[i + 1]] if region else [op.operands[i], _last(op, 1)[i]]
        return []
    op, i = owners[value]
    if op.name == "scf.for":
        return [*op.operands[:3], op.operands[3 + i], _last(op, 0)[i]]
    if op.name == "scf.while":
        return [_last(op, 0)[0], _last(op, 0)[i + 1]]
    if op.name == "scf.if":
        return [op.operands[0], _last(op, 0)[i], _last(op, 1)[i]]
    return list(op.operands)
