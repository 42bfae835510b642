"""Detours between layouts on real kernels: proved equal, accepted by Triton, and the same to the last bit when threads are interpreted."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("triton")

from egraph_opt.apps.sentinel.comparison.perturbed_program import CONVERT, with_detours
from egraph_opt.checker import check
from egraph_opt.text import read
from egraph_opt.triton.choice.parser_process import Acceptor
from tests.interpret.test_kernels import RUNS, Run, memory
from tests.support.kernels import ROOT, kernels

FILES = kernels("final")
INTERPRETED = (
    "liger._swiglu_forward_kernel",
    "gems.softmax_kernel_inner",
    "fla.wu_fwd_kernel",
    "fla.chunk_gla_bwd_kernel_intra",
    "liger._rms_norm_backward_kernel",
    "gems.mm_kernel_general",
    "tb.matmul_kernel",
)


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.slow) for part in (1, 2))])
def test_every_kernel_has_one_that_triton_accepts(part: int) -> None:
    """Every third kernel; the others are slow."""
    acceptor = Acceptor()
    for file in FILES[part::3]:
        text = file.read_text()
        new = with_detours(text)
        assert new is not None and new.count(CONVERT) > text.count(CONVERT), file.parent.name
        assert acceptor.refusal(new) == "" and check(read(text), read(new)).equal, file.parent.name
    acceptor.close()


@pytest.mark.parametrize("name", INTERPRETED)
def test_threads_leave_the_same_bits(name: str) -> None:
    folder, run = ROOT / "benchmarks/corpus/kernels" / name, RUNS.get(name, Run())
    text = (folder / "final.ttgir").read_text()
    new = with_detours(text)
    assert new is not None
    (before,), (after,) = (read(each).functions() for each in (text, new))
    expected, written = memory(before, run, by_register=True)
    assert written
    for a, b in zip(expected, memory(after, run, by_register=True)[0], strict=True):
        np.testing.assert_array_equal(a, b)


def test_large_tensors_may_be_left_out() -> None:
    text = (ROOT / "benchmarks/corpus/kernels/fla.chunk_gla_bwd_kernel_intra/final.ttgir").read_text()
    whole, small = with_detours(text), with_detours(text, 1 << 10)
    assert whole is not None and small is not None and whole.count(CONVERT) > small.count(CONVERT) > text.count(CONVERT)
    assert with_detours(text, 1) is None


@pytest.mark.parametrize("word", ["num-ctas", "warp_specialize"])
def test_what_is_not_understood_has_none(word: str) -> None:
    text = (ROOT / "benchmarks/corpus/kernels/fla.wu_fwd_kernel/final.ttgir").read_text()
    if word == "num-ctas":
        text = re.sub(r'"ttg.num-ctas" = 1', '"ttg.num-ctas" = 2', text)
        assert '"ttg.num-ctas" = 2' in text
    else:
        text += "// ttg.warp_specialize\n"
    assert with_detours(text) is None


def test_what_is_no_program_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="error"):
        with_detours("module {")
