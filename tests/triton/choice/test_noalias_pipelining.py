"""Kernels whose loops carry what they load, without a GPU: Triton takes them, and machine code decides for how many iterations ahead."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("triton")

import egraph_opt.triton as plugin
from egraph_opt.checker import check
from egraph_opt.machine.prediction import ResourceUse
from egraph_opt.text import read
from egraph_opt.text.register_attributes import with_limit
from egraph_opt.triton.capture.fake_driver import driver, target_of
from egraph_opt.triton.choice import noalias_version
from egraph_opt.triton.choice.gain_hints import may_carry
from egraph_opt.triton.choice.noalias_pipelining import DEPTH
from egraph_opt.triton.choice.noalias_version import MOST, noalias_versions, with_loads_earlier
from egraph_opt.triton.launches import version_dispatch, version_search
from tests.support import jit_kernels
from tests.support.jit_kernels import compile_for, warm_up

own_cache, in_this_process = jit_kernels.own_cache, jit_kernels.in_this_process
NAME = "recurrence"


def carries(text: str) -> int:
    """Return the number of values that the one loop of a program carries."""
    (loop,) = (op for op in read(text).op.walk() if op.name == "scf.for")
    return len(loop.operands) - 3


def made() -> Any:
    plugin.enable()
    with driver(target_of("cuda:90")):
        return warm_up(NAME)


def has_noalias(kernel: Any) -> bool:
    """Beside Triton's own program, which may be there, too."""
    return isinstance(kernel, version_dispatch.Versions) and kernel.second is not None


def test_it_has_a_second_version_that_loads_ahead() -> None:
    kernel = made()
    assert isinstance(kernel, version_dispatch.Versions)
    first, after = kernel.asm["ttgir"], kernel.second.asm["ttgir"]
    assert carries(first) == 1 and carries(after) == 1 + 2 * DEPTH, "two loads"
    assert check(read(first), read(after), no_alias=True).equal
    assert not check(read(first), read(after)).equal
    assert kernel._arrays == ((0,), (1, 2))


@pytest.mark.parametrize("carried", [True, False])
def test_machine_code_says_whether(carried: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A warp's path decides, where the programs take as many registers."""

    def use(kernel: Any) -> ResourceUse:
        ahead = carries(kernel.asm["ttgir"]) > 1
        return ResourceUse(64, 0, 0, 4, 1000 if ahead is carried else 2000)

    monkeypatch.setattr(version_search, "use", use)
    assert has_noalias(made()) is carried


def test_loops_carry_no_loads_where_a_thread_has_no_registers_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that would spill are not compiled, and machine code is compared for one program only."""
    asked: list[Any] = []

    def use(kernel: Any) -> ResourceUse:
        asked.append(kernel)
        return ResourceUse(MOST, 0, 0, 4, 2000)

    monkeypatch.setattr(version_search, "use", use)
    kernel = made()
    assert not has_noalias(kernel) and len({each.asm["ttgir"] for each in asked}) == (
        2 if isinstance(kernel, version_dispatch.Versions) else 1
    )


def test_what_spills_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    def use(kernel: Any) -> ResourceUse:
        return ResourceUse(64, 0, 0, 4, 2000) if carries(kernel.asm["ttgir"]) == 1 else ResourceUse(255, 4096, 0, 4, 1900)

    monkeypatch.setattr(version_search, "use", use)
    assert not has_noalias(made())


def test_other_processors_are_asked_nothing() -> None:
    plugin.enable()
    with driver(target_of("hip:gfx942")):
        assert not isinstance(warm_up(NAME), version_dispatch.Versions)


def test_programs_without_such_loops_are_not_read() -> None:
    text = compile_for("cuda:90", "softmax").asm["ttgir"]
    assert not may_carry(text) and with_loads_earlier(text) is None
    text = compile_for("cuda:90", NAME).asm["ttgir"]
    assert may_carry(text) and with_loads_earlier(text) is not None


@pytest.mark.parametrize("users", [None, 64])
def test_a_limit_of_registers_that_was_chosen_for_a_program_is_not_taken_over(users: int | None) -> None:
    def compile_program(program: noalias_version.NoaliasVersion) -> Any:
        return SimpleNamespace(asm={"ttgir": program.text}, metadata=SimpleNamespace(shared=0))

    text = with_limit(compile_for("cuda:90", NAME).asm["ttgir"], 64)
    kernel = SimpleNamespace(asm={"ttgir": text}, metadata=SimpleNamespace(shared=0, maxnreg=users))
    found = [each.text for each, _ in noalias_versions(kernel, 64, "cuda:90", lambda _: "", compile_program)]
    assert found and all(("ttg.maxnreg" in each) == (users is not None) for each in found)


def test_a_program_that_is_not_proved_is_not_launched(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Any:
        raise RuntimeError("not proved")

    monkeypatch.setattr(noalias_version, "with_loads_earlier", broken)
    with pytest.warns(RuntimeWarning, match="no second version: not proved"):
        assert not has_noalias(made())
