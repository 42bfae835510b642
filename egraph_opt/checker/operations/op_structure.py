"""Attributes, text and regions of an operation as plain data."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from egraph_opt.checker.access.effects import OpEffect, effect
from egraph_opt.checker.operations.op_text import NONE, words
from egraph_opt.checker.values.attribute import value
from egraph_opt.ir.module import Block, Op, Value

Attributes = tuple[tuple[str, Hashable], ...]
"""Attribute names and parsed values."""
COMMUTATIVE = frozenset(
    ("arith.addi arith.muli arith.andi arith.ori arith.xori arith.minsi arith.maxsi arith.minui arith.maxui").split()
)
UNSAID = ""
"""Name of the attribute that holds the text of an unknown operation; the function `words` returns that text instead."""


def attributes(op: Op) -> Attributes:
    """Return the parsed attributes of a registered operation, in an order independent of spelling.

    MLIR reads a discardable attribute as the property of the same name, and drops the attribute if the property is also written.
    """
    return _nondefault_attributes(op.attributes, DEFAULTS.get(op.name, NONE)) if op.attributes else ()


def attributes_apart(op: Op) -> Hashable:
    """Return the attributes of an unknown operation, in which a property and a discardable attribute of one name are distinct."""
    return attributes(op), tuple(sorted(op.inherent)), _nondefault_attributes(op.shadowed, NONE)


def types_apart(op: Op) -> tuple[Hashable, ...]:
    """Return the operand and result types of an unknown operation.

    If the operation's syntax is unknown, its text contains the result types.
    """
    return tuple([value(v.type) for v in (*op.operands, *(() if UNSAID in op.attributes else op.results))])


def _nondefault_attributes(texts: Mapping[str, str], defaults: Mapping[str, str]) -> Attributes:
    found = [(name, value(text)) for name, text in texts.items() if name != UNSAID]
    return tuple(sorted([pair for pair in found if pair[0] not in defaults or pair[1] != value(defaults[pair[0]])], key=_name))


def _name(pair: tuple[str, Hashable]) -> str:
    return pair[0]


_CACHED = {"cache": "1 : i32", "evict": "1 : i32"}
_PRODUCT = {"inputPrecision": "2 : i32", "maxNumImpreciseAcc": "0 : i32"}
_FLOW = {"overflowFlags": "#arith.overflow<none>"}
_FAST = {"fastmath": "#arith.fastmath<none>"}
DEFAULTS: Mapping[str, Mapping[str, str]] = {
    **{f"arith.{name}": _FLOW for name in "addi subi muli shli trunci".split()},
    **{f"arith.{name}": _FAST for name in "addf subf mulf divf remf negf minnumf maxnumf minimumf maximumf extf truncf cmpf".split()},
    **{f"math.{name}": _FAST for name in (
        "absf fma floor ceil round roundeven trunc copysign exp2 exp rsqrt sqrt log2 log sin cos tanh erf erfc powf expm1 log1p log10 tan"
        " asin acos atan atan2 sinh cosh asinh acosh atanh cbrt").split()},
    "tt.load": {**_CACHED, "boundaryCheck": "array<i32>", "isVolatile": "false"},
    "tt.store": {**_CACHED, "boundaryCheck": "array<i32>"},
    "tt.descriptor_load": _CACHED,
    "tt.dot": _PRODUCT,
    "tt.dot_scaled": {"fastMath": "false", "lhs_k_pack": "true", "rhs_k_pack": "true"},
    "tt.make_tensor_descriptor": {"padding": "1 : i32"},
    "ttg.async_copy_global_to_local": {**_CACHED, "contiguity": "1 : i32", "isVolatile": "false"},
    "ttng.warp_group_dot": {**_PRODUCT, "isAsync": "false"},
    "ttng.async_tma_copy_global_to_local": {**_CACHED, "isVolatile": "false"},
    "llvm.intr.assume": {"op_bundle_sizes": "array<i32>"},
    "ub.poison": {"value": "#ub.poison"},
}  # fmt: skip
"""Optional attributes and their defaults, by operation (MLIR's ArithOps.td, MathOps.td; Triton's TritonOps.td, TritonGPUOps.td)."""


def structure(op: Op, aliases: Mapping[str, str] = NONE) -> tuple[Hashable, tuple[Value, ...]]:
    """Return the regions of an operation up to renaming of values (alpha-equivalence), and the captured values.

    Types must be identical, including layouts and operand types, because captured values may be equal in other layouts.
    """
    if not op.regions:
        return (), ()
    inner: dict[Value, int] = {}
    for below in op.walk():
        if below is not op:
            for result in below.results:
                inner[result] = len(inner)
        for region in below.regions:
            for block in region.blocks:
                for argument in block.arguments:
                    inner[argument] = len(inner)
    captured: dict[Value, int] = {}
    found: list[Hashable] = []
    targets: dict[Op, tuple[int, ...]] = {}
    for below in [each for each in op.walk() if not _is_implied(each)]:
        if below is not op:
            operands = tuple(
                inner[v] if v in inner else -1 - captured.setdefault(v, len(captured)) for v in below.operands
            )  # fmt: skip
            operands = tuple(sorted(operands)) if below.name in COMMUTATIVE else operands
            types = tuple(value(v.type) for v in (*below.operands, *below.results))
            kept = attributes_apart(below) if effect(below) is OpEffect.OPAQUE else attributes(below)
            found.append((below.name, kept, words(below, aliases), operands, types, targets.get(below, ())))
        for region in below.regions:
            labels = {block.label: number for number, block in enumerate(region.blocks)}
            for inside in (inside for block in region.blocks for inside in block.ops[-1:] if inside.successors):
                targets[inside] = tuple(labels[label] for label in inside.successors)
            blocks = tuple((tuple(value(v.type) for v in b.arguments), _length(b)) for b in region.blocks)
            found.append(() if below.name == "scf.if" and blocks == (((), 0),) else blocks)
    return tuple(found), tuple(captured)


def _length(block: Block) -> int:
    return len(block.ops) - (1 if block.ops and _is_implied(block.ops[-1]) else 0)


def _is_implied(op: Op) -> bool:
    return op.name == "scf.yield" and not (op.operands or op.attributes)
