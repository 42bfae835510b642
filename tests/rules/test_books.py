"""Every rule of every book: proved, each condition needed, documented, run as it is written, and without end only where it is found out.

A rule that is added to a file of `rules/` is found here, with all that is asked of it; `tests/test_rule_mutants.py` changes it.
"""

from __future__ import annotations

from functools import cache

import pytest

from egraph_opt.core.rule import Rule, rule
from egraph_opt.core.saturation import Language
from egraph_opt.core.vocabulary import Term
from egraph_opt.families.pointer.forms import candidate_proofs
from egraph_opt.families.pointer.vocabulary.meaning import Lanes, Num, integer, plus, uniform
from egraph_opt.families.region.vocabulary.term import Window, contained
from egraph_opt.prover import Proof, Unsound, prove
from egraph_opt.prover.rule_proofs import is_guide
from egraph_opt.rules import book, every_rule
from tests.rules.ends import endless

RULES = [r for r, _ in every_rule().values()]
each_rule = pytest.mark.parametrize("each", RULES, ids=lambda r: r.name)
ALSO: dict[str, list[Term]] = {"hide_under_insert": [contained(Window("w"), Window("w"))]}
"""Facts that hold wherever a rule's conditions hold: families add them to the e-graph together."""


@cache
def run_with(name: str) -> tuple[Rule, ...]:
    """The rules that are run together with a book."""
    return candidate_proofs.language().rules if name == "tile" else book(name)


@cache
def proof_of(name: str) -> Proof:
    """The proof of a rule, made once for all tests that look at it."""
    return prove(every_rule()[name][0])


@each_rule
def test_rule_is_proved(each: Rule) -> None:
    proof = proof_of(each.name)
    assert isinstance(proof, Proof) and proof.strength


@pytest.mark.long
@each_rule
def test_each_condition_is_needed(each: Rule) -> None:
    for condition in each.conditions:
        if not is_guide(condition):
            with pytest.raises(Unsound, match=each.name):
                prove(each.without(condition))


@each_rule
def test_rule_says_why(each: Rule) -> None:
    assert len(each.doc.split()) >= 8
    assert set(each.after.variables) <= set(each.variables)


@each_rule
def test_it_ends(each: Rule) -> None:
    assert not endless(each, run_with(every_rule()[each.name][1]), ALSO.get(each.name, ()))


@pytest.mark.long
@pytest.mark.parametrize(
    "each", [pytest.param(r, marks=pytest.mark.slow) if n % 9 else r for n, r in enumerate(RULES)], ids=[r.name for r in RULES]
)
def test_names_of_variables_mean_nothing(each: Rule) -> None:
    """Renaming the variables changes nothing: a variable's meaning follows from its sort."""
    new = {name: f"v{n}" for n, name in enumerate(reversed(each.variables))}

    def renamed(term: Term) -> Term:
        head = new[str(term.head)] if term.word is None and isinstance(term.head, str) else term.head
        return type(term)(head, term.word, tuple(map(renamed, term.arguments)))

    variables = {new[name]: sort for name, sort in each.variables.items()}
    sides = renamed(each.before), renamed(each.after), tuple(map(renamed, each.conditions))
    assert prove(Rule(each.name, each.doc, variables, *sides)).strength == proof_of(each.name).strength


def test_the_e_graph_runs_what_was_proved() -> None:
    for each in RULES:
        assert str(each.before.egglog_text) in each.egglog_text and f"(union .left {each.after.egglog_text})" in each.egglog_text
        assert all(f" {c.egglog_text}" in each.egglog_text for c in each.conditions)
        assert each.egglog_text in Language(each.vocabulary, (each,)).program.splitlines()


def test_a_rule_without_end_is_found() -> None:
    @rule
    def longer(a: Num) -> tuple[Lanes, ...]:
        """Adds zero, which is right, and again, and again."""
        return uniform(a), uniform(plus(a, integer(0)))

    assert prove(longer)
    assert endless(longer, []).endswith("longer goes on")
    assert not endless(longer, book("pointer")), "where equal splats have equal numbers, a number is what it is with zero added"
