"""Kernels that are changed before their tensors have layouts: machine code says whether they are."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("triton")

import egraph_opt.triton as plugin
from egraph_opt.triton.pipeline import two_way_compile
from tests.support import jit_kernels
from tests.support.bounded_kernel import compiled
from tests.support.jit_kernels import binary, compile_for

own_cache, in_this_process = jit_kernels.own_cache, jit_kernels.in_this_process
SMALL = {"alternatives": False, "loads_first": False, "versions": False}


@pytest.mark.parametrize(("gain", "goes_on"), [(-0.09, True), (-0.11, False), pytest.param(0.1, True, marks=pytest.mark.slow)])
def test_a_bounded_program_goes_on_unless_it_is_predicted_to_lose(
    gain: float, goes_on: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with plugin.enabled(**SMALL):
        plain = compiled()
    monkeypatch.setattr(two_way_compile, "predict_saving", lambda *_: gain)
    with plugin.enabled(numerics="2^-12", **SMALL):
        new = compiled()
        kernels = plugin.report().kernels
    assert [stage for stage in ("ttir", "ttgir") if "tt.dot" in new.asm[stage]] == (["ttir", "ttgir"] if goes_on else [])
    assert (binary(new) == binary(plain)) is not goes_on
    assert [kernel.name for kernel in kernels] == ["decayed"]


def test_an_exact_program_must_be_predicted_to_gain() -> None:
    with plugin.enabled(**SMALL):
        plain = compile_for("cuda:90", "matmul")
    with plugin.enabled(algebra=True, **SMALL):
        same = compile_for("cuda:90", "matmul")
    assert same.asm["ttir"] == plain.asm["ttir"] and binary(same) == binary(plain)


def test_a_changed_program_that_does_not_compile_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    parse = two_way_compile.parse

    def without_products(text: str, context: Any) -> Any:
        if "tt.dot" in text:
            raise RuntimeError("no")
        return parse(text, context)

    monkeypatch.setattr(two_way_compile, "parse", without_products)
    with plugin.enabled(numerics="2^-12", **SMALL):
        assert "tt.dot" not in compiled().asm["ttir"]
