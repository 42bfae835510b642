"""What an operation may be declared to do: its effect, how layouts pass through it, how fast it is done."""

from __future__ import annotations

from enum import Enum


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
