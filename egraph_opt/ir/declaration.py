"""What the engine knows of each operation: its effect, how layouts pass through it, what it costs per element.

An operation that is not declared here is opaque: it stays where it is, in the layouts it was written with.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from egraph_opt.ir.module import Op


class Effect(Enum):
    """What an operation does besides giving results."""

    PURE = "pure"
    """Nothing: it may be repeated, dropped, or merged with an equal one that dominates it."""
    READS = "reads"
    """It reads memory: it may be dropped or repeated at its place, never merged; `schedule` alone moves it."""
    WRITES = "writes"
    """It writes memory: it stays, once, in order."""
    OPAQUE = "opaque"
    """Anything: it stays, once, in order."""


class Layouts(Enum):
    """How layouts pass through an operation."""

    ANCHOR = "anchor"
    """Operands and results keep the layouts they were written with."""
    POINTWISE = "pointwise"
    """All tensors share one layout, and it may be any."""
    GENERATE = "generate"
    """No tensor operand; the result may be made in any layout."""
    BROADCAST = "broadcast"
    """Operand and result have one layout, on different shapes."""
    EXPAND_DIMS = "expand_dims"
    """The operand's layout is the slice of the result's."""
    REINDEX = "reindex"
    """Elements keep their values and change their indices: operand and result are held so that none changes its thread."""
    REORDER = "reorder"
    """The result keeps its layout, and elements come in an order that the operand's layout decides."""
    INTERLEAVE = "interleave"
    """As REINDEX, for an operation that joins tensors, or makes two elements of each that lie side by side."""
    SEPARATE = "separate"
    """The reverse of INTERLEAVE."""
    REDUCE = "reduce"
    """The result's layout is the slice of the operands' (for a scan, the same).

    The value depends on the layout unless the order of elements makes no difference.
    """
    WHOLE = "whole"
    """Tensor operands share one layout, and it may be any: each element is taken from whoever holds it. So may a result's be."""
    LOOKUP = "lookup"
    """As POINTWISE in the last operand; the first is looked at as a whole."""
    CONVERT = "convert"
    """`ttg.convert_layout` itself."""


class Throughput(Enum):
    """How fast a multiprocessor does an operation: classes for which a target's table has a constant each."""

    FREE = "free"
    ALU = "alu"
    HALF = "half"
    """Shifts, minima and maxima of integers."""
    MULTIPLY = "multiply"
    """Of integers."""
    CAST = "cast"
    """Between floats of different widths, or integers."""
    NUMBER = "number"
    """Between integers and floats."""
    SPECIAL = "special"
    """exp2, sqrt ...: one instruction of the special-function unit."""
    DIVIDE = "divide"
    """Division of floats."""
    SLOW = "slow"
    """Division of integers, and functions built from many operations."""


@dataclass(frozen=True)
class Declaration:
    """One known operation. `when` restricts it to some instances; the others are opaque."""

    name: str
    effect: Effect = Effect.PURE
    layouts: Layouts = Layouts.ANCHOR
    throughput: Throughput = Throughput.ALU
    when: Callable[[Op], bool] = lambda op: True


DECLARATIONS: dict[str, Declaration] = {}
OPAQUE = Declaration("", Effect.OPAQUE)


def declare(names: str, *, prefix: str, **properties: object) -> None:
    """Declare several operations of a dialect that share their properties."""
    for name in names.split():
        DECLARATIONS[f"{prefix}.{name}"] = Declaration(f"{prefix}.{name}", **properties)  # type: ignore[arg-type]


def plain_load(op: Op) -> bool:
    """Not one that must be done where it stands: volatile, or of what others write meanwhile (`cv`: "don't cache and fetch again")."""
    return op.attributes.get("isVolatile", "false") == "false" and not op.attributes.get("cache", "").startswith("7 ")


def _filled(op: Op) -> bool:
    """Shared memory that is filled when it is made, and not through this descriptor again; `memory` knows about the others.

    Once it has a place (`allocation.offset`), others may be at the same one.
    """
    return bool(op.operands) and "mutable" not in op.results[0].type and "allocation.offset" not in op.attributes


def _free_gather(op: Op) -> bool:
    """Triton marks a gather whose layouts it has chosen so that no element leaves its warp."""
    return "efficient_layout" not in op.attributes


def _pure_asm(op: Op) -> bool:
    return op.attributes.get("pure") == "true" and op.attributes.get("packed_element", "").split(" ")[0] == "1"


def _pure_extern(op: Op) -> bool:
    return op.attributes.get("pure") == "true"


def _computes(op: Op) -> bool:
    """What it does to each element is but a computation: by Triton's RecursiveMemoryEffects it has the effects of its region."""
    inside = (inner for inner in op.walk() if inner is not op and inner.name != f"{op.name}.return")
    return all(declaration(inner).effect is Effect.PURE for inner in inside)


POINTWISE = {"layouts": Layouts.POINTWISE}
declare(
    "addi subi andi ori xori addf subf mulf negf minnumf maxnumf minimumf maximumf "
    "cmpi cmpf select bitcast index_cast index_castui",
    prefix="arith",
    **POINTWISE,
)
declare("shli shrsi shrui minsi maxsi minui maxui", prefix="arith", throughput=Throughput.HALF, **POINTWISE)
declare("muli", prefix="arith", throughput=Throughput.MULTIPLY, **POINTWISE)
declare("extsi extui trunci extf truncf mulsi_extended mului_extended", prefix="arith", throughput=Throughput.CAST, **POINTWISE)
declare("sitofp uitofp fptosi fptoui", prefix="arith", throughput=Throughput.NUMBER, **POINTWISE)
declare("divf", prefix="arith", throughput=Throughput.DIVIDE, **POINTWISE)
declare("divsi divui remsi remui ceildivsi ceildivui floordivsi remf", prefix="arith", throughput=Throughput.SLOW, **POINTWISE)
declare("absi absf fma floor ceil round roundeven trunc copysign ctlz cttz ctpop", prefix="math", **POINTWISE)
declare("exp2 exp rsqrt sqrt", prefix="math", throughput=Throughput.SPECIAL, **POINTWISE)
declare(
    "log2 log sin cos tanh erf erfc pow powf powi fpowi ipowi expm1 log1p log10 tan asin acos atan atan2 sinh cosh asinh acosh atanh cbrt",
    prefix="math",
    throughput=Throughput.SLOW,
    **POINTWISE,
)
declare("approx_divf", prefix="tt", throughput=Throughput.DIVIDE, **POINTWISE)
declare("addptr bitcast ptr_to_int int_to_ptr clampf mulhiui", prefix="tt", **POINTWISE)
declare("fp_to_fp", prefix="tt", throughput=Throughput.CAST, **POINTWISE)
declare("precise_sqrt precise_divf", prefix="tt", throughput=Throughput.SLOW, **POINTWISE)
declare("elementwise_inline_asm", prefix="tt", throughput=Throughput.SPECIAL, when=_pure_asm, **POINTWISE)
declare("extern_elementwise", prefix="tt", throughput=Throughput.SPECIAL, when=_pure_extern, **POINTWISE)
declare("load", prefix="tt", effect=Effect.READS, when=plain_load, **POINTWISE)
declare("constant", prefix="arith", layouts=Layouts.GENERATE, throughput=Throughput.FREE)
declare("splat make_range", prefix="tt", layouts=Layouts.GENERATE, throughput=Throughput.FREE)
declare("local_alloc", prefix="ttg", effect=Effect.WRITES, layouts=Layouts.WHOLE, when=_filled)
declare("local_store", prefix="ttg", effect=Effect.WRITES, layouts=Layouts.WHOLE)
declare("store descriptor_store", prefix="tt", effect=Effect.WRITES, layouts=Layouts.WHOLE)
declare("histogram", prefix="tt", layouts=Layouts.WHOLE)
declare("gather", prefix="tt", layouts=Layouts.LOOKUP, when=_free_gather)
declare("descriptor_load", prefix="tt", effect=Effect.READS, layouts=Layouts.GENERATE)
declare("local_load", prefix="ttg", effect=Effect.READS, layouts=Layouts.GENERATE)
declare("broadcast", prefix="tt", layouts=Layouts.BROADCAST, throughput=Throughput.FREE)
declare("expand_dims", prefix="tt", layouts=Layouts.EXPAND_DIMS, throughput=Throughput.FREE)
declare("convert_layout", prefix="ttg", layouts=Layouts.CONVERT)
declare("poison", prefix="ub", throughput=Throughput.FREE)
declare("trans reshape", prefix="tt", layouts=Layouts.REINDEX, throughput=Throughput.FREE)
declare("join cat", prefix="tt", layouts=Layouts.INTERLEAVE, throughput=Throughput.FREE)
declare("fp4_to_fp", prefix="ttg", layouts=Layouts.INTERLEAVE, throughput=Throughput.CAST)
declare("reduce scan", prefix="tt", layouts=Layouts.REDUCE)
declare("split", prefix="tt", layouts=Layouts.SEPARATE, throughput=Throughput.FREE)
declare("get_program_id get_num_programs unsplat make_tensor_descriptor", prefix="tt", throughput=Throughput.FREE)
declare("dot dot_scaled", prefix="tt")
declare("map_elementwise", prefix="tt", when=_computes)
declare(
    "memdesc_index memdesc_trans memdesc_reshape memdesc_reinterpret memdesc_subslice", prefix="ttg", throughput=Throughput.FREE
)


def _free_write(op: Op) -> bool:
    """A write to memory without a mask, which would have a layout of its own."""
    return not op.results and sum(v.type.startswith(("tensor<", "vector<")) for v in op.operands) == 1


declare("fma", prefix="vector", **POINTWISE)
declare("step create_mask constant_mask", prefix="vector", layouts=Layouts.GENERATE, throughput=Throughput.FREE)
declare("broadcast transpose shape_cast", prefix="vector", layouts=Layouts.REINDEX, throughput=Throughput.FREE)
declare("contract extract insert bitcast", prefix="vector")
declare("multi_reduction", prefix="vector", layouts=Layouts.REDUCE)
declare("transfer_write", prefix="vector", effect=Effect.WRITES, layouts=Layouts.WHOLE, when=_free_write)


EXACT = frozenset(
    f"arith.{name}" for name in "addi muli andi ori xori minsi maxsi minui maxui minnumf maxnumf minimumf maximumf".split()
)


def reduces_in_any_order(op: Op) -> bool:
    """Whether a reduction combines by one operation that is associative and commutative to the last bit.

    A reduction of a vector stands without its accumulator only where it is (`vector.lay`).
    """
    if op.name == "vector.multi_reduction":
        return len(op.operands) == 1
    blocks = op.regions[0].blocks if op.regions else ()
    ops = blocks[0].ops if len(blocks) == 1 else ()
    return len(op.operands) == 1 and len(ops) == 2 and ops[0].name in EXACT and set(ops[0].operands) == set(blocks[0].arguments)


ONE_OPERAND = (Layouts.BROADCAST, Layouts.EXPAND_DIMS, Layouts.REINDEX, Layouts.REORDER, Layouts.SEPARATE, Layouts.CONVERT)


def declaration(op: Op) -> Declaration:
    """What is known of an operation by itself; `memory` knows more of accesses to shared memory. An instance that its declaration's `when`
    excludes (a volatile load, inline assembly or an external call not marked pure) is opaque, and so is one with more operands or fewer
    than it can have.
    """
    known = DECLARATIONS.get(op.name)
    if known is None or not known.when(op) or (known.layouts in ONE_OPERAND and len(op.operands) != 1):
        return OPAQUE
    if op.name == "tt.reshape" and "allow_reorder" in op.attributes:
        return replace(known, layouts=Layouts.REORDER)
    if known is not None and op.name == "vector.broadcast" and not op.operands[0].type.startswith(("tensor<", "vector<")):
        return replace(known, layouts=Layouts.GENERATE)
    return known
