"""Definitions of operations: custom assembly, memory effect, layout propagation, and throughput class.

An operation without a definition is opaque and keeps its position and layouts. `declaration` looks definitions up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from egraph_opt.ir.module import Op
from egraph_opt.ir.property_kinds import Effect, Layouts, Throughput
from egraph_opt.ir.syntax import (
    AXIS,
    CACHE,
    CACHING,
    CAST,
    CAST_ROLES,
    CMPF,
    CMPI,
    CONTROL,
    COUNT,
    ELEMENT,
    EXACT_SYNTAX,
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


@dataclass(frozen=True)
class Declaration:
    """Definition of the operations with one name. An operation for which `when` returns false is treated as opaque."""

    name: str
    syntax: Syntax | None = None
    """Custom assembly, or None if only generic form is parsed or the operation has a parser of its own."""
    layouts: Layouts = Layouts.ANCHOR
    throughput: Throughput = Throughput.ALU
    effect: Effect = Effect.PURE
    when: Callable[[Op], bool] | None = None
    form: str | None = None
    """Grammar of the custom assembly (see `assembly_format_grammar`), or None if the operation has a parser of its own."""


DECLARATIONS: dict[str, Declaration] = {}
OPAQUE = Declaration("", throughput=Throughput.FREE, effect=Effect.OPAQUE)


def declare(names: str, *properties: object, **more: object) -> None:
    """Add a `Declaration` with the given fields for each full operation name."""
    for name in names.split():
        DECLARATIONS[name] = Declaration(name, *properties, **more)  # type: ignore[arg-type]


def pointwise(names: str, syntax: Syntax | None, throughput: Throughput = Throughput.ALU, **more: object) -> None:
    declare(names, syntax, Layouts.POINTWISE, throughput, **more)


def declare_written(names: str, syntax: Syntax, form: str | None = None) -> None:
    """Define operations of which only the syntax is known; they are opaque."""
    declare(names, syntax, throughput=Throughput.FREE, effect=Effect.OPAQUE, form=form)


def plain_load(op: Op) -> bool:
    """Return whether a load may move: not volatile, and without cache modifier `cv` ("don't cache")."""
    return op.attributes.get("isVolatile", "false") == "false" and not op.attributes.get("cache", "").startswith("7 ")


def _is_filled(op: Op) -> bool:
    """Return whether an allocation of shared memory is initialised and never written later.

    With an assigned `allocation.offset`, other allocations may share the memory.
    """
    return bool(op.operands) and "mutable" not in op.results[0].type and "allocation.offset" not in op.attributes


def _free_gather(op: Op) -> bool:
    """Return whether the layouts of a `tt.gather` may change; Triton sets `efficient_layout` if they must stay."""
    return "efficient_layout" not in op.attributes


def _pure_asm(op: Op) -> bool:
    return op.attributes.get("pure") == "true" and op.attributes.get("packed_element", "").split(" ")[0] == "1"


def _pure_extern(op: Op) -> bool:
    return op.attributes.get("pure") == "true"


def _free_write(op: Op) -> bool:
    """Return whether the value that an operation writes may have any layout: it is the only tensor operand; there is no result."""
    return not op.results and sum((is_tensor(v.type) or is_vector(v.type)) for v in op.operands) == 1


FREE, HALF, SLOW, NUMBER, CASTING = Throughput.FREE, Throughput.HALF, Throughput.SLOW, Throughput.NUMBER, Throughput.CAST

# fmt: off
pointwise("arith.andi arith.ori arith.xori", PLAIN, form="%, % D : !")
pointwise("arith.addi arith.subi", OVERFLOW, form="%, % FLOW D : !")
pointwise("arith.muli", OVERFLOW, Throughput.MULTIPLY, form="%, % FLOW D : !")
pointwise("arith.shli", OVERFLOW, HALF, form="%, % FLOW D : !")
pointwise("arith.shrsi arith.shrui", EXACT_SYNTAX, HALF, form="( exact )? %, % ( exact )? D : !")
pointwise("arith.minsi arith.maxsi arith.minui arith.maxui", PLAIN, HALF, form="%, % D : !")
pointwise("arith.divsi arith.divui", EXACT_SYNTAX, SLOW, form="( exact )? %, % ( exact )? D : !")
pointwise("arith.remsi arith.remui arith.ceildivsi arith.ceildivui arith.floordivsi", PLAIN, SLOW, form="%, % D : !")
pointwise("arith.addf arith.subf arith.mulf arith.minnumf arith.maxnumf arith.minimumf arith.maximumf", FASTMATH,
        form="%, % FAST D : !")
pointwise("arith.negf", FASTMATH, form="% FAST D : !")
pointwise("arith.divf", FASTMATH, Throughput.DIVIDE, form="%, % FAST D : !")
pointwise("arith.remf", FASTMATH, SLOW, form="%, % FAST D : !")
pointwise("arith.cmpi", Syntax("o0=o*", (Word("predicate", r"^\s*(\w+)\s*,", CMPI),), results="i1 o0"), form="CMPI, %, % D : !")
pointwise("arith.cmpf", Syntax("o0=o*", (Word("predicate", r"^\s*(\w+)\s*,", CMPF), *FASTMATH.words), FASTMATH.defaults, "i1 o0"),
        form="CMPF, %, % FAST D : !")
pointwise("arith.select", Syntax("r0=o1,o2|o0 r0=o1,o2"), form="%, %, % D : ! ( , ! )?")
pointwise("arith.bitcast arith.index_cast arith.index_castui", CAST, form="% D : ! to !")
pointwise("arith.extsi", CAST, CASTING, form="% D : ! to !")
pointwise("arith.extui", NON_NEGATIVE, CASTING, form="% ( nneg )? D : ! to !")
pointwise("arith.trunci", replace(OVERFLOW, types=CAST_ROLES), CASTING, form="% FLOW D : ! to !")
pointwise("arith.extf", Syntax(CAST_ROLES, FASTMATH.words), CASTING, form="% FAST D : ! to !")
pointwise("arith.truncf", Syntax(CAST_ROLES, (
    *FASTMATH.words, Word("roundingmode", rf"^%\s+({'|'.join(ROUNDING)})\b", ROUNDING))), CASTING,
        form="% ( ROUNDING )? FAST D : ! to !")
pointwise("arith.sitofp arith.fptosi arith.fptoui", CAST, NUMBER, form="% D : ! to !")
pointwise("arith.uitofp", NON_NEGATIVE, NUMBER, form="% ( nneg )? D : ! to !")
pointwise("arith.mulsi_extended arith.mului_extended", Syntax("r0=r1,o*"), CASTING, form="%, % D : !")
declare_written("arith.addui_extended", Syntax("r0=o* r1"), form="%, % D : !, !")
declare("arith.constant", Syntax("r0|_*"), Layouts.GENERATE, FREE)
pointwise("math.absf math.floor math.ceil math.round math.roundeven math.trunc", FASTMATH, form="% FAST D : !")
pointwise("math.fma", FASTMATH, form="%, %, % FAST D : !")
pointwise("math.copysign", FASTMATH, form="%, % FAST D : !")
pointwise("math.absi math.ctlz math.cttz math.ctpop", PLAIN, form="% D : !")
pointwise("math.exp2 math.exp math.rsqrt math.sqrt", FASTMATH, Throughput.SPECIAL, form="% FAST D : !")
pointwise("math.log2 math.log math.sin math.cos math.tanh math.erf math.erfc math.expm1 math.log1p math.log10 math.tan"
        " math.asin math.acos math.atan math.sinh math.cosh math.asinh math.acosh math.atanh math.cbrt", FASTMATH, SLOW,
        form="% FAST D : !")
pointwise("math.powf math.atan2", FASTMATH, SLOW, form="%, % FAST D : !")
pointwise("math.ipowi", PLAIN, SLOW, form="%, % D : !")
pointwise("math.pow math.powi math.fpowi", None, SLOW)
declare("ub.poison", Syntax("r0", defaults={"value": "#ub.poison"}), Layouts.ANCHOR, FREE, form="( < D > )? D : !")
# control: the types of yields and returns belong to their operands

declare_written("scf.yield", Syntax(LIST), form="PASSED")
declare_written("scf.reduce.return", Syntax(LIST), form="% D : !")
declare_written("scf.condition", Syntax("o+1"), form="'(' % ')' PASSED")
declare_written("tt.return tt.reduce.return tt.scan.return tt.map_elementwise.return", Syntax(LIST), form="PASSED")
declare_written("func.return", Syntax(LIST), form="PASSED")
declare_written("ttg.warp_yield ttg.predicate.return", Syntax(LIST), form="PASSED")
declare_written("ttg.warp_return", Syntax(LIST), form="D")
declare_written("nvws.aref.create", Syntax("r0", short=("!nvws.aref",)))
declare_written("nvws.warp_group.yield nvws.warp_group.return", Syntax(LIST))
declare_written("gpu.return gpu.yield", Syntax(LIST))
declare_written("gpu.barrier", CONTROL)
declare_written("tt.call", Syntax(FUNCTIONAL, (Word("callee", r"(@[\w$.-]+|@\"_*\")"),)), form="@ '(' ( OPERANDS )? ')' D : LISTS")
declare_written("func.call", Syntax(FUNCTIONAL, (Word("callee", r"(@[\w$.-]+|@\"_*\")"),)), form="@ '(' ( OPERANDS )? ')' D : LISTS")
declare_written("cf.br", CONTROL, form="BLOCK D")
declare_written("cf.cond_br", CONTROL, form="%, BLOCK, BLOCK D")
declare_written("cf.assert", Syntax("_*", (Word("msg", r'("_*")'),)), form="%, S D")
declare_written("llvm.intr.assume", Syntax("_*", defaults={"op_bundle_sizes": "array<i32>"}))

pointwise("tt.approx_divf", PLAIN, Throughput.DIVIDE, form="%, % D : !")
pointwise("tt.precise_sqrt", PLAIN, SLOW, form="% D : !")
pointwise("tt.precise_divf", PLAIN, SLOW, form="%, % D : !")
pointwise("tt.mulhiui", PLAIN, form="%, % D : !")
pointwise("tt.addptr", Syntax("o0=r0 o1"), form="%, % D : !, !")
pointwise("tt.bitcast tt.ptr_to_int tt.int_to_ptr", CAST, form="% D : ! -> !")
pointwise("tt.clampf", Syntax(words=(Word("propagateNan", r"\bpropagateNan\s*=\s*(\w+)", {"none": "0 : i32", "all": "65535 : i32"}),)),
        form="%, %, %, propagateNan = ( none | all ) D : !")
pointwise("tt.fp_to_fp", Syntax(CAST_ROLES, (Word("rounding", r"\brounding\s*=\s*(\w+)", enum("rtz", "rtne", "rs")),)), CASTING,
        form="% ( , % )? D ( , rounding = ( rtz | rtne | rs ) )? D : ! ( , ! )? -> !")
pointwise("tt.elementwise_inline_asm", Syntax(FUNCTIONAL, (Word("asm_string", r'("_*")'),)), Throughput.SPECIAL, when=_pure_asm,
        form="S D ( OPERANDS : TYPES )? -> TYPES")
pointwise("tt.extern_elementwise", FUNCTION, Throughput.SPECIAL, when=_pure_extern, form="( OPERANDS )? D : LISTS")
pointwise("tt.load", Syntax("o0", CACHE, {**CACHING, "boundaryCheck": "array<i32>", "isVolatile": "false"}, "pointee o0",
                             order="0 1 2", segments=3), effect=Effect.READS, when=plain_load,
        form="% ( , ( % ( , ( % )? )? | , )? )? CACHED D : !")
declare("tt.store", Syntax("o0", CACHE, {**CACHING, "boundaryCheck": "array<i32>"}), Layouts.WHOLE, effect=Effect.WRITES,
        form="%, % ( , ( % )? )? CACHED D : !")
declare("tt.descriptor_load", Syntax("o0 r0", CACHE, CACHING), Layouts.GENERATE, effect=Effect.READS,
        form="% INDEX CACHED D : ! -> !")
declare("tt.descriptor_store", Syntax("o0 o1", order="0 [2] 1"), Layouts.WHOLE, effect=Effect.WRITES, form="% INDEX, % D : !, !")
declare("tt.histogram", CAST, Layouts.WHOLE, form="% ( , ( % )? )? D : ! -> !")
declare("tt.gather", FUNCTION, Layouts.LOOKUP, when=_free_gather, form="% [ % ] D : LISTS")
declare("tt.splat", CAST, Layouts.GENERATE, FREE, form="% D : ! -> !")
declare("tt.make_range", Syntax("r0"), Layouts.GENERATE, FREE, form="D : !")
declare("tt.broadcast", CAST, Layouts.BROADCAST, FREE, form="% D : ! -> !")
declare("tt.expand_dims", CAST, Layouts.EXPAND_DIMS, FREE, form="% D : ! -> !")
declare("tt.trans", CAST, Layouts.REINDEX, FREE, form="% D : ! -> !")
declare("tt.reshape", Syntax(CAST_ROLES, (Word("allow_reorder", r"\ballow_reorder\b"), Word("efficient_layout", r"\befficient_layout\b"))),
        Layouts.REINDEX, FREE,
        form="% ( allow_reorder )? ( efficient_layout )? D : ! -> !")
declare("tt.join tt.cat", Syntax("o0=o1 r0"), Layouts.INTERLEAVE, FREE, form="%, % D : ! -> !")
declare("tt.split", Syntax("o0 r0=r1"), Layouts.SEPARATE, FREE, form="% D : ! -> !")
declare("tt.reduce tt.scan", None, Layouts.REDUCE)
declare("tt.map_elementwise", None, Layouts.POINTWISE)
declare("tt.get_program_id tt.get_num_programs", Syntax("r0", (AXIS,)), Layouts.ANCHOR, FREE, form="( x | y | z ) D : !")
declare("tt.unsplat", Syntax("o0", results="element o0"), Layouts.ANCHOR, FREE, form="% D : !")
declare("tt.make_tensor_descriptor", Syntax("o0 r0", short=("!tt.ptr", "!tt.tensordesc"), defaults={"padding": "1 : i32"}),
        Layouts.ANCHOR, FREE,
        form="%, INDEX, INDEX D : !, !")
declare("tt.dot", Syntax("o0 o1 r0=o2", (PRECISION,), {"inputPrecision": "2 : i32", "maxNumImpreciseAcc": "0 : i32"}),
        form="%, %, % PRECISE D : ! * ! -> !")
declare("tt.dot_scaled", Syntax(
    "o0 _* r0=o2", (Word("a_elem_type", r"\blhs\s*=\s*(\w+)", ELEMENT), Word("b_elem_type", r"\brhs\s*=\s*(\w+)", ELEMENT)),
    {"fastMath": "false", "lhs_k_pack": "true", "rhs_k_pack": "true"}, order="0 scale:3 1 scale:4 2", segments=5),
        form="% ( scale % )?, % ( scale % )?, % lhs = ELEMENT rhs = ELEMENT D : ! ( , ! )? * ! ( , ! )? -> !")
declare_written("tt.advance", Syntax("r0=o0", short=("!tt.ptr",)), form="%, INDEX D : !")
declare_written("tt.make_tensor_ptr", Syntax("r0", short=("!tt.ptr",)), form="%, INDEX, INDEX, INDEX D : !")
declare_written("tt.atomic_rmw", Syntax(FUNCTIONAL, (
    Word("atomic_rmw_op", r"^\s*(\w+)\s*,", RMW), Word("sem", r"^\s*\w+\s*,\s*(\w+)", SEM),
    Word("scope", r"^\s*\w+\s*,\s*\w+\s*,\s*(\w+)", SCOPE))), form="RMW, SEM, SCOPE, %, % ( , ( % )? )? D : LISTS")
declare_written("tt.atomic_cas", Syntax(FUNCTIONAL, (Word("sem", r"^\s*(\w+)\s*,", SEM), Word("scope", r"^\s*\w+\s*,\s*(\w+)", SCOPE))),
        form="SEM, SCOPE, %, %, % D : LISTS")
declare_written("tt.descriptor_gather", FUNCTION, form="% INDEX D : LISTS")
declare_written("tt.atomic_poll", Syntax("o0 o1 r0", (Word("sem", r"^\s*(\w+)\s*,", SEM), Word("scope", r"^\s*\w+\s*,\s*(\w+)", SCOPE))))
declare_written("tt.print", Syntax(LIST, (Word("prefix", r'("_*")'),)), form="S D ( : OPERANDS : TYPES )?")
declare("tt.assert", Syntax("o0", (Word("message", r'("_*")'),)), Layouts.WHOLE, FREE, Effect.WRITES, form="%, S D : !")
declare("tt.descriptor_reduce", Syntax("o0 o1", (REDUCE,), order="0 [2] 1"), Layouts.WHOLE, FREE, Effect.WRITES,
        form="( add | min | max | inc | dec | and | or | xor ), % INDEX, % D : !, !")
declare_written("tt.descriptor_scatter", Syntax(LIST), form="% INDEX, % D : TYPES")

declare("ttg.convert_layout", CAST, Layouts.CONVERT, form="% D : ! -> !")
declare("ttg.fp4_to_fp", CAST, Layouts.INTERLEAVE, CASTING, form="% D : ! -> !")
declare("ttg.local_alloc", FUNCTION, Layouts.WHOLE, effect=Effect.WRITES, when=_is_filled, form="( % )? D : LISTS")
declare("ttg.local_load", CAST, Layouts.GENERATE, effect=Effect.READS, form="% ( token % )? D : ! -> !")
declare("ttg.local_store", Syntax("o0 o1"), Layouts.WHOLE, effect=Effect.WRITES, form="%, % D : ! -> !")
declare("ttg.memdesc_index", CAST, Layouts.ANCHOR, FREE, form="% ( [ % ] | , % ) D : ! -> !")
declare("ttg.memdesc_trans ttg.memdesc_reshape ttg.memdesc_reinterpret", CAST, Layouts.ANCHOR, FREE, form="% D : ! -> !")
declare("ttg.memdesc_subslice", Syntax(CAST_ROLES, (Word("offsets", r"\[([-\d,\s]*)\]", None, "array<i32: {}>"),)), Layouts.ANCHOR, FREE,
        form="% [ ( I ( , I )* )? ] D : ! -> !")
declare_written("ttg.local_dealloc", Syntax("o0"), form="% D : !")
declare_written("ttg.global_scratch_alloc", Syntax("r0"), form="D : !")
declare_written("ttg.warp_id", Syntax("", results="i32"))
declare_written("ttg.async_commit_group", Syntax("_*", results=TOKEN, omitted=TOKEN), form="( tokens OPERANDS )? D")
declare_written("ttg.async_wait", Syntax("_*", results=TOKEN, omitted=TOKEN), form="( OPERANDS )? D")
declare_written("ttg.async_copy_global_to_local", Syntax(
    "o0 o1", CACHE, {**CACHING, "contiguity": "1 : i32", "isVolatile": "false"}, TOKEN, ("", "!ttg.memdesc"),
    "0 1 mask:2 other:3", 4), form="%, % ( mask % )? ( other % )? CACHED D : ! -> !")
declare_written("amdg.async_wait amdg.async_tdm_wait amdg.async_tdm_intrinsic_wait", Syntax("_*", results=TOKEN, omitted=TOKEN))

declare_written("ttng.tmem_alloc", FUNCTION)
declare_written("ttng.cluster_id", Syntax("", results="i32"))
declare_written("ttng.warp_group_dot", Syntax("o0 o1 r0=o2", (PRECISION,), {
    "inputPrecision": "2 : i32", "isAsync": "false", "maxNumImpreciseAcc": "0 : i32"}),
        form="%, %, % ( , % )? PRECISE D : ! * ! -> !")
declare_written("ttng.warp_group_dot_wait", Syntax("r*=o*"), form="OPERANDS D : TYPES")
declare_written("ttng.fence_async_shared ttng.cluster_arrive ttng.cluster_wait"
        " ttng.async_tma_store_wait ttng.fence_mbarrier_init_release_cluster", CONTROL)
declare_written("ttng.init_barrier ttng.arrive_barrier", Syntax("o0", (Word("count", COUNT, None, "{} : i32"),)))
declare_written("ttng.barrier_expect", Syntax("o0", (Word("size", COUNT, None, "{} : i32"),)))
declare_written("ttng.inval_barrier", Syntax("o0"), form="% D : !")
declare_written("ttng.tc_gen5_commit", Syntax("o0"))
declare_written("ttng.wait_barrier", Syntax("o0 _*", order="0 1 2 deps:3*", segments=4))
declare_written("ttng.async_tma_copy_global_to_local", Syntax("o0 g2 g3", CACHE, {**CACHING, "isVolatile": "false"}, order="0 [1] 3 2 4"))
declare_written("ttng.async_tma_copy_local_to_global", Syntax("o0 g2", order="0 [1] 2"))
declare_written("ttng.async_tma_reduce", Syntax("o0 g2", (REDUCE,), order="0 [1] 2"))
declare_written("ttng.async_tma_gather", Syntax(LIST, order="0 [1] 4 3 5"))
declare_written("ttng.async_tma_scatter", Syntax(LIST))
declare_written("ttng.tmem_load", Syntax(f"{CAST_ROLES}|{CAST_ROLES} r1", results=TOKEN + "?"))
declare_written("ttng.tmem_store", Syntax("g2 o0", order="2 0 [1] 3", results=TOKEN + "?"))
declare_written("ttng.tc_gen5_mma", Syntax("o0 o1 o2 _*", order="0 1 2 [3] 4 5 ( 6 [7]", segments=8, results=TOKEN + "?"))
declare_written("ttng.tc_gen5_mma_scaled", Syntax(
    "o0 o1 o2 g4 g5 _*", (Word("a_type", r"\blhs\s*=\s*(\w+)", ELEMENT), Word("b_type", r"\brhs\s*=\s*(\w+)", ELEMENT)),
    order="0 1 2 [3] 4 5 6 7 ( 8 [9]", segments=10, results=TOKEN + "?"))

pointwise("vector.fma", None)
declare("vector.step vector.create_mask vector.constant_mask", None, Layouts.GENERATE, FREE)
declare("vector.broadcast vector.transpose vector.shape_cast", None, Layouts.REINDEX, FREE)
declare("vector.contract vector.extract vector.insert vector.bitcast", None)
declare("vector.multi_reduction", None, Layouts.REDUCE)
declare("vector.transfer_write", None, Layouts.WHOLE, effect=Effect.WRITES, when=_free_write)
# fmt: on
