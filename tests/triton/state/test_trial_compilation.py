"""Trials print nothing and are counted; the user's own kernels say what they said."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("triton")

from triton.runtime.errors import PTXASError

import egraph_opt.triton as plugin
from egraph_opt.triton.capture.fake_driver import driver, target_of
from egraph_opt.triton.compile.text_compile import compile_text
from egraph_opt.triton.state.trial_compilation import trial
from tests.support import jit_kernels
from tests.support.jit_kernels import compile_for, warm_up

own_cache = jit_kernels.own_cache
TARGET = target_of("cuda:90")


REFUSED = {"num_warps": 4, "ptx_options": "--no-such-option"}
"""Options with which ptxas refuses every program."""


def assemble(text: str) -> None:
    with pytest.raises(PTXASError):
        compile_text(text, "ttgir", TARGET, REFUSED)


def test_a_trial_that_ptxas_refuses_prints_nothing_and_is_counted(capfd: pytest.CaptureFixture[str]) -> None:
    with driver(TARGET):
        text = compile_for("cuda:90", "layer_norm").asm["ttgir"]
        plugin.enable(background=False)
        try:
            assemble(text)
            assert capfd.readouterr() == ("", "") and plugin.report().failed_trials == 1
            assert "1 trial refused" in str(plugin.report())
        finally:
            plugin.disable()
        assemble(text)
    assert "share the reproducer" in capfd.readouterr().out, "the plug-in is gone"


def test_other_threads_speak_meanwhile(capfd: pytest.CaptureFixture[str]) -> None:
    from triton.backends.nvidia import compiler

    with driver(TARGET):
        plugin.enable(background=False)
        try:
            with trial(), ThreadPoolExecutor(1) as other:
                compiler.print("a trial")
                other.submit(compiler.print, "the user's kernel").result()
        finally:
            plugin.disable()
    assert capfd.readouterr().out == "the user's kernel\n" and "print" not in vars(compiler)


def test_a_kernel_that_only_a_second_version_changes_counts_as_changed() -> None:
    with driver(TARGET):
        plugin.enable(background=False, alternatives=False, min_gain=0.9, loads_first=False)
        try:
            warm_up("layer_norm")
            (record,) = plugin.report().kernels
            (version,) = plugin.report().versions
        finally:
            plugin.disable()
    assert version.gain > 0 and plugin.report().changed == 1
    assert record.outcome == "changed" and "a second version" in record.change
