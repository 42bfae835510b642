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
    """Rule by which layouts propagate through an operation."""

    ANCHOR = "anchor"
    """Operands and results keep their source layouts."""
    POINTWISE = "pointwise"
    """All tensors share one arbitrary layout."""
    GENERATE = "generate"
    """No tensor operand; the result has an arbitrary layout."""
    BROADCAST = "broadcast"
    """Operand and result share one layout, on different shapes."""
    EXPAND_DIMS = "expand_dims"
    """The operand has the slice layout of the result's layout."""
    REINDEX = "reindex"
    """Elements are reindexed, with layouts such that no element moves to another thread."""
    REORDER = "reorder"
    """The result keeps its layout; its element order depends on the operand's layout."""
    INTERLEAVE = "interleave"
    """REINDEX for an operation that joins two tensors, or unpacks each element into two adjacent elements."""
    SEPARATE = "separate"
    """Inverse of INTERLEAVE."""
    REDUCE = "reduce"
    """The result has the slice layout of the operands' layout (for a scan, the same layout).

    The value depends on the layout unless the combiner is associative and commutative.
    """
    WHOLE = "whole"
    """Tensor operands share one arbitrary layout; the result has an arbitrary layout of its own."""
    LOOKUP = "lookup"
    """POINTWISE for the last operand; any thread may read any element of the first operand."""
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
