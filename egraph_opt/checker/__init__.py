"""Translation validation: decide from two programs alone whether they are equivalent.

    `check(before, after)` returns a verdict: equal or not proved. A verdict `not proved` has the line and the reason.
    `check(before, after, strict=False)` allows reordered float sums, and the verdict lists them.
    `check(before, after, no_alias=True)` assumes that an array that a function writes overlaps no other.
    `same_values(before, after)` returns pairs of equal values of two equivalent functions.

The checker accepts the output of any tool (Pnueli, Siegel and Singerman, "Translation Validation", TACAS 1998). Values are compared with
layouts erased: `ttg.convert_layout` moves elements and changes none. The checker shares with the optimiser only `ir`, the lexer, and
`linear_layout`, whose linear maps from threads to tensor elements the tests compare with Triton's. Operation semantics are in the
checker's own tables (package `access`, modules `fold_rules` and `single_trip_loops`).

"Equal" means: in every run both programs have the same effects on the same values in the same order, and return the same values.
Each element is computed by the same operations on the same elements, in the same order where the layout determines a
result. Later fusion of a multiplication and an addition is not compared. Triton's verifier, not the checker, checks that layouts
are well-typed. An unknown operation counts as an effect: operands, layouts, text and regions must be the same. An operation that
cannot be modelled gives `NOT_PROVED`. Layouts in attributes instead of types (IREE's vector programs) are not compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from egraph_opt.checker.access.copy_hoisting import hoist_copies
from egraph_opt.checker.access.pointer_origins import unwritten_pointers
from egraph_opt.checker.difference_report import FUNCTIONS, OpDifference, first_difference
from egraph_opt.checker.graph.cfg_matching import add_function
from egraph_opt.checker.graph.pipelined_loads import loads_ahead
from egraph_opt.checker.operations.hints import NO_HINTS, added_hint, kept_hints, signature
from egraph_opt.checker.operations.op_structure import UNSAID, Attributes, attributes, structure
from egraph_opt.checker.operations.op_text import words
from egraph_opt.checker.operations.partition_assignment import find_misassignment
from egraph_opt.checker.value_numbering import equal_values
from egraph_opt.checker.values import attribute
from egraph_opt.checker.values.function_parts import ComparedFunction, EqualityTerms
from egraph_opt.checker.values.resources import others, with_contents
from egraph_opt.checker.values.value_graph import STEPS, CheckBudget, CheckExhausted, Graph, Unmodelled
from egraph_opt.ir.module import Module, Op, Value

__all__ = ["Excuse", "Outcome", "Unmodelled", "Verdict", "check", "same_values"]


class Outcome(Enum):
    """Outcome of a check."""

    EQUAL = "equal"
    """Proved equal."""
    DIFFERENT = "different"
    """A witness shows that the programs differ. The checker never returns this; `egraph_opt.witness` searches for one."""
    NOT_PROVED = "not proved"
    """Not decided."""


class Excuse(NamedTuple):
    """Operation that `after` computes in another layout than `before`, so that rounding may differ; with its line in both programs."""

    name: str
    function: str
    before_line: int
    after_line: int

    def __str__(self) -> str:
        return f"{self.name} in @{self.function} (line {self.before_line} in the input, line {self.after_line} in the output)"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Outcome of a check and, unless it is EQUAL, the function, the reason, and two lines (0 if unknown). The lines are those of the
    operations in both programs that are not proved equal.
    """

    outcome: Outcome
    reason: str = ""
    function: str = ""
    before_line: int = 0
    after_line: int = 0
    limited: bool = False
    """True if the check exceeded its step limit."""
    excused: tuple[Excuse, ...] = ()
    """Operations computed in another layout, for EQUAL without `strict`."""
    witness: str = ""
    """Description of the witness, for DIFFERENT."""

    @property
    def equal(self) -> bool:
        return self.outcome is Outcome.EQUAL

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.outcome.value, self.function and f"@{self.function}", self.reason, self.witness)))


EQUAL = Verdict(Outcome.EQUAL)
ALLOTMENT = frozenset({"ttg.maxnreg", "ttg.sched4reg"})
"""Module attributes that limit registers per thread or select an instruction schedule."""


def check(
    before: Module,
    after: Module,
    strict: bool = True,
    no_alias: bool = False,
    once: bool = False,
    limit: int = STEPS,
    defined: Collection[Op] = (),
    elements: bool = False,
    apart: bool = False,
) -> Verdict:
    """Prove that `after` is equivalent to `before`. Never raises. Time is linear in the programs, except for deep loop nests.

    Without `strict`, float sums and operations that may reorder elements can use another element order. `no_alias` promises for every
    launch that arrays do not overlap: loads may move across stores to other arrays. With `once`, an SMT solver proves which loops run
    exactly once, and such loops equal straight-line code. After `limit` steps the check gives up. `defined` are divisions of `after` that
    the caller has proved free of undefined behaviour. With `elements`, elementwise operations commute with data movement, and
    integer sums may be reordered. With `apart`, a reduction of several tensors equals the separate reductions, which holds on NVIDIA
    GPUs.
    """
    try:
        terms = EqualityTerms(strict, no_alias, once, elements=elements, apart=apart, defined=frozenset(defined))
        verdict = _check(before, after, terms, CheckBudget(limit))
        if elements and not verdict.equal and _check(before, after, terms._replace(elements=False), CheckBudget(limit)).equal:
            return EQUAL
        return verdict
    except Unmodelled as unknown:
        return _unmodelled_verdict(unknown, f"{unknown.op.name} (line {unknown.op.line}): {unknown.reason}")


def same_values(before: Op, after: Op) -> list[tuple[Value, Value]]:
    """Return the pairs of equal values (layouts erased) of two equivalent functions, ordered by `after`, then by `before`.

    Raises:
        Unmodelled: an operation's semantics are not known.
        CheckExhausted: the check exceeds its step limit.
    """
    graph = Graph()
    terms = EqualityTerms(strict=False)
    old, new = add_function(graph, before, terms), add_function(graph, after, terms)
    numbers = equal_values(graph, apart=True)
    known: dict[int, list[Value]] = {}
    for value, node in old.nodes.items():
        known.setdefault(numbers[node], []).append(value)
    return [(same, value) for value, node in new.nodes.items() for same in known.get(numbers[node], ())]


def _check(before: Module, after: Module, terms: EqualityTerms, budget: CheckBudget) -> Verdict:
    before, after = with_contents(before), with_contents(after)
    if others(before) != others(after):
        return _verdict("the modules have other resources", before.op, after.op)
    if _semantic_attributes(before.op) != _semantic_attributes(after.op):
        return _verdict("the modules have other attributes", before.op, after.op)
    olds, news = _parts(before), _parts(after)
    if list(olds) != list(news):
        sides = {"first": olds.keys() - news.keys(), "second": news.keys() - olds.keys()}
        only = "; ".join(f"only the {side} program has {', '.join(sorted(names))}" for side, names in sides.items() if names)
        reason = only or "the functions have another order"
        return _verdict(reason, before.op, after.op)
    excused: list[Excuse] = []
    called = {
        _symbol(name)
        for module in (before, after)
        for op in module.op.walk()
        if (name := op.attributes.get("callee")) is not None
    }
    for name, old in olds.items():
        # `no_alias` is a promise about the arguments of a launch, not about arguments of inner calls.
        given = terms._replace(no_alias=terms.no_alias and not called & {"", _symbol(old.attributes.get("sym_name", ""))})
        verdict = _function(name, old, news[name], given, Graph(budget), before.aliases, after.aliases)
        if not verdict.equal:
            return verdict
        excused += verdict.excused
    return Verdict(Outcome.EQUAL, excused=tuple(excused))


def _semantic_attributes(module: Op) -> Attributes:
    """Return the module attributes without register limits and scheduling, on which results do not depend."""
    return tuple(each for each in attributes(module) if each[0] not in ALLOTMENT)


def _symbol(text: str) -> str:
    last = text if text.startswith('"') else text[text.rfind("@") + 1 :]
    return "" if "\\" in last or last.count('"') not in (0, 2) else last.strip('"')


def _parts(module: Module) -> dict[str, Op]:
    """Return the top-level operations of a module and its nested modules by path. An operation without a symbol gets a number."""
    parts: dict[str, Op] = {}
    modules = [("", module.op)]
    while modules:
        path, outer = modules.pop()
        for op in (op for region in outer.regions for block in region.blocks for op in block.ops):
            name = path + op.attributes.get("sym_name", f"{op.name} {len(parts)}").strip('"')
            if name in parts:
                raise Unmodelled(op, f"a second symbol {name}")
            if op.name == "builtin.module":
                modules.append((f"{name}/", op))
                op = replace(op, regions=())
            parts[name] = op
    return parts


def _function(
    name: str,
    old: Op,
    new: Op,
    terms: EqualityTerms,
    graph: Graph,
    old_aliases: Mapping[str, str],
    new_aliases: Mapping[str, str],
) -> Verdict:
    headers = [words(op, aliases) if UNSAID in op.attributes else () for op, aliases in ((old, old_aliases), (new, new_aliases))]
    if old.name != new.name or signature(old) != signature(new) or headers[0] != headers[1]:
        return _verdict("another signature or other attributes", old, new, name)
    if hint := added_hint(old, new):
        return _verdict(f"a hint is added, {hint}", old, new, name)
    bodies = [len(op.regions) == 1 and bool(op.regions[0].blocks) for op in (old, new)]
    if old.name not in FUNCTIONS or not all(bodies):
        if old.name in FUNCTIONS and not any(bodies):
            return EQUAL  # declarations have only a signature and attributes, or a header
        same = _op_key(old, old_aliases) == _op_key(new, new_aliases)
        if same and bodies[0] == bodies[1]:
            return EQUAL
        return _verdict("it is no function, and was changed", old, new, name)
    try:
        compared = FunctionPair(old, new, old_aliases, new_aliases, graph.budget)
        found, numbers, functions = compared.first_difference(terms)
        if found is not None and any(function.hinted or function.assumed for function in functions):
            found, numbers, functions = compared.with_fewer_hints(terms)
        for one, other, given in _alternatives(old, new, terms) if found is not None else ():
            verdict = _function(name, one, other, given, graph, old_aliases, new_aliases)
            if verdict.equal:
                return verdict
    except Unmodelled as unknown:
        where = f"{unknown.op.name} (line {unknown.op.line})"
        return _unmodelled_verdict(unknown, f"{unknown.reason}: {where}", name)
    if found is None and (refused := find_misassignment(old, new)):
        op, reason = refused
        return _verdict(f"Triton would refuse {op.name} in the output: {reason}", old, op, name)
    if found is None:
        return Verdict(Outcome.EQUAL, excused=_excuses(name, numbers, *functions))
    return _verdict(found.reason, found.before, found.after, name)


def _alternatives(old: Op, new: Op, terms: EqualityTerms) -> Iterator[tuple[Op, Op, EqualityTerms]]:
    """Yield comparisons that prove the same and may succeed where the first one fails: functions and options."""
    if not terms.ahead and any(_carries_loads(op, terms) for op in (old, new)):
        yield old, new, terms._replace(ahead=True)
    early = hoist_copies(old), hoist_copies(new)
    if early != (old, new):
        yield *early, terms


Comparison = tuple[OpDifference | None, list[int], tuple[ComparedFunction, ComparedFunction]]
"""First difference or None, value number of each node, and the two compared functions."""


class FunctionPair(NamedTuple):
    """Two functions with bodies, with the attribute aliases of their modules."""

    old: Op
    new: Op
    old_aliases: Mapping[str, str]
    new_aliases: Mapping[str, str]
    budget: CheckBudget

    def first_difference(self, old_terms: EqualityTerms, new_terms: EqualityTerms | None = None) -> Comparison:
        """Compare the two functions. `old_terms` are the options for the first one, `new_terms` for the second (default: the same)."""
        graph = Graph(self.budget)
        functions = (
            add_function(graph, self.old, old_terms, self.old_aliases),
            add_function(graph, self.new, new_terms or old_terms, self.new_aliases),
        )
        numbers = equal_values(graph, apart=True)
        found = first_difference(graph, numbers, *functions)
        if found is not None:
            numbers = equal_values(graph, apart=False)
            found = first_difference(graph, numbers, *functions)
        return found, numbers, functions

    def with_fewer_hints(self, terms: EqualityTerms) -> Comparison:
        """Compare the functions, but ignore hints that only the first has: facts that compilers trust, such as `nsw`."""
        bare = self.first_difference(terms._replace(hints={}))
        found, numbers, (old, new) = bare
        if found is not None:
            return bare
        hinted = [
            [(op, tuple([numbers[n] for n in about]), hints) for op, about, hints in function.hinted] for function in (old, new)
        ]
        kept = kept_hints(*hinted)
        wanted = Counter(numbers[condition] for _, condition in new.assumed)
        for op, condition in old.assumed:
            if wanted[numbers[condition]]:
                wanted[numbers[condition]] -= 1
                kept[op] = NO_HINTS
        compared = self.first_difference(terms._replace(hints=kept), terms)
        return self.first_difference(terms._replace(hints={}), terms) if compared[0] is not None and kept else compared


def _carries_loads(function: Op, terms: EqualityTerms) -> bool:
    """Return whether a loop of the function carries a value that it loads in one iteration for a later one."""
    return bool(loads_ahead(function, unwritten_pointers(function) if terms.no_alias else ()).stands_for)


def _op_key(op: Op, aliases: Mapping[str, str]) -> Hashable:
    """Return a key to compare operations that are no functions: everything but which values the operands are."""
    types = tuple(attribute.value(v.type) for v in (*op.operands, *op.results))
    return words(op, aliases), types, op.successors, len(op.regions), structure(op, aliases)


def _excuses(function: str, numbers: list[int], before: ComparedFunction, after: ComparedFunction) -> tuple[Excuse, ...]:
    """Return the layout-dependent operations of `after` that equal no operation of `before` with the same layouts."""
    known: dict[int, dict[Hashable, Op]] = {}
    for node, layouts, op in before.loose:
        known.setdefault(numbers[node], {}).setdefault(layouts, op)
    found = []
    for node, layouts, op in after.loose:
        like = known.get(numbers[node], {})
        if layouts not in like:
            found.append(Excuse(op.name, function, next((old.line for old in like.values()), 0), op.line))
    return tuple(found)


def _unmodelled_verdict(unknown: Unmodelled, reason: str, function: str = "") -> Verdict:
    line = unknown.op.line
    return Verdict(Outcome.NOT_PROVED, reason, function, line, line, limited=isinstance(unknown, CheckExhausted))


def _verdict(reason: str, before: Op, after: Op, function: str = "") -> Verdict:
    where = f"{before.name} (line {before.line}) in the input, {after.name} (line {after.line}) in the output"
    return Verdict(Outcome.NOT_PROVED, f"{reason}: {where}", function, before.line, after.line)
