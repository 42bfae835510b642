"""How Triton's autotuner chooses while layers are prepared and timed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

CONFIGURATIONS = 4
"""At most so many configurations a kernel, evenly spread over its list."""
Choices = dict[str, str]
"""The configuration that was chosen, as text, by kernel and the autotuner's key."""


def choose(choices: Choices) -> None:
    """Let the autotuner time few configurations, each three times, and note what it chooses.

    One timing of a cold GPU has picked configurations 1.3 times as slow as the best.
    """
    from triton.runtime.autotuner import Autotuner

    prune, run, bench = Autotuner.prune_configs, Autotuner.run, Autotuner._bench

    def pruned(self: Any, kwargs: Any) -> Any:
        found = prune(self, kwargs)
        last = len(found) - 1
        return found if last < CONFIGURATIONS else [found[i * last // (CONFIGURATIONS - 1)] for i in range(CONFIGURATIONS)]

    def noted(self: Any, *arguments: Any, **named: Any) -> Any:
        result = run(self, *arguments, **named)
        for key, config in self.cache.items():
            choices[entry(self, key)] = str(config)
        return result

    def steady(self: Any, *arguments: Any, config: Any, **named: Any) -> Any:
        return min((bench(self, *arguments, config=config, **named) for _ in range(3)), key=lambda times: times[0])

    Autotuner.prune_configs, Autotuner.run, Autotuner._bench = pruned, noted, steady


def repeat(choices: Mapping[str, str]) -> None:
    """Let the autotuner take what was chosen before. `choices` may change between layers."""
    from triton.runtime.autotuner import Autotuner

    run = Autotuner.run

    def chosen(self: Any, *arguments: Any, **named: Any) -> Any:
        if not isinstance(self.cache, Chosen):
            self.cache = Chosen(self, choices)
        return run(self, *arguments, **named)

    Autotuner.run = chosen


class Chosen(dict[Any, Any]):
    """An autotuner's cache that holds what was chosen before."""

    def __init__(self, tuner: Any, choices: Mapping[str, str]) -> None:
        super().__init__()
        self._tuner, self._choices = tuner, choices

    def __contains__(self, key: Any) -> bool:
        return entry(self._tuner, key) in self._choices or super().__contains__(key)

    def __getitem__(self, key: Any) -> Any:
        wanted = self._choices.get(entry(self._tuner, key))
        if wanted is None:
            return super().__getitem__(key)
        return next(config for config in self._tuner.configs if str(config) == wanted)


def entry(tuner: Any, key: Any) -> str:
    """The name of one choice."""
    return f"{tuner.base_fn.__name__}|{key}"
