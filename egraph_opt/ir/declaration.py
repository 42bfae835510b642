"""Declarations of operations, each in one place: its pretty form, its effect, how layouts pass through it, its cost per element.

An operation that is not declared here is opaque: it stays where it is, in the layouts of the source.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from egraph_opt.ir.behaviour import Effect, Layouts, Throughput
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.syntax import (
    AXIS,
    CACHE,
    CACHED,
    CAST,
    CAST_ROLES,
    CMPF,
    CMPI,
    CONTROL,
    COUNT,
    ELEMENT,
    EXACT,
    FASTMATH,
    FUNCTION,
    FUNCTIONAL,
    LIST,
    NON_NEGATIVE,
    OVERFLOW,
    PLAIN,
    PRECISION,
    REDUCE,
    RMW,
    ROUNDING,
    SCOPE,
    SEM,
    TOKEN,
    Syntax,
    Word,
    enum,
)
from egraph_opt.ir.types import is_tensor, is_vector

__all__ = ["DECLARATIONS", "OPAQUE", "Declaration", "Effect", "Layouts", "Throughput", "declaration", "mask_of", "plain_load",
           "reduces_in_any_order", "syntax_of"]  # fmt: skip


@dataclass(frozen=True)
class Declaration:
    """Declaration of an operation. `when` restricts it to some instances; the others are opaque."""

    name: str
    syntax: Syntax | None = None
    """Pretty form; None if the operation is read in generic form only, or by a reader of its own."""
    layouts: Layouts = Layouts.ANCHOR
    throughput: Throughput = Throughput.ALU
    effect: Effect = Effect.PURE
    when: Callable[[Op], bool] | None = None


DECLARATIONS: dict[str, Declaration] = {}
OPAQUE = Declaration("", throughput=Throughput.FREE, effect=Effect.OPAQUE)


def declare(names: str, *properties: object, **more: object) -> None:
    """Declare operations of one dialect (`arith: addi subi`) that share their properties, which are those of `Declaration`."""
    dialect, _, each = names.partition(": ")
    for name in each.split():
        DECLARATIONS[f"{dialect}.{name}"] = Declaration(f"{dialect}.{name}", *properties, **more)  # type: ignore[arg-type]


def pointwise(names: str, syntax: Syntax | None, throughput: Throughput = Throughput.ALU, **more: object) -> None:
    """Declare operations that do the same to each element."""
    declare(names, syntax, Layouts.POINTWISE, throughput, **more)


def written(names: str, syntax: Syntax) -> None:
    """Declare operations of which only the pretty form is known."""
    declare(names, syntax, throughput=Throughput.FREE, effect=Effect.OPAQUE)


def plain_load(op: Op) -> bool:
    """Return whether a load may move: it is not volatile, and does not read what others write meanwhile (`cv`: "don't cache and
    fetch again").
    """
    return op.attributes.get("isVolatile", "false") == "false" and not op.attributes.get("cache", "").startswith("7 ")


def mask_of(op: Op) -> tuple[Value, ...]:
    """Return the mask of a load, a store or an atomic operation through pointers, if it has one."""
    return op.operands[1 if op.name == "tt.load" else 2 :][:1]


def _filled(op: Op) -> bool:
    """Return whether an allocation of shared memory is filled when it is made, and not through this descriptor again; `memory`
    knows about others.

    Once it has a place (`allocation.offset`), other allocations may share that place.
    """
    return bool(op.operands) and "mutable" not in op.results[0].type and "allocation.offset" not in op.attributes


def _free_gather(op: Op) -> bool:
    """Return whether a gather's layouts are free: Triton marks those whose layouts it has chosen so that no element leaves its warp."""
    return "efficient_layout" not in op.attributes


def _pure_asm(op: Op) -> bool:
    return op.attributes.get("pure") == "true" and op.attributes.get("packed_element", "").split(" ")[0] == "1"


def _pure_extern(op: Op) -> bool:
    return op.attributes.get("pure") == "true"


def _computes(op: Op) -> bool:
    """Return whether the region of an operation only computes: by Triton's RecursiveMemoryEffects the operation has its region's
    effects.
    """
    inside = (inner for inner in op.walk() if inner is not op and inner.name != f"{op.name}.return")
    return all(declaration(inner).effect is Effect.PURE for inner in inside)


def _free_write(op: Op) -> bool:
    """Return whether a write to memory has no mask, which would have a layout of its own."""
    return not op.results and sum((is_tensor(v.type) or is_vector(v.type)) for v in op.operands) == 1


FREE, HALF, SLOW, NUMBER, CASTING = Throughput.FREE, Throughput.HALF, Throughput.SLOW, Throughput.NUMBER, Throughput.CAST

pointwise("arith: andi ori xori", PLAIN)
pointwise("arith: addi subi", OVERFLOW)
pointwise("arith: muli", OVERFLOW, Throughput.MULTIPLY)
pointwise("arith: shli", OVERFLOW, HALF)
pointwise("arith: shrsi shrui", EXACT, HALF)
pointwise("arith: minsi maxsi minui maxui", PLAIN, HALF)
pointwise("arith: divsi divui", EXACT, SLOW)
pointwise("arith: remsi remui ceildivsi ceildivui floordivsi", PLAIN, SLOW)
pointwise("arith: addf subf mulf negf minnumf maxnumf minimumf maximumf", FASTMATH)
pointwise("arith: divf", FASTMATH, Throughput.DIVIDE)
pointwise("arith: remf", FASTMATH, SLOW)
pointwise("arith: cmpi", Syntax("o0=o*", (Word("predicate", r"^\s*(\w+)\s*,", CMPI),), results="i1 o0"))
pointwise(
    "arith: cmpf", Syntax("o0=o*", (Word("predicate", r"^\s*(\w+)\s*,", CMPF), *FASTMATH.words), FASTMATH.defaults, "i1 o0")
)
pointwise("arith: select", Syntax("r0=o1,o2|o0 r0=o1,o2"))
pointwise("arith: bitcast index_cast index_castui", CAST)
pointwise("arith: extsi", CAST, CASTING)
pointwise("arith: extui", NON_NEGATIVE, CASTING)
pointwise("arith: trunci", replace(OVERFLOW, types=CAST_ROLES), CASTING)
pointwise("arith: extf", Syntax(CAST_ROLES, FASTMATH.words), CASTING)
pointwise("arith: truncf", Syntax(CAST_ROLES, (
    *FASTMATH.words, Word("roundingmode", rf"^%\s+({'|'.join(ROUNDING)})\b", ROUNDING))), CASTING)  # fmt: skip
pointwise("arith: sitofp fptosi fptoui", CAST, NUMBER)
pointwise("arith: uitofp", NON_NEGATIVE, NUMBER)
pointwise("arith: mulsi_extended mului_extended", Syntax("r0=r1,o*"), CASTING)
written("arith: addui_extended", Syntax("r0=o* r1"))
declare("arith: constant", Syntax("r0|_*"), Layouts.GENERATE, FREE)
pointwise("math: absf fma floor ceil round roundeven trunc copysign", FASTMATH)
pointwise("math: absi ctlz cttz ctpop", PLAIN)
pointwise("math: exp2 exp rsqrt sqrt", FASTMATH, Throughput.SPECIAL)
pointwise("math: log2 log sin cos tanh erf erfc powf expm1 log1p log10 tan asin acos atan atan2 sinh cosh asinh acosh atanh cbrt",
          FASTMATH, SLOW)  # fmt: skip
pointwise("math: ipowi", PLAIN, SLOW)
pointwise("math: pow powi fpowi", None, SLOW)
declare("ub: poison", Syntax("r0", defaults={"value": "#ub.poison"}), Layouts.ANCHOR, FREE)

# control: the types of yields and returns belong to their operands
written("scf: yield reduce.return", Syntax(LIST))
written("scf: condition", Syntax("o+1"))
written("tt: return reduce.return scan.return map_elementwise.return", Syntax(LIST))
written("func: return", Syntax(LIST))
written("ttg: warp_yield warp_return predicate.return", Syntax(LIST))
written("nvws: aref.create", Syntax("r0", short=("!nvws.aref",)))
written("nvws: warp_group.yield warp_group.return", Syntax(LIST))
written("gpu: return yield", Syntax(LIST))
written("gpu: barrier", CONTROL)
for dialect in ("tt", "func"):
    written(f"{dialect}: call", Syntax(FUNCTIONAL, (Word("callee", r"(@[\w$.-]+|@\"_*\")"),)))
written("cf: br cond_br", CONTROL)
written("cf: assert", Syntax("_*", (Word("msg", r'("_*")'),)))
written("llvm: intr.assume", Syntax("_*", defaults={"op_bundle_sizes": "array<i32>"}))

pointwise("tt: approx_divf", PLAIN, Throughput.DIVIDE)
pointwise("tt: precise_sqrt precise_divf", PLAIN, SLOW)
pointwise("tt: mulhiui", PLAIN)
pointwise("tt: addptr", Syntax("o0=r0 o1"))
pointwise("tt: bitcast ptr_to_int int_to_ptr", CAST)
pointwise(
    "tt: clampf", Syntax(words=(Word("propagateNan", r"\bpropagateNan\s*=\s*(\w+)", {"none": "0 : i32", "all": "65535 : i32"}),))
)
pointwise("tt: fp_to_fp", Syntax(CAST_ROLES, (Word("rounding", r"\brounding\s*=\s*(\w+)", enum("rtz", "rtne", "rs")),)), CASTING)
pointwise("tt: elementwise_inline_asm", Syntax(FUNCTIONAL, (Word("asm_string", r'("_*")'),)), Throughput.SPECIAL, when=_pure_asm)
pointwise("tt: extern_elementwise", FUNCTION, Throughput.SPECIAL, when=_pure_extern)
pointwise("tt: load", Syntax("o0", CACHE, {**CACHED, "boundaryCheck": "array<i32>", "isVolatile": "false"}, "pointee o0",
                             order="0 1 2", segments=3), effect=Effect.READS, when=plain_load)  # fmt: skip
declare("tt: store", Syntax("o0", CACHE, {**CACHED, "boundaryCheck": "array<i32>"}), Layouts.WHOLE, effect=Effect.WRITES)
declare("tt: descriptor_load", Syntax("o0 r0", CACHE, CACHED), Layouts.GENERATE, effect=Effect.READS)
declare("tt: descriptor_store", Syntax("o0 o1", order="0 [2] 1"), Layouts.WHOLE, effect=Effect.WRITES)
declare("tt: histogram", CAST, Layouts.WHOLE)
declare("tt: gather", FUNCTION, Layouts.LOOKUP, when=_free_gather)
declare("tt: splat", CAST, Layouts.GENERATE, FREE)
declare("tt: make_range", Syntax("r0"), Layouts.GENERATE, FREE)
declare("tt: broadcast", CAST, Layouts.BROADCAST, FREE)
declare("tt: expand_dims", CAST, Layouts.EXPAND_DIMS, FREE)
declare("tt: trans", CAST, Layouts.REINDEX, FREE)
declare("tt: reshape", Syntax(CAST_ROLES, (Word("allow_reorder", r"\ballow_reorder\b"), Word("efficient_layout", r"\befficient_layout\b"))),
        Layouts.REINDEX, FREE)  # fmt: skip
declare("tt: join cat", Syntax("o0=o1 r0"), Layouts.INTERLEAVE, FREE)
declare("tt: split", Syntax("o0 r0=r1"), Layouts.SEPARATE, FREE)
declare("tt: reduce scan", None, Layouts.REDUCE)
declare("tt: map_elementwise", None, when=_computes)
declare("tt: get_program_id get_num_programs", Syntax("r0", (AXIS,)), Layouts.ANCHOR, FREE)
declare("tt: unsplat", Syntax("o0", results="element o0"), Layouts.ANCHOR, FREE)
declare("tt: make_tensor_descriptor", Syntax("o0 r0", short=("!tt.ptr", "!tt.tensordesc"), defaults={"padding": "1 : i32"}),
        Layouts.ANCHOR, FREE)  # fmt: skip
declare("tt: dot", Syntax("o0 o1 r0=o2", (PRECISION,), {"inputPrecision": "2 : i32", "maxNumImpreciseAcc": "0 : i32"}))
declare("tt: dot_scaled", Syntax(
    "o0 _* r0=o2", (Word("a_elem_type", r"\blhs\s*=\s*(\w+)", ELEMENT), Word("b_elem_type", r"\brhs\s*=\s*(\w+)", ELEMENT)),
    {"fastMath": "false", "lhs_k_pack": "true", "rhs_k_pack": "true"}, order="0 scale:3 1 scale:4 2", segments=5))  # fmt: skip
written("tt: advance", Syntax("r0=o0", short=("!tt.ptr",)))
written("tt: make_tensor_ptr", Syntax("r0", short=("!tt.ptr",)))
written("tt: atomic_rmw", Syntax(FUNCTIONAL, (
    Word("atomic_rmw_op", r"^\s*(\w+)\s*,", RMW), Word("sem", r"^\s*\w+\s*,\s*(\w+)", SEM),
    Word("scope", r"^\s*\w+\s*,\s*\w+\s*,\s*(\w+)", SCOPE))))  # fmt: skip
written("tt: atomic_cas", Syntax(FUNCTIONAL, (Word("sem", r"^\s*(\w+)\s*,", SEM), Word("scope", r"^\s*\w+\s*,\s*(\w+)", SCOPE))))
written("tt: descriptor_gather", FUNCTION)
written("tt: atomic_poll", Syntax("o0 o1 r0", (Word("sem", r"^\s*(\w+)\s*,", SEM), Word("scope", r"^\s*\w+\s*,\s*(\w+)", SCOPE))))
written("tt: print", Syntax(LIST, (Word("prefix", r'("_*")'),)))
written("tt: assert", Syntax("o0", (Word("message", r'("_*")'),)))
written("tt: descriptor_reduce", Syntax("o0 o1", (REDUCE,), order="0 [2] 1"))
written("tt: descriptor_scatter", Syntax(LIST))

declare("ttg: convert_layout", CAST, Layouts.CONVERT)
declare("ttg: fp4_to_fp", CAST, Layouts.INTERLEAVE, CASTING)
declare("ttg: local_alloc", FUNCTION, Layouts.WHOLE, effect=Effect.WRITES, when=_filled)
declare("ttg: local_load", CAST, Layouts.GENERATE, effect=Effect.READS)
declare("ttg: local_store", Syntax("o0 o1"), Layouts.WHOLE, effect=Effect.WRITES)
declare("ttg: memdesc_index memdesc_trans memdesc_reshape memdesc_reinterpret", CAST, Layouts.ANCHOR, FREE)
declare(
    "ttg: memdesc_subslice",
    Syntax(CAST_ROLES, (Word("offsets", r"\[([-\d,\s]*)\]", None, "array<i32: {}>"),)),
    Layouts.ANCHOR,
    FREE,
)
written("ttg: local_dealloc", Syntax("o0"))
written("ttg: global_scratch_alloc", Syntax("r0"))
written("ttg: warp_id", Syntax("", results="i32"))
written("ttg: async_commit_group async_wait", Syntax("_*", results=TOKEN, omitted=TOKEN))
written("ttg: async_copy_global_to_local", Syntax(
    "o0 o1", CACHE, {**CACHED, "contiguity": "1 : i32", "isVolatile": "false"}, TOKEN, ("", "!ttg.memdesc"),
    "0 1 mask:2 other:3", 4))  # fmt: skip
written("amdg: async_wait async_tdm_wait async_tdm_intrinsic_wait", Syntax("_*", results=TOKEN, omitted=TOKEN))

written("ttng: tmem_alloc", FUNCTION)
written("ttng: cluster_id", Syntax("", results="i32"))
written("ttng: warp_group_dot", Syntax("o0 o1 r0=o2", (PRECISION,), {
    "inputPrecision": "2 : i32", "isAsync": "false", "maxNumImpreciseAcc": "0 : i32"}))  # fmt: skip
written("ttng: warp_group_dot_wait", Syntax("r*=o*"))
written("ttng: fence_async_shared cluster_arrive cluster_wait async_tma_store_wait fence_mbarrier_init_release_cluster", CONTROL)
written("ttng: init_barrier arrive_barrier", Syntax("o0", (Word("count", COUNT, None, "{} : i32"),)))
written("ttng: barrier_expect", Syntax("o0", (Word("size", COUNT, None, "{} : i32"),)))
written("ttng: inval_barrier tc_gen5_commit", Syntax("o0"))
written("ttng: wait_barrier", Syntax("o0 _*", order="0 1 2 deps:3*", segments=4))
written("ttng: async_tma_copy_global_to_local", Syntax("o0 g2 g3", CACHE, {**CACHED, "isVolatile": "false"}, order="0 [1] 3 2 4"))
written("ttng: async_tma_copy_local_to_global", Syntax("o0 g2", order="0 [1] 2"))
written("ttng: async_tma_reduce", Syntax("o0 g2", (REDUCE,), order="0 [1] 2"))
written("ttng: async_tma_gather", Syntax(LIST, order="0 [1] 4 3 5"))
written("ttng: async_tma_scatter", Syntax(LIST))
written("ttng: tmem_load", Syntax(f"{CAST_ROLES}|{CAST_ROLES} r1", results=TOKEN + "?"))
written("ttng: tmem_store", Syntax("g2 o0", order="2 0 [1] 3", results=TOKEN + "?"))
written("ttng: tc_gen5_mma", Syntax("o0 o1 o2 _*", order="0 1 2 [3] 4 5 ( 6 [7]", segments=8, results=TOKEN + "?"))
written("ttng: tc_gen5_mma_scaled", Syntax(
    "o0 o1 o2 g4 g5 _*", (Word("a_type", r"\blhs\s*=\s*(\w+)", ELEMENT), Word("b_type", r"\brhs\s*=\s*(\w+)", ELEMENT)),
    order="0 1 2 [3] 4 5 6 7 ( 8 [9]", segments=10, results=TOKEN + "?"))  # fmt: skip

pointwise("vector: fma", None)
declare("vector: step create_mask constant_mask", None, Layouts.GENERATE, FREE)
declare("vector: broadcast transpose shape_cast", None, Layouts.REINDEX, FREE)
declare("vector: contract extract insert bitcast", None)
declare("vector: multi_reduction", None, Layouts.REDUCE)
declare("vector: transfer_write", None, Layouts.WHOLE, effect=Effect.WRITES, when=_free_write)


ANY_ORDER = frozenset(
    f"arith.{name}" for name in "addi muli andi ori xori minsi maxsi minui maxui minnumf maxnumf minimumf maximumf".split()
)


def reduces_in_any_order(op: Op) -> bool:
    """Return whether a reduction combines by one operation that is associative and commutative to the last bit.

    A reduction of a vector is written without its accumulator only if this holds (`vector.layout_ir`).
    """
    if op.name == "vector.multi_reduction":
        return len(op.operands) == 1
    blocks = op.regions[0].blocks if op.regions else ()
    ops = blocks[0].ops if len(blocks) == 1 else ()
    return (
        len(op.operands) == 1 and len(ops) == 2 and ops[0].name in ANY_ORDER and set(ops[0].operands) == set(blocks[0].arguments)
    )


def syntax_of(name: str) -> Syntax | None:
    """Return the pretty form of an operation, or None where it is not known."""
    known = DECLARATIONS.get(name)
    return known.syntax if known else None


ONE_OPERAND = (Layouts.BROADCAST, Layouts.EXPAND_DIMS, Layouts.REINDEX, Layouts.REORDER, Layouts.SEPARATE, Layouts.CONVERT)


def declaration(op: Op) -> Declaration:
    """Return the declaration of an operation by itself; `memory` knows more about accesses to shared memory.

    An instance that its declaration's `when` excludes (a volatile load, inline assembly or an external call not marked pure) is
    opaque, and so is one with more or fewer operands than it can have.
    """
    known = DECLARATIONS.get(op.name)
    if known is None or (known.when and not known.when(op)) or (known.layouts in ONE_OPERAND and len(op.operands) != 1):
        return OPAQUE
    if op.name == "tt.reshape" and "allow_reorder" in op.attributes:
        return replace(known, layouts=Layouts.REORDER)
    if op.name == "vector.broadcast" and not (is_tensor(op.operands[0].type) or is_vector(op.operands[0].type)):
        return replace(known, layouts=Layouts.GENERATE)
    return known
