"""Triton's `ttgir` stage with a callback at each run of RemoveLayoutConversions, without a copy of Triton's pass list.

A backend's `make_ttgir` is Python: it adds passes to a pass manager and runs it. `divide_stage` gives a backend object a copy of
this function whose globals are proxies of libtriton's modules. The proxy of the pass manager splits at each run of
RemoveLayoutConversions.
"""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FunctionType, MethodType, ModuleType
from typing import Any

from egraph_opt.process.module_child import scratch

GREEDY_PASS = "add_remove_layout_conversions"

Around = Callable[[Callable[[], None], Any, bool], Any]
"""Callback `around(run, module, last)` that replaces a run of RemoveLayoutConversions and returns the new module.

`run()` runs the pass on `module` in place. `last`: the stage does not run the pass again.
"""


class PassManagerChain:
    """Proxy of a pass manager: a chain of real pass managers.

    Each run of RemoveLayoutConversions has a pass manager of its own, and so has each sequence of passes between such runs.
    """

    def __init__(self, around: Around, context: Any) -> None:
        self._around, self._context = around, context
        self._debug = False
        self._parts: list[tuple[bool, Any]] = []

    def enable_debug(self) -> Any:
        """Enable printing in every pass manager, and return whether dumps are on, as a real pass manager does."""
        self._debug = True
        return self._new_part(greedy=False).enable_debug()

    def take(self, name: str) -> Any:
        """Return the real pass manager for the pass that libtriton's function `name` adds."""
        greedy = name == GREEDY_PASS
        if greedy or not self._parts or self._parts[-1][0]:
            manager = self._new_part(greedy)
            if self._debug:
                manager.enable_debug()
        return self._parts[-1][1]

    def run(self, module: Any, *rest: Any) -> None:
        """Run all pass managers in order on an MLIR module, given as the proxy `Current`."""
        last = max((i for i, (greedy, _) in enumerate(self._parts) if greedy), default=-1)
        for i, (greedy, manager) in enumerate(self._parts):
            if greedy:
                run = partial(_run, manager, module, rest)
                _hold(module, self._around(run, _hold_value(module), i == last))
            else:
                _run(manager, module, rest)

    def _new_part(self, greedy: bool) -> Any:
        from triton._C.libtriton import ir

        self._parts.append((greedy, ir.pass_manager(self._context)))
        return self._parts[-1][1]


class Current:
    """Proxy of an MLIR module, so that a callback can replace the module in the middle of a stage."""

    def __init__(self, module: Any) -> None:
        object.__setattr__(self, "_module", module)

    def __getattr__(self, name: str) -> Any:
        return getattr(_hold_value(self), name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(_hold_value(self), name, value)

    def __str__(self) -> str:
        return str(_hold_value(self))


class ModuleStandIn:
    """Proxy of a Python module of libtriton, whose functions receive real objects instead of proxies."""

    def __init__(self, real: ModuleType, around: Around) -> None:
        self._real, self._around = real, around

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._real, name)
        if isinstance(found, ModuleType):
            return ModuleStandIn(found, self._around)
        if name == "pass_manager":
            return partial(PassManagerChain, self._around)
        if isinstance(found, type) or not callable(found):
            return found
        return partial(self._call, name, found)

    @staticmethod
    def _call(name: str, function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        def real(value: Any) -> Any:
            return value.take(name) if isinstance(value, PassManagerChain) else _hold_value(value)

        return function(*map(real, arguments), **{key: real(value) for key, value in named.items()})


@contextmanager
def divide_stage(backend: Any, around: Around) -> Iterator[None]:
    """Make `backend.make_ttgir` call `around` instead of each run of RemoveLayoutConversions, inside this context.

    Inside, `make_ttgir` takes and returns the proxy `Current` instead of an MLIR module; `run_in_parts` wraps and unwraps it.

    Raises:
        TypeError: the backend's `make_ttgir` is not a Python function.
    """
    declared = inspect.getattr_static(type(backend), "make_ttgir", None)
    function = declared.__func__ if isinstance(declared, staticmethod) else declared
    if not isinstance(function, FunctionType):
        raise TypeError(f"{type(backend).__name__}.make_ttgir is no Python function")
    seen = {
        name: ModuleStandIn(value, around)
        for name, value in function.__globals__.items()
        if isinstance(value, ModuleType) and "libtriton" in value.__name__
    }
    copy = FunctionType(
        function.__code__, {**function.__globals__, **seen}, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    backend.make_ttgir = copy if isinstance(declared, staticmethod) else MethodType(copy, backend)
    try:
        yield
    finally:
        del backend.make_ttgir


def run_in_parts(backend: Any, stage: Callable[[Any, Any], Any], module: Any, metadata: Any, around: Around) -> Any:
    """Run the `ttgir` stage of a backend with `around` at each run of RemoveLayoutConversions."""
    with divide_stage(backend, around):
        return _hold_value(stage(Current(module), metadata))


def context_for(backend: Any) -> Any:
    """Return a libtriton context with all dialects of a backend, like `triton.compile`."""
    from triton._C.libtriton import ir

    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    return context


def parse(text: str, context: Any) -> Any:
    """Return a module parsed from its text, which libtriton only reads from a file.

    Raises:
        RuntimeError: Triton's parser or verifier rejects the text. Check new texts with `Acceptor` first: on some, libtriton
            aborts the process.
    """
    from triton._C.libtriton import ir

    with scratch() as folder:
        path = os.path.join(folder, "program.ttgir")
        with open(path, "w") as file:
            file.write(text)
        module = ir.parse_mlir_module(path, context)
    module.context = context
    if not module.verify():
        raise RuntimeError("the module does not verify")
    return module


def _hold_value(value: Any) -> Any:
    return object.__getattribute__(value, "_module") if isinstance(value, Current) else value


def _hold(current: Any, module: Any) -> None:
    object.__setattr__(current, "_module", module)


def _run(manager: Any, module: Any, rest: tuple[Any, ...]) -> None:
    manager.run(_hold_value(module), *rest)


def kernel_name(text: str) -> str:
    """Return the name of the kernel in a TTGIR program."""
    found = re.search(r"tt\.func public @(?:\"([^\"]*)\"|([\w$.-]+))", text)
    return (found[1] or found[2]) if found else "a kernel"
