"""How each known operation is written: one row per operation, saying what its shape does not tell.

Roles name what the types of the trailing signature belong to, in their order: `o0` operand 0, `r0` result 0, `o*` all operands
that have no type yet, `r*` all results, `_` nothing we track. `r0=o*` is one type that result 0 and all operands share.
Alternatives are separated by `|`; the one whose number of types fits is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

SHARED, CAST, LIST, FUNCTION = "r0=o*", "o0 r0", "o*", "o* r*"


@dataclass(frozen=True)
class Word:
    """A keyword or literal outside the attribute dictionary that sets an attribute."""

    attribute: str
    pattern: re.Pattern[str]
    values: Mapping[str, str] | None = None
    form: str = "{}"

    def read(self, text: str, found: re.Match[str]) -> str:
        """The attribute's value; `text` is the same text with its strings."""
        word = text[slice(*found.span(1))] if found.re.groups else "unit"
        return self.form.format(self.values.get(word, word) if self.values else word)


@dataclass(frozen=True)
class Syntax:
    """What the reader must know of one operation."""

    types: str = SHARED
    words: tuple[Word, ...] = ()
    defaults: Mapping[str, str] = field(default_factory=dict)
    results: str = ""
    """A result type that the signature does not spell: a rule `i1 o0`, `pointee o0`, `element o0`, or a type; `?`: if it is named."""
    short: tuple[str, ...] = ()
    """What a type written `<...>` begins with, per position in the signature."""
    order: str = ""
    """Which ODS operand each mention is, where that is not the order of the text: `0 [2] 1` says that a list in brackets is
    operand group 2, `mask:2` that what follows the word `mask` is group 2; what is not there is skipped, `*` repeats, and `(` is
    where the order begins again after its end. Roles may then name groups: `g2` is the first operand of group 2."""
    segments: int = 0
    """The number of groups, for operations with operandSegmentSizes."""


def enum(*names: str, start: int = 0, type: str = "i32") -> dict[str, str]:
    """Values of an enumeration, in the order of their numbers."""
    return {name: f"{number} : {type}" for number, name in enumerate(names, start)}


def word(attribute: str, pattern: str, values: Mapping[str, str] | None = None, form: str = "{}") -> Word:
    return Word(attribute, re.compile(pattern), values, form)


CACHE = word("cache", r"\bcacheModifier = (\w+)", enum("none", "ca", "cg", "wb", "cs", "wt", "cv", start=1))
EVICT = word("evict", r"\bevictionPolicy = (\w+)", enum("evict_normal", "evict_first", "evict_last", start=1))
_RMW = enum("and", "or", "xor", "add", "fadd", "max", "min", "umax", "umin", "exch", start=1)
_REDUCE = enum("add", "min", "max", "inc", "dec", "and", "or", "xor", start=1)
_SEM = enum("relaxed", "acquire", "release", "acq_rel", start=1)
_SCOPE = enum("gpu", "cta", "sys", start=1)
_ELEMENT = enum("e4m3", "e5m2", "e2m3", "e3m2", "e2m1", "bf16", "fp16")
_PRECISION = enum("tf32", "tf32x3", "ieee", "bf16x3", "bf16x6")
_CMPI = enum("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge", type="i64")
_CMPF = enum(*"false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true".split(), type="i64")
_AXIS = word("axis", r"^\s*([xyz])\b", enum("x", "y", "z"))
_CACHED = {"cache": "1 : i32", "evict": "1 : i32"}
_FASTMATH = Syntax(words=(word("fastmath", r"\bfastmath\s*<([\w,\s]+)>", None, "#arith.fastmath<{}>"),),
                   defaults={"fastmath": "#arith.fastmath<none>"})  # fmt: skip
_OVERFLOW = Syntax(words=(word("overflowFlags", r"\boverflow\s*<([\w,\s]+)>", None, "#arith.overflow<{}>"),),
                   defaults={"overflowFlags": "#arith.overflow<none>"})  # fmt: skip
_EXACT = Syntax(words=(word("isExact", r"\bexact\b"),))
_CONTROL = Syntax("_*")

SYNTAX: dict[str, Syntax] = {}


def _declare(names: str | Iterable[str], syntax: Syntax) -> None:
    for name in names.split() if isinstance(names, str) else names:
        SYNTAX[name] = syntax


# arith and math
_declare(
    (f"arith.{n}" for n in "andi ori xori remsi remui minsi minui maxsi maxui ceildivsi ceildivui floordivsi".split()), Syntax()
)
_declare((f"arith.{n}" for n in "divsi divui shrsi shrui".split()), _EXACT)
_declare((f"arith.{n}" for n in "addi subi muli shli".split()), _OVERFLOW)
_declare((f"arith.{n}" for n in "addf subf mulf divf remf negf maximumf minimumf maxnumf minnumf".split()), _FASTMATH)
_declare((f"arith.{n}" for n in "extsi sitofp fptosi fptoui bitcast index_cast index_castui".split()), Syntax(CAST))
_declare("arith.extui arith.uitofp", Syntax(CAST, (word("nonNeg", r"\bnneg\b"),)))
_declare("arith.trunci", replace(_OVERFLOW, types=CAST))
_declare("arith.extf", Syntax(CAST, _FASTMATH.words))
_declare("arith.truncf", Syntax(CAST, (*_FASTMATH.words, word(
    "roundingmode", r"^%\s+(to_nearest_even|downward|upward|toward_zero|to_nearest_away)\b",
    enum("to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away")))))  # fmt: skip
_declare("arith.cmpi", Syntax("o0=o*", (word("predicate", r"^\s*(\w+)\s*,", _CMPI),), results="i1 o0"))
_declare(
    "arith.cmpf", Syntax("o0=o*", (word("predicate", r"^\s*(\w+)\s*,", _CMPF), *_FASTMATH.words), _FASTMATH.defaults, "i1 o0")
)
_declare("arith.select", Syntax("r0=o1,o2|o0 r0=o1,o2"))
_declare("arith.constant", Syntax("r0|_*"))
_declare("arith.addui_extended", Syntax("r0=o* r1"))
_declare("arith.mulsi_extended arith.mului_extended", Syntax("r0=r1,o*"))
_declare((f"math.{n}" for n in (
    "exp exp2 expm1 log log2 log10 log1p sqrt rsqrt cbrt sin cos tan sinh cosh tanh asin acos atan asinh acosh atanh atan2 erf erfc"
    " absf ceil floor round roundeven trunc fma powf copysign").split()), _FASTMATH)  # fmt: skip
_declare("math.absi math.ctlz math.cttz math.ctpop math.ipowi", Syntax())
_declare("ub.poison", Syntax("r0", defaults={"value": "#ub.poison"}))

# control: the types of yields and returns belong to their operands
_declare("scf.yield tt.return tt.reduce.return tt.scan.return tt.map_elementwise.return func.return ttg.warp_yield"
         " ttg.warp_return ttg.predicate.return nvws.warp_group.yield nvws.warp_group.return gpu.return gpu.yield scf.reduce.return",
         Syntax(LIST))  # fmt: skip
_declare("scf.condition", Syntax("o+1"))
_declare("tt.call func.call", Syntax(FUNCTION, (word("callee", r"(@[\w$.-]+|@\"_*\")"),)))
_declare("cf.br cf.cond_br", Syntax("_*"))
_declare("cf.assert", Syntax("_*", (word("msg", r'("_*")'),)))
_declare("gpu.barrier", _CONTROL)
_declare("llvm.intr.assume", Syntax("_*", defaults={"op_bundle_sizes": "array<i32>"}))

# tt
_declare("tt.splat tt.broadcast tt.expand_dims tt.trans tt.bitcast tt.int_to_ptr tt.ptr_to_int ttg.fp4_to_fp", Syntax(CAST))
_declare("tt.fp_to_fp", Syntax(CAST, (word("rounding", r"\brounding = (\w+)", enum("rtz", "rtne", "rs")),)))
_declare(
    "tt.reshape", Syntax(CAST, (word("allow_reorder", r"\ballow_reorder\b"), word("efficient_layout", r"\befficient_layout\b")))
)
_declare("tt.unsplat", Syntax("o0", results="element o0"))
_declare("tt.cat", Syntax("o0=o1 r0"))
_declare("tt.join", Syntax("o0=o1 r0"))
_declare("tt.split", Syntax("o0 r0=r1"))
_declare("tt.histogram", Syntax("o0 r0"))
_declare("tt.gather", Syntax(FUNCTION))
_declare(
    "tt.clampf", Syntax(SHARED, (word("propagateNan", r"\bpropagateNan = (\w+)", {"none": "0 : i32", "all": "65535 : i32"}),))
)
_declare("tt.approx_divf tt.precise_sqrt tt.precise_divf tt.mulhiui", Syntax())
_declare("tt.make_range", Syntax("r0"))
_declare("tt.get_program_id tt.get_num_programs", Syntax("r0", (_AXIS,)))
_declare("tt.addptr", Syntax("o0=r0 o1"))
_declare("tt.advance", Syntax("r0=o0", short=("!tt.ptr",)))
_declare("tt.make_tensor_ptr", Syntax("r0", short=("!tt.ptr",)))
_declare("tt.make_tensor_descriptor", Syntax("o0 r0", short=("!tt.ptr", "!tt.tensordesc"), defaults={"padding": "1 : i32"}))
_declare("tt.load", Syntax("o0", (CACHE, EVICT), {**_CACHED, "boundaryCheck": "array<i32>", "isVolatile": "false"}, "pointee o0",
                           order="0 1 2", segments=3))  # fmt: skip
_declare("tt.store", Syntax("o0", (CACHE, EVICT), {**_CACHED, "boundaryCheck": "array<i32>"}))
_declare("tt.atomic_rmw", Syntax(FUNCTION, (
    word("atomic_rmw_op", r"^\s*(\w+)\s*,", _RMW), word("sem", r"^\s*\w+\s*,\s*(\w+)", _SEM),
    word("scope", r"^\s*\w+\s*,\s*\w+\s*,\s*(\w+)", _SCOPE))))  # fmt: skip
_declare("tt.atomic_cas", Syntax(FUNCTION, (
    word("sem", r"^\s*(\w+)\s*,", _SEM), word("scope", r"^\s*\w+\s*,\s*(\w+)", _SCOPE))))  # fmt: skip
_declare("tt.atomic_poll", Syntax(FUNCTION))
_declare("tt.dot", Syntax("o0 o1 r0=o2", (word("inputPrecision", r"\binputPrecision = (\w+)", _PRECISION),),
                          {"inputPrecision": "2 : i32", "maxNumImpreciseAcc": "0 : i32"}))  # fmt: skip
_declare("tt.dot_scaled", Syntax("o0 _* r0=o2", (
    word("a_elem_type", r"\blhs = (\w+)", _ELEMENT), word("b_elem_type", r"\brhs = (\w+)", _ELEMENT)),
    {"fastMath": "false", "lhs_k_pack": "true", "rhs_k_pack": "true"}, order="0 scale:3 1 scale:4 2", segments=5))  # fmt: skip
_declare("tt.extern_elementwise", Syntax(FUNCTION))
_declare("tt.elementwise_inline_asm", Syntax(FUNCTION, (word("asm_string", r'("_*")'),)))
_declare("tt.print", Syntax(LIST, (word("prefix", r'("_*")'),)))
_declare("tt.assert", Syntax("o0", (word("message", r'("_*")'),)))
_declare("tt.descriptor_load", Syntax("o0 r0", (CACHE, EVICT), _CACHED))
_declare("tt.descriptor_store", Syntax("o0 o1", order="0 [2] 1"))
_declare("tt.descriptor_reduce", Syntax("o0 o1", (word("kind", r"^\s*(\w+)\s*,", _REDUCE),), order="0 [2] 1"))
_declare("tt.descriptor_gather", Syntax(FUNCTION))
_declare("tt.descriptor_scatter", Syntax(LIST))

# ttg
_TOKEN = "!ttg.async.token"
_declare("ttg.convert_layout ttg.memdesc_trans ttg.memdesc_reshape ttg.memdesc_reinterpret ttg.local_load", Syntax(CAST))
_declare("ttg.memdesc_index", Syntax(CAST))
_declare("ttg.memdesc_subslice", Syntax(CAST, (word("offsets", r"\[([-\d,\s]*)\]", None, "array<i32: {}>"),)))
_declare("ttg.local_alloc ttng.tmem_alloc", Syntax(FUNCTION))
_declare("ttg.local_dealloc", Syntax("o0"))
_declare("ttg.local_store", Syntax("o0 o1"))
_declare("ttg.global_scratch_alloc", Syntax("r0"))
_declare("ttg.warp_id ttng.cluster_id", Syntax("", results="i32"))
_declare("ttg.async_commit_group ttg.async_wait amdg.async_tdm_wait", Syntax("_*", results=_TOKEN))
_declare("ttg.async_copy_global_to_local", Syntax(
    "o0 o1", (CACHE, EVICT), {**_CACHED, "contiguity": "1 : i32", "isVolatile": "false"}, _TOKEN, ("", "!ttg.memdesc"),
    "0 1 mask:2 other:3", 4))  # fmt: skip

# ttng
_declare("ttng.warp_group_dot", Syntax("o0 o1 r0=o2", (word("inputPrecision", r"\binputPrecision = (\w+)", _PRECISION),), {
    "inputPrecision": "2 : i32", "isAsync": "false", "maxNumImpreciseAcc": "0 : i32"}))  # fmt: skip
_declare("ttng.warp_group_dot_wait", Syntax("r*=o*"))
_declare("ttng.fence_async_shared ttng.cluster_arrive ttng.cluster_wait ttng.async_tma_store_wait ttng.fence_mbarrier_init_release_cluster",
         _CONTROL)  # fmt: skip
_COUNT = r"^%\s*,\s*(\d+)"
_declare("ttng.init_barrier ttng.arrive_barrier", Syntax("o0", (word("count", _COUNT, None, "{} : i32"),)))
_declare("ttng.barrier_expect", Syntax("o0", (word("size", _COUNT, None, "{} : i32"),)))
_declare("ttng.inval_barrier ttng.tc_gen5_commit", Syntax("o0"))
_declare("ttng.wait_barrier", Syntax("o0 _*", order="0 1 2 deps:3*", segments=4))
_declare("ttng.async_tma_copy_global_to_local", Syntax(
    "o0 g2 g3", (CACHE, EVICT), {**_CACHED, "isVolatile": "false"}, order="0 [1] 3 2 4"))  # fmt: skip
_declare("ttng.async_tma_copy_local_to_global", Syntax("o0 g2", order="0 [1] 2"))
_declare("ttng.async_tma_reduce", Syntax("o0 g2", (word("kind", r"^\s*(\w+)\s*,", _REDUCE),), order="0 [1] 2"))
_declare("ttng.async_tma_gather", Syntax(LIST, order="0 [1] 4 3 5"))
_declare("ttng.async_tma_scatter", Syntax(LIST))
_declare("ttng.tmem_load", Syntax(CAST, results=_TOKEN + "?"))
_declare("ttng.tmem_store", Syntax("g2 o0", order="2 0 [1] 3", results=_TOKEN + "?"))
_declare("ttng.tc_gen5_mma", Syntax("o0 o1 o2 _*", order="0 1 2 [3] 4 5 ( 6 [7]", segments=8, results=_TOKEN + "?"))
_declare("ttng.tc_gen5_mma_scaled", Syntax(
    "o0 o1 o2 g4 g5 _*", (word("a_type", r"\blhs = (\w+)", _ELEMENT), word("b_type", r"\brhs = (\w+)", _ELEMENT)),
    order="0 1 2 [3] 4 5 6 7 ( 8 [9]", segments=10, results=_TOKEN + "?"))  # fmt: skip
