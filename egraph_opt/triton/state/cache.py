"""Triton's caches keep what this optimiser made apart from what Triton made alone.

On disk, and in asynchronous compilation, a kernel's key holds the hash of the backend: while the optimiser is in place, our key is part
of that hash. In memory, Triton 3.7 and later ask the hook for its key at every launch; for 3.6 the function that makes a launch's key
is wrapped. So kernels of both kinds live side by side, and nothing has to be cleared.
"""

from __future__ import annotations

import dataclasses
import hashlib
import inspect
import os
import sys
from collections.abc import Callable
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import egraph_opt
from egraph_opt.cost import CostModel
from egraph_opt.triton.state.settings import Settings

MARK = "_egraph_opt_key"
ENGINES = ("egglog", "highspy", "numpy")


def key(settings: Settings) -> str:
    """A hash of all that decides what the optimiser makes of a kernel: its code and rules, its engines' versions, its settings.

    Raises:
        ValueError: the cost model is a class of the user's whose source cannot be read, so that a change to it would go unseen.
    """
    chosen = {f.name: getattr(settings, f.name) for f in dataclasses.fields(settings) if f.name != "options"}
    options = {f.name: getattr(settings.options, f.name) for f in dataclasses.fields(settings.options) if f.name != "cost"}
    parts = sources(), engines(), sorted(chosen.items()), sorted(options.items()), model_key(settings.options.model)
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def model_key(model: CostModel) -> str:
    """A cost model's name, parameters and, unless it is one of ours, source."""
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
    """A hash of a package's Python files and tables; of this one, the rules among them."""
    digest = hashlib.sha256()
    # Not Path.rglob, which does not follow links: in a checkout the rules are one.
    for folder, folders, files in os.walk(package, followlinks=True):
        folders.sort()
        for name in sorted(files):
            if name.endswith((".py", ".toml")):
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    digest.update(os.path.relpath(path, package).encode() + hashlib.sha256(file.read()).digest())
    return digest.hexdigest()


@cache
def engines() -> tuple[str, ...]:
    """The versions of the engine and of the solver."""
    found = []
    for name in ENGINES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(name)
    return tuple(found)


class Marked:
    """While in place, backends add a key to their hash; one that was asked for it carries `MARK` with the key.

    The mark tells a hook that this very compilation goes under the key: one that began before must not be changed.
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
        """Take the wrappers away; one that others have wrapped in turn stays, and adds nothing more."""
        self._on = False
        while self._undo:
            self._undo.pop()()

    def _hash(self, plain: Callable[[Any], str]) -> Callable[[Any], str]:
        def hash(backend: Any) -> str:
            setattr(backend, MARK, self._key if self._on else None)
            if not self._on:
                return plain(backend)
            return f"{plain(backend)}-egraph_opt-{self._key}"

        return hash

    def _launch_key(self, plain: Callable[..., str]) -> Callable[..., str]:
        suffix = f"-egraph_opt-{self._key}"
        return lambda *arguments: plain(*arguments) + (suffix if self._on else "")

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
    """Whether this Triton asks the hook for its key at every launch, as 3.7 and later do."""
    import triton

    return tuple(int(part) for part in triton.__version__.split(".")[:2]) >= (3, 7)
