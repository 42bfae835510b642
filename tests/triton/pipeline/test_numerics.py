"""Bounded errors in the plug-in: off unless a bound is given, and what is no bound is refused."""

from __future__ import annotations

import pytest

pytest.importorskip("triton")


import egraph_opt.triton as plugin
from egraph_opt import OptionError
from tests.support import jit_kernels
from tests.support.bounded_kernel import compiled

own_cache, in_this_process = jit_kernels.own_cache, jit_kernels.in_this_process
QUICK = {"alternatives": False, "loads_first": False, "versions": False, "confirm": False}


def test_a_loop_becomes_a_product_where_a_bound_is_given() -> None:
    with plugin.enabled(**QUICK):
        assert "tt.dot" not in compiled().asm["ttir"]
    with plugin.enabled(numerics="2^-12", **QUICK):
        text = compiled().asm["ttir"]
    assert "inputPrecision = bf16x3" in text and "egraph_opt.bounded" in text


def test_a_bound_that_nothing_meets_leaves_the_kernel() -> None:
    with plugin.enabled(numerics="1e-9", **QUICK):
        assert "tt.dot" not in compiled().asm["ttir"]


def test_what_is_no_bound_is_refused() -> None:
    with pytest.raises(OptionError, match="an error bound is"):
        plugin.enable(numerics="exact")
