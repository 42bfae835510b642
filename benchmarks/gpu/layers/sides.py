"""The sides of a comparison, in one process: Triton plain, and with the plug-in as it comes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

PLAIN, OURS = "plain", "default"
SIDES = (PLAIN, OURS)
_now = [PLAIN]


@cache
def hook() -> Any:
    """What `egraph_opt.triton.enable()` puts in place, without a background; one for all, since it remembers
    what became of each kernel."""
    import egraph_opt.triton as plugin

    with plugin.enabled(progress=False, background=False):
        return plugin._installed


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
    if name != _now[0]:
        if name == OURS:
            hook().install()
        else:
            hook().remove()
        _now[0] = name
