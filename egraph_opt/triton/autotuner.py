"""Triton's `Autotuner`, asking which of its configurations to time.

It asks where a performance model of the user's has its say (`prune_configs`), after that and after the user's own pruning. All that follows
is Triton's: hooks, timing, its table of choices and its cache on disk, which hold what was timed, under the configurations that were timed.
Whatever goes wrong, Triton times all of them.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from egraph_opt.triton.autotune.rank import Ranked, question, ranked
from egraph_opt.triton.pipeline.hook import Hook
from egraph_opt.triton.state.cache import sources
from egraph_opt.triton.state.memory import Memory
from egraph_opt.triton.state.ranking import Ranking
from egraph_opt.triton.state.report import Log


class ModelTuning:
    """While in place, at most `top` configurations of each kernel are timed; with one, none is. `hook` is what else is then in place."""

    def __init__(self, top: int, hook: Hook | None) -> None:
        self.top, self._hook = top, hook
        self.log, self.key = (Log(), "") if hook is None else (hook.log, hook.key)
        self._active = False
        self._undo: list[Callable[[], None]] = []
        self._pruned = threading.local()

    def install(self) -> None:
        from triton.runtime.autotuner import Autotuner

        if self._hook is not None:
            self._hook.install()
        self._active = True
        prune, run = Autotuner.prune_configs, Autotuner.run

        def prune_configs(tuner: Any, kwargs: dict[str, Any], *rest: Any, **more: Any) -> list[Any]:
            if (known := self._pruned.__dict__.pop("configs", None)) is not None:
                return list(known)
            configs: list[Any] = prune(tuner, kwargs, *rest, **more)
            return self.chosen(tuner, configs, kwargs) if self._active and "grid" in kwargs else configs

        def run_chosen(tuner: Any, *arguments: Any, **named: Any) -> Any:
            if self._active and self.top == 1 and len(tuner.configs) > 1:
                self._choose(tuner, arguments, named)
            return run(tuner, *arguments, **named)

        for name, new, old in (("prune_configs", prune_configs, prune), ("run", run_chosen, run)):
            self._replace(Autotuner, name, new, old)

    def remove(self) -> None:
        """Restore Triton's functions; where others have wrapped ours in turn, ours stays, and only passes on."""
        self._active = False
        while self._undo:
            self._undo.pop()()
        if self._hook is not None:
            self._hook.remove()

    def chosen(self, tuner: Any, configs: list[Any], named: dict[str, Any]) -> list[Any]:
        """The configurations to time, the most promising first; all that there are where they cannot be ordered."""
        if len(configs) <= 1:
            return configs
        name, started = tuner.base_fn.__name__, time.perf_counter()
        try:
            found = self._ranked(tuner, configs, named)
        except Exception as error:
            self.log.ranked(Ranking(name, len(configs), reason=f"{type(error).__name__}: {error}"))
            return configs
        kept = [configs[number] for number in found.order[: self.top]]
        seconds = time.perf_counter() - started
        self.log.ranked(Ranking(name, len(configs), found.dropped, tuple(map(str, kept)), seconds))
        return kept

    def _ranked(self, tuner: Any, configs: list[Any], named: dict[str, Any]) -> Ranked:
        """As `ranked`, which is remembered: another process need not even look its kernels up."""
        about = question(tuner, configs, named)
        if about is None:
            return ranked(tuner, configs, named)
        memory = Memory(f"ranking {self.key} {sources()}")
        match memory.recall(*about):
            case [list(order), int(dropped)] if set(order) <= set(range(len(configs))) and order:
                return Ranked(tuple(order), dropped)
        found = ranked(tuner, configs, named)
        memory.note([found.order, found.dropped], *about)
        return found

    def _choose(self, tuner: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
        """Enter the best configuration into the tuner's table before it looks there, as Triton 3.8 does where one is left."""
        tuner.nargs = dict(zip(tuner.arg_names, arguments, strict=False))
        if (key := key_of(tuner, named)) not in tuner.cache:
            configs = tuner.prune_configs(named)
            if len(configs) == 1:
                tuner.cache[key] = configs[0]
            else:  # they could not be ordered, and are not asked about again
                self._pruned.configs = configs

    def _replace(self, owner: Any, name: str, new: Any, old: Any) -> None:
        setattr(owner, name, new)

        def undo() -> None:
            if vars(owner).get(name) is new:
                setattr(owner, name, old)

        self._undo.append(undo)


def key_of(tuner: Any, named: dict[str, Any]) -> tuple[Any, ...]:
    """Under what a tuner remembers its choice: as `Autotuner.run` of Triton 3.6 to 3.9 has it."""
    given = {name: value for name, value in {**tuner.nargs, **named}.items() if name in tuner.arg_names}
    values = [given[name] for name in tuner.keys if name in given]
    return (*values, *(str(value.dtype) for value in given.values() if hasattr(value, "dtype")))
