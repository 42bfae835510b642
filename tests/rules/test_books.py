"""Every rule of every book: proved, each condition needed, documented, and written down as it is run."""

import pytest

from egraph_opt.core.rule import Rule, expression, rule, symbol_of, variables_of
from egraph_opt.families.layout.choice.saturate import lowered
from egraph_opt.families.layout.vocabulary import GUIDES, Value, convert_layout
from egraph_opt.families.pointer.analysis import saturate as pointer
from egraph_opt.families.pointer.forms import equal
from egraph_opt.families.pointer.vocabulary import conditions, tile
from egraph_opt.families.region.choice import saturate as region
from egraph_opt.families.region.vocabulary import term as region_term
from egraph_opt.prove import Proof, Unsound, prove
from egraph_opt.rules import NAMES, book

RULES = [r for name in NAMES for r in book(name)]


@pytest.mark.parametrize("proved", RULES, ids=lambda r: r.name)
def test_rule_is_proved(proved: Rule) -> None:
    proof = prove(proved)
    assert isinstance(proof, Proof) and proof.strength


@pytest.mark.parametrize("proved", RULES, ids=lambda r: r.name)
def test_each_condition_is_needed(proved: Rule) -> None:
    for condition in proved.conditions:
        if symbol_of(condition) not in (*GUIDES, *conditions.GUIDES, *tile.GUIDES, *region_term.GUIDES):
            with pytest.raises(Unsound, match=proved.name):
                prove(proved.without(condition))


@pytest.mark.parametrize("proved", RULES, ids=lambda r: r.name)
def test_rule_says_why(proved: Rule) -> None:
    assert len(proved.doc.split()) >= 8
    assert set(variables_of(proved.after)) <= set(proved.variables)


@pytest.mark.parametrize("name", NAMES)
def test_the_e_graph_runs_what_was_proved(name: str) -> None:
    program = {"pointer": pointer.lowered, "tile": equal.lowered, "region": region.lowered}.get(name, lambda: lowered((name,)))()
    for r in book(name):
        assert f"(rewrite {expression(r.before)} {expression(r.after)} " in program


def test_a_rule_needs_a_docstring() -> None:
    with pytest.raises(TypeError, match="needs a docstring"):

        @rule
        def silent(x: Value):  # type: ignore[no-untyped-def]
            return x, x


def test_a_right_side_may_not_invent_variables() -> None:
    with pytest.raises(TypeError, match="layout, which the left side does not bind"):
        from egglog import i64

        @rule
        def inventive(x: Value, layout: i64):  # type: ignore[no-untyped-def]
            """Converts a value to a layout that appears from nowhere."""
            return x, convert_layout(x, layout)
