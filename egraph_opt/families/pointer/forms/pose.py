"""Choice between forms as an extraction problem: each access takes one of its forms or stays; shared parts are paid once.

An access is a class with a node for each form that is equal to it. A form needs its pointer or descriptor, which other accesses
may use too, and both need numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

from egraph_opt.extract import ProblemBuilder, extract_exact
from egraph_opt.families.pointer.analysis.access import Access
from egraph_opt.families.pointer.forms.cost import Prices
from egraph_opt.families.pointer.forms.form import Form
from egraph_opt.ir.polynomial import Poly

FIRST = 1e-9
"""Extra cost of every further form of an access, so that of equal ones the first is taken."""


def cheapest(found: Sequence[tuple[Access, Sequence[Form]]], prices: Prices) -> list[Form | None]:
    """Return, for each access, the form that is cheapest for the function as a whole, or None if the access should stay."""
    posing = _Posing(prices)
    roots = [posing.access(access, forms) for access, forms in found]
    if not roots:
        return []
    problem = posing.builder.build()
    result = extract_exact(problem)
    return [posing.forms[int(result.choice[root])] for root in roots]


class _Posing:
    def __init__(self, prices: Prices) -> None:
        self.prices = prices
        self.builder = ProblemBuilder()
        self.forms: dict[int, Form | None] = {}
        self.shared: dict[object, int] = {}

    def access(self, access: Access, forms: Sequence[Form]) -> int:
        root = self.builder.add_class()
        self.builder.add_root(root)
        for n, form in enumerate(forms):
            needs = [self.made(form), *map(self.number, dict.fromkeys(form.offsets))]
            self.forms[self.builder.add_node(root, self.prices.use(form) + n * FIRST, needs)] = form
        if (price := self.prices.stay(access, forms)) is not None:
            self.forms[self.builder.add_node(root, price)] = None
        return root

    def made(self, form: Form) -> int:
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
