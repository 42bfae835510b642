"""IREE's layout analysis in a child process: inserted conversions, and the shared memory allocated for these."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache

from egraph_opt.families.vector.vector_layouts import ANCHOR
from egraph_opt.ir.analysis.trip_count import weighted_operations
from egraph_opt.ir.module import Module, Op, symbol_name
from egraph_opt.ir.types import TensorType, VectorType, element_bytes, type_of
from egraph_opt.iree.program import generic
from egraph_opt.iree.tool_process import call, refusal
from egraph_opt.text import read

PRINT = ("--mlir-print-op-generic", "--mlir-print-local-scope", "-")
ANALYSIS = "--pass-pipeline=builtin.module(func.func(iree-codegen-test-vector-layout-analysis))"
ALLOCATION = "--pass-pipeline=builtin.module(func.func(iree-codegen-gpu-vector-alloc))"
DISTRIBUTION = (
    "--pass-pipeline=builtin.module(func.func(iree-codegen-gpu-vector-alloc,canonicalize,cse,"
    "iree-codegen-iree-comprehensive-bufferize,iree-llvmgpu-vector-distribute,canonicalize,cse))"
)
INDEX_BYTES = 8
WORKGROUP = "#gpu.address_space<workgroup>"
BROADCAST, HIDDEN = "vector.broadcast", "builtin.unrealized_conversion_cast"
_ANCHORED = re.compile(r'(?m)^(.*"iree_vector_ext\.to_layout"\(%[\w#]+\) <\{.*\}>)( : \()')
_VECTOR = r"vector<(?P<{}>(?:\d+x)+\w+)>"
_WIDENED = re.compile(
    rf"(?P<name>{BROADCAST}|{HIDDEN})(?:\"\(%[\w#]+\) : \(| %[\w#]+ : ){_VECTOR.format('source')}\)?(?: ->| to) {_VECTOR.format('target')}"
)


def explicit(text: str) -> Module:
    """Return a program with explicit conversions, as IREE's layout analysis inserts them.

    A broadcast that extends a dimension of extent 1 gets another name during the analysis. Otherwise IREE 3.13 would give its operand the
    layout of the extended dimension, which does not fit, and IREE's parser would reject the analysed program.

    Raises:
        IreeError: IREE rejects the program, or is not installed.
    """
    if HIDDEN in text:
        return read(call("iree-opt", ANALYSIS, *PRINT, text=text))
    return read(_WIDENED.sub(_restore_broadcast, call("iree-opt", ANALYSIS, *PRINT, text=_WIDENED.sub(_hide_broadcast, text))))


def mark_anchors(text: str) -> str:
    """Return a program in generic form with the attribute `ANCHOR` on each `to_layout`. Those that IREE's analysis adds later lack it."""
    return _ANCHORED.sub(rf"\1 {{{ANCHOR}}}\2", generic(text))


def without_marks(text: str) -> str:
    return text.replace(f" {{{ANCHOR}}}", "")


def _hide_broadcast(found: re.Match[str]) -> str:
    source, target = ([int(n) for n in found[k].split("x")[:-1]] for k in ("source", "target"))
    stretched = any(a == 1 != b for a, b in zip(reversed(source), reversed(target), strict=False))
    return found[0].replace(BROADCAST, HIDDEN) if stretched and found["name"] == BROADCAST else found[0]


def _restore_broadcast(found: re.Match[str]) -> str:
    return found[0].replace(HIDDEN, BROADCAST)


@dataclass(frozen=True, slots=True)
class ConversionCounts:
    """Numbers of conversions through shared memory, converted bytes, and barriers in one run of a function."""

    conversions: float = 0.0
    shared_bytes: float = 0.0
    barriers: float = 0.0


def conversion_counts(text: str) -> dict[str, ConversionCounts]:
    """Return the cost of IREE's conversions in each function of a program, weighted by trip counts.

    Raises:
        IreeError: IREE rejects the program, or is not installed.
    """
    return {symbol_name(f): _counts(f) for f in read(call("iree-opt", ALLOCATION, *PRINT, text=text)).functions()}


@lru_cache(maxsize=64)
def distribution_error(text: str) -> str:
    """Return why IREE cannot distribute a program to threads, or ''.

    Raises:
        LimitError: IREE exceeded a limit.
        MissingError: IREE is not installed.
    """
    return refusal("iree-opt", DISTRIBUTION, "-", text=text)


def _counts(function: Op) -> ConversionCounts:
    conversions = moved = barriers = 0.0
    for op, weight, _ in weighted_operations(function):
        if op.name == "bufferization.alloc_tensor" and WORKGROUP in op.results[0].type:
            conversions += weight
            moved += weight * bytes_of(op.results[0].type)
        elif op.name == "gpu.barrier":
            barriers += weight
        elif op.name == "iree_gpu.value_barrier":
            barriers += weight * len(op.operands)
    return ConversionCounts(conversions, moved, barriers)


def bytes_of(type_text: str) -> int:
    shaped = type_of(type_text)
    if not isinstance(shaped, TensorType | VectorType):
        return 0
    return math.prod(shaped.shape) * (INDEX_BYTES if shaped.element == "index" else element_bytes(shaped.element))
