"""Model-based pruning of the configurations that Triton's `Autotuner` times.

Pruning happens in `prune_configs`, after the user's own pruning. Triton's programs determine the ranking; the plug-in rewrites
only the remaining configurations. Triton times them and caches the times. On any error Triton times all configurations.
"""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

from egraph_opt.errors import reason_of
from egraph_opt.triton.autotune.choice_file import ChoiceFile
from egraph_opt.triton.autotune.choice_table import key_text
from egraph_opt.triton.autotune.configuration_ranking import RankedConfigurations, question, rank_configurations
from egraph_opt.triton.pipeline.stage_hook import Hook
from egraph_opt.triton.state.cache_keys import as_triton_alone, sources
from egraph_opt.triton.state.device_description import describe_device
from egraph_opt.triton.state.disk_memo import DiskMemo
from egraph_opt.triton.state.function_patch import Patches
from egraph_opt.triton.state.report import Log
from egraph_opt.triton.state.tuning_record import Ranking


class ModelTuning:
    """Patch of Triton's tuner that times at most `top` configurations of each kernel.

    If `top` is 1, the configuration with the best prediction is used without timing. The file `choices` has such configurations: those
    in it are used without a ranking, and others are added.
    The compilation hook `hook`, if any, is installed and removed together with the patch.
    """

    def __init__(self, top: int, hook: Hook | None, choices: Path | None = None) -> None:
        self.top, self._hook = top, hook
        self._choices = ChoiceFile(choices) if choices is not None else None
        self.log, self.key = (Log(), "") if hook is None else (hook.log, hook.key)
        self._active = False
        self._patches = Patches()
        self._pruned = threading.local()

    def install(self) -> None:
        from triton.runtime.autotuner import Autotuner

        self._active = True
        prune, run = Autotuner.prune_configs, Autotuner.run

        def prune_configs(tuner: Any, kwargs: dict[str, Any], *rest: Any, **more: Any) -> list[Any]:
            if (known := self._pruned.__dict__.pop("configs", None)) is not None:
                return list(known)
            configs: list[Any] = prune(tuner, kwargs, *rest, **more)
            return self.choose_configurations(tuner, configs, kwargs) if self._active and "grid" in kwargs else configs

        def tune_and_run(tuner: Any, *arguments: Any, **named: Any) -> Any:
            if self._active and self.top == 1 and len(tuner.configs) > 1:
                self._choose(tuner, arguments, named)
            return run(tuner, *arguments, **named)

        self._patches.replace(Autotuner, "prune_configs", prune_configs)
        self._patches.replace(Autotuner, "run", tune_and_run)
        if self._hook is not None:
            self._hook.install()  # the hook's own patch of the tuner applies to the remaining configurations

    def remove(self) -> None:
        """Restore Triton's functions. A replacement that another patch has wrapped stays, and only forwards calls."""
        self._active = False
        if self._hook is not None:
            self._hook.remove()
        self._patches.remove()

    def choose_configurations(self, tuner: Any, configs: list[Any], named: dict[str, Any]) -> list[Any]:
        """Return the configurations to time, predicted fastest first, or all configurations if no ranking is possible."""
        if len(configs) <= 1:
            return configs
        name, started = tuner.base_fn.__name__, time.perf_counter()
        try:
            place = _place(tuner, named) if self._choices is not None else None
            if self._choices is not None and place and (known := self._choices.find(place, configs)) is not None:
                self.log.add_ranking(Ranking(name, len(configs), kept=(str(known),)))
                return [known]
            found = self._rank_through_cache(tuner, configs, named)
            if self._choices is not None and place:
                self._choices.add(place, configs, found)
        except Exception as error:
            self.log.add_ranking(Ranking(name, len(configs), reason=reason_of(error)))
            return configs
        kept = [configs[number] for number in found.order[: self.top]]
        seconds = time.perf_counter() - started
        same, unfused = (sum(each == bits[found.order[0]] for each in bits) for bits in (found.bits, found.unfused_bits))
        self.log.add_ranking(
            Ranking(name, len(configs), found.dropped, tuple(map(str, kept)), seconds, same_bits=same, same_bits_unfused=unfused)
        )
        return kept

    def _rank_through_cache(self, tuner: Any, configs: list[Any], named: dict[str, Any]) -> RankedConfigurations:
        with as_triton_alone():
            about = question(tuner, configs, named)
            if about is None:
                return rank_configurations(tuner, configs, named)
            memory = DiskMemo(f"ranking {sources()}")
            match memory.recall(*about):
                case [list(order), int(dropped), list(bits), list(unfused)] if set(order) <= set(range(len(configs))) and order:
                    return RankedConfigurations(tuple(order), dropped, tuple(bits), tuple(unfused))
            found = rank_configurations(tuner, configs, named)
            memory.note([found.order, found.dropped, found.bits, found.unfused_bits], *about)
            return found

    def _choose(self, tuner: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
        """Store the best configuration in the tuner's cache, so that the tuner times nothing.

        Triton 3.8 does this itself for a single configuration.
        """
        tuner.nargs = dict(zip(tuner.arg_names, arguments, strict=False))
        if (key := key_of(tuner, named)) not in tuner.cache:
            configs = tuner.prune_configs(named)
            if len(configs) == 1:
                tuner.cache[key] = configs[0]
            else:  # ranking failed; do not repeat it
                self._pruned.configs = configs


def _place(tuner: Any, named: dict[str, Any]) -> tuple[str, str, str, str]:
    """Return the place of a choice in a table: device, version of Triton, kernel, and key of the tuner."""
    from triton import __version__

    kernel = f"{tuner.base_fn.__module__}.{tuner.base_fn.__name__}"
    return describe_device(), __version__, kernel, key_text(key_of(tuner, named))


def key_of(tuner: Any, named: dict[str, Any]) -> tuple[Any, ...]:
    """Return the key under which `Autotuner.run` of Triton 3.6 to 3.9 stores the configuration for a call."""
    given = {name: value for name, value in {**tuner.nargs, **named}.items() if name in tuner.arg_names}
    values = [given[name] for name in tuner.keys if name in given]
    return (*values, *(str(value.dtype) for value in given.values() if hasattr(value, "dtype")))
