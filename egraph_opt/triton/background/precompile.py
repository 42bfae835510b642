"""Parallel compilation of the configurations that a tuner is about to time.

Triton's tuner compiles and times one configuration after another. The patch compiles all configurations in child processes before
the first timing.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence
from functools import wraps
from typing import Any, Protocol

from egraph_opt.triton.state.function_patch import Patches
from egraph_opt.triton.state.report import logger
from egraph_opt.triton.state.search_progress import show_progress


class ConfigurationCompiler(Protocol):
    """Interface of an object that can compile all configurations of a tuner before the tuner times them."""

    def many(self) -> bool: ...

    def build(self, tuner: Any, configs: Sequence[Any], named: dict[str, Any]) -> None: ...

    def start_tuning(self, tuner: Any) -> None: ...


def remaining(configs: Sequence[Any]) -> Sequence[Any]:
    """Return the configurations that `Autotuner.run`, found on the call stack, is about to time; `configs` if it is not found.

    They may be fewer than `configs`, if another patch of `prune_configs` has removed some.
    """
    frame = sys._getframe(2)
    for _ in range(FRAMES):
        if frame is None:
            break
        if isinstance(found := frame.f_locals.get("pruned_configs"), list):
            return found
        frame = frame.f_back  # type: ignore[assignment]
    return configs


FRAMES = 8
"""Maximum number of stack frames that are searched for `Autotuner.run`."""


class TunerPatch:
    """Patch of Triton's tuner that compiles all configurations before the first timing."""

    def __init__(self, builder: ConfigurationCompiler) -> None:
        self._builder = builder
        self._patches = Patches()
        self._active = False
        self._about = threading.local()

    def install(self) -> None:
        from triton.runtime.autotuner import Autotuner

        self._active = True
        prune, bench = Autotuner.prune_configs, Autotuner._bench

        @wraps(prune)
        def prune_and_precompile(tuner: Any, *given: Any, **named: Any) -> Any:
            configs = prune(tuner, *given, **named)
            self._builder.start_tuning(tuner)
            self._about.next = tuner, configs
            return configs

        @wraps(bench)
        def bench_after_precompile(tuner: Any, *given: Any, config: Any, **named: Any) -> Any:
            whose, configs = self._about.__dict__.pop("next", (None, ()))
            if self._active and whose is tuner and len(configs) > 1:
                self._build(tuner, remaining(configs), named)
            return bench(tuner, *given, config=config, **named)

        self._patches.replace(Autotuner, "prune_configs", prune_and_precompile)
        self._patches.replace(Autotuner, "_bench", bench_after_precompile)

    def _build(self, tuner: Any, configs: Sequence[Any], named: dict[str, Any]) -> None:
        try:
            if self._builder.many():
                with show_progress(tuner.base_fn.__name__):
                    self._builder.build(tuner, configs, named)
        except Exception as error:  # a compile error of Triton recurs in the tuner
            logger.info("the configurations of %s are compiled one by one: %s", tuner.base_fn.__name__, error)

    def remove(self) -> None:
        """Restore Triton's functions. A replacement that another patch has wrapped stays, and only forwards calls."""
        self._active = False
        self._patches.remove()
