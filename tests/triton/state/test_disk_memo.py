"""Choices for a program are reused, in any process and for any kernel."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("triton")

import egraph_opt.triton as plugin
from egraph_opt.machine.prediction import ResourceUse, processor_of
from egraph_opt.process.cache_entries import seal, unseal
from egraph_opt.text.syntax.location import compact
from egraph_opt.triton.choice.kernel_search import SearchResult
from egraph_opt.triton.compile.code_judge import better
from egraph_opt.triton.compile.machine_code import StageResults
from egraph_opt.triton.pipeline import compilation
from egraph_opt.triton.state.disk_memo import DiskMemo
from tests.support import jit_kernels
from tests.support.jit_kernels import binary, compile_for
from tests.support.kernels import ROOT

own_cache, in_this_process = jit_kernels.own_cache, jit_kernels.in_this_process
FIELDS = ("outcome", "reason", "cost_before", "cost_after", "converts_before", "converts_after")


def record() -> tuple[Any, ...]:
    """Return the report of the last compilation."""
    return tuple(getattr(plugin.report().kernels[-1], name) for name in FIELDS)


LITTLE = {"min_gain": 0.9, "alternatives": False, "loads_first": False}
"""Settings under which next to nothing is changed."""


@pytest.mark.parametrize(
    ("name", "options", "outcome"), [("row_sums", {}, "changed"), ("row_sums", LITTLE, "kept"), ("scaled", {}, "changed")]
)
def test_a_program_is_searched_once(name: str, options: Any, outcome: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another number of stages makes no other program of a kernel without loops, and that is all that a choice depends on."""
    with plugin.enabled(**options):
        first, of_first = compile_for("cuda:90", name), record()
        monkeypatch.setattr(compilation, "judge_code", None)
        second, of_second = compile_for("cuda:90", name, num_stages=4), record()
        assert of_first[0] == outcome and of_second == of_first
        assert second is not first and binary(second) == binary(first)
        assert second.asm["ttgir"] == first.asm["ttgir"] and second.metadata.num_stages == 4


@pytest.mark.parametrize("other", [{"num_warps": 8}, {"maxnreg": 64}])
def test_what_decides_is_part_of_what_is_remembered(other: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(DiskMemo, "recall", lambda self, *parts: asked.append(repr(parts)))
    with plugin.enabled():
        compile_for("cuda:90", "row_sums")
        compile_for("cuda:90", "row_sums", **other)
    assert len(asked) == 2 and asked[0] != asked[1]


def test_another_process_remembers(tmp_path: Path) -> None:
    code = """
import egraph_opt.triton as plugin, sys
from egraph_opt.triton.pipeline import compilation
from tests.support.jit_kernels import compile_for, binary
if sys.argv[1:] == ["again"]:
    compilation.judge_code = None
with plugin.enabled():
    kernel = compile_for("cuda:90", "row_sums", num_stages=4 if sys.argv[1:] else 3)
print(plugin.report().kernels[0].outcome, hash(binary(kernel)))
"""
    runs = [
        subprocess.run(
            [sys.executable, "-c", code, *arguments], cwd=ROOT, capture_output=True, text=True, check=True,
            env={"PYTHONHASHSEED": "0", "TRITON_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)},
        ).stdout
        for arguments in ([], ["again"])
    ]  # fmt: skip
    assert runs[0] == runs[1] and runs[0].startswith("changed")


@pytest.mark.parametrize(
    "damage",
    [
        *("[", '["x", {"text": null, "unknown": 1}]', '["x", {"text": "nonsense"}]'),
        *(pytest.param(text, marks=pytest.mark.slow) for text in ("", "[1, 2]", "{}")),
    ],
)
def test_a_note_that_cannot_be_read_is_none(damage: str, tmp_path: Path) -> None:
    """It may be no JSON, of another form, or of a program that is none; other forms are slow."""
    with plugin.enabled():
        first = compile_for("cuda:90", "row_sums")
        (note,) = [file for file in (tmp_path / "egraph_opt").iterdir() if "text" in file.read_text()]
        note.write_text(damage)
        second = compile_for("cuda:90", "row_sums", num_stages=4)
    assert binary(second) == binary(first) and plugin.report().changed == 2


@pytest.mark.parametrize("forged", [True, False])
def test_a_kept_program_is_proved_before_it_is_used(forged: bool, tmp_path: Path) -> None:
    """Another program is refused, whether or not its note has the right checksum; a note of another program is, too."""
    with plugin.enabled():
        first = compile_for("cuda:90", "row_sums")
        (note,) = [file for file in (tmp_path / "egraph_opt").iterdir() if "arith." in file.read_text()]
        of, said, rivals = unseal(note.stem, note.read_bytes())
        other = said["text"].replace("arith.addf", "arith.mulf")
        assert other != said["text"]
        note.write_bytes(seal(note.stem if forged else "0", [of, {**said, "text": other}, rivals]))
        second = compile_for("cuda:90", "row_sums", num_stages=4)
    assert second.asm["ttgir"] == first.asm["ttgir"] and binary(second) == binary(first)


def test_what_became_of_a_program_is_not_taken_for_one_from_other_lines() -> None:
    text = '#loc1 = loc("a.py":3:1)\n  %0 = tt.load %p : f32 loc(#loc1)\n'
    moved = text.replace(":3:", ":4:")
    assert compact(text) == compact(moved) == "  %0 = tt.load %p : f32\n" and text != moved


def made(cycles: float) -> StageResults:
    return StageResults({}, {"shared": 0}, 1.0, ResourceUse(64, 0, 0, 4, cycles))


PLAIN, OURS = made(2000.0), made(1000.0)
OTHER_LAYOUTS, ANOTHER_ORDER = SearchResult("x", cost=(100.0, 90.0)), SearchResult("x", cost=(100.0, 100.0))


@pytest.mark.parametrize(
    ("found", "ours", "unfit", "chosen"),
    [
        (OTHER_LAYOUTS, OURS, "", True),
        (OTHER_LAYOUTS, made(1980.0), "", True),  # the model of its costs has a say, too
        (OTHER_LAYOUTS, made(2000.0 / 0.99), "", False),  # but not where the machine code alone predicts a loss
        (OTHER_LAYOUTS, made(2200.0), "", False),
        (ANOTHER_ORDER, made(1980.0), "", True),  # little is enough where layouts are the same
        (ANOTHER_ORDER, made(1999.0), "", False),
        (SearchResult(None), None, "", False),
        (OTHER_LAYOUTS, OURS, "too large", True),
        (OTHER_LAYOUTS, None, "too large", False),
    ],
)
def test_which_of_two_programs_it_is(found: SearchResult, ours: StageResults | None, unfit: str, chosen: bool) -> None:
    processor = processor_of("cuda:90")
    assert processor is not None
    result, code = better(found, PLAIN, ours, unfit, processor)
    assert (result.text is not None, code is PLAIN) == (chosen, not chosen)
    assert result.unfit == bool(unfit and not chosen)
