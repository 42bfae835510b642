"""Statements of a report about a kernel agree with the programs, the extractors and the checker."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from egraph_opt import check, evaluate, optimize, read
from egraph_opt.baseline import libtriton
from egraph_opt.core.family import choose_options, families
from egraph_opt.cost import Cycles
from egraph_opt.families.layout.report.code_counts import reason
from egraph_opt.families.layout.report.line_costs import in_our_words, side
from egraph_opt.reports.report_builder import ReportScope, build
from egraph_opt.reports.text_report import report_lines
from egraph_opt.text.difference.line_diff import rows
from tests.command.outcomes import FILES
from tests.reports.pages import KERNELS, MIDDLE, SMALL, other, report

FAN_OUT = FILES["layout"]
TWINS = KERNELS / "fla.chunk_gla_bwd_kernel_intra/rlc3.before.ttgir"
"""A kernel in which several values of the input are equal, of one type and of several."""


def test_both_programs_are_those_of_optimize() -> None:
    found, result = report(MIDDLE), optimize(MIDDLE)
    before, after = found.parts.sides
    assert ("\n".join(before.lines) + "\n", "\n".join(after.lines) + "\n") == (MIDDLE.read_text(), result.ir)
    assert (found.cost_before, found.cost_after, found.headline) == (result.cost_before, result.cost_after, result.headline)
    assert [each.cost for each in (before, after)] == pytest.approx([result.cost_before, result.cost_after])
    for each in (before, after):
        assert sum(op.cost for op in each.operations) == pytest.approx(each.cost)
        assert sum(op.name == "ttg.convert_layout" for op in each.operations) == each.conversions
        assert all(op.name in each.lines[op.line - 1] for op in each.operations if not op.name.startswith("scf."))


@pytest.mark.parametrize("path", [FAN_OUT, MIDDLE], ids=lambda path: path.stem)
def test_values_stand_where_the_report_says(path: Path) -> None:
    parts = report(path).parts
    for value in parts.values:
        for names, lines, each in (
            (value.before, value.lines_before, parts.sides[0]),
            (value.after, value.lines_after, parts.sides[1]),
        ):
            texts = [each.lines[line - 1] for line in lines]
            assert all(any(re.search(rf"{re.escape(name.partition('#')[0])}\b", text) for text in texts) for name, _ in names)
        layouts = [{layout for _, layout in names} for names in (value.before, value.after)]
        assert (layouts[0] != layouts[1]) == (value.state == "changed"), value
    assert any(value.state == "changed" for value in parts.values)


def test_what_changed_follows_by_rules_that_are_proved() -> None:
    parts = report(MIDDLE).parts
    steps = [step.rule for value in parts.values for chain in value.chains for step in chain.steps]
    assert {rule.name: rule.uses for rule in parts.rules} == {name: steps.count(name) for name in set(steps)}
    assert steps and all(rule.proof.startswith("proved for all values") for rule in parts.rules)
    assert all(value.state == "changed" for value in parts.values if value.chains)


@pytest.mark.parametrize("path", [FAN_OUT, MIDDLE], ids=lambda path: path.stem)
def test_an_alternative_costs_no_less_than_what_was_chosen_and_no_more_than_the_input(path: Path) -> None:
    """The input is one of the programs that compute a value as it was written, if all of it is computed so there."""
    found = report(path, alternatives=40)
    (record,) = found.functions
    saved = record["cost_before"] - record["cost_after"] - record["changes"]
    priced = [(value, way) for value in found.parts.values for way in value.alternatives if way.more is not None]
    assert priced
    for value, way in priced:
        assert way.more is not None and way.more >= 0 and not way.chosen
        if way.written and {layout for _, layout in value.before} == {way.layout}:
            assert way.exact and way.more <= saved * (1 + 1e-6), (value.name, way)


@pytest.mark.parametrize("path", [MIDDLE, TWINS], ids=lambda path: path.parent.name)
def test_each_alternative_that_is_chosen_is_how_the_result_has_it(path: Path) -> None:
    for value in report(path).parts.values:
        chosen_in = {way.layout for way in value.alternatives if way.chosen or way.conversion_chosen}
        assert not value.alternatives or {layout for _, layout in value.after} <= chosen_in, value
        assert value.state != "unknown" or not value.alternatives


def test_equal_runs_give_equal_reports_without_time() -> None:
    first, again = (build(FAN_OUT.read_text(), "k", choose_options("layout", {}), ReportScope(3, False, False)) for _ in range(2))
    data = first.to_json()
    assert data == again.to_json() == json.loads(json.dumps(data)) | {k: data[k] for k in data if k != "schema_version"}
    assert "seconds" not in data and "timings" not in data


def test_a_program_with_nothing_to_gain() -> None:
    found = report(SMALL)
    assert found.parts.verdict == "The result is the input." and not found.parts.rules
    assert {value.state for value in found.parts.values} <= {"unchanged", "fixed", "unknown"}
    assert "no value is held in another layout than before" in list(report_lines(found))


def test_a_function_that_keeps_its_form_for_a_reason_says_so() -> None:
    found = build(FAN_OUT.read_text(), "k", choose_options("layout", {"min_gain": 1.0}), ReportScope(3, False, False))
    assert found.parts.verdict == "The result is the input." and "less than 1 (asked for) of the " in found.remarks[0]
    assert not any(value.chains or value.state == "changed" for value in found.parts.values)


@pytest.mark.parametrize("path", [FAN_OUT, MIDDLE], ids=lambda path: path.stem)
def test_tritons_result_reads_as_the_input_where_it_is_the_same(path: Path) -> None:
    if not libtriton.available():
        pytest.skip("Triton is not installed")
    text = path.read_text()
    (answer,) = libtriton.ask("greedy", [text])
    assert answer.text
    ours = in_our_words(text, answer.text, path.name)
    assert check(answer.text, ours).equal
    costs = [evaluate(read(each).functions()[0], Cycles()).cost for each in (answer.text, ours)]
    assert costs[0] == pytest.approx(costs[1])
    changed = [sum(row.kind != "same" for row in rows(text.splitlines(), each.splitlines())) for each in (answer.text, ours)]
    assert changed[1] < changed[0]


@pytest.mark.parametrize("path", [SMALL, MIDDLE], ids=lambda path: path.parent.name)
def test_a_program_in_its_own_words_is_itself(path: Path) -> None:
    text = path.read_text()
    other = re.sub(r"%(\d+)", r"%x\1", text).replace("#blocked", "#other")
    assert other != text and in_our_words(text, other, path.name) == text


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            'RuntimeError: Parse failed. ("/tmp/a-b/p.ttgir":9:15): error: operation',
            "RuntimeError: Parse failed. line 9: error: operation",
        ),
        (
            'RuntimeError: Parse\n failed. (loc("/tmp/a-b/p.ttgir":16:7): error: x)',
            "RuntimeError: Parse failed. line 16: error: x",
        ),
        ("ptxas fatal : /tmp/x/kernel.ptx, line 3; bad", "ptxas fatal : it, line 3; bad"),
        ("no PTX for hip:gfx942 (yet)", "no PTX for hip:gfx942 (yet)"),
    ],
)
def test_errors_name_no_file_that_is_gone(error: str, said: str) -> None:
    assert reason(error) == said


def test_source_lines_add_up() -> None:
    lines = FAN_OUT.read_text().splitlines()
    placed = [f'{line} loc("kernel.py":{n % 5 + 1}:3)' if re.match(r"\s*%\w+ = ", line) else line for n, line in enumerate(lines)]
    found = side("input", "Input", "\n".join(placed), "k", Cycles())
    assert {op.source for op in found.operations} - {""} == {f"kernel.py:{n}" for n in range(1, 6)}
    whole = build("\n".join(placed), "k", choose_options("layout", {}), ReportScope(0, False, False))
    for name in ("input", "result"):
        total = sum(line.cost[name] for line in whole.parts.sources)
        each = whole.side(name)
        assert each is not None and total == pytest.approx(sum(op.cost for op in each.operations if op.source))
    assert not any("source locations" in line for line in whole.parts.missing)
    assert any("source locations" in line for line in report(FAN_OUT).parts.missing)


@pytest.mark.parametrize("family", ["pointer", "region", "vector-layout"])
def test_other_families_have_what_they_have(family: str) -> None:
    if family != "pointer":
        pytest.importorskip("iree.compiler")
    found = other(family)
    assert found.parts.verdict == families()[family].evidence and len(found.parts.missing) == 1
    assert [each.name for each in found.parts.sides] == ["input", "result"] and found.parts.diffs
    assert bool(found.parts.accesses) == (family == "pointer")
    assert replace(found.parts, accesses=[]).values == []
