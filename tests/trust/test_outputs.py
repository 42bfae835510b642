"""What Triton's own pass makes is equal to its input, in some kernels only up to the order of sums."""

from __future__ import annotations

import pytest

from benchmarks.trust import outputs
from egraph_opt.baseline.libtriton import available
from tests.trust.parts import part


@pytest.mark.skipif(not available(), reason="Triton is not installed")
def test_outputs_of_tritons_pass_are_accepted() -> None:
    *_, total = part(*outputs.SWEEPS, every=17)
    assert int(total["equal with reordered sums"]) == int(total["outputs"]) > int(total["equal to the last bit"]) > 0
