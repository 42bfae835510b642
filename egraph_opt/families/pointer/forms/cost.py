"""Prices of the ways to write an access, and when a descriptor pays.

A block pointer and a `tts` access become the same machine code as pointers: their price is the arithmetic that remains in loops.
A descriptor that the kernel makes is 13 `tensormap.replace`, 128 bytes of scratch and a fence before its first use; then one
thread starts the copy of a tile, which otherwise all threads start in parts. Measured on an H200 (fp16,
`benchmarks/results/gpu_pointers.tsv`): a loop of nothing but matrix products has issue slots to spare and gains nothing, however
long it is (0.79 of the speed of pointers at K = 512, 0.92 at 4096, 0.91 at 8192); one that computes between them, as attention
does, gains where descriptors are used 64 times (1.13, 1.22). There, an access outside the loop gains too: the addresses of a
later store need no registers in the loop (1.02 to 1.22, 1.09 to 1.13). A descriptor that is made at launch costs the kernel
nothing; in loops it was as fast as pointers or faster in most configurations, outside them slower (copies and transposes,
`benchmarks/results/gpu_descriptors.tsv`). The model cannot tell which: a launch has to be timed.

The choice is an extraction problem: each access takes one of its forms or stays, and shared parts are paid once. An access is a class with
a node for each form that is equal to it. A form needs its pointer or descriptor, which other accesses may use too, and both need numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

from egraph_opt.extract import ProblemBuilder, extract_exact
from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.families.pointer.analysis.access_facts import Numbers
from egraph_opt.families.pointer.analysis.structured_access import StructuredAccess
from egraph_opt.families.pointer.forms.candidate import AccessForm
from egraph_opt.ir.module import Op
from egraph_opt.ir.polynomial import Poly
from egraph_opt.ir.trip_count import integer_constants, trip_count
from egraph_opt.ir.types import tensor_type

BREAK_EVEN = 64.0
"""Uses after which a descriptor that the kernel makes is known to have paid for itself."""
TRIPS = 64.0
"""Assumed iterations of a loop whose bounds are not constants."""
FLOATS = frozenset(
    ("arith.addf arith.subf arith.mulf arith.divf arith.maxnumf arith.minnumf arith.maximumf arith.minimumf arith.remf").split()
)
"""Elementwise arithmetic; conversions alone keep no thread busy."""
MAKE = {"tts": 1.0, "block-pointer": 1.0, "descriptor": 2e5, "buffer": 1.0}
"""Price of making a pointer or descriptor, in scalar operations. That of a descriptor was measured with all the arithmetic it
needs, so that arithmetic only decides between forms.
"""
GAIN = MAKE["descriptor"] / (BREAK_EVEN - 0.5)
"""Scalar operations that a use of a descriptor saves in a loop that computes."""
TWICE = 8.0
"""Price of copying a tile in two parts, in scalar operations; a gather copies it in as many parts as there are indices."""


def loops_of(poly: Poly, numbers: Numbers) -> set[Op]:
    """Return the loops that a number changes with."""
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
    """Return the loops of an access in each of whose iterations its pointer or descriptor differs."""
    return {loop for part in form.parts for loop in loops_of(part, numbers)} & set(form.access.loops)


class FormCosts:
    """Costs of forms in one run of a function, in scalar operations.

    `found` are its accesses with the forms that are equal to them, `trips` the assumed iterations of a loop of unknown bounds, or
    None if descriptors are made whether they pay or not. An access `outside` loops may join those inside. The host makes
    descriptors if it is told to.
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
        """Return how often an operation runs that runs in each iteration of some loops."""
        return prod(trip_count(loop, self.constants, self.trips or TRIPS) for loop in loops)

    def number(self, poly: Poly) -> float:
        return len(poly.terms) * self.weight(loops_of(poly, self.numbers))

    def make(self, form: AccessForm) -> float:
        return (1.0 if self.host else MAKE[form.target]) * self.weight(loops_that_remake(form, self.numbers))

    def use(self, form: AccessForm) -> float:
        parts = form.access.dimensions[form.gather].size if form.gather is not None else 2 if form.wrap else 1
        return TWICE * (parts - 1) * self.weight(form.access.loops)

    def stay(self, access: StructuredAccess, forms: Sequence[AccessForm]) -> float | None:
        """Return the cost of leaving an access that may take these forms through pointers; None if that is no choice."""
        if self.trips is None or any(form.target != "descriptor" for form in forms):
            return None
        gain = GAIN * self.weight(access.loops) if self.gains(access) else 0.0
        inner = [other for other, _ in self.found if self.outside and self.around(access, other)]
        return max([gain, *(GAIN * self.weight(other.loops) * min(1.0, size(access) / size(other)) for other in inner)])

    def gains(self, access: StructuredAccess) -> bool:
        """Return whether an access in a loop gains by a descriptor."""
        return bool(access.loops) and (self.host or computes(access))

    def around(self, access: StructuredAccess, other: StructuredAccess) -> bool:
        """Return whether an access is outside a loop of another one that gains by a descriptor: its addresses are held meanwhile."""
        n = len(access.loops)
        return len(other.loops) > n and other.loops[:n] == access.loops and self.gains(other)

    def unpaid(self, access: StructuredAccess, form: AccessForm) -> str:
        """Return why a possible descriptor is not made; accesses with the same descriptor count together."""
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
    """Return whether the innermost loop of an access computes at least as many floats elementwise as the access has: so threads
    are busy.
    """
    body = access.loops[-1].walk() if access.loops else ()
    tensors = [tensor_type(op.results[0].type) for op in body if op.name in FLOATS or op.name.startswith("math.")]
    return sum(prod(t.shape) for t in tensors if t is not None) >= size(access)


FORM_RANK_COST = 1e-9
"""Extra cost of every further form of an access, so that of equal ones the first is taken."""


def cheapest(found: Sequence[tuple[StructuredAccess, Sequence[AccessForm]]], prices: FormCosts) -> list[AccessForm | None]:
    """Return, for each access, the form that is cheapest for the function as a whole, or None if the access should stay."""
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
        """Return the class of the pointer or descriptor of a form."""
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
