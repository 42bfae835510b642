"""Kernels whose loops carry what they load, without a GPU: Triton takes them, and machine code decides for how many iterations ahead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("triton")

import egraph_opt.triton as plugin
from egraph_opt.checker import check
from egraph_opt.machine.use import Use
from egraph_opt.text import read
from egraph_opt.triton import versions
from egraph_opt.triton.capture.fake import driver, target_of
from egraph_opt.triton.choice import ahead, second
from egraph_opt.triton.choice.ahead import may_carry, with_loads_carried
from tests.support import jit_kernels
from tests.support.jit_kernels import compile_for, warm_up

own_cache, in_this_process = jit_kernels.own_cache, jit_kernels.in_this_process
NAME = "recurrence"


def carries(text: str) -> int:
    """How many values the one loop of a program carries."""
    (loop,) = (op for op in read(text).op.walk() if op.name == "scf.for")
    return len(loop.operands) - 3


def made() -> Any:
    plugin.enable()
    with driver(target_of("cuda:90")):
        return warm_up(NAME)


def test_it_has_a_second_version_that_loads_ahead() -> None:
    kernel = made()
    assert isinstance(kernel, versions.Versions)
    first, after = kernel.asm["ttgir"], kernel._second.asm["ttgir"]
    assert carries(first) == 1 and carries(after) in (3, 5), "two loads, one or two iterations ahead"
    assert check(read(first), read(after), no_alias=True).equal
    assert not check(read(first), read(after)).equal
    assert kernel._arrays == ((0,), (1, 2))


@pytest.mark.parametrize("wanted", [1, 2])
def test_machine_code_says_how_far_ahead(wanted: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A warp's path decides, where the programs take as many registers."""

    def use(kernel: Any) -> Use:
        path = 1000 if carries(kernel.asm["ttgir"]) == 1 + 2 * wanted else 2000
        return Use(64, 0, 0, 4, path)

    monkeypatch.setattr(versions, "use", use)
    assert carries(made()._second.asm["ttgir"]) == 1 + 2 * wanted


def test_what_spills_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    def use(kernel: Any) -> Use:
        return Use(255, 0, 0, 4, 2000) if carries(kernel.asm["ttgir"]) == 1 else Use(255, 4096, 0, 4, 1900)

    monkeypatch.setattr(versions, "use", use)
    assert not isinstance(made(), versions.Versions)


def test_other_processors_are_asked_nothing() -> None:
    plugin.enable()
    with driver(target_of("hip:gfx942")):
        assert not isinstance(warm_up(NAME), versions.Versions)


def test_programs_without_such_loops_are_not_read() -> None:
    text = compile_for("cuda:90", "softmax").asm["ttgir"]
    assert not may_carry(text) and not list(with_loads_carried(text))
    text = compile_for("cuda:90", NAME).asm["ttgir"]
    assert may_carry(text) and len(list(with_loads_carried(text))) == len(ahead.DEPTHS)


def test_a_program_that_is_not_proved_is_not_launched(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(text: str) -> Iterator[Any]:
        raise RuntimeError("not proved")

    monkeypatch.setattr(second, "with_loads_carried", broken)
    with pytest.warns(RuntimeWarning, match="no second version: RuntimeError: not proved"):
        assert not isinstance(made(), versions.Versions)
