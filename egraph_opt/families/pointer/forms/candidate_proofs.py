"""Proof that candidate forms equal their accesses, by the rules `tile` and known facts.

Accesses and candidates enter an e-graph as tiles (terms for the address and mask of each lane). A candidate is equal to the access if
both are in one e-class after saturation. An access enters in normal form: polynomials are normalised, and dimensions and bounds sorted.
A dimension with only a lower bound gets the block's size as the upper bound.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache

from egraph_opt.core.engine import Limits
from egraph_opt.core.observers import is_observed, tell
from egraph_opt.core.rule import Rule
from egraph_opt.core.saturation import Language, add_rules, format_facts, format_terms, saturate
from egraph_opt.families.pointer.analysis.access_facts import Numbers, RequiredFact
from egraph_opt.families.pointer.analysis.structured_access import AddressTable, StructuredAccess
from egraph_opt.families.pointer.forms.candidate import INT, ONE, ZERO, AccessForm
from egraph_opt.families.pointer.vocabulary.tile import words
from egraph_opt.ir.declaration_lookup import mask_of
from egraph_opt.ir.module import Value
from egraph_opt.ir.polynomial import Poly

LIMITS = Limits(nodes=100_000, iterations=40, seconds=math.inf)
ADDRESSES = ("add_uniform", "add_step", "add_lookup")
"""Rules of the ruleset `pointer` that are also used to prove forms. They move an addend of an affine address into its start."""
WIDE = 1 << 62


@cache
def language() -> Language:
    """Return the vocabulary of tiles with its rules."""
    from egraph_opt.rules import book

    return Language(words, (*(r for r in book("pointer") if r.name in ADDRESSES), *book("tile")))


def equal_forms(
    proposed: Sequence[tuple[StructuredAccess, Sequence[AccessForm]]],
    numbers: Numbers,
    relied: Callable[[AccessForm, RequiredFact], bool],
    limits: Limits | None = None,
    own: tuple[Rule, ...] = (),
) -> tuple[list[list[AccessForm]], str]:
    """Return, for each access, the candidates proved equal to it, and the limit that stopped saturation early or ''.

    Rules cannot express the `required_facts` of a structured access, so these are checked separately. For a descriptor with additional
    leading dimensions, the facts that the form requires are checked in the same way.

    Args:
        proposed: the accesses with their candidates.
        numbers: ranges and equalities of polynomials.
        relied: whether a form may rely on a required fact.
        limits: limits of saturation.
        own: the user's rules; only those written in the vocabulary of tiles apply.

    Raises:
        SaturationFailed: egglog failed or panicked.
    """
    tiles = _Tiles(numbers, relied)
    pairs = [
        [
            (tiles.access(a, access, form), tiles.form(a, form), form)
            for form in forms
            if all(tiles.sure(form, n) for n in (*access.required_facts, *(form.required_facts if form.lifted else ())))
        ]
        for a, (access, forms) in enumerate(proposed)
    ]
    if not any(pairs):
        return [[] for _ in pairs], ""
    more = tuple(rule for rule in own if rule.vocabulary is words)
    numbered = ((number, term) for term, number in tiles.terms.items())
    read = [word.name for word in words.symbols] if is_observed() else []
    found = saturate(add_rules(language(), more), numbered, tiles.rows, (), limits or LIMITS, read)
    tell("encode-tiles", tiles)
    tell("saturate-tiles", found)
    classes = found.classes
    return [[form for start, end, form in forms if classes[start] == classes[end]] for forms in pairs], found.stopped_by


class _Tiles:
    """Builder of an e-graph's input: terms and facts about accesses and their candidate forms (replacing operations)."""

    def __init__(self, numbers: Numbers, relied: Callable[[AccessForm, RequiredFact], bool]) -> None:
        self.numbers, self.relied = numbers, relied
        self.terms: dict[tuple[str | int, ...], int] = {}
        self.rows: dict[tuple[str, tuple[int, ...]], None] = {}
        self.polys: dict[Poly, int] = {}
        self.masks: dict[Value, int] = {}

    def make(self, symbol: str, *arguments: int) -> int:
        return self.terms.setdefault((symbol, *arguments), len(self.terms))

    def fact(self, name: str, *arguments: int) -> None:
        self.rows[name, arguments] = None

    def dump_text(self) -> str:
        called = self.numbers.terms.describe_atom
        atoms = "".join(f"atom {number} is {poly.text(called)}\n" for poly, number in self.polys.items())
        masks = "".join(f"opaque mask {number} is {value.name}\n" for value, number in self.masks.items())
        return f"{format_terms((n, t) for t, n in self.terms.items())}{format_facts(self.rows)}{atoms}{masks}"

    def number(self, poly: Poly) -> int:
        if (n := poly.constant) is not None and abs(n) < WIDE:
            return self.make("integer", n)
        return self.make("atom", self.polys.setdefault(poly, len(self.polys)))

    def bytes(self, form: AccessForm, poly: Poly) -> Poly:
        return poly * Poly.number(form.access.bytes)

    def start(self, form: AccessForm) -> Poly:
        """Return the start address of an access: its pointer plus its base offset in bytes."""
        return form.access.base + Poly.atom(self.numbers.atom_of(form.access.pointer))

    # --- the access
    def access(self, a: int, access: StructuredAccess, form: AccessForm) -> int:
        """Return the tile (term for each lane's address and mask) of the original access with index `a`, in normal form."""
        lanes = self.make("uniform", self.number(self.start(form)))
        mask = self.mask_of(access) if form.target == "buffer" else self.make("always")
        if access.table:
            table = self.numbers.terms.tables.index(access.table.value)
            lanes = self.make("lookup", access.table.dimension, table, self.number(access.table.stride), lanes)
        for d, n in self.lists(access):
            mask = self.make("both", self.make("chosen", d, n), mask)
        for d in reversed(range(len(access.dimensions))):
            if access.table is None or access.table.dimension != d:
                lanes = self.make("step", d, self.number(access.dimensions[d].stride), lanes)
            lower, upper = access.dimensions[d].lower, self.upper(form, d)
            if upper is not None:
                mask = self.make("both", self.make("inside", d, self.number(upper)), mask)
            if lower is not None:
                mask = self.make("both", self.make("beyond", d, self.number(lower)), mask)
        for number in reversed(access.residual):
            mask = self.make("both", self.make("opaque_mask", number), mask)
        return self.make("access", a, lanes, mask)

    def lists(self, access: StructuredAccess) -> list[tuple[int, int]]:
        d, values = access.chosen or (0, ())
        return [(d, self.numbers.terms.tables.index(value)) for value in values]

    def upper(self, form: AccessForm, d: int) -> Poly | None:
        dimension = form.access.dimensions[d]
        implied = dimension.lower is not None and form.target != "tts"
        return Poly.number(dimension.size) if dimension.upper is None and implied else dimension.upper

    # --- a form
    def form(self, a: int, form: AccessForm) -> int:
        """Return the tile (term for each lane's address and mask) of a candidate form, and add the facts that hold for it."""
        if form.target == "buffer":
            return self.buffer(a, form)
        rank = len(form.access.dimensions)
        order = form.order or tuple(range(rank))
        starts = [self.start(form)]
        table = form.access.table
        kept = [d for d in range(rank) if table is None or table.dimension != d]
        for d in kept:  # the base compensates for the offsets, outermost first
            back = -(form.offsets[order.index(d)] * self.bytes(form, form.strides[order.index(d)]))
            starts.append(starts[-1] + back)
            self.fact("sums", *map(self.number, (starts[-1], starts[-2], back)))
        base = self.number(starts[0] - form.access.base + self.bytes(form, form.base))
        found = self.make("corner", a, base)
        if form.target == "descriptor":
            self.alignment(form, base)
            found = self.make("aligned_corner", a, base)
        for d, n in self.lists(form.access):
            found = self.make("picked", d, n, found)
        if table:
            found = self.irregular(a, form, table, found)
        for d in reversed(range(rank)):
            if d in kept:
                found = self.dimension(a, form, d, order.index(d), found)
            if form.target == "tts":
                found = self.mask(a, form, d, found)
        if form.access.residual:  # only a promise makes residual conjuncts unnecessary for the load
            self.fact("readable", a)
        for number in reversed(form.access.residual):
            found = self.make("selected", a, self.make("opaque_mask", number), found)
        return found

    def mask_of(self, access: StructuredAccess) -> int:
        given = mask_of(access.op)
        return self.make("opaque_mask", self.masks.setdefault(given[0], len(self.masks))) if given else self.make("always")

    def buffer(self, a: int, form: AccessForm) -> int:
        """Return the tile (term for each lane's address and mask) of a buffer form; add the fact `near` (offsets in range), if known."""
        lowest = ZERO
        for dimension, stride in zip(form.access.dimensions, form.strides, strict=True):
            lowest += Poly.number(max(0, -(stride.constant or 0)) * (dimension.size - 1))
        base = self.start(form) - form.access.base + self.bytes(form, form.base)
        back = self.bytes(form, lowest)
        self.fact("sums", *map(self.number, (base + back, back, base)))
        lanes = self.make("uniform", self.number(back))
        table = form.access.table
        if table:
            index = self.numbers.terms.tables.index(table.value)
            lanes = self.make("lookup", table.dimension, index, self.number(table.stride), lanes)
        for d in reversed(range(len(form.strides))):
            if table is None or table.dimension != d:
                lanes = self.make("step", d, self.number(self.bytes(form, form.strides[d])), lanes)
        if all(self.sure(form, fact) for fact in form.required_facts):
            self.fact("near", a, lanes)
        self.make("add", lanes, self.make("uniform", self.number(base)))
        return self.make("buffer", a, self.number(base), lanes, self.mask_of(form.access))

    def mask(self, a: int, form: AccessForm, d: int, inner: int) -> int:
        """Return `inner` (term for an access's addresses and mask) with a mask of dimension `d` by lane count, as `tts` defines it."""
        dimension, shape = form.access.dimensions[d], form.shapes[d]
        if dimension.lower is not None and self.is_known(form, dimension.lower, -WIDE, 0):
            self.fact("nonpositive_number", self.number(dimension.lower))
        if shape is None:
            return inner
        self.fact("block_size", a, d, self.number(Poly.number(dimension.size)))
        return self.make("masked", d, self.number(Poly.number(dimension.size)), self.number(shape), inner)

    def dimension(self, a: int, form: AccessForm, d: int, n: int, inner: int) -> int:
        """Add dimension `d` of the access to `inner` (term for addresses and mask); it is dimension `n` of the candidate operation."""
        offset, shape = form.offsets[n], form.shapes[n]
        stride = self.bytes(form, form.strides[n])
        o, s = self.number(offset), self.number(stride)
        self.fact("displaces", self.number(-(offset * stride)), o, s)
        if form.target == "tts":
            return self.make("window", d, o, s, inner)
        if n in form.parents or self.is_known(form, offset, -INT - 1, INT):
            self.fact("fits_number", o)
        if shape is None:
            return self.make("block", d, o, s, inner)
        self.extent(a, form, d, n)
        if form.target == "block-pointer":
            return self.make("checked", d, o, s, self.number(shape), inner)
        return self.hardware(a, form, d, n, inner)

    def extent(self, a: int, form: AccessForm, d: int, n: int) -> None:
        """Add the known facts about a candidate's offset and extent along a dimension."""
        offset, shape = form.offsets[n], form.shapes[n]
        assert shape is not None
        o, extent = self.number(offset), self.number(shape)
        lower, upper = form.access.dimensions[d].lower, self.upper(form, d)
        if self.is_known(form, offset, 0, INT):
            self.fact("nonnegative_number", o)
        if lower is not None and lower + offset == ZERO:
            self.fact("opposite", self.number(lower), o)
        if upper is not None and upper + offset == shape:
            self.fact("sums", extent, self.number(upper), o)
            if self.is_known(form, shape, -(1 << 61), 1 << 61) and self.is_known(form, offset, -INT - 1, INT):
                self.fact("moderate_number", self.number(upper))
        end = offset + Poly.number(form.access.dimensions[d].size)
        most = shape.constant
        if n in form.parents or (most is not None and self.is_known(form, offset, 0, INT) and self.is_known(form, end, 1, most)):
            self.fact("covered", a, d, o, extent)

    def hardware(self, a: int, form: AccessForm, d: int, n: int, inner: int) -> int:
        """Add a descriptor's dimension to `inner` (term for addresses and mask), and add facts for the TMA constraints known to hold."""
        shape, own = form.shapes[n], form.access.dimensions[d]
        assert shape is not None
        stride = self.bytes(form, form.strides[n])
        o, s, extent = self.number(form.offsets[n]), self.number(stride), self.number(shape)
        if n in form.parents or self.is_known(form, shape, 1, INT):
            self.fact("extent_fits", extent)
        if n < len(form.shapes) - 1:
            if self.is_known(form, form.strides[n], 1, (1 << 40) // form.access.bytes - 1) and self.is_known(
                form, stride, -WIDE, WIDE, 16
            ):
                self.fact("stride_fits", s)
            if own.size == 1 and own.stride != stride:
                self.fact("block_size", a, d, self.number(ONE))
                self.fact("same_stride", self.number(own.stride), s)
            return self.make("box", d, o, s, extent, inner)
        if form.strides[n] == ONE:
            self.fact("unit", a, s)
        bounded = own.upper is not None or own.lower is not None
        if form.access.op.name == "tt.load" or not bounded or self.is_known(form, self.bytes(form, shape), -WIDE, WIDE, 16):
            self.fact("granular", a, extent)
        return self.make("row", a, d, o, s, extent, inner)

    def alignment(self, form: AccessForm, base: int) -> None:
        root = self.numbers.atom(self.numbers.atom_of(form.access.pointer), ())
        if root.divisor % 16 == 0 and (not form.base.terms or self.is_known(form, self.bytes(form, form.base), -WIDE, WIDE, 16)):
            self.fact("aligned", base)

    def irregular(self, a: int, form: AccessForm, table: AddressTable, inner: int) -> int:
        """Add the dimension that wraps around or has a table of indices to `inner` (term for addresses and mask)."""
        d = table.dimension
        number, s = self.numbers.terms.tables.index(table.value), self.number(table.stride)
        if form.wrap is None:
            return self.make("listed", d, number, s, inner)
        offset, limit = (self.number(poly) for poly in (form.offsets[d], form.wrap[1]))
        if all(self.sure(form, fact) for fact in form.required_facts):
            self.fact("wraps", a, d, number, offset, limit)
        return self.make("folded", d, offset, s, limit, inner)

    def sure(self, form: AccessForm, fact: RequiredFact) -> bool:
        """Return whether a required fact is proved, or `form` may rely on it: a promise or a guard ensures it."""
        return self.numbers.holds(fact, form.access.loops) or self.relied(form, fact)

    def is_known(self, form: AccessForm, number: Poly, low: int, high: int, divisor: int = 1) -> bool:
        """Return whether a range and divisor are proved, or implied by a required fact that `form` may rely on."""
        asked = (fact for fact in (*form.access.required_facts, *form.required_facts) if fact.number == number)
        follows = (n for n in asked if low <= n.low and n.high <= high and n.divisor % divisor == 0)
        return self.numbers.holds(RequiredFact(number, low, high, divisor, ""), form.access.loops) or any(
            self.relied(form, fact) for fact in follows
        )
