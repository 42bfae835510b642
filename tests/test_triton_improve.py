"""Which programs the plug-in searches, and what it makes of a failure."""

from __future__ import annotations

import pytest

pytest.importorskip("triton")

from egraph_opt.triton.accept import Acceptor
from egraph_opt.triton.improve import improve
from egraph_opt.triton.settings import Settings
from tests.kernels import ROOT


@pytest.mark.parametrize("kernel", ["fla.fused_recurrent_fwd_kernel", "ao.blockwise_fp8_gemm_kernel"])
def test_a_program_whose_conversions_cost_nothing_may_still_be_in_the_wrong_layout(kernel: str) -> None:
    text = (ROOT / "benchmarks" / "kernels" / kernel / "final.ttgir").read_text()
    found = improve(text, text, Settings(), Acceptor())
    assert found.text is not None and found.cost[1] < 0.98 * found.cost[0]


def test_a_program_without_conversions_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("egraph_opt.triton.improve.optimize_text", None)
    text = (ROOT / "benchmarks" / "kernels" / "fla.l2norm_bwd_kernel" / "final.ttgir").read_text()
    assert improve(text, text, Settings(), Acceptor()).reason == "no conversions"
