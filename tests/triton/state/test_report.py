"""Reports: what they say of real compilations, as a line, a table, JSON and through `logging`."""

from __future__ import annotations

import io
import json
import logging
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("triton")

import egraph_opt.triton as plugin
from egraph_opt.baseline.ptxas_counts import Static, counts
from egraph_opt.machine.prediction import ResourceUse, processor_of
from egraph_opt.text.difference.changes import changes
from egraph_opt.triton.capture.fake_driver import driver, target_of
from egraph_opt.triton.compile.code_judge import losing
from egraph_opt.triton.state import search_progress, shared_memory_limits
from tests.support import jit_kernels
from tests.support.jit_kernels import compile_for, warm_up
from tests.support.kernels import ROOT

own_cache, in_this_process = jit_kernels.own_cache, jit_kernels.in_this_process


def launched(name: str) -> plugin.Kernel:
    with plugin.enabled(), driver(target_of("cuda:90")):
        warm_up(name)
        return plugin.report().kernels[-1]


def test_a_changed_kernel_says_what_changed_and_what_is_predicted(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "egraph_opt.triton"):
        found = launched("layer_norm")
    assert (found.outcome, found.num_warps, found.constants) == ("changed", 4, {"ROWS": 2, "BLOCK": 256}) and found.num_stages > 0
    assert found.change.startswith("2 of 2 conversions gone") and (found.converts_before, found.converts_after) == (2, 0)
    assert found.predicted is not None and 0 < found.predicted.after < found.predicted.before and 0 < found.predicted.saves < 1
    (record,) = [
        each
        for each in caplog.records
        if each.name == "egraph_opt.triton" and "layer_norm" in each.message and "ROWS" in each.message
    ]
    assert record.levelno == logging.INFO and "predicted: " in record.message and "conversions gone" in record.message
    assert vars(record)["kernel"] == found


def test_a_table_and_json_have_every_kernel() -> None:
    with plugin.enabled(), driver(target_of("cuda:90")):
        warm_up("layer_norm")
        warm_up("softmax")
        report = plugin.report()
    lines = report.table().splitlines()
    assert lines[0] == "layer_norm" and lines[-1] == str(report) and repr(report) == f"<Report {report}>"
    assert any("configuration" in line and "num_warps=4" in line and "ROWS=2" in line for line in lines)
    assert any("predicted" in line and "cycles" in line for line in lines)
    assert max(map(len, lines[:-1])) <= 80 and "\n" not in str(report)
    read = json.loads(report.json())
    assert read["schema_version"] == 1 and read["says"] == str(report)
    assert [kernel["name"] for kernel in read["kernels"]] == ["layer_norm", "softmax"]
    assert read["kernels"][0]["predicted"]["before"] == report.kernels[0].predicted.before
    assert read["kernels"][1]["outcome"] == "kept" and read["kernels"][1]["reason"]


def test_names_with_brackets_stay_as_they_are() -> None:
    report = plugin.Report((plugin.Kernel("f[bold]", "cuda:90", "kept", "[red]no conversions"),))
    assert "f[bold]" in report.table() and "[red]no conversions" in report.table()


def test_a_program_of_tritons_that_does_not_fit_is_told_apart(
    monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
) -> None:
    monkeypatch.setitem(shared_memory_limits.SHARED_LIMIT, "cuda:90", 16)
    with plugin.enabled():
        compile_for("cuda:90", "row_sums")
        report = plugin.report()
    (found,) = report.kernels
    assert (found.outcome, report.failed, report.unfit) == ("unfit", 0, 1) and "Triton's own program has" in found.reason
    assert "0 failed, 1 that Triton cannot make" in str(report)
    assert not [each for each in recwarn if "egraph_opt" in str(each.message)]


@pytest.mark.parametrize("stage", ["ttgir", "llir"])
def test_what_triton_itself_cannot_compile_is_told_apart(stage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from triton.backends.nvidia.compiler import CUDABackend

    def refuses(*_: Any, **__: Any) -> None:
        raise RuntimeError(f"no {stage} of this")

    monkeypatch.setattr(CUDABackend, f"make_{stage}", staticmethod(refuses) if stage == "ttgir" else refuses)
    with plugin.enabled(), pytest.raises(RuntimeError, match=f"no {stage} of this"):
        compile_for("cuda:90", "row_sums")
    (found,) = plugin.report().kernels
    assert found.outcome == "unfit" and f"no {stage} of this" in found.reason


PAIRS = {
    ("rlc2.before", "rlc3.before"): "gone",
    ("rlc3.before", "rlc2.before"): "more",
}


@pytest.mark.parametrize(("pair", "word"), PAIRS.items())
def test_changes_count_conversions(pair: tuple[str, str], word: str) -> None:
    folder = ROOT / "benchmarks/corpus/kernels/fla.chunk_gla_bwd_kernel_intra"
    before, after = ((folder / f"{name}.ttgir").read_text() for name in pair)
    difference = abs(before.count("ttg.convert_layout") - after.count("ttg.convert_layout"))
    assert difference > 1 and changes(before, after).startswith(f"{difference} ") and word in changes(before, after).split(",")[0]


def test_changes_see_loads() -> None:
    plain = compile_for("cuda:90", "scaled").asm["ttgir"]
    with plugin.enabled():
        ours = compile_for("cuda:90", "scaled").asm["ttgir"]
    assert changes(plain, ours) == "1 of 2 loads earlier"
    assert changes(plain, plain) == "operations in another order"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("terminal", "on", "shown"), [(True, True, True), (True, False, False), (False, True, False)])
def test_a_line_tells_what_the_first_compilation_searches(
    terminal: bool, on: bool, shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    into = Terminal() if terminal else io.StringIO()
    monkeypatch.setattr(sys, "stderr", into)
    monkeypatch.setattr(search_progress, "_shown", False)
    with plugin.enabled(progress=on):
        compile_for("cuda:90", "softmax")
        compile_for("cuda:90", "scaled")
    said = into.getvalue()
    assert said.count("searching for a better softmax") == shown and "scaled" not in said
    assert not shown or said.endswith("\r"), "the line is taken away again"


def test_the_environment_turns_the_line_off(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("EGRAPH_OPT_PROGRESS", "0")
    with plugin.enabled():
        assert search_progress.on is False
    monkeypatch.delenv("EGRAPH_OPT_PROGRESS")
    with plugin.enabled():
        assert search_progress.on is True


def test_what_a_sentinel_found_is_in_the_line_and_in_the_table() -> None:
    found = plugin.Guarded(
        "f", "different", "1 element of x", ("triton", "ours"), "ours", "an interpreter cannot tell", "found/f"
    )
    report = plugin.Report(guarded=(found, plugin.Guarded("g", "same", "", ("triton", "assembled"))))
    assert str(report) == "0 kernels compiled: 0 changed, 0 kept, 0 failed, 2 compared, 1 compiled wrongly"
    assert "found/f" in report.table() and "triton, assembled" in report.table() and report.alarms == (found,)


def test_numbers_are_those_of_a_comparison() -> None:
    """One name, one number: what the plug-in says of an instance's cycles, `compare` counts of the same programs."""
    plain = compile_for("cuda:90", "scaled").asm["ttgir"]
    with plugin.enabled():
        ours = compile_for("cuda:90", "scaled").asm["ttgir"]
    (found,) = plugin.report().kernels
    counted = [static for static in counts([plain, ours], timeout=100.0) if isinstance(static, Static)]
    processor = processor_of("cuda:90")
    assert processor is not None and found.predicted is not None and len(counted) == 2
    assert [each.use.cycles(processor) for each in counted] == [found.predicted.before, found.predicted.after]


SAID = {
    (0.0, 32, 0, 3000.0): "our best program is predicted to take as long as Triton's",
    (
        -0.05,
        40,
        0,
        3100.0,
    ): "5.0% longer than Triton's: modelled cost 90 instead of 100 cycles, 40 registers instead of 32, 12 program",
    (0.02, 32, 0, 3010.0): "must save 3.5%: modelled cost 90 instead of 100 cycles, 3,010 cycles of an instance instead of 3,000",
    (
        0.005,
        32,
        0,
        2990.0,
    ): "must save 1.0%: modelled cost 90 instead of 100 cycles, 2,990 cycles of an instance instead of 3,000",
    (-0.05, 32, 448, 3000.0): "448 bytes of stack instead of 0",
}
"""A predicted gain, registers, bytes of stack and cycles of a program of ours, and what is said of it; Triton's has 32, 0 and 3,000."""


@pytest.mark.parametrize(("ours", "said"), SAID.items())
def test_why_a_program_is_not_used(ours: tuple[float, int, int, float], said: str) -> None:
    processor = processor_of("cuda:90")
    assert processor is not None
    gain, registers, spilled, cycles = ours
    assert said in losing(
        (100.0, 90.0), gain, ResourceUse(registers, spilled, 0, 4, cycles), ResourceUse(32, 0, 0, 4, 3000.0), processor
    )


def test_the_line_has_the_predicted_time_and_a_kept_kernel_has_none() -> None:
    prediction = plugin.Prediction(100.0, 90.0, 0.19)
    changed = plugin.Kernel("f", "cuda:90", "changed", "", 50.0, 50.0, predicted=prediction)
    kept = plugin.Kernel("g", "cuda:90", "kept", "longer", predicted=plugin.Prediction(100.0, 100.0, 0.0))
    assert "1 changed (predicted time -19.0%)" in str(plugin.Report((changed, kept)))
    assert "2 changed (predicted time -10.0% in the geometric mean)" in str(
        plugin.Report((changed, replace(changed, predicted=plugin.Prediction(1.0, 1.0, 0.0))))
    )
    assert changed.row()[4] == "100 to 90 cycles of an instance, -19.0% time" and kept.row()[4] == ""
