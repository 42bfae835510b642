"""Triton's `ttgir` stage with a callback at each run of RemoveLayoutConversions, without a copy of its list of passes.

A backend's `make_ttgir` is Python: it adds passes to a pass manager and runs it. `divide_stage` gives a backend object its own
`make_ttgir`: the same code, with stand-ins for libtriton's modules, whose pass manager starts a new real one around each run of
that pass. Other threads see no change: a backend object belongs to one compilation.
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

from egraph_opt.process.run_module import scratch

GREEDY_PASS = "add_remove_layout_conversions"

Around = Callable[[Callable[[], None], Any, bool], Any]
"""Callback `around(run, module, last)` that replaces a run of the pass: `run()` runs the pass on the module, in place; `last`
says that no other run follows in this pass manager. It returns the module to continue with."""


class PassManagerChain:
    """Stand-in for a pass manager: a chain of real ones, each run of the greedy pass in a separate one."""

    def __init__(self, around: Around, context: Any) -> None:
        self._around, self._context = around, context
        self._debug = False
        self._parts: list[tuple[bool, Any]] = []

    def enable_debug(self) -> Any:
        """Enable printing in every part, and return whether dumps are on, as a real pass manager does."""
        self._debug = True
        return self._new_part(greedy=False).enable_debug()

    def take(self, name: str) -> Any:
        """Return the real pass manager for the pass that the function `name` adds."""
        greedy = name == GREEDY_PASS
        if greedy or not self._parts or self._parts[-1][0]:
            manager = self._new_part(greedy)
            if self._debug:
                manager.enable_debug()
        return self._parts[-1][1]

    def run(self, module: Any, *rest: Any) -> None:
        """Run all parts in order on a `Current` module."""
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
    """Stand-in for a module, so that the module underneath can be replaced while a stage keeps a reference to it."""

    def __init__(self, module: Any) -> None:
        object.__setattr__(self, "_module", module)

    def __getattr__(self, name: str) -> Any:
        return getattr(_hold_value(self), name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(_hold_value(self), name, value)

    def __str__(self) -> str:
        return str(_hold_value(self))


class ModuleStandIn:
    """Stand-in for a module of libtriton: its functions receive the real objects of the stand-ins among their arguments."""

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

    It then takes and returns modules wrapped by `Current`; `run_in_parts` does the wrapping.

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
    """Run the `ttgir` stage of a backend with `around` at each run of the greedy pass."""
    with divide_stage(backend, around):
        return _hold_value(stage(Current(module), metadata))


def context_for(backend: Any) -> Any:
    """Return a libtriton context with all dialects of a backend, as `triton.compile` makes it."""
    from triton._C.libtriton import ir

    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    return context


def parse(text: str, context: Any) -> Any:
    """Return a module parsed from its text; libtriton reads from files only.

    Raises:
        RuntimeError: Triton's parser or verifier refuses the text. Check new texts with `Acceptor` first: on some, libtriton aborts the
            process.
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
    """Return the name of the kernel in a program in TTGIR."""
    found = re.search(r"tt\.func public @(?:\"([^\"]*)\"|([\w$.-]+))", text)
    return (found[1] or found[2]) if found else "a kernel"
