"""Registry of applications on top of the engine (`egraph_opt.apps`), imported on use.

The engine refers to applications only here.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

COMMANDS = {
    "calibrate": "egraph_opt.apps.iree_tuning.command.calibrate",
    "diff": "egraph_opt.apps.fleet.command.diff",
    "iree-compile": "egraph_opt.apps.iree_tuning.command.iree_compile",
    "replay": "egraph_opt.apps.replay.command.replay",
    "sentinel": "egraph_opt.apps.sentinel.command.sentinel",
}
"""Command of an application -> its module. The function has the command's name, with underscores for dashes."""
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
"""Functions and classes of applications that the engine calls on request, as `module:name`."""


def part(name: str) -> Any:
    """Import an entry of `PARTS`."""
    module, _, attribute = PARTS[name].partition(":")
    return getattr(import_module(module), attribute)
