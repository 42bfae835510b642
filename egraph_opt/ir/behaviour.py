"""Properties that an operation may be declared to have: its effect, how layouts pass through it, its throughput class."""

from __future__ import annotations

from enum import Enum


class Effect(Enum):
    """Effects of an operation, besides its results."""

    PURE = "pure"
    """None: the operation may be repeated, dropped, or merged with an equal one that dominates it."""
    READS = "reads"
    """Reads memory: the operation may be dropped or repeated at its place, never merged; only `schedule` moves it."""
    WRITES = "writes"
    """Writes memory: the operation stays, once, in order."""
    OPAQUE = "opaque"
    """Any effect: the operation stays, once, in order."""


class Layouts(Enum):
    """Ways in which layouts pass through an operation."""

    ANCHOR = "anchor"
    """Operands and results keep the layouts of the source."""
    POINTWISE = "pointwise"
    """All tensors share one layout, and it may be any."""
    GENERATE = "generate"
    """No tensor operand; the result may be made in any layout."""
    BROADCAST = "broadcast"
    """Operand and result have one layout, on different shapes."""
    EXPAND_DIMS = "expand_dims"
    """The operand's layout is the slice of the result's."""
    REINDEX = "reindex"
    """Elements keep their values and change their indices; the layouts are such that no element changes its thread."""
    REORDER = "reorder"
    """The result keeps its layout; the order of its elements depends on the operand's layout."""
    INTERLEAVE = "interleave"
    """REINDEX for an operation that joins tensors, or makes two adjacent elements of each element."""
    SEPARATE = "separate"
    """The reverse of INTERLEAVE."""
    REDUCE = "reduce"
    """The result's layout is the slice of the operands' (for a scan, the same).

    The value depends on the layout unless the order of elements makes no difference.
    """
    WHOLE = "whole"
    """Tensor operands share one layout, and it may be any: each element is taken from whichever thread holds it. The result may
    be in any layout too.
    """
    LOOKUP = "lookup"
    """POINTWISE in the last operand; the first is read as a whole."""
    CONVERT = "convert"
    """`ttg.convert_layout` itself."""


class Throughput(Enum):
    """Throughput classes of operations: a target's table has one constant for each."""

    FREE = "free"
    ALU = "alu"
    HALF = "half"
    """Shifts, minima and maxima of integers."""
    MULTIPLY = "multiply"
    """Multiplication of integers."""
    CAST = "cast"
    """Conversions between floats of different widths, or between integers."""
    NUMBER = "number"
    """Conversions between integers and floats."""
    SPECIAL = "special"
    """exp2, sqrt ...: one instruction of the special-function unit."""
    DIVIDE = "divide"
    """Division of floats."""
    SLOW = "slow"
    """Division of integers, and functions built from many operations."""
