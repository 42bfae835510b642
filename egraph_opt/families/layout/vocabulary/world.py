"""Semantics of the layout vocabulary in z3, and proofs of rules: both sides have equal values and layouts, and stay well-typed.

Operations, index maps and trip counts are uninterpreted functions, so a proof covers every operation, shape and trip count.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import z3

from egraph_opt.core.rule import Rule
from egraph_opt.families.layout.vocabulary.term import Layout, Meaning, Operands, Value
from egraph_opt.prover import Proof, obligation
from egraph_opt.prover.counterexample_text import text

BACK_END = "z3: uninterpreted functions"
STRENGTH = "all values, layouts, shapes and trip counts"


@dataclass
class World(obligation.World):
    """Interpretation of the layout vocabulary, with uninterpreted functions in z3."""

    element: Any = field(default_factory=lambda: z3.DeclareSort("Element"))
    index: Any = field(default_factory=lambda: z3.DeclareSort("Index"))
    step: Any = field(default_factory=lambda: z3.DeclareSort("Step"))
    layout: Any = field(default_factory=lambda: z3.DeclareSort("Layout"))

    def __post_init__(self) -> None:
        number, element, index, step, layout = z3.IntSort(), self.element, self.index, self.step, self.layout
        self.compute = z3.Function("compute", number, element, element)
        self.pair = z3.Function("pair", element, element, element)
        self.position = z3.Function("position", index, element)
        self.source = z3.Function("source", number, index, index)
        self.slice = z3.Function("slice", number, layout, layout)
        self.moved = z3.Function("moved", number, layout, layout)
        self.unit = z3.Const("unit", element)
        self.is_first = z3.Function("is_first", number, step, z3.BoolSort())
        self.moment = z3.Function("moment", number, step, element)
        self.taken = z3.Function("taken", number, step, z3.BoolSort())
        self.before = z3.Function("before", number, step, step)
        self.outside = z3.Function("outside", number, step, step)
        self.last = z3.Function("last", number, step, step)
        self.choose = z3.If
        self.nowhere = z3.Const("nowhere", index)
        self.fold = z3.Function("fold", number, z3.ArraySort(index, element), index, step, element)
        self.whole = z3.Function("whole", z3.ArraySort(index, element), element)
        self.permuted = z3.Function("permuted", number, step, index, index)
        self.reorders = z3.Function("reorders", number, layout, z3.BoolSort())
        self.scans = z3.Function("scans", layout, z3.BoolSort())
        self.reduces = z3.Function("reduces", number, layout, z3.BoolSort())
        self.order = z3.Function("order", number, layout, step)
        self.natural = z3.Function("natural order", number, step)
        self.any_layout = z3.Const("any layout", layout)

    def row(self, element_at: Any) -> Any:
        """Return all elements of a value as a z3 array over indices."""
        j = z3.Const("j", self.index)
        return z3.Lambda([j], element_at(j))

    def in_any_order(self, f: Any) -> Any:
        """Return the z3 condition that a reduction's result does not depend on the order of elements."""
        some = z3.Const("some layout", self.layout)
        return z3.ForAll([some], self.order(f, some) == self.natural(f))

    def keeps_order(self, f: Any, axis: Any, held: Any, parent: Any) -> Any:
        """Return the z3 condition that `f` combines elements in `parent` in the order of each layout whose slice is `held`."""
        some = z3.Const("some layout", self.layout)
        alike = self.order(f, some) == self.order(f, parent)
        return z3.ForAll([some], z3.Implies(self.slice(axis, some) == held, alike))

    def is_layout(self, layout: Any) -> Any:
        """Return the z3 condition that a layout is not the constant that stands for scalars and empty operand lists."""
        return layout != self.any_layout

    def agree(self, of_list: Any, of_head: Any) -> Any:
        """Return the z3 condition that a list's first operand and its other operands have one layout, or the others are no tensors."""
        return z3.Or(of_list == of_head, of_list == self.any_layout)

    def relabel(self, of_list: Any, layout: Any) -> Any:
        """Return, as a z3 term, the layout of an operand list whose tensors are converted to `layout`; none without tensors."""
        return z3.If(of_list == self.any_layout, self.any_layout, layout)

    def unknown(self, name: str, sort: Any) -> Any:
        if sort in (Value, Operands):
            at = z3.Function(name, self.step, self.index, self.element)
            return Meaning(at, z3.Const(f"layout of {name}", self.layout), (z3.Bool(f"{name} is well typed"),))
        return z3.Const(name, self.layout if sort is Layout else z3.IntSort())

    @cached_property
    def point(self) -> tuple[Any, Any]:
        return z3.Const("step", self.step), z3.Const("index", self.index)

    def assumptions(self, before: Meaning) -> tuple[Any, ...]:
        return before.typed

    def same(self, before: Meaning, after: Meaning) -> Any:
        k, i = self.point
        return z3.And(before.at(k, i) == after.at(k, i), before.layout == after.layout, *after.typed)

    def show(self, model: Any, side: Meaning) -> str:
        typed = all(z3.is_true(model.eval(t, model_completion=True)) for t in side.typed)
        value, layout = (text(model.eval(e, True)) for e in (side.at(*self.point), side.layout))
        return f"{value} in {layout}" + ("" if typed else ", not well typed")


def prove(rule: Rule, steps: int) -> Proof:
    """Prove a rule about layouts, as `egraph_opt.prover.prove` does; `steps` limits the work of z3."""
    return obligation.prove_rule(rule, steps, [World()], STRENGTH)
