"""Tensor algebra in the plug-in: off unless it is asked for, and whatever goes wrong leaves Triton's own kernel."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("triton")

import egraph_opt.triton as plugin
from egraph_opt.triton.pipeline import compilation, ttir_stage
from tests.support import jit_kernels
from tests.support.jit_kernels import binary, compile_for

own_cache, in_this_process = jit_kernels.own_cache, jit_kernels.in_this_process
QUICK = {"alternatives": False, "loads_first": False, "versions": False, "confirm": False}


def test_a_kernel_computes_less_where_it_is_asked_for() -> None:
    with plugin.enabled(**QUICK):
        plain = compile_for("cuda:90", "matmul")
    with plugin.enabled(algebra=True, min_gain=0.99, **QUICK):
        new = compile_for("cuda:90", "matmul")
    assert plain.asm["ttir"] != new.asm["ttir"]
    assert [kernel.outcome for kernel in plugin.report().kernels] == ["kept"]


def test_what_triton_refuses_is_not_used(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    plain = compile_for("cuda:90", "matmul")
    monkeypatch.setattr(ttir_stage, "parse", _fail)
    with plugin.enabled(algebra=True, min_gain=0.99, **QUICK):
        same = compile_for("cuda:90", "matmul")
    assert "leaves a kernel as it is: no" in caplog.text
    assert binary(same) == binary(plain)


def test_where_triton_fails_later_its_own_program_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = compile_for("cuda:90", "matmul")
    monkeypatch.setattr(compilation, "check_shared_memory", _fail)
    with plugin.enabled(algebra=True, min_gain=0.99, **QUICK):
        same = compile_for("cuda:90", "matmul")
    assert [kernel.outcome for kernel in plugin.report().kernels][-1] == "failed"
    assert same.asm["ptx"] == plain.asm["ptx"]


def _fail(*_: Any) -> Any:
    raise RuntimeError("no")
