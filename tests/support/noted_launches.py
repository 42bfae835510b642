"""Launches of kernels without a GPU: they only note what they run, and one child works in the background."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("triton")

from triton.compiler import CompiledKernel

import egraph_opt.triton as plugin
from egraph_opt.triton.background import background_job
from egraph_opt.triton.capture.fake_driver import FakeTensor, driver, target_of
from egraph_opt.triton.compile import child_pools
from egraph_opt.triton.compile.child_pools import aside
from egraph_opt.triton.launches.version_dispatch import Versions
from tests.support.jit_kernels import ARGUMENTS, binary, warm_up

NAME = "layer_norm"
"""Its program changes, and has a second version."""


@pytest.fixture(autouse=True, scope="module")
def one_child() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(child_pools, "LEAST_PROCESSORS", 10**6)
        patch.setattr(child_pools, "NICED", 1)
        yield
        if aside._executor is not None:
            aside._executor.shutdown(kill_workers=True)
            aside._forget()


@pytest.fixture(autouse=True)
def launched(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """The kernels that were launched."""
    found: list[Any] = []
    monkeypatch.setattr(CompiledKernel, "run", property(lambda kernel: lambda *_: found.append(kernel)))
    monkeypatch.setattr(CompiledKernel, "_init_handles", lambda _: None)
    monkeypatch.setattr(CompiledKernel, "launch_metadata", lambda *_: None)
    with driver(target_of("cuda:90")):
        yield found


def launch(name: str = NAME, kind: str = "", **options: int) -> Any:
    function, types, constants = ARGUMENTS[name]
    arguments = [
        FakeTensor(kind or ("float16" if each == "*fp16" else "float32")) if each[0] == "*" else 64 for each in types.values()
    ]
    return function[(1,)](*arguments, **constants, **options)


def again() -> None:
    """Disable the plug-in and clear the caches of kernels, as in a new process."""
    plugin.disable()
    for function, *_ in ARGUMENTS.values():
        function.device_caches.clear()


def made(name: str = NAME, **options: Any) -> Any:
    """Return what launches take without a background."""
    with plugin.enabled(background=False, **options):
        found = warm_up(name)
    again()
    return found


def of(kernel: Any) -> list[bytes]:
    """All programs of a kernel."""
    return [binary(each) for each in kernel._programs] if isinstance(kernel, Versions) else [binary(kernel)]


def first_of(kernel: Any) -> bytes:
    """The program that a launch of one instance takes, whose arrays may overlap."""
    return binary(
        next(each for each in kernel.order_programs(1) if each is not kernel.second) if isinstance(kernel, Versions) else kernel
    )


improve = background_job.improve


def slow(recipe: Any, plain: background_job.Plain) -> background_job.KernelResult:
    """Do the work of a child a second later."""
    time.sleep(1.0)
    return improve(recipe, plain)
