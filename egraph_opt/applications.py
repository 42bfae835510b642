"""Registry of the applications in `egraph_opt.apps`, which are imported on use.

Other modules refer to applications only through this registry.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

COMMANDS = {
    "calibrate": "egraph_opt.apps.iree_tuning.command.calibrate",
    "diff": "egraph_opt.apps.fleet.command.diff",
    "iree-compile": "egraph_opt.apps.iree_tuning.command.iree_compile",
    "replay": "egraph_opt.apps.replay.command.replay",
    "sentinel": "egraph_opt.apps.sentinel.command.sentinel",
}
"""Modules of the applications' commands, by name of the command."""
PARTS = {
    "best_flags": "egraph_opt.apps.iree_tuning.time_comparison:against_best_flags",
    "fastest": "egraph_opt.apps.iree_tuning.measured_choice:choose_by_time",
    "iree_compile": "egraph_opt.apps.iree_tuning.compiler_calls:iree_compile",
    "is_corpus": "egraph_opt.apps.fleet.corpus:is_corpus",
    "many_files": "egraph_opt.apps.fleet.command.file_runs:run",
    "results_page": "egraph_opt.apps.fleet.command.results_page:report",
    "sentinel": "egraph_opt.apps.sentinel.launch_guard:Sentinel",
    "times": "egraph_opt.apps.iree_tuning.time_comparison:times",
}
"""Functions and classes of applications that other modules use, as `module:name`."""


def part(name: str, places: Mapping[str, str] = PARTS) -> Any:
    """Import a function or class by its name in a table such as `PARTS`."""
    module, _, attribute = places[name].partition(":")
    return getattr(import_module(module), attribute)
