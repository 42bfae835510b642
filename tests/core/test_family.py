"""One core for all families: they are found, their options are declared once, and what works for one works for all, or says why not."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import egraph_opt
from egraph_opt.command.cli import main
from egraph_opt.core.family import Family, choose_options, families
from egraph_opt.core.options import OptionError, declared_options
from egraph_opt.families.layout.optimize import LayoutTask
from egraph_opt.families.pointer import raise_text
from tests.command.outcomes import FILES, run
from tests.support.kernels import ROOT

FIFTH = """
from dataclasses import dataclass, replace
from egraph_opt.checker import check
from egraph_opt.core.family import Family
from egraph_opt.core.options import Options, option
from egraph_opt.core.result import FunctionResult
from egraph_opt.core.task import Task


@dataclass(frozen=True)
class DoneOptions(Options):
    family = "done"
    greeting: str = option("", "What functions are marked with.", choices=("hello", "goodbye"))


class DoneTask(Task[DoneOptions]):
    def alternatives(self, unit):
        if symbol_name(unit) == "broken":
            raise ZeroDivisionError("on purpose")
        yield unit, FunctionResult(symbol_name(unit), 0, 0.0, 0.0, 0.0, True, promises=(self.options.greeting,))

    def prove(self, before, after):
        return check(before, after)


FAMILY = Family(
    name="done", programs="a program that is done", options=DoneOptions, task=lambda: DoneTask,
    recognises=lambda text, name: 9 * ("done" in text),
)
"""
PROGRAM = "module {\n  func.func @done() {\n    func.return\n  }\n  func.func @broken() {\n    func.return\n  }\n}\n"
START = """
import sys, egraph_opt.families
egraph_opt.families.__path__.append(sys.argv.pop(1))
from egraph_opt.command.cli import main
from egraph_opt.ir.module import symbol_name
main()
"""


@pytest.mark.long
def test_a_fifth_family_is_one_folder(tmp_path: Path) -> None:
    (tmp_path / "done").mkdir()
    (tmp_path / "done/__init__.py").write_text(FIFTH)
    (tmp_path / "done.mlir").write_text(PROGRAM)

    def command(*arguments: str) -> subprocess.CompletedProcess[str]:
        line = [sys.executable, "-c", START, str(tmp_path), *arguments]
        return subprocess.run(line, cwd=ROOT, capture_output=True, text=True)

    file = str(tmp_path / "done.mlir")
    done = command(file, "--rules", "done", "--greeting", "hello")
    assert done.stdout == PROGRAM and done.returncode == 4
    assert (
        "remark: @done: hello" in done.stderr and "@broken: left unchanged: internal failure while optimizing it" in done.stderr
    )
    assert json.loads(command(file, "--rules", "done", "--emit", "json").stdout)["functions"][0]["optimal"] is True
    assert "With --rules done: --greeting [hello|goodbye] What functions are marked with." in " ".join(
        command("opt", "--help-all").stdout.split()
    )
    assert "--greeting: no use with --rules layout: use it with --rules done" in command(file, "--greeting", "hello").stderr
    assert "this is a program that is done" in command(file).stderr
    assert "explain: no use with --rules done" in command("explain", file, "--rules", "done").stderr


NAMED: list[tuple[str, dict[str, Any], str]] = [
    ("layout", {"candidate": 3}, "there is no option candidate: did you mean candidates[?]"),
    ("layout", {"nothing_like_it": 3}, "there is no option nothing_like_it$"),
    ("layout", {"target": "tts"}, "target: no use with rules='layout': use it with rules='numerics' or rules='pointer'"),
    ("layout", {"target": "tts", "any_cost": True}, "target, any_cost: no use with rules='layout': use them with"),
    ("region", {"candidates": 3}, "use it with rules='layout' or rules='vector-layout'"),
    (
        "pointer",
        {"target": "ttx"},
        "target is one of tts, block-pointer, descriptor, host-descriptor, buffer, pointers, not 'ttx'",
    ),
    ("pointer", {"target": "tts", "any_cost": True}, "any_cost does nothing without target='descriptor'"),
    ("pointer", {"target": "descriptor", "any_cost": True, "assume_trips": 3.0}, "assume_trips does nothing with any_cost"),
    ("pointer", {"target": "tts", "version": "loop", "num_warps": 3}, "num_warps: a kernel is launched with a power of two"),
    ("layout", {"candidates": True}, "candidates is a whole number from 1 to 64, not True"),
    ("layout", {"candidates": 1.5}, "candidates is a whole number from 1 to 64, not 1.5"),
    ("layout", {"work_limit": -1}, "work_limit is a whole number, at least 0, not -1"),
    ("layout", {"check": 1.0}, "check is True or False, not 1.0"),
    ("layout", {"assume_no_alias": True}, "assume_no_alias does nothing without loads_first"),
    ("region", {"cost": "cycles"}, "cost: no cost model 'cycles' for dispatch regions"),
    ("region", {"iree_target": "llvm"}, "no IREE target 'llvm'"),
]


@pytest.mark.parametrize(("rules", "given", "message"), NAMED)
def test_options_are_checked_by_name_and_range(rules: str, given: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        choose_options(rules, given)


@pytest.mark.parametrize("family", families().values(), ids=families())
def test_each_family_does_it_or_says_why_not(family: Family) -> None:
    for command, does in (("explain", family.explain), ("pareto", family.pareto or family.fronts)):
        assert bool(does) != (command in family.meaningless), command
    assert all(family.comparison(name) for name in family.comparisons)
    assert all(option.help for option in declared_options(family.options).values())


@pytest.mark.parametrize("family", [f for f in families().values() if f.shares], ids=lambda f: f.name)
def test_families_for_the_same_programs_read_the_same_files(family: Family) -> None:
    assert family.suffixes == families()[family.shares].suffixes


def test_help_lists_the_options_of_each_family() -> None:
    assert egraph_opt.optimize.__doc__
    for family in families().values():
        listed = egraph_opt.optimize.__doc__.partition(f"`rules={family.name!r}`:")[2]
        assert all(f"    - `{name}`: " in listed for name in declared_options(family.options))


def test_pointers_are_a_family_as_any_other() -> None:
    result = egraph_opt.optimize(FILES["pointer"], rules="pointer", target="tts")
    again = raise_text(FILES["pointer"].read_text(), "copy", "tts")
    assert (result.ir, result.functions) == (again.ir, again.functions)
    assert result.headline == "2 of 2 accesses raised to tts" and set(result.timings) == {"read", "raise", "decode", "check"}
    done = run("{pointer} --rules pointer --target tts --emit json --timing")
    assert [report["raised"] for report in json.loads(done.stdout)["functions"][0]["reports"]] == [True, True]
    assert "raise" in done.stderr
    generic = run("{pointer} --rules pointer --target block-pointer --version loop --emit generic")
    assert generic.exit_code == 0 and '"tt.make_tensor_ptr"(' in generic.stdout
    assert "not written in generic form" in run("{pointer} --rules pointer --target tts --emit generic").stderr


def test_limits_of_pointers_are_said() -> None:
    few = egraph_opt.optimize(FILES["pointer"], rules="pointer", target="tts", limits=egraph_opt.Limits(iterations=1))
    assert few.stopped_by == "iterations" and any(report.how == "unstructured" for report in few.reports)
    stopped = [run(f"{{pointer}} --rules pointer --target tts --max-nodes 1{strict}") for strict in ("", " --strict")]
    assert [done.exit_code for done in stopped] == [0, 4]


def test_what_became_of_an_access_is_explained() -> None:
    (found,) = egraph_opt.explain(FILES["pointer"], rules="pointer", target="tts")
    assert [choice.access for choice in found.choices] == ["tt.load", "tt.store"]
    named = json.loads(run(f"explain {{pointer}} {found.choices[0].value} --rules pointer --target tts --json").stdout)
    assert [choice["line"] for choice in named["choices"]] == [choice.line for choice in found.choices]


@pytest.mark.long
@pytest.mark.parametrize(("file", "rules", "models"), [
    ("region", "region", ("latency", "dispatches")), ("vector", "vector-layout", ("instructions", "shared_bytes")),
])  # fmt: skip
def test_fronts_of_other_costs(file: str, rules: str, models: tuple[str, str]) -> None:
    pytest.importorskip("iree.compiler")
    front = egraph_opt.pareto(FILES[file], *models, rules=rules)
    assert front and all(corner.found.cost_after < corner.found.cost_before for corner in front)
    alone = egraph_opt.optimize(FILES[file], rules=rules, cost=models[0])
    assert min(corner.first for corner in front) == pytest.approx(alone.cost_after)
    kept = egraph_opt.optimize(FILES[file], rules=rules, cost=models[0], min_gain=0.9)
    assert kept.ir == FILES[file].read_text() and "asked for" in kept.remarks[0]


@pytest.mark.engine_fails
def test_no_failure_costs_the_input(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr(LayoutTask, "confirm", fails)
    result = egraph_opt.optimize(FILES["layout"])
    assert result.ir == FILES["layout"].read_text() and result.stopped_by == "error"
    assert "internal failure" in result.remarks[0] and "ZeroDivisionError" not in result.remarks[0]


def test_costs_are_listed_for_every_family() -> None:
    listed = CliRunner().invoke(main, ["costs"]).stdout
    for family in families().values():
        assert all(f"{name} " in listed for name in (family.code("models") if family.models else ()))


def test_what_users_call_and_no_module_has_its_name() -> None:
    better = egraph_opt.optimize(FILES["layout"]).ir
    assert egraph_opt.check(FILES["layout"], better).equal
    assert not egraph_opt.check(FILES["layout"], better.replace("arith.mulf", "arith.addf")).equal
    assert egraph_opt.check(f"{better}\n// -----\n{better}", better).reason == "2 modules before, 1 after"
    assert egraph_opt.prove("cancel_conversion").strength.startswith("all values")
    with pytest.raises(OptionError, match=r"no rule 'cancel' \(did you mean cancel_\w+\?\)$"):
        egraph_opt.prove("cancel")
    modules = {path.stem for path in (ROOT / "egraph_opt").glob("*.py")} | {
        p.name for p in (ROOT / "egraph_opt").iterdir() if p.is_dir()
    }
    assert not modules & set(egraph_opt.__all__)


def test_errors_have_one_base_and_remarks_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    for wrong, given in ({"source": "module {"}, {}), ({"source": FILES["layout"]}, {"candidates": 0}):
        with pytest.raises(egraph_opt.EgraphOptError):
            egraph_opt.optimize(**wrong, **given)
    with caplog.at_level("INFO", "egraph_opt"):
        result = egraph_opt.optimize(FILES["layout"], min_gain=1.0)
    assert result.remarks and [record.message for record in caplog.records if record.levelname == "INFO"] == [
        f"{FILES['layout']}: {remark}" for remark in result.remarks
    ]
