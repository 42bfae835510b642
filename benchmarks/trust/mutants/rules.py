"""Rules with one thing wrong: does the prover refute them? `python -m benchmarks.trust.mutants.rules --write`.

Of each rule: every variable of the right side exchanged for another of its sort, any two arguments of one sort exchanged, every number one
larger, one smaller, or of the other sign, every condition dropped. What passes must be equal to the rule: by laws of commutation, because
the condition only guides the search, or for a reason that `EQUIVALENT` knows.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple

from benchmarks.trust.sweep import Found, Sweep, command
from egraph_opt.core.rule import Rule
from egraph_opt.core.vocabulary import Term
from egraph_opt.families.algebra.vocabulary import ADD, AND, MULTIPLY, OR
from egraph_opt.prover import Unsound, prove
from egraph_opt.prover.rule_proofs import is_guide
from egraph_opt.rules import book, names

COMMUTE = ("plus", "times", "add", "multiply", "both", "maximum", "minimum")
"""Symbols whose arguments may be exchanged: sums, products and maxima of numbers and of lanes, conjunctions of masks."""

COMMUTING = (ADD, AND, MULTIPLY, OR)
"""Numbers of functions of two elements that commute."""

EQUIVALENT = {
    "algebra_select_inside": {"apply3(SELECT, d, s, c, x, z)": "a choice between the same values is the same in every form"},
    "algebra_select_outside": {"apply3(SELECT, d, s, c, z, y)": "a choice between the same values is the same in every form"},
    "detour_conversion": {"convert_layout(convert_layout(x, layout), layout)": "a conversion may be done twice"},
    "add_dimensions": {"step(d, s, add(step(e, t, y), x))": "sums commute, also around a step"},
    "truth_is_bound": {
        "inside(1, times(integer(-2147483648), a))": "a bound above all indices may be asked of any dimension",
        "inside(-1, times(integer(-2147483648), a))": "likewise",
        "inside(0, times(integer(-2147483649), a))": "a larger bound is above all indices too",
    },
    "less_uniform": {
        "inside(1, times(integer(2147483648), plus(b, times(integer(-1), a))))": "such a bound may be asked of any dimension",
        "inside(-1, times(integer(2147483648), plus(b, times(integer(-1), a))))": "likewise",
    },
    "either_inside_or_all": {
        "either_mask(c, inside(d, a), inside(d, integer(2147483649)))": "a larger bound is above all indices too",
    },
    "either_all_or_inside": {
        "either_mask(c, inside(d, integer(2147483649)), inside(d, a))": "a larger bound is above all indices too",
    },
    "hide_beside_insert": {"insert(w, y, hide(area, d))": "less may be hidden than could be"},
    "bound_as_mask": {
        "masked(d, h, h, access(a, x, m))": "no lane of a block is beyond its size, so that a number of lanes need not be cut there",
        "masked(d, h, size, access(a, x, m))": "the smaller of two is the smaller of two",
    },
    "split_rows": {
        "recount(s, recount(s, elementwise(f, with_tensor(spread(m, q, s, x), xs))))": "a result in its own grouping is itself"
    },
    "rebuild_last": {
        "rebuild(all, insert(w, y, d), d)": "nothing lies beside all parts, so that any tensor of the shape will do"
    },
    "rebuild_before": {"insert(w, y, rebuild(both, d, x))": "what is written last may be taken from either before"},
    "read_where_returned": {
        "insert(w, recount(t, recount(t, slice(w, insert(w, recount(t, insert(v, y, d)), e)))), e)": "it is a slice in its own shape"
    },
    "stride_of_one_index": {"access(a, step(d, s, x), m)": "the stride is as good as any"},
    "numerics_dot": {"dot(p, a, y, x)": "products of real numbers commute"},
    "view_both": {"both(view_mask(f, n), view_mask(f, m))": "conjunctions commute"},
}
"""Mutants that hold, and why."""


@dataclass(frozen=True)
class Mutant:
    """A changed rule: what was changed, and how it is written."""

    kind: str
    rule: Rule
    shown: str


def terms(term: Term, sorts: dict[str, type[Term]]) -> Iterator[tuple[str, Term]]:
    """Every term that differs from `term` in one variable or number, or by exchanging two arguments of one sort."""
    sort = type(term)
    if term.word is None and isinstance(term.head, str):
        yield from (("variable", sort(name)) for name, other in sorts.items() if other is sort and name != term.head)
    elif isinstance(number := term.head, int):
        yield from (("number", sort(n)) for n in dict.fromkeys((number + 1, number - 1, -number)) if n != number)
    arguments = list(term.arguments)

    def changed(**new: Term) -> Term:
        return sort(term.head, term.word, tuple(new.get(f"at{n}", a) for n, a in enumerate(arguments)))

    for i, argument in enumerate(arguments):
        yield from ((kind, changed(**{f"at{i}": other})) for kind, other in terms(argument, sorts))
    for i, left in enumerate(arguments):
        for j, right in enumerate(arguments[i + 1 :], i + 1):
            if type(left) is type(right) and left != right:
                yield "exchange", changed(**{f"at{i}": right, f"at{j}": left})


def mutants(rule: Rule) -> list[Mutant]:
    """Every mutant of a rule, each once."""
    found = {str(after): (kind, after) for kind, after in terms(rule.after, rule.variables) if after != rule.after}
    changed = [Mutant(kind, replace(rule, after=after), shown) for shown, (kind, after) in found.items()]
    return changed + [Mutant("condition", rule.without(c), f"without {c}") for c in rule.conditions]


def normal(term: Term) -> str:
    """A term with the arguments of commuting symbols in one order."""
    if not term.arguments:
        return str(term)
    parts = [normal(a) for a in term.arguments]
    if term.head == "apply2" and term.arguments[0].head in COMMUTING:
        parts[-2:] = sorted(parts[-2:])
    return f"{term.head}({', '.join(sorted(parts) if term.head in COMMUTE else parts)})"


def equivalent(rule: Rule, mutant: Mutant) -> bool:
    """Return whether a mutant states no more than its rule does."""
    if mutant.kind == "condition":
        return any(is_guide(c) for c in rule.conditions if mutant.shown == f"without {c}")
    return normal(mutant.rule.after) == normal(rule.after) or mutant.shown in EQUIVALENT.get(rule.name, ())


def passed(rule: Rule) -> list[Mutant]:
    """The mutants that the prover takes for equations. Raises NoAnswer where it does not know."""
    found = []
    for mutant in mutants(rule):
        with suppress(Unsound):
            prove(mutant.rule)
            found.append(mutant)
    return found


class Judged(NamedTuple):
    """Verdicts of the prover on a rule's mutants, counted by kind."""

    made: Counter[str]
    same: Counter[str]
    """Mutants that pass, and state no more than the rule."""
    bad: Counter[str]
    """The others that pass."""
    wrong: list[str]


def judged(rule: Rule) -> Judged:
    """Have every mutant of a rule proved or refuted."""
    found, listed = passed(rule), EQUIVALENT.get(rule.name, {})
    same = Counter(mutant.kind for mutant in found if equivalent(rule, mutant))
    bad = [mutant for mutant in found if not equivalent(rule, mutant)]
    wrong = [f"{rule.name}: {mutant.shown}: passes, and nobody knows why" for mutant in bad]
    idle = set(listed) - {mutant.shown for mutant in found}
    wrong += [f"{rule.name}: {shown}: is listed as equal, and does not pass" for shown in sorted(idle)]
    return Judged(Counter(mutant.kind for mutant in mutants(rule)), same, Counter(mutant.kind for mutant in bad), wrong)


def run(most: int = 1_000) -> Found:
    """Try every mutant of each rule that has at most so many."""
    rows, wrong = [], []
    for name in names():
        made, same, bad = Counter[str](), Counter[str](), Counter[str]()
        rules = [rule for rule in book(name) if len(mutants(rule)) <= most]
        for rule in rules:
            found = judged(rule)
            made, same, bad = made + found.made, same + found.same, bad + found.bad
            wrong += found.wrong
        rows += [(name, len(rules), kind, n, n - same[kind] - bad[kind], same[kind], bad[kind]) for kind, n in made.items()]
        print(f"{name}: {len(rules)} rules, {len(wrong)} wrong", file=sys.stderr, flush=True)
    return Found(("book", "rules", "change", "mutants", "refuted", "equivalent", "wrong"), rows, wrong)


SWEEPS = (Sweep("rule_mutants", run, ("z3-solver",)),)


if __name__ == "__main__":
    sys.exit(command(*SWEEPS))
