"""Launches without the launcher's own work, beside Triton's launcher with a made-up entry point."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("triton")

import triton
from triton.backends.nvidia.driver import CudaLauncher
from triton.knobs import HookChain
from triton.runtime import _allocation

from egraph_opt.triton.launches.fast_launch import direct
from egraph_opt.triton.pipeline.launch_hook import for_hooks


def launcher(calls: list[tuple[Any, ...]], **fields: int) -> Any:
    """Triton's launcher, whose entry point notes what it is given."""
    made = object.__new__(CudaLauncher)
    sizes = (
        dict(global_scratch_size=0, global_scratch_align=1, profile_scratch_size=0, profile_scratch_align=1, num_ctas=1) | fields
    )
    types = dict(arg_annotations=["annotation"], kernel_signature=b"signature", gsan_enabled=False)  # from Triton 3.7 on
    vars(made).update(
        sizes, **types, launch_cooperative_grid=False, launch_pdl=True, launch=lambda *given: calls.append(flat(given))
    )
    return made


def flat(given: tuple[Any, ...]) -> tuple[Any, ...]:
    """Arguments of the entry point, with the kernel's own one by one."""
    return (*given[:-1], *given[-1]) if isinstance(given[-1], tuple) else given


HOOKS = slice(9, 11) if triton.__version__ >= "3.7" else slice(11, 13)
"""Places of hooks among what the entry point is given."""


@pytest.fixture(autouse=True)
def reserved(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Bytes of memory that Triton's launcher reserves."""
    found: list[int] = []

    def reserve(size: int, align: int, stream: int) -> str:
        found.append(size)
        return "memory"

    for name in ("_allocator", "_profile_allocator"):
        monkeypatch.setattr(_allocation, name, SimpleNamespace(get=lambda: reserve))
    active = SimpleNamespace(allocate_default_profile_scratch=reserve)
    monkeypatch.setattr(type(triton.runtime.driver), "active", active)
    return found


GIVEN = 4, 3, 2, 77, "function", "packed", None, None, None, 1, 2.5, "tensor"


def test_a_launch_is_the_one_of_tritons_launcher() -> None:
    calls: list[tuple[Any, ...]] = []
    made = launcher(calls)
    made(*GIVEN)
    run = direct(SimpleNamespace(run=made))
    assert run is not made
    run(*GIVEN)
    assert calls[0] == calls[1] and calls[0][-3:] == (1, 2.5, "tensor")


@pytest.mark.parametrize("place", [7, 8])
def test_hooks_are_called_where_there_are_any(place: int) -> None:
    """Triton hands over chains of hooks, which are mostly empty."""
    calls: list[tuple[Any, ...]] = []
    chains = [HookChain[Any](), HookChain[Any]()]
    given = list(GIVEN)
    given[7:9] = chains
    run = direct(SimpleNamespace(run=launcher(calls)))
    run(*given)
    assert calls[0][HOOKS] == (None, None)
    chains[place - 7].add(print)
    run(*given)
    assert calls[1][HOOKS] == tuple(chains)


@pytest.mark.parametrize("field", ["global_scratch_size", "profile_scratch_size"])
def test_memory_that_a_kernel_needs_is_reserved(field: str, reserved: list[int]) -> None:
    calls: list[tuple[Any, ...]] = []
    direct(SimpleNamespace(run=launcher(calls, **{field: 128})))(*GIVEN)
    assert reserved == [128 * 24] and "memory" in calls[0]


def test_the_launcher_of_an_unknown_version_is_called_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(triton, "__version__", "3.99.0")
    made = launcher([])
    assert direct(SimpleNamespace(run=made)) is made


def test_a_launcher_that_watches_memory_is_called_itself() -> None:
    vars(made := launcher([])).update(gsan_enabled=True)
    assert direct(SimpleNamespace(run=made)) is made


def test_another_launcher_is_called_itself() -> None:
    def run(*given: Any) -> None: ...

    assert direct(SimpleNamespace(run=run)) is run


def test_a_launch_is_described_for_hooks_only() -> None:
    runtime, seen = triton.knobs.runtime, []
    described = for_hooks(lambda *given: given)
    assert described((1, 1, 1), 77, "tensor") is None
    for chain in (runtime.launch_enter_hook, runtime.launch_exit_hook):
        chain.add(seen.append)
        try:
            assert described((1, 1, 1), 77, "tensor") == ((1, 1, 1), 77, "tensor")
        finally:
            chain.remove(seen.append)
    assert described((1, 1, 1), 77) is None
