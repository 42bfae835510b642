"""Workloads: launchers of packages, and the arguments with which serving and training call them."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmarks.launcher_source import launcher_source

Step = Callable[[], Any]
"""One call of a launcher; it returns the tensors that the launcher writes."""
MODULES = {
    "attention": "first", "products": "first", "quantised": "first", "states": "first",
    "layers": "held", "decoding": "held", "holdout": "held", "strides": "held", "pointwise": "held",
}  # fmt: skip
"""Modules of workloads, and their set: `first` were looked at while the plug-in's choices were made, `held` were not."""
CONFIGURATIONS = 4
"""Configurations of a tuner, evenly spread over its list, the same on all sides."""


@dataclass(frozen=True)
class Workload:
    """A launcher with realistic arguments.

    Attributes:
        name: the workload's name.
        places: `PATH:NAME` of each function of the package, as `make` takes them.
        given: source of names that the package takes from elsewhere.
        make: returns the step, given the functions.
    """

    name: str
    places: tuple[str, ...]
    given: Mapping[str, str]
    make: Callable[..., Step]

    @property
    def set(self) -> str:
        """The set of `MODULES` that the workload belongs to."""
        return MODULES[self.make.__module__.rpartition(".")[2]]

    @property
    def package(self) -> str:
        return self.places[0].partition("/")[0]

    def source(self) -> str:
        """Return the source of the launchers and their kernels, from the package's wheel."""
        places = [(path, name) for path, _, name in (place.partition(":") for place in self.places)]
        return launcher_source(places, self.given)

    def load(self, folder: Path) -> ModuleType:
        """Return the module that `source` was written to, in a folder."""
        spec = importlib.util.spec_from_file_location(f"serving_{self.name}", folder / f"{self.name}.py")
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
        return module

    def launchers(self, module: ModuleType) -> tuple[Any, ...]:
        """Return the package's functions in a module."""
        return tuple(getattr(module, place.partition(":")[2].split(".")[0]) for place in self.places)

    def step(self, functions: tuple[Any, ...]) -> Step:
        """Return the step of launchers, with arguments on the GPU that are the same in each process."""
        import torch

        torch.manual_seed(0)
        return self.make(*functions)


WORKLOADS: dict[str, Workload] = {}


def workload(*places: str, **given: str) -> Callable[[Callable[..., Step]], Callable[..., Step]]:
    """Declare a workload of the decorated function's name; the arguments are those of `Workload`."""

    def declare(make: Callable[..., Step]) -> Callable[..., Step]:
        WORKLOADS[make.__name__] = Workload(make.__name__, places, given, make)
        return make

    return declare


def workloads(names: list[str]) -> list[Workload]:
    """Return the workloads of these names or sets, or all without names.

    Raises:
        KeyError: there is no such workload, nor such a set.
    """
    for module in MODULES:
        importlib.import_module(f"benchmarks.gpu.serving.workloads.{module}")
    if unknown := set(names) - set(WORKLOADS) - set(MODULES.values()):
        raise KeyError(f"no workload {min(unknown)}")
    return [each for each in WORKLOADS.values() if not names or each.name in names or each.set in names]


def kernels(module: ModuleType) -> dict[str, Any]:
    """Return the Triton functions of a module, by name; those with a tuner have one around them."""
    from triton.runtime.autotuner import Autotuner, Heuristics
    from triton.runtime.jit import JITFunction

    found: dict[str, Any] = {}
    for value in vars(module).values():
        while isinstance(value, Autotuner | Heuristics):
            value = value.fn
        if isinstance(value, JITFunction):
            found[value.__name__] = value
    return found


def has_tuner(module: ModuleType) -> bool:
    """Say whether a kernel of a module has an autotuner."""
    from triton.runtime.autotuner import Autotuner, Heuristics

    return any(isinstance(each.fn if isinstance(each, Heuristics) else each, Autotuner) for each in vars(module).values())


def flat(result: Any) -> list[Any]:
    """Return the tensors in the result of a step, in order."""
    import torch

    if isinstance(result, torch.Tensor):
        return [result]
    return [tensor for part in result for tensor in flat(part)] if isinstance(result, tuple | list) else []
