"""The sides of a comparison, in one process: Triton plain, and with the plug-in at its defaults.

Given a bound, the first side is the plug-in at its defaults, and the second one the plug-in with rules that keep to the bound.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

PLAIN, OURS = "plain", "default"
SIDES = (PLAIN, OURS)
BOUND = "BENCHMARK_NUMERICS"
"""The variable of the environment that has the bound, for all processes of a comparison."""
_now = [PLAIN]
_installed: list[Any] = []


def bound() -> str:
    """Return the bound; nothing where Triton plain is the first side."""
    return os.environ.get(BOUND, "")


@cache
def hook(numerics: str) -> Any:
    """Return the hook of `egraph_opt.triton.enable()`; there is one for each bound, since it remembers the outcome of each kernel."""
    import egraph_opt.triton as plugin

    with plugin.enabled(progress=False, numerics=numerics):
        return plugin._installed


def begin() -> None:
    """Be on the first side, from the start of a process on."""
    if not _installed:
        _install(PLAIN)


def finish() -> None:
    """Wait for all searches of the plug-in."""
    for each in (hook(""), hook(bound())):
        each.background.finish()


@contextmanager
def side(name: str) -> Iterator[None]:
    """While this lasts, kernels are compiled and launched as one of `SIDES`; Triton keeps those of both sides apart."""
    before = _now[0]
    _switch(name)
    try:
        yield
    finally:
        _switch(before)


def _switch(name: str) -> None:
    begin()
    if name != _now[0]:
        while _installed:
            _installed.pop().remove()
        _install(name)


def _install(name: str) -> None:
    _now[0] = name
    if name == OURS or bound():
        _installed.append(hook(bound() if name == OURS else ""))
        _installed[-1].install()
