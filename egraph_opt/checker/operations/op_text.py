"""Text of operations in pretty form that attributes do not already contain.

The generic form has no text besides attributes. For an operation in `CLAUSES`, punctuation and text that repeats attributes are ignored.
For other operations, everything but attribute dictionaries is compared.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType

from egraph_opt.checker.values.attribute import value
from egraph_opt.ir.module import Op
from egraph_opt.text.syntax.lexer import mask_of

_CACHE = {"cache": r"\bcacheModifier = \w+", "evict": r"\bevictionPolicy = \w+"}
_PRECISION = {"inputPrecision": r"\binputPrecision = \w+"}
_FAST = {"fastmath": r"\bfastmath\s*<[\w,\s]+>"}
_FLOW = {"overflowFlags": r"\boverflow\s*<[\w,\s]+>"}
_EXACT, _POSITIVE = {"isExact": r"\bexact\b"}, {"nonNeg": r"\bnneg\b"}
_STRING = r'"_*"'
SPECIALISE = "ttg.warp_specialize"
_SCALED = {"a_elem_type": r"\blhs = \w+", "b_elem_type": r"\brhs = \w+"}
_COMPARED = {"predicate": r"^\s*\w+\s*,"}
_COUNT = r"^\s*,\s*\d+"
_TABLE: tuple[tuple[str, dict[str, str]], ...] = (
    ("arith.andi arith.ori arith.xori arith.minsi arith.maxsi arith.minui arith.maxui arith.remsi arith.remui"
     " arith.ceildivsi arith.ceildivui arith.floordivsi arith.select arith.bitcast arith.index_cast arith.index_castui"
     " arith.extsi arith.sitofp arith.fptosi arith.fptoui arith.mulsi_extended arith.mului_extended arith.addui_extended", {}),
    ("arith.addi arith.subi arith.muli arith.shli arith.trunci", _FLOW),
    ("arith.shrsi arith.shrui arith.divsi arith.divui", _EXACT),
    ("arith.extui arith.uitofp", _POSITIVE),
    ("arith.addf arith.subf arith.mulf arith.divf arith.remf arith.negf arith.minnumf arith.maxnumf arith.minimumf"
     " arith.maximumf arith.extf", _FAST),
    ("arith.truncf", {**_FAST, "roundingmode": r"^\s*\w+\b"}),
    ("arith.cmpi", _COMPARED),
    ("arith.cmpf", {**_FAST, **_COMPARED}),
    ("math.absf math.fma math.floor math.ceil math.round math.roundeven math.trunc math.copysign math.exp2 math.exp"
     " math.rsqrt math.sqrt math.log2 math.log math.sin math.cos math.tanh math.erf math.erfc math.powf math.expm1 math.log1p"
     " math.log10 math.tan math.asin math.acos math.atan math.atan2 math.sinh math.cosh math.asinh math.acosh math.atanh"
     " math.cbrt", _FAST),
    ("math.absi math.ctlz math.cttz math.ctpop math.ipowi", {}),
    ("scf.yield scf.condition scf.reduce.return", {}),
    ("tt.return tt.reduce.return tt.scan.return tt.map_elementwise.return", {}),
    ("ttg.warp_yield ttg.warp_return ttg.predicate.return", {}),
    ("func.return", {}),
    ("ub.poison", {}),
    ("gpu.barrier", {}),
    ("nvws.aref.create", {}),
    ("llvm.intr.assume", {}),
    ("cf.assert", {"msg": _STRING}),
    ("tt.call", {"callee": r"@(?:[\w$.-]+|\"_*\")"}),
    ("func.call", {"callee": r"@(?:[\w$.-]+|\"_*\")"}),
    ("tt.approx_divf tt.precise_sqrt tt.precise_divf tt.mulhiui tt.addptr tt.bitcast tt.ptr_to_int tt.int_to_ptr"
     " tt.histogram tt.gather tt.splat tt.make_range tt.broadcast tt.expand_dims tt.trans tt.join tt.cat tt.split tt.unsplat"
     " tt.advance tt.make_tensor_ptr tt.make_tensor_descriptor tt.extern_elementwise tt.descriptor_gather"
     " tt.descriptor_scatter tt.descriptor_store", {}),
    ("tt.clampf", {"propagateNan": r"\bpropagateNan = \w+"}),
    ("tt.fp_to_fp", {"rounding": r"\brounding = \w+"}),
    ("tt.load tt.store tt.descriptor_load", _CACHE),
    ("tt.reshape", {"allow_reorder": r"\ballow_reorder\b", "efficient_layout": r"\befficient_layout\b"}),
    ("tt.get_program_id tt.get_num_programs", {"axis": r"^\s*[xyz]\b"}),
    ("tt.dot", _PRECISION),
    ("tt.dot_scaled", {**_SCALED, "operandSegmentSizes": r"\bscale\b"}),
    ("tt.atomic_rmw", {"atomic_rmw_op": r"^\s*\w+\s*,", "sem": r"^\s*\w+\s*,", "scope": r"^\s*\w+\s*,"}),
    ("tt.atomic_cas", {"sem": r"^\s*\w+\s*,", "scope": r"^\s*\w+\s*,"}),
    ("tt.print", {"prefix": _STRING}),
    ("tt.assert", {"message": _STRING}),
    ("tt.elementwise_inline_asm", {"asm_string": _STRING}),
    ("tt.descriptor_reduce", {"kind": r"^\s*\w+\s*,"}),
    ("ttg.convert_layout ttg.fp4_to_fp ttg.local_alloc ttg.local_store ttg.memdesc_index ttg.memdesc_trans"
     " ttg.memdesc_reshape ttg.memdesc_reinterpret ttg.local_dealloc ttg.global_scratch_alloc ttg.warp_id ttg.async_wait", {}),
    ("ttg.local_load", {"": r"\btoken\b"}),
    ("ttg.async_commit_group", {"": r"\btokens\b"}),
    ("ttg.memdesc_subslice", {"offsets": r"\[[-\d,\s]*\]"}),
    ("ttg.async_copy_global_to_local", {**_CACHE, "operandSegmentSizes": r"\b(?:mask|other)\b"}),
    ("ttng.cluster_id ttng.warp_group_dot_wait ttng.fence_async_shared ttng.async_tma_store_wait ttng.inval_barrier"
     " ttng.async_tma_copy_local_to_global ttng.async_tma_gather ttng.async_tma_scatter ttng.tmem_alloc ttng.tmem_load"
     " ttng.tmem_store ttng.tc_gen5_mma ttng.tc_gen5_commit", {}),
    ("ttng.warp_group_dot", _PRECISION),
    ("ttng.init_barrier ttng.arrive_barrier", {"count": _COUNT}),
    ("ttng.barrier_expect", {"size": _COUNT}),
    ("ttng.wait_barrier", {"operandSegmentSizes": r"\bdeps\b"}),
    ("ttng.async_tma_copy_global_to_local", _CACHE),
    ("ttng.async_tma_reduce", {"kind": r"^\s*\w+\s*,"}),
    ("ttng.tc_gen5_mma_scaled", {"a_type": r"\blhs = \w+", "b_type": r"\brhs = \w+"}),
)  # fmt: skip
"""Operations with a pattern for each attribute, which matches the text that repeats the attribute."""
CLAUSES: Mapping[str, Mapping[str, re.Pattern[str]]] = {
    name: {attribute: re.compile(pattern) for attribute, pattern in clauses.items()}
    for names, clauses in _TABLE
    for name in names.split()
}
_HELD = frozenset(
    f"builtin.module arith.constant cf.br cf.cond_br scf.execute_region scf.for scf.if scf.index_switch scf.while {SPECIALISE}"
    f" {SPECIALISE}.partitions".split()
)
"""Operations whose text repeats only attributes, operands, types, regions and successors."""
_NAME = re.compile(r"\s*[\w$.]+")
_BRACKET = re.compile(r"[(\[{<]|-~|[)\]}>]|(?<!:):(?!:)")
_PUNCTUATION = re.compile(r"->|\bto\b|[,:()\[\]*=]|\s+")
_ALIAS = re.compile(r"(?<![\w@$.])[#!][A-Za-z_][\w$]*(?![\w.$<])")
NONE: Mapping[str, str] = MappingProxyType({})


def words(op: Op, aliases: Mapping[str, str] = NONE) -> Hashable:
    """Return the text of an operation beyond operands, types and attributes; () for the generic form."""
    text = " ".join([piece for piece in op.pieces if type(piece) is str])
    if text.startswith('"') or op.name in _HELD:
        return ()
    return _words(op.name, text, frozenset(op.attributes), () if op.name in CLAUSES else tuple(aliases.items()))


@lru_cache(maxsize=1 << 14)
def _words(name: str, text: str, attributes: frozenset[str], aliases: tuple[tuple[str, str], ...]) -> Hashable:
    rest, signature = without_dictionaries(text)
    clauses = CLAUSES.get(name)
    if clauses is not None:
        for attribute, pattern in clauses.items():
            if attribute in attributes or not attribute:
                rest = _cut(rest, pattern)
        return _PUNCTUATION.sub(" ", rest).strip() or ()
    known = dict(aliases)
    return _nameless(value(_ALIAS.sub(lambda found: known.get(found[0], found[0]), rest + signature)))


def _nameless(tree: Hashable) -> Hashable:
    if not isinstance(tree, tuple):
        return tree
    parts = [
        part
        for part, following in pairwise((*tree, ""))
        if not (isinstance(part, str) and part[:1] == "!" and isinstance(following, tuple) and following[:1] == ("<",))
    ]
    return tuple(map(_nameless, parts))


def _cut(text: str, pattern: re.Pattern[str]) -> str:
    return "".join(text[a:b] for a, b in _gaps([found.span() for found in pattern.finditer(mask_of(text))], len(text)))


def _gaps(spans: list[tuple[int, int]], end: int) -> list[tuple[int, int]]:
    return list(zip([0, *(stop for _, stop in spans)], [*(start for start, _ in spans), end], strict=True))


def without_dictionaries(text: str) -> tuple[str, str]:
    """Return the text without operation name and attribute dictionaries, and separately the signature after the first top-level colon."""
    mask = mask_of(text)
    found = _NAME.match(mask)
    spans = [(0, found.end() if found else 0)]
    depth, opened, end = 0, 0, len(text)
    for bracket in _BRACKET.finditer(mask, spans[0][1]):
        mark = bracket.group()
        if mark in "([{<":
            opened = bracket.start() if depth == 0 else opened
            depth += 1
        elif mark in ")]}>":
            depth -= 1
            if depth == 0 and (mask[opened] == "{" or (mask.startswith("<{", opened) and mask[opened - 1].isspace())):
                spans.append((opened, bracket.end()))
        elif mark in (":", "-~") and depth == 0:
            end = bracket.start()
            break
    return "".join(text[a:b] for a, b in _gaps(spans, end)), text[end:]
