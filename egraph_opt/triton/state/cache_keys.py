"""Cache keys that separate optimised kernels from Triton's own.

On disk, a kernel's key contains the hash of the backend, to which the installed optimiser adds its own key. In memory, Triton 3.7
and later ask the compilation hook for a key at every launch. In Triton 3.6, the function that computes a launch's key is wrapped.
"""

from __future__ import annotations

import dataclasses
import hashlib
import inspect
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import egraph_opt
from egraph_opt.cost import CostModel
from egraph_opt.triton.state.settings import Settings
from egraph_opt.triton.state.triton_version import triton_version

MARK = "_egraph_opt_key"
ENGINES = ("egglog", "highspy", "numpy")


def key(settings: Settings) -> str:
    """Return a hash of everything that determines the optimiser's result for a kernel: code, rules, engine versions and settings.

    Raises:
        ValueError: the source of a user's cost model cannot be read.
    """
    chosen = {f.name: getattr(settings, f.name) for f in dataclasses.fields(settings) if f.name != "options"}
    options = {f.name: getattr(settings.options, f.name) for f in dataclasses.fields(settings.options) if f.name != "cost"}
    parts = sources(), engines(), sorted(chosen.items()), sorted(options.items()), model_key(settings.options.model)
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def model_key(model: CostModel) -> str:
    """Return a cost model's name and parameters, and the source of its classes outside this package."""
    kind = type(model)
    names = ["name", "unit", "change_factor", "change_price", "prices_accesses", *getattr(model, "__dict__", {})]
    if dataclasses.is_dataclass(model):
        names += [field.name for field in dataclasses.fields(model)]
    parameters = sorted({name: repr(getattr(model, name)) for name in names}.items())
    source = []
    for each in kind.__mro__[:-1]:
        if each.__module__.partition(".")[0] not in {"egraph_opt", *sys.stdlib_module_names} - {"builtins"}:
            try:
                source.append(inspect.getsource(each))
            except (OSError, TypeError):
                raise ValueError(f"the source of cost model {each.__qualname__} cannot be read: put it into a file") from None
    parts = [(weight, model_key(part)) for weight, part in getattr(model, "parts", ())]
    return repr((kind.__module__, kind.__qualname__, parameters, source, parts))


@cache
def sources(package: str = os.path.dirname(egraph_opt.__file__)) -> str:
    """Return a hash of a package's Python and TOML files, including rules."""
    digest = hashlib.sha256()
    # Path.rglob does not follow links; in a checkout, the folder of rules is a link.
    for folder, folders, files in os.walk(package, followlinks=True):
        folders.sort()
        inside = os.path.relpath(folder, package)
        for name in sorted(files):
            if name.endswith((".py", ".toml")):
                with open(f"{folder}/{name}", "rb", buffering=0) as file:
                    digest.update(f"{inside}/{name}".encode() + hashlib.sha256(file.read()).digest())
    return digest.hexdigest()


@cache
def engines() -> tuple[str, ...]:
    """Return the names and versions of the packages in `ENGINES`."""
    found = []
    for name in ENGINES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(name)
    return tuple(found)


_alone: ContextVar[bool] = ContextVar("alone", default=False)


@contextmanager
def as_triton_alone() -> Iterator[None]:
    """Disable the plug-in and its cache keys for compilations in this thread, inside this context."""
    token = _alone.set(True)
    try:
        yield
    finally:
        _alone.reset(token)


def is_without_search() -> bool:
    """Return whether this thread compiles without the plug-in (inside `as_triton_alone`)."""
    return _alone.get()


class BackendKeyPatch:
    """Patch of Triton's backends that adds a key to a backend's hash, and sets the backend's attribute `MARK` to the key.

    The optimiser changes only compilations whose backend has this attribute. Others began before the patch, and are stored under
    Triton's own keys.
    """

    def __init__(self, key: str) -> None:
        self._key = key
        self._on = False
        self._undo: list[Callable[[], None]] = []

    def install(self) -> None:
        import triton.runtime.jit as jit
        from triton.backends import backends

        self._on = True
        for kind in {backend.compiler for backend in backends.values()}:
            self._replace(kind, "hash", self._hash(kind.hash))
        if not asks_hook():
            self._replace(jit, "compute_cache_key", self._launch_key(jit.compute_cache_key))

    def remove(self) -> None:
        """Remove the patch. A wrapper that another patch has wrapped stays, and adds no key."""
        self._on = False
        while self._undo:
            self._undo.pop()()

    def _hash(self, plain: Callable[[Any], str]) -> Callable[[Any], str]:
        def hash(backend: Any) -> str:
            marks = self._on and not is_without_search()
            setattr(backend, MARK, self._key if marks else None)
            if not marks:
                return plain(backend)
            return f"{plain(backend)}-egraph_opt-{self._key}"

        return hash

    def _launch_key(self, plain: Callable[..., str]) -> Callable[..., str]:
        suffix, made = f"-egraph_opt-{self._key}", dict[str, str]()

        def launch_key(*arguments: Any) -> str:
            key = plain(*arguments)
            if not self._on:
                return key
            marked = made.get(key)  # every launch pays for this: a new text would be hashed again
            if marked is None:
                marked = made[key] = key + suffix
            return marked

        return launch_key

    def _replace(self, owner: Any, name: str, new: Any) -> None:
        own = name in vars(owner)  # a backend may inherit its hash
        old = vars(owner).get(name)
        setattr(owner, name, new)

        def undo() -> None:
            if vars(owner).get(name) is new and own:
                setattr(owner, name, old)
            elif vars(owner).get(name) is new:
                delattr(owner, name)

        self._undo.append(undo)


def asks_hook() -> bool:
    """Return whether Triton asks the compilation hook for a cache key at every launch, as 3.7 and later versions do."""
    return triton_version() >= (3, 7)
