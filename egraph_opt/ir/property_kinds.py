"""Declared properties of operations: memory effect, layout propagation, throughput class."""

from __future__ import annotations

from enum import Enum


class Effect(Enum):
    """Memory effect of an operation."""

    PURE = "pure"
    """No effect: may be duplicated, removed, or merged with an equal operation that dominates it."""
    READS = "reads"
    """Reads memory: may be removed or duplicated in place, but not merged."""
    WRITES = "writes"
    """Writes memory: executed exactly once, in program order."""
    OPAQUE = "opaque"
    """Unknown effect: executed exactly once, in program order."""


class Layouts(Enum):
    """Rule by which the layouts of an operation's operands and results depend on each other."""

    ANCHOR = "anchor"
    """The layouts of operands and results must stay as in the source."""
    POINTWISE = "pointwise"
    """All tensor operands and results have the same layout, which may be any layout."""
    GENERATE = "generate"
    """There is no tensor operand, and the result may have any layout."""
    BROADCAST = "broadcast"
    """Operand and result have different shapes but the same layout."""
    EXPAND_DIMS = "expand_dims"
    """The operand has the slice layout of the result's layout."""
    REINDEX = "reindex"
    """The operand's layout follows from the result's, such that each element stays in its thread (a transposition or reshape)."""
    REORDER = "reorder"
    """The result keeps its layout. The order of its elements depends on the operand's layout."""
    INTERLEAVE = "interleave"
    """Like REINDEX, for an operation that joins two tensors, or unpacks each element into two adjacent elements."""
    SEPARATE = "separate"
    """Inverse of INTERLEAVE: a tensor is split into two."""
    REDUCE = "reduce"
    """The result has the slice layout of the operands' layout (for a scan, the same layout).

    The value depends on the layout unless the combiner is associative and commutative.
    """
    WHOLE = "whole"
    """All tensor operands have the same layout, which may be any layout; the result's layout is independent of it."""
    LOOKUP = "lookup"
    """The last operand and the result have the same layout. The first operand may have any, since threads read all its elements."""
    CONVERT = "convert"
    """`ttg.convert_layout`."""


class Throughput(Enum):
    """Throughput class of an operation; each target has one throughput per class."""

    FREE = "free"
    ALU = "alu"
    HALF = "half"
    """Integer shifts, minima and maxima."""
    MULTIPLY = "multiply"
    """Integer multiplication."""
    CAST = "cast"
    """Conversions between float widths, or between integer widths."""
    NUMBER = "number"
    """Conversions between integers and floats."""
    SPECIAL = "special"
    """Operations such as exp2 and sqrt: one instruction of the special-function unit."""
    DIVIDE = "divide"
    """Float division."""
    SLOW = "slow"
    """Integer division, and functions built from many operations."""
