"""Rules and cost models of users: named or given as objects, from files; proved before their first use, and run beside ours."""

from __future__ import annotations

import importlib
import pickle
import re
import signal
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cloudpickle
import pytest

import egraph_opt
from egraph_opt import OptionError, optimize, outside, rule
from egraph_opt.core.family import books_of, chosen, families
from egraph_opt.core.rule import Equation, Rule, RuleError
from egraph_opt.core.saturation import extended
from egraph_opt.errors import UserError
from egraph_opt.families.layout.choice.saturate import language
from egraph_opt.families.layout.options import Options
from egraph_opt.families.layout.vocabulary.term import Function, Layout, Value, choose, convert_layout
from egraph_opt.families.region.vocabulary.term import words as region_words
from egraph_opt.prover import NoAnswer, Unsound, admission
from egraph_opt.rules import book
from tests.command.outcomes import FILES, refused, run
from tests.support.kernels import ROOT

RULES = ROOT / "examples/template/my_egraph_opt/rules.py"
COSTS = ROOT / "examples/template/my_egraph_opt/costs.py"
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
    admission.admit.cache_clear()


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
    with pytest.raises(Unsound, match=r"test_own.py:\d+: rule first_of_two: .*\n  with .*\n  before: .*\n  after:  ") as error:
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

    monkeypatch.setattr(admission, "prove", gives_up)
    with pytest.raises(NoAnswer, match="rule same_on_both_sides: out of steps"):
        optimize(KERNEL, rules=[same_on_both_sides])


def test_a_proof_is_made_once_for_the_same_content(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Rule] = []
    prove: Callable[[Rule], Any] = admission.prove
    monkeypatch.setattr(admission, "prove", lambda given: (made.append(given), prove(given))[1])
    for given in (same_on_both_sides, same_on_both_sides, replace(same_on_both_sides)):
        assert admission.admit(given).strength.startswith("all values")
        admission.admit.cache_clear()
    assert made == [same_on_both_sides]
    other = replace(first_of_two, name=same_on_both_sides.name)
    with pytest.raises(Unsound):
        admission.admit(other)
    with pytest.raises(Unsound):  # what was refused is never kept
        admission.admit(other)
    assert made == [same_on_both_sides, other, other]


@pytest.mark.parametrize("kept", ["", "{", "[]", "{}", "null"])
def test_a_damaged_cache_is_no_proof(kept: str, tmp_path: Path) -> None:
    from egraph_opt.prover.kept import path_of

    path = path_of("admitted", first_of_two)
    assert path.is_relative_to(tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text(kept)
    with pytest.raises(Unsound):
        admission.admit(first_of_two)


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
    options = chosen([family, own], {"target": "tts"} if family == "pointer" else {})
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
    assert [each.lowered for each in sent.own] == [same_on_both_sides.lowered]
    assert sent.own[0].before.word is choose and sent.own[0].vocabulary is same_on_both_sides.vocabulary
    assert repr(sent.own) == repr(options.own) and " at 0x" not in repr(options.own)


def test_a_language_with_more_rules_is_made_once() -> None:
    ours = language(("layout",))
    assert extended(ours, ()) is ours and extended(ours, (same_on_both_sides,)) is extended(ours, (same_on_both_sides,))
    assert same_on_both_sides.lowered in extended(ours, (same_on_both_sides,)).program
    assert region_words.family == "region"


def test_explanations_name_rules_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = {each.name: each for each in book("layout")}
    own = replace(ours.pop("convert_pointwise"), name="own_pointwise")
    monkeypatch.setattr("egraph_opt.rules.book", lambda name: tuple(ours.values()))
    (found,) = egraph_opt.explain(FILES["layout"], rules=["layout", own])
    assert "own_pointwise" in str(found.choices) and "convert_pointwise" not in str(found.choices)


# --- files


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str], Path]:
    def written(text: str) -> Path:
        (tmp_path / "mine.py").write_text(text)
        return tmp_path / "mine.py"

    return written


BAD_FILES = [
    ("def f(:\n  pass\n", "", r"mine.py:1:7: error: invalid syntax\ndef f\(:\n      \^"),
    ("x = 1\n\ny = x / 0\n", "", "mine.py:3: error: ZeroDivisionError: division by zero"),
    ("import nothing_of_this_name\n", "", "mine.py:1: error: ModuleNotFoundError: No module named"),
    ("x = 1\n", "", "mine.py: error: it is not a rule, a list of rules or a module with rules"),
    ("x = 1\n", ":x", "mine.py:x: error: it is not a rule, a list of rules or a module with rules"),
    ("example = 1\n", ":exmple", r"mine.py: error: there is no 'exmple' in it \(did you mean example\?\)"),
    (
        RULES.read_text().replace("choose(f, x, x), x", "choose(f, x, y), x"),
        "",
        "mine.py:11: error: rule choose_same: no word 'y'",
    ),
    (RULES.read_text().replace("choose(f, x, x), x", "chose(f, x, x), x"), "", "rule choose_same: no word 'chose'.*is it choose"),
]


@pytest.mark.parametrize(("text", "name", "message"), BAD_FILES)
def test_a_file_that_cannot_be_used_is_one_message(file: Callable[[str], Path], text: str, name: str, message: str) -> None:
    refused(run(f"{{layout}} --rules layout,{file(text)}{name}"), 1, message)
    with pytest.raises(UserError):
        optimize(FILES["layout"], rules=f"{file(text)}{name}")


def test_a_file_that_is_not_there_is_one_message(tmp_path: Path) -> None:
    for option in ("--rules", "--cost"):
        refused(run(f"{{layout}} {option} {tmp_path}/absent.py:x"), 1, "absent.py: error: No such file or directory")


def test_a_wrong_rule_in_a_file_is_refused_before_any_work(file: Callable[[str], Path], tmp_path: Path) -> None:
    wrong = file(
        RULES.read_text().replace("choose(f, x, x), x", "choose(f, x, y), x").replace("x: Value)", "x: Value, y: Value)")
    )
    target = tmp_path / "out.mlir"
    target.write_text("old")
    refused(
        run(f"{{layout}} --rules layout,{wrong} -o {target}"), 1, r"mine.py:8: error: rule choose_same: .*\n  with .*\n  before: "
    )
    (page,) = re.findall(r"^```\n(my_rules.py:8: .*?)^```", (ROOT / "docs/extend.md").read_text(), re.S | re.M)
    said = run(f"{{layout}} --rules {wrong}").stderr.replace(str(wrong), "my_rules.py").replace("choose_same", "choose_wrong")
    shown, found = ([re.sub(r"\d+", "N", line)[:40] for line in text.splitlines()] for text in (page, said))
    assert shown == found, "the page shows what is said"
    assert target.read_text() == "old"
    proved = run(f"prove {wrong} --fresh")
    assert proved.exit_code == 3 and "Unsound: " in proved.stdout and "before: " in proved.stdout


def test_rules_in_files_are_proved_by_name() -> None:
    for name in (f"{RULES}", f"{RULES}:choose_same"):
        done = run(f"prove {name} --fresh")
        assert done.exit_code == 0 and done.stdout.count("proved for all values") == 1 and "choose(f, x, x) = x" in done.stdout


def test_a_module_counts_only_the_rules_that_stand_in_it(file: Callable[[str], Path]) -> None:
    both = file("from egraph_opt.rules.layout import *\n" + RULES.read_text().split('"""', 2)[2])
    assert [each.name for each in books_of(str(both))[2]] == ["choose_same"]


def test_a_file_is_run_again_when_it_changes(file: Callable[[str], Path]) -> None:
    first = outside.in_file(f"{file('x = [1]')}:x")
    assert outside.in_file(f"{file('x = [1]')}:x") is first and outside.in_file(f"{file('x = [2]')}:x") == [2]


def test_a_file_finds_its_neighbours_and_no_others(tmp_path: Path) -> None:
    for folder, number in (("one", 1), ("two", 2)):
        (tmp_path / folder / "parts").mkdir(parents=True)
        (tmp_path / folder / "parts/__init__.py").write_text(f"number = {number}")
        (tmp_path / folder / "helper.py").write_text("from parts import number")
        (tmp_path / folder / "mine.py").write_text(
            "from helper import number\n\ndef late():\n    import later\n    return later.x\n"
        )
        (tmp_path / folder / "later.py").write_text(f"x = {number}")
    assert [outside.in_file(f"{tmp_path}/{folder}/mine.py:number") for folder in ("one", "two")] == [1, 2]
    assert outside.in_file(f"{tmp_path}/two/mine.py").late() in (1, 2)
    (tmp_path / "one/json.py").write_text("x = 1")
    assert hasattr(importlib.import_module("json"), "loads"), "what was loaded before stays"


def test_a_file_that_does_not_end_is_one_message(file: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("egraph_opt.process.loading.SECONDS", 0.05)
    endless = file("try:\n    while True:\n        pass\nexcept Exception:\n    pass\n")
    refused(
        run(f"{{layout}} --rules layout,{endless}"), 1, r"mine.py:[23]: error: it was not loaded within 0.05 s of processor time"
    )
    assert signal.getsignal(signal.SIGPROF) is signal.SIG_DFL and signal.getitimer(signal.ITIMER_PROF)[0] == 0


def test_rules_are_named_alike_where_they_are_proved_and_where_they_run() -> None:
    (ours,) = (each for each in book("layout") if each.name == "cancel_conversion")
    for named in ("cancel_conversion", f"layout,cancel_conversion,{RULES}:choose_same", f"{RULES}"):
        assert run(f"prove {named}").exit_code == 0
        family, books, own = books_of(named)
        assert (family.name, books) == ("layout", ("layout",)) and ours not in own
    assert optimize(KERNEL, rules="cancel_conversion").ir == optimize(KERNEL).ir
    with pytest.raises(OptionError, match=r"no ruleset or rule 'cancel_convertion' \(did you mean cancel_conversion\?\)"):
        optimize(KERNEL, rules="cancel_convertion")


# --- cost models


def unit(arguments: str) -> str:
    done = run(f"{KERNEL} {arguments}")
    assert done.exit_code == 0, done.stderr
    return done.stderr


def test_a_cost_model_in_a_file_decides(file: Callable[[str], Path]) -> None:
    assert " pJ (optimal)" in unit(f"--cost {COSTS}:Energy")
    half = file(COSTS.read_text() + "\nhalf = Energy(picojoules=7.5)\n")
    found = [optimize(KERNEL, cost=f"{path}:{name}").cost_before for path, name in ((COSTS, "Energy"), (half, "half"))]
    assert found[0] == 2 * found[1] > 0
    front = run(f"pareto {KERNEL} {COSTS}:Energy cycles")
    assert front.exit_code == 0 and "energy (pJ)" in front.stdout


BAD_COSTS = [
    ("class Model: ...\n", ":Model", "the cost model 'Model' raised AttributeError"),
    ("class Model:\n    def __init__(self, x): ...\n", ":Model", r"mine.py:Model: error: Model\(\) fails: TypeError"),
    ("x = 1\n", "", "mine.py: error: say which cost model of it"),
    ("x = 1\n", ":x", "error: the cost model"),
]


@pytest.mark.parametrize(("text", "name", "message"), BAD_COSTS)
def test_what_is_no_cost_model_is_one_message(file: Callable[[str], Path], text: str, name: str, message: str) -> None:
    refused(run(f"{{layout}} --cost {file(text)}{name}"), 1, message)


def test_the_plug_in_takes_rules_of_users() -> None:
    pytest.importorskip("triton")
    from egraph_opt import triton as plugin
    from egraph_opt.triton.state.cache import key
    from egraph_opt.triton.state.settings import Settings

    with pytest.raises(Unsound):
        plugin.enable(rules=["layout", first_of_two])
    with pytest.raises(OptionError, match="no use with rules='region'"):
        plugin.enable(rules="region")
    keys = [key(Settings(options=Options(own=own))) for own in ((), (same_on_both_sides,), (replace(same_on_both_sides),))]
    assert keys[0] != keys[1] == keys[2]


def test_mistakes_of_rules_are_the_users() -> None:
    assert issubclass(RuleError, UserError) and issubclass(RuleError, TypeError) and issubclass(outside.OutsideError, ValueError)
    names: Sequence[str] = ["a/b.py", "b.py:name", "c:/x.py:n"]
    assert all(map(outside.is_file, names)) and not any(map(outside.is_file, ["layout", "cycles:target=sm80", "a.py:b:c", ".py"]))
