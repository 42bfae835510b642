"""Laws of layouts against Triton's verifier: what it refuses, a law refuses."""

from __future__ import annotations

import pytest

from benchmarks.trust import laws
from egraph_opt.baseline.libtriton import available
from tests.trust.parts import part


@pytest.mark.skipif(not available(), reason="Triton is not installed")
def test_laws_are_no_laxer_than_triton() -> None:
    *_, total = part(*laws.SWEEPS, every=37)
    assert int(total["both take it"]) >= 10 and int(total["both refuse it"]) >= 80
