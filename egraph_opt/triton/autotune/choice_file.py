"""File of tuning choices that the plug-in reads and extends while kernels run."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from egraph_opt.ir.module import InputError
from egraph_opt.process.atomic_write import write_whole
from egraph_opt.triton.autotune.choice_table import Choice, ClassedConfiguration, configuration, read_choices, write_choices
from egraph_opt.triton.autotune.configuration_ranking import RankedConfigurations


class ChoiceFile:
    """Choices of a file by place (`Choice.place`); a file that does not exist has none.

    Raises:
        InputError: the file is no table of choices.
        OSError: the file cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self._path, self._lock = path, threading.Lock()
        self._choices = {choice.place: choice for choice in (read_choices(path) if path.exists() else ())}

    def find(self, place: tuple[str, str, str, str], configs: Sequence[Any]) -> Any:
        """Return the chosen one of some configurations; None if there is no choice, or none of these."""
        choice = self._choices.get(place)
        return next((config for config in configs if choice is not None and configuration(config) == choice.config), None)

    def add(self, place: tuple[str, str, str, str], configs: Sequence[Any], found: RankedConfigurations) -> None:
        """Add the first of a ranking, and write the file with what other processes have added. Does nothing if it is not writable."""
        every = [
            ClassedConfiguration(configuration(c), *bits)
            for c, *bits in zip(configs, found.bits, found.unfused_bits, strict=True)
        ]
        choice = Choice(*place, every[found.order[0]].config, tuple(every))
        with self._lock, suppress(OSError, InputError):
            others = {each.place: each for each in (read_choices(self._path) if self._path.exists() else ())}
            self._choices = {**others, **self._choices, choice.place: choice}
            write_whole(self._path, write_choices(self._choices.values()).encode())
