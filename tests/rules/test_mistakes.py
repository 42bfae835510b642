"""Mistakes in rules and vocabularies: one message each, with the file, the line, and what is wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from egraph_opt.core.rule import Rule, RuleError, rules_of
from egraph_opt.core.vocabulary import Fact, Name, Term, Vocabulary
from egraph_opt.prover import Unsound, prove
from tests.rules.wrong import module_of

HEAD = """from egraph_opt.core.rule import Equation, rule
from egraph_opt.families.layout.vocabulary.term import (
    Axis, Function, Layout, Operands, Value, convert_layout, held_in, pointwise, sliced)


@rule
"""

DROP = '(x: Value, layout: Layout) -> Equation:\n    """Drops."""\n    return convert_layout(x, layout), x, held_in(x, layout)\n'

MISTAKES = {
    "no docstring": (
        "def silent(x: Value, layout: Layout) -> Equation:\n    return convert_layout(x, layout), x, held_in(x, layout)",
        6, "rule silent: needs a docstring: a sentence that states the fact, and perhaps one with the reason or source",
    ),
    "unbound": (
        "def inventive(f: Function, xs: Operands, layout: Layout) -> Equation:\n"
        '    """Converts."""\n    return pointwise(f, xs), convert_layout(pointwise(f, xs), layout)',
        6, "rule inventive: the right side uses layout, which the left side does not bind",
    ),
    "wrong sort": (
        'def crooked(x: Value, axis: Axis) -> Equation:\n    """Converts."""\n    return (\n        convert_layout(x, axis),\n        x)',
        10, "rule crooked: convert_layout(x: Value, layout: Layout) takes a Layout as its argument layout, not axis, which is of sort Axis",
    ),
    "a number": (
        'def plain(x: Value) -> Equation:\n    """Converts to 3."""\n    return convert_layout(x, 3), x',
        9, "rule plain: convert_layout(x: Value, layout: Layout) takes a Layout as its argument layout, not 3",
    ),
    "too few arguments": (
        'def short(x: Value) -> Equation:\n    """Converts to nothing."""\n    return convert_layout(x), x',
        9, "rule short: convert_layout(x: Value, layout: Layout) takes 2 arguments, not 1",
    ),
    "undeclared": (
        'def misspelt(x: Value, layout: Layout) -> Equation:\n    """Converts."""\n    return convert_layot(x, layout), x',
        9, "rule misspelt: no word 'convert_layot' is declared or imported here: is it convert_layout?",
    ),
    "no sort": (
        'def open_(x: Value, layout) -> Equation:\n    """Converts."""\n    return convert_layout(x, layout), x',
        6, "rule open_: layout has no annotation: write layout: and its sort, such as Value",
    ),
    "another sort": (
        'def numeric(x: Value, layout: int) -> Equation:\n    """Converts."""\n    return convert_layout(x, layout), x',
        6, "rule numeric: the variable layout has no sort of a vocabulary, but <class 'int'>",
    ),
    "sides of two sorts": (
        'def mixed(x: Value, xs: Operands, f: Function) -> Equation:\n    """Unpacks."""\n    return pointwise(f, xs), xs',
        6, "rule mixed: the left side is of sort Value, the right side of sort Operands",
    ),
    "a variable on the left": (
        'def all_(x: Value, layout: Layout) -> Equation:\n    """Converts everything."""\n'
        "    return x, convert_layout(x, layout), held_in(x, layout)",
        6, "rule all_: the left side is a variable, which is every term: say of which terms the rule is true",
    ),
    "a term for a condition": (
        'def odd(x: Value, layout: Layout) -> Equation:\n    """Asks for a value."""\n    return convert_layout(x, layout), x, x',
        6, "rule odd: the condition x is no fact, but of sort Value",
    ),
    "an operator": (
        'def summed(x: Value, layout: Layout) -> Equation:\n    """Adds."""\n    return convert_layout(x, layout), x + 1',
        9, "rule summed: unsupported operand type(s) for +: 'Value' and 'int': terms are combined by words",
    ),
    "a truth value": (
        'def true(x: Value, layout: Layout) -> Equation:\n    """Compares."""\n    return convert_layout(x, layout) == x',
        6, "rule true: returned bool: return `before, after, *conditions`",
    ),
    "no equation": (
        'def idle(x: Value) -> Equation:\n    """Says nothing."""\n    return x', 
        6, "rule idle: returned Value: return `before, after, *conditions`",
    ),
    "the name of a word": (
        f"def held_in{DROP}", 6, "rule held_in: the name is taken, by the word held_in(x: Value, layout: Layout)",
    ),
    "two of one name": (
        f"def twice{DROP}\n\n@rule\ndef twice{DROP}",
        12, "rule twice: the name is taken, by the rule at",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_has_one_message(name: str, tmp_path: Path) -> None:
    text, line, message = MISTAKES[name]
    with pytest.raises(RuleError) as refused:
        module_of(HEAD + text + "\n", tmp_path / "mistake.py")
    assert str(refused.value).startswith(f"{tmp_path / 'mistake.py'}:{line}: {message}")
    assert refused.value.__suppress_context__ or refused.value.__context__ is None


def test_two_files_may_not_have_one_name(tmp_path: Path) -> None:
    files = [module_of(f"{HEAD}def drop{DROP}", tmp_path / f"{name}.py") for name in ("a", "b")]
    with pytest.raises(RuleError, match=r"b\.py:6: rule drop: the name is taken, by the rule at .*a\.py:6"):
        rules_of(files)


def test_a_wrong_rule_shows_where_its_sides_differ(tmp_path: Path) -> None:
    body = 'def drop(x: Value, layout: Layout) -> Equation:\n    """Drops."""\n    return convert_layout(x, layout), x\n'
    (wrong,) = rules_of([module_of(HEAD + body, tmp_path / "wrong.py")])
    assert isinstance(wrong, Rule)
    with pytest.raises(Unsound) as refused:
        prove(wrong)
    assert re.match(
        r".*wrong\.py:6: rule drop: convert_layout\(x, layout\) = x\n  with .*\n  before: .*\n  after: ", str(refused.value)
    )


class Thing(Term): ...


class Tag(Name): ...


def test_a_word_is_declared_once_and_of_sorts() -> None:
    words = Vocabulary("test", prover="none")

    @words.symbol(lambda w, tag: None)
    def thing(tag: Tag) -> Thing: ...  # type: ignore[empty-body]

    with pytest.raises(TypeError, match="the word thing is declared twice"):
        words.symbol(lambda w: None)(thing_again)
    with pytest.raises(TypeError, match="the word told is declared as something else than a Fact"):
        words.symbol(lambda w: None)(told)
    with pytest.raises(TypeError, match="the word texty: the sort of text is neither a Term nor a Name"):
        words.symbol(lambda w: None)(texty)
    assert str(thing(Tag("t"))) == "thing(t)" and list(words.declarations()) == [
        "(sort Thing)",
        "(constructor thing (i64) Thing)",
    ]


def thing_again(tag: Tag) -> Thing: ...  # type: ignore[empty-body]


thing_again.__name__ = "thing"


def told(tag: Tag) -> Fact: ...  # type: ignore[empty-body]


def texty(text: str) -> Thing: ...  # type: ignore[empty-body]
