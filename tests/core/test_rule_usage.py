"""Rules of users: named or given as objects; proved before their first use, and run beside ours."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cloudpickle
import pytest

import egraph_opt
from egraph_opt import OptionError, optimize, plugins, rule
from egraph_opt.core.family import books_of, choose_options, families
from egraph_opt.core.rule import Equation, Rule, RuleError
from egraph_opt.core.saturation import add_rules
from egraph_opt.errors import UserError
from egraph_opt.families.layout.choice.saturate import language
from egraph_opt.families.layout.options import Options
from egraph_opt.families.layout.vocabulary.term import Function, Layout, Value, choose, convert_layout
from egraph_opt.families.region.vocabulary.term import words as region_words
from egraph_opt.prover import NoAnswer, Unsound, user_rules
from egraph_opt.rules import book
from tests.command.outcomes import FILES
from tests.support.kernels import ROOT

RULES = ROOT / "examples/template/my_egraph_opt/rules.py"
KERNEL = ROOT / "examples/template/kernel.mlir"


@rule
def same_on_both_sides(f: Function, x: Value) -> Equation:
    """A conditional that gives the same value on both sides is that value: nothing depends on the condition."""
    return choose(f, x, x), x


@rule
def first_of_two(x: Value, inner: Layout, outer: Layout) -> Equation:
    """Wrong: of two conversions the first one counts."""
    return convert_layout(convert_layout(x, inner), outer), convert_layout(x, inner)


@pytest.fixture(autouse=True)
def _no_proofs_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    user_rules.admit.cache_clear()


@pytest.mark.parametrize(
    "rules",
    [
        [same_on_both_sides],
        same_on_both_sides,
        ["layout", same_on_both_sides],
        [same_on_both_sides, "layout", same_on_both_sides],
        f"layout,{RULES}:choose_same",
        f"{RULES}",
        ["layout", f"{RULES}:choose_same"],
    ],
)
def test_a_rule_of_the_user_fires_beside_ours(rules: Any) -> None:
    assert "= scf.if" in optimize(KERNEL).ir
    found = optimize(KERNEL, rules=rules)
    assert "= scf.if" not in found.ir and "convert_layout" not in found.ir and found.functions[0].optimal
    assert egraph_opt.check(KERNEL, found.ir).equal


def test_a_wrong_rule_is_refused_with_values_for_which_it_is() -> None:
    with pytest.raises(
        Unsound, match=r"test_rule_usage.py:\d+: rule first_of_two: .*\n  with .*\n  before: .*\n  after:  "
    ) as error:
        optimize(KERNEL, rules=[same_on_both_sides, first_of_two])
    assert error.value.rule is first_of_two and isinstance(error.value, UserError)
    assert str(pickle.loads(cloudpickle.dumps(error.value))) == str(error.value)
    for call in (egraph_opt.explain, lambda *given, **named: egraph_opt.pareto(*given, "cycles", "converts", **named)):
        with pytest.raises(Unsound):
            call(KERNEL, rules=["layout", first_of_two])
    with pytest.raises(Unsound):
        egraph_opt.compare([KERNEL], rules=["layout", first_of_two], against="none")
    with pytest.raises(Unsound):
        Options(own=(first_of_two,))
    with pytest.raises(Unsound):
        replace(Options(), own=(first_of_two,))


def test_a_rule_that_the_solver_gives_up_on_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def gives_up(given: Rule) -> None:
        raise NoAnswer(given, "out of steps")

    monkeypatch.setattr(user_rules, "prove", gives_up)
    with pytest.raises(NoAnswer, match="rule same_on_both_sides: out of steps"):
        optimize(KERNEL, rules=[same_on_both_sides])


def test_a_proof_is_made_once_for_the_same_content(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Rule] = []
    prove: Callable[[Rule], Any] = user_rules.prove
    monkeypatch.setattr(user_rules, "prove", lambda given: (made.append(given), prove(given))[1])
    for given in (same_on_both_sides, same_on_both_sides, replace(same_on_both_sides)):
        assert user_rules.admit(given).strength.startswith("all values")
        user_rules.admit.cache_clear()
    assert made == [same_on_both_sides]
    other = replace(first_of_two, name=same_on_both_sides.name)
    with pytest.raises(Unsound):
        user_rules.admit(other)
    with pytest.raises(Unsound):  # what was refused is never kept
        user_rules.admit(other)
    assert made == [same_on_both_sides, other, other]


@pytest.mark.parametrize("kept", ["", "{", "[]", "{}", "null"])
def test_a_damaged_cache_is_no_proof(kept: str, tmp_path: Path) -> None:
    from egraph_opt.prover.proof_cache import path_of

    path = path_of("admitted", first_of_two)
    assert path.is_relative_to(tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text(kept)
    with pytest.raises(Unsound):
        user_rules.admit(first_of_two)


MISTAKES = [
    (["layout", 5], "rules: a rule is made by @rule, or named; 5 is neither"),
    ([], "rules: name a ruleset or a rule"),
    ([replace(same_on_both_sides, name="convert_choose")], "rule convert_choose: the name is taken, by the rule at .*layout.py:"),
    ([same_on_both_sides, replace(same_on_both_sides)], "rule same_on_both_sides: the name is taken"),
    (["region", same_on_both_sides], "is written in the words of layout, and rules='region' has those of region"),
    (["layout", "region", same_on_both_sides], "the ruleset region is not run together with the ruleset layout"),
]


@pytest.mark.parametrize(("rules", "message"), MISTAKES)
def test_rules_that_cannot_be_run_are_refused(rules: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        optimize(KERNEL, rules=rules)


@pytest.mark.parametrize("family", ["layout", "vector-layout", "region", "pointer"])
def test_every_family_runs_rules_of_users(family: str) -> None:
    ours = book(families()[family].words)[0]
    own = replace(ours, name=f"own_{ours.name}")
    options = choose_options([family, own], {"target": "tts"} if family == "pointer" else {})
    assert (options.rules, options.own) == ((family,), (own,))
    assert books_of([own])[0].name == ("layout" if family == "vector-layout" else family)


@pytest.mark.parametrize(
    ("place", "rules", "given"),
    [
        ("pointer", "pointer", {"target": "tts"}),
        ("pointer", "tile", {"target": "descriptor", "any_cost": True}),
        ("layout", "layout", {}),
    ],
)
def test_a_rule_of_ours_by_another_name_changes_nothing(place: str, rules: str, given: dict[str, Any]) -> None:
    own = [replace(each, name=f"own_{each.name}") for each in book(rules)[:3]]
    source = FILES[place]
    assert optimize(source, rules=[place, *own], **given).ir == optimize(source, rules=place, **given).ir


def test_a_rule_of_the_users_is_what_makes_pointers_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without one of our rules an access stays; with the same as the user's it is raised."""
    from egraph_opt.families.pointer.analysis import saturate

    names = ("add_uniform", "add_step", "times_step", "start_of_step")
    lacking = next(each for each in book("pointer") if each.name in names)
    full = saturate.language()
    short = replace(full, rules=tuple(each for each in full.rules if each is not lacking))
    monkeypatch.setattr(saturate, "language", lambda: short)
    left = optimize(FILES["pointer"], rules="pointer", target="tts").ir
    again = optimize(FILES["pointer"], rules=["pointer", replace(lacking, name="own")], target="tts").ir
    monkeypatch.undo()
    assert again == optimize(FILES["pointer"], rules="pointer", target="tts").ir != left


def test_rules_are_sent_to_other_processes_by_what_they_say() -> None:
    options = Options(own=(same_on_both_sides,))
    sent = pickle.loads(cloudpickle.dumps(options))
    assert [each.egglog_text for each in sent.own] == [same_on_both_sides.egglog_text]
    assert sent.own[0].before.word is choose and sent.own[0].vocabulary is same_on_both_sides.vocabulary
    assert repr(sent.own) == repr(options.own) and " at 0x" not in repr(options.own)


def test_a_language_with_more_rules_is_made_once() -> None:
    ours = language(("layout",))
    assert add_rules(ours, ()) is ours and add_rules(ours, (same_on_both_sides,)) is add_rules(ours, (same_on_both_sides,))
    assert same_on_both_sides.egglog_text in add_rules(ours, (same_on_both_sides,)).program
    assert region_words.family == "region"


def test_explanations_name_rules_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = {each.name: each for each in book("layout")}
    own = replace(ours.pop("convert_pointwise"), name="own_pointwise")
    monkeypatch.setattr("egraph_opt.rules.book", lambda name: tuple(ours.values()))
    (found,) = egraph_opt.explain(FILES["layout"], rules=["layout", own])
    assert "own_pointwise" in str(found.choices) and "convert_pointwise" not in str(found.choices)


def test_the_plug_in_takes_rules_of_users() -> None:
    pytest.importorskip("triton")
    from egraph_opt import triton as plugin
    from egraph_opt.triton.state.cache_keys import key
    from egraph_opt.triton.state.settings import Settings

    with pytest.raises(Unsound):
        plugin.enable(rules=["layout", first_of_two])
    with pytest.raises(OptionError, match="no use with rules='region'"):
        plugin.enable(rules="region")
    keys = [key(Settings(options=Options(own=own))) for own in ((), (same_on_both_sides,), (replace(same_on_both_sides),))]
    assert keys[0] != keys[1] == keys[2]


def test_mistakes_of_rules_are_the_users() -> None:
    assert issubclass(RuleError, UserError) and issubclass(RuleError, TypeError) and issubclass(plugins.OutsideError, ValueError)
    names: Sequence[str] = ["a/b.py", "b.py:name", "c:/x.py:n"]
    assert all(map(plugins.is_file, names)) and not any(map(plugins.is_file, ["layout", "cycles:target=sm80", "a.py:b:c", ".py"]))
