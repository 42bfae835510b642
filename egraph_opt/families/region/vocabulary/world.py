"""Semantics of the `vocabulary.term` symbols in z3: tensors of any rank, shape and element type, windows of any kind.

A window (slice of a tensor, the base) has two shapes and an injective map `outer` from its own indices into the base; `inner` is the
inverse map. A rule may assume nothing else about windows. `tests/region/test_window.py` proves the functions that decide conditions.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import z3

from egraph_opt.core.rule import Rule
from egraph_opt.families.region.vocabulary.term import Tensor, TensorMeaning, Tensors, Window
from egraph_opt.prover import NoAnswer, Proof, Unsound, sides, unknowns
from egraph_opt.prover.counterexample_text import find_ill_typed, text, values

BACK_END = "z3: uninterpreted functions, quantifiers over indices"

STRENGTH = "all tensors, windows, ranks and shapes"


@dataclass
class RegionWorld:
    """Uninterpreted z3 functions for the meanings of symbols, and z3 conditions for facts."""

    size: int = 0
    """Number of indices and shapes, or 0 for no limit. With a limit, quantifiers are expanded, and counterexamples are valid."""
    element: Any = field(default_factory=lambda: z3.DeclareSort("Element"))
    windows: list[Any] = field(default_factory=list)
    """Variables of the rule that stand for windows."""

    def __post_init__(self) -> None:
        self.index, self.indices = _sort("Index", self.size)
        self.shapes, self.all_shapes = _sort("Shape", self.size)
        number, element, index, shape = z3.IntSort(), self.element, self.index, self.shapes
        self.compute = z3.Function("compute", number, element, element)
        self.sent = z3.Function("sent", number, element, element)
        self.pair = z3.Function("pair", element, element, element)
        self.unit = z3.Const("unit", element)
        self.unset = z3.Const("unset", element)
        self.scalar = z3.Function("scalar", number, element)
        self.shape = z3.Function("shape", number, shape)
        self.inside = z3.Function("inside", shape, index, z3.BoolSort())
        self.outer = z3.Function("outer", number, index, index)
        self.inner = z3.Function("inner", number, index, index)
        self.inner_shape = z3.Function("inner shape", number, shape)
        self.base_shape = z3.Function("base shape", number, shape)
        self.turn = z3.Function("turn", number, index, index)
        self.turned_shape = z3.Function("turned shape", number, shape, shape)
        self.place = z3.Function("place", shape, index, z3.IntSort())
        self.counts = False
        self.unplace = z3.Function("unplace", shape, z3.IntSort(), index)
        self.counted = z3.Function("count", shape, z3.IntSort())
        self.mapped = z3.Function("mapped", number, index, index, index)
        self.bundle = z3.Function("bundle", z3.ArraySort(index, element), element)
        self.fits = z3.Function("fits", number, shape, shape, z3.BoolSort())
        self.done = z3.Function("done", number, number, z3.ArraySort(index, element), shape, index, element)
        self.result_shape = z3.Function("result shape", number, number, shape)
        self.where, self.both = z3.If, z3.And
        self.point, self.start = z3.Const("index", index), z3.Const("start", index)

    def input(self, number: Any) -> TensorMeaning:
        at = z3.Function("input", z3.IntSort(), self.index, self.element)
        return TensorMeaning(lambda i: at(number, i), z3.Function("input shape", z3.IntSort(), self.shapes)(number))

    def result(self, f: Any, k: Any, xs: TensorMeaning) -> TensorMeaning:
        """Return result `k` of a computation: an uninterpreted function of all operand elements and their shapes."""
        j = z3.Const("j", self.index)
        whole = z3.Lambda([j], xs.at(j))
        return TensorMeaning(lambda i: self.done(f, k, whole, xs.shape, i), self.result_shape(f, k), xs.typed)

    def read(self, m: Any, at: Any, i: Any) -> Any:
        """Return the elements of operand `at` (a function of indices) that map `m` reads for result index `i`, as one z3 term."""
        r = z3.Const("r", self.index)
        return self.bundle(z3.Lambda([r], at(self.mapped(m, i, r))))

    def lead(self, m: Any, i: Any) -> Any:
        """Return the operand index to which an index map without reductions maps result index `i`."""
        return self.mapped(m, i, self.start)

    def count(self, shape: Any) -> Any:
        """Return the number of elements of a shape, as a z3 term; `axioms` then includes the axioms on row-major order."""
        self.counts = True
        return self.counted(shape)

    def member(self, window: Any, i: Any) -> Any:
        """Return the z3 condition that a window (slice) contains index `i` of the sliced tensor."""
        j = self.inner(window, i)
        return z3.And(self.inside(self.inner_shape(window), j), self.outer(window, j) == i)

    # --- conditions
    def _every(self, statement: Any) -> Any:
        i = z3.Const("i", self.index)
        return z3.And(*map(statement, self.indices)) if self.size else z3.ForAll([i], statement(i))

    def state_composition(self, inner: Any, outer: Any, both: Any) -> Any:
        """Return the z3 condition that `both` is the composition of `inner` and `outer`."""
        same = self._every(lambda j: self.outer(both, j) == self.outer(outer, self.outer(inner, j)))
        shapes = self.base_shape(inner) == self.inner_shape(outer), self.inner_shape(both) == self.inner_shape(inner)
        return z3.And(same, *shapes, self.base_shape(both) == self.base_shape(outer))

    def disjoint(self, a: Any, b: Any) -> Any:
        """Return the z3 condition that no index is in both sets of windows."""
        return self._every(lambda i: z3.Not(z3.And(self.member(a, i), self.member(b, i))))

    def state_union(self, area: Any, window: Any, both: Any) -> Any:
        """Return the z3 condition that `both` is the union of `area`, a set of windows, and `window`."""
        of_one = self._every(lambda i: self.member(both, i) == z3.Or(self.member(area, i), self.member(window, i)))
        return z3.And(of_one, self.base_shape(both) == self.base_shape(area))

    def state_containment(self, window: Any, area: Any) -> Any:
        """Return the z3 condition that every index in `window` is in `area`, a set of windows."""
        return self._every(lambda i: z3.Implies(self.member(window, i), self.member(area, i)))

    def whole(self, window: Any) -> Any:
        """Return the z3 condition that a window (slice) is the whole tensor."""
        return z3.And(self._every(lambda j: self.outer(window, j) == j), self.inner_shape(window) == self.base_shape(window))

    def everything(self, area: Any, shape: Any) -> Any:
        """Return the z3 condition that `area`, a set of windows of a tensor of shape `shape`, contains every index."""
        inside = self._every(lambda i: z3.Implies(self.inside(self.shape(shape), i), self.member(area, i)))
        return z3.And(inside, self.base_shape(area) == self.shape(shape))

    def partition(self, a: Any, b: Any) -> Any:
        """Return the z3 condition that every index of the tensor is in exactly one of its windows `a` and `b`."""
        one = self._every(lambda i: z3.Implies(self.inside(self.base_shape(a), i), self.member(a, i) != self.member(b, i)))
        return z3.And(one, self.base_shape(a) == self.base_shape(b))

    def state_transposition(self, p: Any, window: Any, other: Any) -> Any:
        """Return the z3 condition that `other` is `window` after transposition of the base by `p`, in shapes and index map."""

        def holds_at(i: Any) -> Any:
            there = self.turn(p, i)
            place = self.turn(p, self.inner(other, i)) == self.inner(window, there)
            held = z3.And(self.member(other, i) == self.member(window, there), z3.Implies(self.member(other, i), place))
            return z3.And(held, self.turn(p, self.outer(other, i)) == self.outer(window, there))

        shapes = (
            self.inner_shape(other) == self.turned_shape(p, self.inner_shape(window)),
            self.base_shape(other) == self.turned_shape(p, self.base_shape(window)),
        )
        s = z3.Const("s", self.shapes)
        one = [
            z3.Implies(self.turned_shape(p, t) == self.base_shape(other), t == self.base_shape(window))
            for t in self.all_shapes or [s]
        ]
        return z3.And(self._every(holds_at), *shapes, *(one if self.size else [z3.ForAll([s], one[0])]))

    def turned_area(self, p: Any, area: Any, other: Any) -> Any:
        """Return the z3 condition that `other` is the set of windows `area` after transposition of the tensor by `p`."""
        held = self._every(lambda i: self.member(other, i) == self.member(area, self.turn(p, i)))
        return z3.And(held, self.base_shape(other) == self.turned_shape(p, self.base_shape(area)))

    def inverse(self, p: Any, q: Any) -> Any:
        """Return the z3 condition that two permutations are inverse on indices and shapes."""
        there = self._every(lambda i: z3.And(self.turn(p, self.turn(q, i)) == i, self.turn(q, self.turn(p, i)) == i))
        s = z3.Const("s", self.shapes)
        back = [self.turned_shape(q, self.turned_shape(p, t)) == t for t in self.all_shapes or [s]]
        return z3.And(there, *(back if self.size else [z3.ForAll([s], back[0])]))

    def follows(self, m: Any, window: Any, v: Any) -> Any:
        """Return the z3 condition that slice `window` of a result reads through map `m` just the operand's slice `v`."""
        j, r = z3.Consts("j r", self.index)
        fits = z3.Implies(
            self.fits(m, self.base_shape(window), self.base_shape(v)), self.fits(m, self.inner_shape(window), self.inner_shape(v))
        )

        def same(j: Any, r: Any) -> Any:
            return self.mapped(m, self.outer(window, j), r) == self.outer(v, self.mapped(m, j, r))

        if self.size:
            return z3.And(fits, *(same(a, b) for a in self.indices for b in self.indices))
        return z3.And(fits, z3.ForAll([j, r], same(j, r)))

    def state_flattening(self, window: Any, u: Any, v: Any) -> Any:
        """Return the z3 condition that slice `u` of slice `v` of the flattened tensor has the elements of slice `window` of the tensor."""

        def holds_at(i: Any) -> Any:
            flat = self.unplace(self.base_shape(v), self.place(self.base_shape(window), i))
            there = self.unplace(self.base_shape(u), self.place(self.inner_shape(v), self.inner(v, flat)))
            held = z3.And(self.member(v, flat), self.member(u, there))
            return z3.And(self.member(window, i) == held, z3.Implies(held, self.inner(window, i) == self.inner(u, there)))

        shapes = (
            self.inner_shape(u) == self.inner_shape(window),
            self.count(self.base_shape(v)) == self.count(self.base_shape(window)),
            self.count(self.base_shape(u)) == self.count(self.inner_shape(v)),
        )
        return z3.And(self._every(holds_at), *shapes)

    def state_reshaping(self, window: Any, other: Any) -> Any:
        """Return the z3 condition that both windows contain the same row-major positions of their bases, in the same order."""

        def holds_at(i: Any) -> Any:
            there = self.unplace(self.base_shape(window), self.place(self.base_shape(other), i))
            inside = self.unplace(self.inner_shape(window), self.place(self.inner_shape(other), self.inner(other, i)))
            held = self.member(window, there)
            same = z3.And(self.member(other, i) == held, z3.Implies(held, self.inner(window, there) == inside))
            return z3.Implies(self.inside(self.base_shape(other), i), same)

        def leads_at(j: Any) -> Any:
            inside = self.unplace(self.inner_shape(window), self.place(self.inner_shape(other), j))
            there = self.unplace(self.base_shape(window), self.place(self.base_shape(other), self.outer(other, j)))
            return z3.Implies(self.inside(self.inner_shape(other), j), self.outer(window, inside) == there)

        counts = (
            self.count(self.base_shape(other)) == self.count(self.base_shape(window)),
            self.count(self.inner_shape(other)) == self.count(self.inner_shape(window)),
        )
        return z3.And(self._every(holds_at), self._every(leads_at), *counts)

    def state_area_reshaping(self, area: Any, s: Any, other: Any) -> Any:
        """Return the z3 condition that `other`, an area of shape `s`, contains the row-major positions that `area` contains."""
        there, here = self.base_shape(area), self.base_shape(other)

        def holds_at(i: Any) -> Any:
            moved = self.member(area, self.unplace(there, self.place(here, i)))
            return z3.Implies(self.inside(here, i), self.member(other, i) == moved)

        return z3.And(here == self.shape(s), self.count(here) == self.count(there), self._every(holds_at))

    def state_regrouping(self, m: Any, q: Any, s: Any, n: Any, r: Any, t: Any) -> Any:
        """Return the z3 condition that `n` from shape `t` to `r` equals `m` from `s` to `q`, after reshaping in row-major order."""
        operand, result, part, whole = map(self.shape, (q, s, r, t))

        def same(i: Any, j: Any) -> Any:
            there = self.unplace(operand, self.place(part, self.mapped(n, i, j)))
            here = self.mapped(m, self.unplace(result, self.place(whole, i)), j)
            return z3.Implies(self.inside(whole, i), there == here)

        fits = z3.Implies(self.fits(m, result, operand), self.fits(n, whole, part))
        return z3.And(fits, self.count(operand) == self.count(part), self._every_read(same))

    def through(self, n: Any, r: Any, t: Any, m: Any, q: Any, k: Any) -> Any:
        """Return the z3 condition that `k` is the composition of `n` and `m`."""
        operand, repeated, result = map(self.shape, (q, r, t))
        whole = z3.And(self.fits(n, result, repeated), self.fits(m, repeated, operand))
        fits = z3.Implies(whole, self.fits(k, result, operand))
        return z3.And(fits, self._every_read(lambda i, j: self.mapped(k, i, j) == self.lead(m, self.mapped(n, i, j))))

    def _every_read(self, statement: Any) -> Any:
        i, j = z3.Consts("i j", self.index)
        if self.size:
            return z3.And(*(statement(a, b) for a in self.indices for b in self.indices))
        return z3.ForAll([i, j], statement(i, j))

    # --- interface that `egraph_opt.prover` uses
    def unknown(self, name: str, sort: Any) -> Any:
        """Return the z3 constant or function of a rule's variable."""
        if sort in (Tensor, Tensors):
            at = z3.Function(name, self.index, self.element)
            return TensorMeaning(at, z3.Const(f"shape of {name}", self.shapes), (z3.Bool(f"{name} is well typed"),))
        number = z3.Const(name, z3.IntSort())
        self.windows += [number] if sort is Window else []
        return number

    def axioms(self) -> list[Any]:
        """Return z3 axioms: window maps are injective and stay inside the base; if `count` was called, also axioms on row-major order."""
        found = [self._every(lambda j, w=w: self._is_inverse_at(w, j)) for w in self.windows]
        return [*found, *self._row_major()] if self.counts else found

    def _row_major(self) -> list[Any]:
        """Return z3 axioms on row-major order.

        Indices of a shape have distinct positions, and shapes of equal count have the same positions."""
        i, s, t = z3.Const("i", self.index), z3.Const("s", self.shapes), z3.Const("t", self.shapes)

        def back(s: Any, i: Any) -> Any:
            return z3.Implies(self.inside(s, i), self.unplace(s, self.place(s, i)) == i)

        def across(s: Any, t: Any, i: Any) -> Any:
            there = self.unplace(s, self.place(t, i))
            found = z3.And(self.inside(s, there), self.place(s, there) == self.place(t, i))
            return z3.Implies(z3.And(self.count(s) == self.count(t), self.inside(t, i)), found)

        if self.size:
            every = [(a, b, c) for a in self.all_shapes for b in self.all_shapes for c in self.indices]
            return [*(back(a, c) for a, _, c in every), *(across(*one) for one in every)]
        return [z3.ForAll([s, i], back(s, i)), z3.ForAll([s, t, i], across(s, t, i))]

    def _is_inverse_at(self, w: Any, j: Any) -> Any:
        there = self.outer(w, j)
        found = z3.And(self.inner(w, there) == j, self.inside(self.base_shape(w), there))
        return z3.Implies(self.inside(self.inner_shape(w), j), found)

    def same(self, before: TensorMeaning, after: TensorMeaning) -> Any:
        """Return the z3 condition that two tensors have equal shapes and equal elements at an arbitrary index."""
        at_point = before.at(self.point) == after.at(self.point)
        return z3.And(before.shape == after.shape, z3.Implies(self.inside(before.shape, self.point), at_point))

    def show(self, model: Any, meaning: TensorMeaning) -> str:
        """Return the value of one side of a rule in a z3 model (a counterexample), as text."""
        typed = all(z3.is_true(model.eval(t, model_completion=True)) for t in meaning.typed)
        value, shape = (text(model.eval(e, True)) for e in (meaning.at(self.point), meaning.shape))
        return f"{value} in a tensor of {shape}" + ("" if typed else ", not well typed")


def _sort(name: str, size: int) -> tuple[Any, list[Any]]:
    """Return a z3 sort with its elements; if `size` is 0, an uninterpreted sort without elements."""
    sort, elements = z3.EnumSort(f"{size} {name}", [f"{name} {i}" for i in range(size)]) if size else (z3.DeclareSort(name), [])
    return sort, elements


def prove(rule: Rule, steps: int) -> Proof:
    """Prove that a rule preserves tensors, as `egraph_opt.prover.prove` does; `steps` limits the work of z3."""
    started = time.perf_counter()
    for size in (0, 4):  # where quantifiers leave the solver without an answer, it may find a small counterexample
        world = RegionWorld(size)
        known = unknowns(rule, world)
        before, after, conditions = sides(rule, known, world)
        solver = z3.Solver()
        solver.set("rlimit", steps // 10 if size else steps // 100)  # steps over quantifiers are slower
        solver.add(*world.axioms(), *conditions, *before.typed)
        possible = solver.check()
        if possible == z3.unsat and not size:
            raise Unsound(rule, f"no program meets the conditions of {rule}")
        solver.add(z3.Not(z3.And(world.same(before, after), *after.typed)))
        answer = solver.check()
        if answer == z3.unsat and possible == z3.sat and not size:
            return Proof(rule.name, STRENGTH, (time.perf_counter() - started) * 1e3)
        if answer == z3.sat:
            model = solver.model()
            shown = f"  before: {world.show(model, before)}\n  after:  {world.show(model, after)}"
            part = find_ill_typed(rule, known, world, model)
            said = values(model, [world.same(before, after), *conditions, *before.typed, *after.typed], rule.variables)
            raise Unsound(rule, f"{rule}\n  with {said}\n{shown}{f': {part}' if part else ''}")
    raise NoAnswer(rule, "neither a proof nor a small counterexample was found")
