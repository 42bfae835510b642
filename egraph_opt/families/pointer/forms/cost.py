"""Cost model of the forms of an access (operations that may replace it), which decides when a descriptor is worth its cost.

Block pointers and `tts` accesses compile to the same code as pointers, so they cost the arithmetic that remains in loops. A descriptor
made in the kernel costs 13 `tensormap.replace`, 128 bytes of scratch memory and a fence before its first use. One thread starts a
descriptor's copy of a tile, instead of all threads.

Measured on an H200 (fp16, `benchmarks/gpu/FINDINGS.md`): a loop of only matrix products has spare issue slots and gains
nothing (0.79 of the speed of pointers at K = 512, 0.92 at 4096, 0.91 at 8192). A loop that also computes, as in attention, gains if it
uses a descriptor at least 64 times (1.13, 1.22). An access outside such a loop gains, too (1.02 to 1.22, 1.09 to 1.13). For example,
the addresses of a store after the loop then need no registers in the loop. A descriptor made at launch costs the kernel nothing. In
loops, such descriptors were at least as fast as pointers in most configurations. Outside loops, they were slower (copies and transposes,
`benchmarks/gpu/FINDINGS.md`). The model cannot predict the gain of descriptors made at launch, so both versions must be timed.

The choice is an extraction problem with shared costs: an access is an e-class with a node for each equal form. A form uses a pointer or
descriptor, which other accesses may share, and scalars.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

from egraph_opt.extract import ProblemBuilder, extract_exact
from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.families.pointer.analysis.access_facts import Numbers
from egraph_opt.families.pointer.analysis.structured_access import StructuredAccess
from egraph_opt.families.pointer.forms.candidate import AccessForm
from egraph_opt.ir.analysis.trip_count import integer_constants, trip_count
from egraph_opt.ir.module import Op
from egraph_opt.ir.polynomial import Poly
from egraph_opt.ir.types import tensor_type

BREAK_EVEN = 64.0
"""Number of uses whose savings equal the cost of making a descriptor in the kernel."""
TRIPS = 64.0
"""Assumed trip count of a loop with non-constant bounds."""
FLOATS = frozenset(
    ("arith.addf arith.subf arith.mulf arith.divf arith.maxnumf arith.minnumf arith.maximumf arith.minimumf arith.remf").split()
)
"""Operations that count as computation in a loop. Conversions do not count, because they are too cheap to keep threads busy."""
MAKE = {"tts": 1.0, "block-pointer": 1.0, "descriptor": 2e5, "buffer": 1.0}
"""Cost of making a pointer or descriptor, in scalar operations.

A descriptor's cost was measured with the arithmetic for its operands. That arithmetic is also counted separately, to rank similar forms.
"""
GAIN = MAKE["descriptor"] / (BREAK_EVEN - 0.5)
"""Scalar operations that one use of a descriptor saves in a loop that computes."""
TWICE = 8.0
"""Cost, in scalar operations, of each copy after the first if a tile needs several. A gather takes one copy per index."""


def loops_of(poly: Poly, numbers: Numbers) -> set[Op]:
    """Return the loops in which a polynomial varies."""
    found: set[Op] = set()
    for a in poly.atoms:
        atom = numbers.terms.atoms[a]
        found |= {loop for part in numbers.terms.minima.get(a, ()) for loop in loops_of(part, numbers)}
        if atom.loop is not None:
            found |= set(numbers.terms.facts.inside[atom.loop]) if atom.trips else {atom.loop}
        elif atom.value is not None:
            source = numbers.terms.facts.defined.get(atom.value)
            found |= set(numbers.terms.facts.inside.get(source, ())) if source is not None else set()
            if (carried := numbers.terms.facts.loops.get(atom.value)) is not None:
                found |= {carried.op, *carried.around}
    return found


def loops_that_remake(form: AccessForm, numbers: Numbers) -> set[Op]:
    """Return the loops around an access in which its pointer or descriptor varies."""
    return {loop for part in form.parts for loop in loops_of(part, numbers)} & set(form.access.loops)


class FormCosts:
    """Costs of the forms of a function's accesses (operations that may replace them), in scalar operations per run of the function.

    `found` contains the accesses, each with the forms proved equal to it. `trips` is the assumed trip count of loops with unknown bounds,
    or None to ignore cost. With `outside`, an access beside a loop also gains from a descriptor, which frees registers in that loop. With
    `host`, the host makes descriptors.
    """

    def __init__(
        self,
        function: Op,
        numbers: Numbers,
        found: Sequence[tuple[StructuredAccess, Sequence[AccessForm]]],
        trips: float | None,
        outside: bool,
        host: bool = False,
    ) -> None:
        self.numbers, self.found, self.trips, self.outside, self.host = numbers, found, trips, outside, host
        self.constants = integer_constants(function)

    def weight(self, loops: Iterable[Op]) -> float:
        """Return how often an operation inside `loops` is expected to run."""
        return prod(trip_count(loop, self.constants, self.trips or TRIPS) for loop in loops)

    def number(self, poly: Poly) -> float:
        return len(poly.terms) * self.weight(loops_of(poly, self.numbers))

    def make(self, form: AccessForm) -> float:
        return (1.0 if self.host else MAKE[form.target]) * self.weight(loops_that_remake(form, self.numbers))

    def use(self, form: AccessForm) -> float:
        parts = form.access.dimensions[form.gather].size if form.gather is not None else 2 if form.wrap else 1
        return TWICE * (parts - 1) * self.weight(form.access.loops)

    def stay(self, access: StructuredAccess, forms: Sequence[AccessForm]) -> float | None:
        """Return the cost of not replacing an access: what a descriptor would save. None if the access must be replaced."""
        if self.trips is None or any(form.target != "descriptor" for form in forms):
            return None
        gain = GAIN * self.weight(access.loops) if self.gains(access) else 0.0
        inner = [other for other, _ in self.found if self.outside and self.around(access, other)]
        return max([gain, *(GAIN * self.weight(other.loops) * min(1.0, size(access) / size(other)) for other in inner)])

    def gains(self, access: StructuredAccess) -> bool:
        """Return whether an access gains from a descriptor: it is in a loop, and the loop computes or the host makes the descriptor."""
        return bool(access.loops) and (self.host or computes(access))

    def around(self, access: StructuredAccess, other: StructuredAccess) -> bool:
        """Return whether `access` lies outside a loop in which `other` gains from a descriptor. Its addresses may use registers there."""
        n = len(access.loops)
        return len(other.loops) > n and other.loops[:n] == access.loops and self.gains(other)

    def unpaid(self, access: StructuredAccess, form: AccessForm) -> str:
        """Return why making a descriptor costs more than it saves, counting the uses by all accesses that share the descriptor."""
        if self.host:
            return "there is no loop that it is in or goes with, and then a descriptor gains nothing"
        same = [(a, f) for a, forms in self.found for f in forms if f.maker == form.maker]
        if access.loops and not any(computes(a) for a, _ in same):
            return "its loop computes less than it loads, matrix products apart, and then a descriptor gains nothing"
        uses = ordered_sum(self.weight(set(a.loops) - loops_that_remake(f, self.numbers)) for a, f in same)
        return f"its descriptor would be made for {uses:g} use{'s' * (uses != 1)}; it pays from {BREAK_EVEN:g} on"


def size(access: StructuredAccess) -> int:
    return prod(d.size for d in access.dimensions)


def computes(access: StructuredAccess) -> bool:
    """Return whether elementwise operations in the innermost loop of an access compute at least as many floats as the access moves."""
    body = access.loops[-1].walk() if access.loops else ()
    tensors = [tensor_type(op.results[0].type) for op in body if op.name in FLOATS or op.name.startswith("math.")]
    return sum(prod(t.shape) for t in tensors if t is not None) >= size(access)


FORM_RANK_COST = 1e-9
"""Extra cost of each later form in an access's list of candidates, so that the first of equally cheap forms is chosen."""


def cheapest(found: Sequence[tuple[StructuredAccess, Sequence[AccessForm]]], prices: FormCosts) -> list[AccessForm | None]:
    """Return the cheapest choice for all accesses together: the form that replaces each access, or None to keep the access."""
    posing = _Posing(prices)
    roots = [posing.access(access, forms) for access, forms in found]
    if not roots:
        return []
    problem = posing.builder.build()
    result = extract_exact(problem)
    return [posing.forms[int(result.choice[root])] for root in roots]


class _Posing:
    def __init__(self, prices: FormCosts) -> None:
        self.prices = prices
        self.builder = ProblemBuilder()
        self.forms: dict[int, AccessForm | None] = {}
        self.shared: dict[object, int] = {}

    def access(self, access: StructuredAccess, forms: Sequence[AccessForm]) -> int:
        root = self.builder.add_class()
        self.builder.add_root(root)
        for n, form in enumerate(forms):
            needs = [self.maker_class(form), *map(self.number, dict.fromkeys(form.offsets))]
            self.forms[self.builder.add_node(root, self.prices.use(form) + n * FORM_RANK_COST, needs)] = form
        if (price := self.prices.stay(access, forms)) is not None:
            self.forms[self.builder.add_node(root, price)] = None
        return root

    def maker_class(self, form: AccessForm) -> int:
        key = form.maker
        if key not in self.shared:
            self.shared[key] = self.builder.add_class()
            self.builder.add_node(self.shared[key], self.prices.make(form), [*map(self.number, dict.fromkeys(form.parts))])
        return self.shared[key]

    def number(self, poly: Poly) -> int:
        if poly not in self.shared:
            self.shared[poly] = self.builder.add_class()
            self.builder.add_node(self.shared[poly], self.prices.number(poly))
        return self.shared[poly]
