"""Files of users with rules and cost models: what is loaded from them, and what is said about those that cannot be used."""

from __future__ import annotations

import importlib
import os
import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from egraph_opt import OptionError, optimize
from egraph_opt.core.family import books_of
from egraph_opt.core.user_file import in_file
from egraph_opt.errors import UserError
from egraph_opt.prover import user_rules
from egraph_opt.rules import book
from tests.command.outcomes import FILES, refused, run
from tests.support.kernels import ROOT

RULES = ROOT / "examples/template/my_egraph_opt/rules.py"
COSTS = ROOT / "examples/template/my_egraph_opt/costs.py"
KERNEL = ROOT / "examples/template/kernel.mlir"


@pytest.fixture(autouse=True)
def _no_proofs_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    user_rules.admit.cache_clear()


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str], Path]:
    def written(text: str) -> Path:
        (tmp_path / "mine.py").write_text(text)
        return tmp_path / "mine.py"

    return written


def changed(old: str, new: str) -> str:
    """The rules of the template with one thing changed."""
    text = RULES.read_text()
    assert old in text, old
    return text.replace(old, new)


WRONG_NAME = changed("choose(f, x, x), x", "choose(f, x, y), x")
"""The rule has a variable that it does not declare."""
BAD_FILES = [
    ("def f(:\n  pass\n", "", r"mine.py:1:7: error: invalid syntax\ndef f\(:\n      \^"),
    ("x = 1\n\ny = x / 0\n", "", "mine.py:3: error: ZeroDivisionError: division by zero"),
    ("import sys\nsys.exit(3)\n", "", "mine.py:2: error: SystemExit: 3"),
    ("import nothing_of_this_name\n", "", "mine.py:1: error: ModuleNotFoundError: No module named"),
    ("x = 1\n", "", "mine.py: error: it is not a rule, a list of rules or a module with rules"),
    ("x = 1\n", ":x", "mine.py:x: error: it is not a rule, a list of rules or a module with rules"),
    ("example = 1\n", ":exmple", r"mine.py: error: there is no 'exmple' in it \(did you mean example\?\)"),
]
BAD_RULES = [
    (WRONG_NAME, "mine.py:11: error: rule choose_same: no word 'y'"),
    (
        changed(", choose", ""),
        r"mine.py:11: error: rule choose_same: no word 'choose' is .* \(import it from egraph_opt.families.layout.vocabulary.term\)",
    ),
    (
        changed(", choose", ", chose"),
        r"mine.py:5: error: there is no 'chose' in egraph_opt.families.layout.vocabulary.term \(did you mean choose\?\)",
    ),
    (
        changed(", choose", ", small"),
        r"there is no 'small' in \S+ \(import it from egraph_opt.families.pointer.vocabulary.conditions\)",
    ),
    (changed("vocabulary.term", "vocabulary.trm"), r"5: error: No module named '\S+' \(did you mean term\?\)"),
    (changed("import Function, ", "import "), r"'Function' is not defined \(import it from egraph_opt.families.layout"),
    (changed("choose(f, x, x), x", "chose(f, x, x), x"), "rule choose_same: no word 'chose'.*is it choose"),
]


def test_a_file_has_one_name_in_all_messages(file: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(file("").parent)
    for text in (WRONG_NAME, "1 / 0\n"):
        file(text)
        for name in ("mine.py", str(Path("mine.py").resolve())):
            assert run(f"{KERNEL} --rules layout,{name}").stderr.startswith("mine.py:"), (text, name)


@pytest.mark.parametrize(("text", "name", "message"), [*BAD_FILES, *((text, "", message) for text, message in BAD_RULES)])
def test_a_file_that_cannot_be_used_is_one_message(file: Callable[[str], Path], text: str, name: str, message: str) -> None:
    refused(run(f"{{layout}} --rules layout,{file(text)}{name}"), 1, message)
    with pytest.raises(UserError):
        optimize(FILES["layout"], rules=f"{file(text)}{name}")


def test_a_file_that_is_not_there_is_one_message(tmp_path: Path) -> None:
    for option in ("--rules", "--cost"):
        refused(run(f"{{layout}} {option} {tmp_path}/absent.py:x"), 1, "absent.py: error: No such file or directory")


def test_a_wrong_rule_in_a_file_is_refused_before_any_work(file: Callable[[str], Path], tmp_path: Path) -> None:
    wrong = file(WRONG_NAME.replace("x: Value)", "x: Value, y: Value)"))
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
    assert proved.exit_code == 3 and "rule choose_same: " in proved.stdout and "before: " in proved.stdout


def test_rules_in_files_are_proved_by_name() -> None:
    for name in (f"{RULES}", f"{RULES}:choose_same"):
        done = run(f"prove {name} --fresh")
        assert done.exit_code == 0 and done.stdout.count("proved for all values") == 1 and "choose(f, x, x) = x" in done.stdout


def test_a_module_counts_only_the_rules_that_stand_in_it(file: Callable[[str], Path]) -> None:
    both = file("from egraph_opt.rules.layout import *\n" + RULES.read_text().split('"""', 2)[2])
    assert [each.name for each in books_of(str(both))[2]] == ["choose_same"]


def test_a_file_is_run_again_when_it_changes(file: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where Python keeps bytecode, and where the file has the length and the time that it had."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)

    def found(text: str) -> object:
        path = file(text)
        os.utime(path, (1, 1))
        return in_file(f"{path}:x")

    first = found("x = [1]")
    assert found("x = [1]") is first and found("x = [2]") == [2]


def test_a_file_finds_its_neighbours_and_no_others(tmp_path: Path) -> None:
    for folder, number in (("one", 1), ("two", 2)):
        (tmp_path / folder / "parts").mkdir(parents=True)
        (tmp_path / folder / "parts/__init__.py").write_text(f"number = {number}")
        (tmp_path / folder / "helper.py").write_text("from parts import number")
        (tmp_path / folder / "mine.py").write_text(
            "from helper import number\n\ndef late():\n    import later\n    return later.x\n"
        )
        (tmp_path / folder / "later.py").write_text(f"x = {number}")
    assert [in_file(f"{tmp_path}/{folder}/mine.py:number") for folder in ("one", "two")] == [1, 2]
    assert in_file(f"{tmp_path}/two/mine.py").late() in (1, 2)
    (tmp_path / "one/json.py").write_text("x = 1")
    assert hasattr(importlib.import_module("json"), "loads"), "what was loaded before stays"


def test_a_file_that_does_not_end_is_one_message(file: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("egraph_opt.process.user_code.SECONDS", 0.05)
    endless = file("try:\n    while True:\n        pass\nexcept Exception:\n    pass\n")
    refused(run(f"{{layout}} --rules layout,{endless}"), 1, r"mine.py:[23]: error: it was not loaded within 0.05 s of CPU time")
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
    (
        "class Model: ...\n",
        ":Model",
        "mine.py:1: error: Model lacks cost, name, unit, change_factor, .* derive from Converts, or define them",
    ),
    ("class Model:\n    def __init__(self, x): ...\n", ":Model", r"mine.py:1: error: Model\(\) fails: TypeError"),
    ("x = 1\n", "", "mine.py: error: say which cost model of it"),
    ("x = 1\n", ":x", "error: the cost model"),
]


@pytest.mark.parametrize(("text", "name", "message"), BAD_COSTS)
def test_what_is_no_cost_model_is_one_message(file: Callable[[str], Path], text: str, name: str, message: str) -> None:
    refused(run(f"{{layout}} --cost {file(text)}{name}"), 1, message)
