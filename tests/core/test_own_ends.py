"""Rules of users that are true but useless: they match nothing, cannot be written, or are not known to the checker."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from egraph_opt import check, optimize, rule
from egraph_opt.command import exit_codes
from egraph_opt.core import rule_usage
from egraph_opt.core.family import choose_options
from egraph_opt.core.output.dump import Dump
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.core.rule import Equation, Rule
from egraph_opt.core.vocabulary import Integer
from egraph_opt.families.algebra.vocabulary import ADD, AND, OR, Form, Shape, Tensor, apply1, apply2, words
from egraph_opt.families.layout.vocabulary.term import Function, Value, broadcast, choose, nil, pointwise, zip
from egraph_opt.families.pointer.vocabulary.conditions import fits_number, small
from egraph_opt.families.pointer.vocabulary.meaning import Dimension, Num, inside, integer, less, plus, step, times, uniform
from egraph_opt.prover import user_rules
from egraph_opt.rules import book
from tests.support.kernels import ROOT, program_text

REVERSE = re.search("```mlir\n(.*?)```", (ROOT / "docs/tutorials/rule.md").read_text(), re.S)
COLUMN = program_text("core/own_ends.column")
MASKS = program_text("core/own_ends.masks")


@rule
def compute_then_broadcast(f: Function, g: Function, x: Value) -> Equation:
    """An elementwise computation may be done before a broadcast."""
    return pointwise(f, zip(broadcast(g, x), nil())), broadcast(g, pointwise(f, zip(x, nil())))


@rule
def mask_absorbed(d: Form, e: Form, s: Shape, x: Tensor, y: Tensor) -> Equation:
    """A mask and (itself or another) is the mask."""
    return apply2(Integer(AND), d, s, x, apply2(Integer(OR), e, s, x, y)), x


@rule
def same_twice(f: Function, x: Value) -> Equation:
    """A conditional that gives the same value on both sides is that value: nothing depends on the condition."""
    return choose(f, x, x), x


def reversed_by(name: str, stride: Num, *more: str) -> Rule:
    """Return the rule of the tutorial, with a stride written in some way, and more conditions on its numbers."""
    o, m, d = Num("o"), Num("m"), Dimension("d")
    down = step(d, stride, uniform(o))
    conditions = (small(down), small(uniform(m)), *(fits_number(Num(a)) for a in more))
    right = inside(d, plus(o, times(integer(-1), m)))
    return Rule(name, "As the tutorial's.", {"d": Dimension, "o": Num, "m": Num}, less(uniform(m), down), right, conditions)


@pytest.fixture(autouse=True)
def _no_proofs_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    user_rules.admit.cache_clear()


def test_what_cannot_be_written_does_not_lose_what_the_other_rules_gain() -> None:
    plain, found = optimize(COLUMN), optimize(COLUMN, rules=["layout", compute_then_broadcast])
    assert found.ir == plain.ir != COLUMN and found.cost_after == plain.cost_after
    assert found.stopped_by == "rules" and not found.optimal and found.lower_bound == 0.0
    assert any("without the rules from outside (compute_then_broadcast): what follows" in remark for remark in found.remarks)
    assert exit_codes.of_functions(found.functions, strict=False) == exit_codes.UNFINISHED


def test_what_the_checker_does_not_know_names_the_rule() -> None:
    found = optimize(MASKS, rules=["algebra", mask_absorbed])
    assert found.stopped_by == "rules" and not found.rejected and check(MASKS, found.ir).equal
    (said,) = [remark for remark in found.remarks if "mask_absorbed)" in remark]
    assert "not proved equal" in said and "docs/extend.md" in said


def test_a_remark_says_whether_a_rule_matched() -> None:
    found = optimize(COLUMN, rules=["layout", same_twice])
    said = "@k: rule same_twice: did not match: no term is like choose(f, x, x)"
    assert found.ir == optimize(COLUMN).ir and said in found.remarks and found.optimal
    assert not any("matched" in remark for remark in optimize(COLUMN).remarks)
    assert any("rule mask_absorbed: matched" in remark for remark in optimize(MASKS, rules=["algebra", mask_absorbed]).remarks)


@pytest.mark.parametrize(
    ("own", "said"),
    [
        (reversed_by("as_written", times(integer(1), integer(-1))), "matched, and the result uses it"),
        (
            reversed_by("other_way", times(integer(-1), integer(1))),
            "no term is like step(d, times(integer(-1), integer(1)), uniform(o)) "
            "(but one is, with the last two arguments of times(integer(-1), integer(1)) exchanged)",
        ),
        (reversed_by("folded", integer(-1)), "no term is like step(d, integer(-1), uniform(o))"),
        (
            reversed_by("unknown", times(integer(1), integer(-1)), "m"),
            "its left side did, but of no such term is it known that fits_number(m)",
        ),
    ],
)
def test_a_remark_tells_a_left_side_from_a_condition_that_does_not_match(own: Rule, said: str) -> None:
    assert REVERSE is not None
    found = optimize(REVERSE[1], rules=["pointer", own], target="block-pointer", assume_no_overflow=True)
    (remark,) = [remark for remark in found.remarks if own.name in remark]
    assert remark.endswith(f"rule {own.name}: {'' if said.startswith('matched') else 'did not match: '}{said}")


@rule
def shared_form(e: Form, s: Shape, x: Tensor, y: Tensor) -> Equation:
    """True, but an operation's form names the operation: no program has this."""
    return apply2(AND, e, s, x, apply2(OR, e, s, x, y)), x


@rule
def other_order(d: Form, e: Form, s: Shape, x: Tensor, y: Tensor) -> Equation:
    """True, but the program has the disjunction the other way around."""
    return apply2(AND, d, s, x, apply2(OR, e, s, y, x)), x


@rule
def turned_bound(d: Dimension, o: Num, m: Num) -> Equation:
    """An index that counts down from o is above m where one that counts up is below their distance."""
    down, up = step(d, times(integer(1), integer(-1)), uniform(o)), step(d, integer(1), uniform(integer(0)))
    return less(uniform(m), down), less(up, uniform(plus(o, times(integer(-1), m)))), small(down), small(uniform(m))


def test_a_remark_says_what_a_left_side_would_have_to_be() -> None:
    said = " | ".join(optimize(MASKS, rules=["algebra", shared_form, other_order]).remarks)
    assert "rule shared_form: can never match: the form e is that of AND, and here of OR" in said
    assert "(but one is, with the last two arguments of apply2(OR, e, s, y, x) exchanged)" in said


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (
            lambda e, s, x: apply2(Integer(7), e, s, x, x),
            lambda e, s, x: x,
            "no operation has the number 7 in apply2(7, e, s, x, x)",
        ),
        (lambda e, s, x: apply1(ADD, e, s, x), lambda e, s, x: x, "ADD takes 2 operands in apply1(ADD, e, s, x)"),
        (lambda e, s, x: apply2(AND, e, s, x, x), lambda e, s, x: apply2(OR, e, s, x, x), "and here of OR on the right side"),
        (lambda e, s, x: apply2(AND, e, s, x, x), lambda e, s, x: x, ""),
    ],
)
def test_terms_that_no_program_has_are_known(before: Any, after: Any, said: str) -> None:
    e, s, x = Form("e"), Shape("s"), Tensor("x")
    assert said in words.never(Rule("r", "r", {}, before(e, s, x), after(e, s, x))) and bool(said) == bool(
        words.never(Rule("r", "r", {}, before(e, s, x), after(e, s, x)))
    )
    assert not any(each.vocabulary.never(each) for each in book("algebra"))


def test_a_remark_names_the_condition_that_the_next_rule_lacks() -> None:
    assert REVERSE is not None
    found = optimize(REVERSE[1], rules=["pointer", turned_bound], target="block-pointer", assume_no_overflow=True)
    (remark,) = [remark for remark in found.remarks if "turned_bound" in remark]
    assert remark.endswith(
        "rule turned_bound: matched, not used; rule bound_above would go on from it, but small(uniform(n)) is not known"
    )


def _tutorial(start: str) -> str:
    found = re.search(rf"```\w+\n({re.escape(start)}\n.*?)```", (ROOT / "docs/tutorials/rule.md").read_text(), re.S)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("target", ["block-pointer", "tts"])
def test_other_rules_go_on_from_the_parts_of_a_comparison(target: str, tmp_path: Path) -> None:
    (tmp_path / "greater.py").write_text(_tutorial("# greater.py"))
    text, rules = _tutorial("// greater.mlir"), f"pointer,{tmp_path}/greater.py"
    found = optimize(text, rules=rules, target=target, assume_no_overflow=True)
    (remark,) = [remark for remark in found.remarks if "maximum_below" in remark]
    assert f"{remark}\n" in (ROOT / "docs/tutorials/rule.md").read_text() and found.ir != text
    assert check(text, found.ir, rules="pointer").equal
    assert any("matched, not used" in remark for remark in optimize(text, rules=rules, target=target).remarks)
    without = optimize(text, rules="pointer", target="block-pointer", assume_no_overflow=True)
    assert without.ir.count("tt.make_tensor_ptr") == 0


@pytest.mark.long
def test_the_use_of_each_rule_is_told_apart() -> None:
    assert REVERSE is not None
    stride = times(integer(1), integer(-1))
    used, other = reversed_by("used", stride), reversed_by("other", stride)
    spare = reversed_by("spare", integer(-1))
    assert rule_usage.use_of([], lambda _: True) == {}
    assert rule_usage.use_of([used, spare], lambda some: used not in some) == {used: rule_usage.USED, spare: rule_usage.UNUSED}
    assert rule_usage.use_of([used, other], lambda some: len(some) < 2) == dict.fromkeys([used, other], rule_usage.ONE_OF)
    found = optimize(REVERSE[1], rules=["pointer", used, other], target="block-pointer", assume_no_overflow=True)
    assert sum("matched, and the result uses it or another of these rules" in remark for remark in found.remarks) == 2


def test_each_family_dumps_its_terms(tmp_path: Path) -> None:
    for family, text, options in (
        ("pointer", (ROOT / "tests/cases/pointer/copy.mlir").read_text(), {"target": "tts"}),
        ("algebra", MASKS, {}),
        ("layout", COLUMN, {}),
    ):
        folder = tmp_path / family
        folder.mkdir()
        optimize_text(text, "x", choose_options(family, options), observers=[Dump(folder)])
        (first, *_) = folder.glob("02-encode.txt")
        terms = first.read_text()
        assert "0 = (" in terms and " is term " in terms and list(folder.glob("03-saturate.txt"))
        assert (family == "pointer") == bool(list(folder.glob("*-encode-tiles.txt")))
        if family == "pointer":
            assert re.search(r"atom \d+ is %\w+: tt.get_program_id at line \d+ is not analysed further\n", terms)
        if family == "algebra":
            assert "f = 1 (AND) is arith.andi\n" in terms and "form 0 is arith.cmpi {predicate = 2 : i64} on i32, i32\n" in terms
