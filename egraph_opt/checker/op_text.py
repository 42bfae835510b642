"""Words of operations in pretty form: which of them attributes repeat, so that only the others have to be compared.

The generic form has no words. An operation of this table has none besides what its attributes hold, up to punctuation; if it has
others, they are compared as text. Of all other operations, everything but dictionaries is compared.
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
    ("arith: andi ori xori minsi maxsi minui maxui remsi remui ceildivsi ceildivui floordivsi select bitcast index_cast index_castui"
     " extsi sitofp fptosi fptoui mulsi_extended mului_extended addui_extended", {}),
    ("arith: addi subi muli shli trunci", _FLOW),
    ("arith: shrsi shrui divsi divui", _EXACT),
    ("arith: extui uitofp", _POSITIVE),
    ("arith: addf subf mulf divf remf negf minnumf maxnumf minimumf maximumf extf", _FAST),
    ("arith: truncf", {**_FAST, "roundingmode": r"^\s*\w+\b"}),
    ("arith: cmpi", _COMPARED),
    ("arith: cmpf", {**_FAST, **_COMPARED}),
    ("math: absf fma floor ceil round roundeven trunc copysign exp2 exp rsqrt sqrt log2 log sin cos tanh erf erfc powf expm1 log1p log10"
     " tan asin acos atan atan2 sinh cosh asinh acosh atanh cbrt", _FAST),
    ("math: absi ctlz cttz ctpop ipowi", {}),
    ("scf: yield condition reduce.return", {}),
    ("tt: return reduce.return scan.return map_elementwise.return", {}),
    ("ttg: warp_yield warp_return predicate.return", {}),
    ("func: return", {}),
    ("ub: poison", {}),
    ("gpu: barrier", {}),
    ("nvws: aref.create", {}),
    ("llvm: intr.assume", {}),
    ("cf: assert", {"msg": _STRING}),
    ("tt: call", {"callee": r"@(?:[\w$.-]+|\"_*\")"}),
    ("func: call", {"callee": r"@(?:[\w$.-]+|\"_*\")"}),
    ("tt: approx_divf precise_sqrt precise_divf mulhiui addptr bitcast ptr_to_int int_to_ptr histogram gather splat make_range broadcast"
     " expand_dims trans join cat split unsplat advance make_tensor_ptr make_tensor_descriptor extern_elementwise descriptor_gather"
     " descriptor_scatter descriptor_store", {}),
    ("tt: clampf", {"propagateNan": r"\bpropagateNan = \w+"}),
    ("tt: fp_to_fp", {"rounding": r"\brounding = \w+"}),
    ("tt: load store descriptor_load", _CACHE),
    ("tt: reshape", {"allow_reorder": r"\ballow_reorder\b", "efficient_layout": r"\befficient_layout\b"}),
    ("tt: get_program_id get_num_programs", {"axis": r"^\s*[xyz]\b"}),
    ("tt: dot", _PRECISION),
    ("tt: dot_scaled", {**_SCALED, "operandSegmentSizes": r"\bscale\b"}),
    ("tt: atomic_rmw", {"atomic_rmw_op": r"^\s*\w+\s*,", "sem": r"^\s*\w+\s*,", "scope": r"^\s*\w+\s*,"}),
    ("tt: atomic_cas", {"sem": r"^\s*\w+\s*,", "scope": r"^\s*\w+\s*,"}),
    ("tt: print", {"prefix": _STRING}),
    ("tt: assert", {"message": _STRING}),
    ("tt: elementwise_inline_asm", {"asm_string": _STRING}),
    ("tt: descriptor_reduce", {"kind": r"^\s*\w+\s*,"}),
    ("ttg: convert_layout fp4_to_fp local_alloc local_store memdesc_index memdesc_trans memdesc_reshape memdesc_reinterpret"
     " local_dealloc global_scratch_alloc warp_id async_wait", {}),
    ("ttg: local_load", {"": r"\btoken\b"}),
    ("ttg: async_commit_group", {"": r"\btokens\b"}),
    ("ttg: memdesc_subslice", {"offsets": r"\[[-\d,\s]*\]"}),
    ("ttg: async_copy_global_to_local", {**_CACHE, "operandSegmentSizes": r"\b(?:mask|other)\b"}),
    ("ttng: cluster_id warp_group_dot_wait fence_async_shared async_tma_store_wait inval_barrier async_tma_copy_local_to_global"
     " async_tma_gather async_tma_scatter tmem_alloc tmem_load tmem_store tc_gen5_mma tc_gen5_commit", {}),
    ("ttng: warp_group_dot", _PRECISION),
    ("ttng: init_barrier arrive_barrier", {"count": _COUNT}),
    ("ttng: barrier_expect", {"size": _COUNT}),
    ("ttng: wait_barrier", {"operandSegmentSizes": r"\bdeps\b"}),
    ("ttng: async_tma_copy_global_to_local", _CACHE),
    ("ttng: async_tma_reduce", {"kind": r"^\s*\w+\s*,"}),
    ("ttng: tc_gen5_mma_scaled", {"a_type": r"\blhs = \w+", "b_type": r"\brhs = \w+"}),
)  # fmt: skip
"""Operations, and for each attribute that words repeat, these words. Of the operands only their names are missing in the text."""
CLAUSES: Mapping[str, Mapping[str, re.Pattern[str]]] = {
    f"{names.partition(': ')[0]}.{name}": {attribute: re.compile(pattern) for attribute, pattern in clauses.items()}
    for names, clauses in _TABLE
    for name in names.partition(": ")[2].split()
}
_HELD = frozenset(
    f"builtin.module arith.constant cf.br cf.cond_br scf.execute_region scf.for scf.if scf.index_switch scf.while {SPECIALISE}"
    f" {SPECIALISE}.partitions".split()
)
"""Operations of which attributes, operands, types, regions and successors hold everything."""
_NAME = re.compile(r"\s*[\w$.]+")
_BRACKET = re.compile(r"[(\[{<]|-~|[)\]}>]|(?<!:):(?!:)")
_PUNCTUATION = re.compile(r"->|\bto\b|[,:()\[\]*=]|\s+")
_ALIAS = re.compile(r"(?<![\w@$.])[#!][A-Za-z_][\w$]*(?![\w.$<])")
NONE: Mapping[str, str] = MappingProxyType({})


def words(op: Op, aliases: Mapping[str, str] = NONE) -> Hashable:
    """Return what the text of an operation says beyond its operands, types and attributes; nothing for the generic form."""
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
    """Return a value without the names of types before their parameters, which an operation need not print: its operands have that
    type.
    """
    if not isinstance(tree, tuple):
        return tree
    parts = [
        part
        for part, following in pairwise((*tree, ""))
        if not (isinstance(part, str) and part[:1] == "!" and isinstance(following, tuple) and following[:1] == ("<",))
    ]
    return tuple(map(_nameless, parts))


def _cut(text: str, pattern: re.Pattern[str]) -> str:
    """Return a text without what matches a pattern outside of strings."""
    return "".join(text[a:b] for a, b in _gaps([found.span() for found in pattern.finditer(mask_of(text))], len(text)))


def _gaps(spans: list[tuple[int, int]], end: int) -> list[tuple[int, int]]:
    """Return the spans between spans, from 0 to an end."""
    return list(zip([0, *(stop for _, stop in spans)], [*(start for start, _ in spans), end], strict=True))


def without_dictionaries(text: str) -> tuple[str, str]:
    """Return the text of an operation without its name and its dictionaries of attributes, and apart from that its signature, which is
    what stands after the first colon outside all brackets.
    """
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
