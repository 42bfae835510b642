"""Outputs go through the rest of Triton's pipeline as far as their inputs; the judge sees one that does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.trust.rest import judge, kernels, seeds
from benchmarks.trust.rest.reach import reached, shortfall
from egraph_opt.baseline.libtriton import available
from tests.support.task_assignments import CASES
from tests.trust.parts import part

pytestmark = pytest.mark.skipif(not available(), reason="Triton is not installed")


def test_outputs_of_kernels_go_as_far_as_their_inputs() -> None:
    rows = part(*kernels.SWEEPS, every=100)
    assert len(rows) == len(judge.SETTINGS)
    for row in rows:
        assert int(row["changed"]) == int(row["verified"]) == int(row["reach as far"]) > 0
        assert row["not read"] == row["left by an error"] == row["dearer, with a remark"] == "0"


def test_a_program_that_stops_earlier_is_seen() -> None:
    text, _ = CASES["a stage"]
    before, after = reached([text, text.replace("{loop.cluster = 1 : i32, loop.stage = 1 : i32}", "")])
    assert not shortfall(before, before) and before["pipeline"][-1] == "end"
    wrong = text.replace("%v {loop.cluster = 0 : i32, loop.stage = 2 : i32}", "%v {loop.cluster = 0 : i32}")
    assert wrong != text
    (after,) = reached([wrong])
    assert shortfall(before, after)


def test_modules_of_a_folder_are_split_and_those_that_triton_refuses_are_counted(tmp_path: Path) -> None:
    texts = [
        CASES["a partition"][0],
        CASES["a task"][0].replace("arith.extf", "arith.extx"),
        "module {\n}\n",
        CASES["two stages"][0],
    ]
    (tmp_path / "some.mlir").write_text("// -----\n".join(texts))
    programs = list(judge.modules(tmp_path))
    assert [text.count("tt.func") for _, text in programs] == [1, 1, 1]
    found = judge.judge(programs)
    assert not found.wrong and found.note == "1 of 3 modules are unreadable by Triton"
    assert [row[1] for row in found.rows] == [2, 2, 2] and all(int(str(row[4])) > 0 for row in found.rows)


def test_parts_in_processes_add_up() -> None:
    programs = [(name, CASES[name][0]) for name in ("a partition", "two stages", "a task")]
    whole, parts = judge.judge(programs), judge.judge_in_parts(programs, 2)
    assert (whole.rows, whole.note, sorted(whole.wrong)) == (parts.rows, parts.note, sorted(parts.wrong))


def test_a_result_dearer_than_its_seed_names_the_option_that_helps() -> None:
    programs = [program for program in seeds.kernels() if program[0].startswith("gems.softmax_kernel_inner/rlc1")]
    found = seeds.measure({"softmax": programs, "two stages": [("two stages", CASES["two stages"][0])]})
    assert [row[1:] for row in found.rows] == [(1, 0, 1, 0, 0, 0), (1, 1, 0, 0, 0, 0)] and not found.wrong


def test_a_remark_without_an_option_or_a_reason_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    programs = [program for program in seeds.kernels() if program[0].startswith("gems.softmax_kernel_inner/rlc1")]
    monkeypatch.setattr("egraph_opt.families.layout.seed_proofs._why", lambda *_: "it is not proved equal")
    found = seeds.measure({"softmax": programs})
    assert found.rows[0][5] == 1 and "it is not proved equal" in found.wrong[0]
