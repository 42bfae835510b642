"""Settings of the plug-in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

from egraph_opt.core.family import choose_options
from egraph_opt.core.options import OptionError
from egraph_opt.errors import unknown_name
from egraph_opt.families.layout.options import Options

Place = Literal["after-last", "replace-last", "replace-all", "at-end"]
"""Positions of the optimiser in Triton's pipeline.

`after-last`: after the last run of RemoveLayoutConversions. `replace-last`: instead of that run. `replace-all`: instead of all
runs. `at-end`: at the end of the stage `ttgir`, after passes that hoist conversions and so lengthen live ranges.
"""

DEFAULTS: Mapping[str, Any] = {"extract": "dag", "work_limit": 2_000_000, "min_gain": 0.0, "read_copies": True}
"""Layout options whose defaults differ from those of the command line.

On real kernels, extraction `dag` comes within 0.2 % of the optimal cost, and takes a third of the time of an exact extraction.
"""


@dataclass(frozen=True, slots=True)
class Settings:
    """Arguments of `enable` that determine the optimised programs; `options` are those of the layout search."""

    place: Place = "at-end"
    min_gain: float = 0.005
    confirm: bool = True
    alternatives: bool = True
    loads_first: bool = True
    versions: bool = True
    algebra: bool = False
    numerics: str = ""
    descriptors: bool = True
    stages: bool = True
    local_waits: bool = False
    options: Options = field(default_factory=lambda: Options(**DEFAULTS))

    @property
    def before(self) -> tuple[tuple[str, Mapping[str, Any]], ...]:
        """Rule families that rewrite TTIR, in order, with their options."""
        bounded = (("numerics", {"numerics": self.numerics}),) if self.numerics else ()
        return (*bounded, *((("algebra", {}),) if self.algebra else ()))

    def search_settings(self, keep_accesses: bool = False) -> Settings:
        """Return the settings of a search whose program competes with Triton's by the machine code of both.

        With `alternatives`, the search is exact and may load in any layout. It needs no minimum gain, since even a program of
        equal cost may spill fewer registers. Otherwise, return the user's settings. `keep_accesses`: large loads and stores keep
        their layouts, whatever the user's settings say.
        """
        keep = self.options.keep_accesses or keep_accesses
        options = replace(self.options, loads_first=self.loads_first, keep_accesses=keep)
        if not self.alternatives:
            return replace(self, options=options)
        return replace(self, min_gain=0.0, options=replace(options, extract="exact", move_loads=True))

    def __post_init__(self) -> None:
        if self.place not in get_args(Place):
            raise OptionError(unknown_name("no place", self.place, get_args(Place)))
        if self.numerics:
            choose_options("numerics", {"numerics": self.numerics})
        if not 0 <= self.min_gain <= 1:
            raise OptionError(f"min_gain is a finite number from 0 to 1, not {self.min_gain}")


TOP = 3
"""Default number of configurations that are timed after a ranking. On an H200, the fastest of three was 0.5 % slower than the
best, in the mean.
"""


def parse_autotune(text: str) -> int | None:
    """Return the number of configurations to time, given the value `model` or `model:N` of `EGRAPH_OPT_AUTOTUNE`; None if it is empty or 0.

    Raises:
        OptionError: the value is invalid.
    """
    if text in ("", "0"):
        return None
    name, _, number = text.partition(":")
    if name != "model" or (":" in text and not number.isdecimal()) or number.strip("0") == "" != number:
        raise OptionError(
            f"EGRAPH_OPT_AUTOTUNE={text} means nothing: use model, or model:1 for a number of configurations to time"
        )
    return int(number) if number else TOP
