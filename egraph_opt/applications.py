"""Applications on the engine (`egraph_opt.apps`), by what they add: loaded when it is asked for.

This is the only place of the engine that names them.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

COMMANDS = {
    "diff": "egraph_opt.apps.fleet.diff",
    "replay": "egraph_opt.apps.replay.command",
    "sentinel": "egraph_opt.apps.sentinel.command",
}
"""Modules of the commands that applications add to the command line. The function of a command has the name of the command, with
underscores for dashes."""
PARTS = {
    "is_corpus": "egraph_opt.apps.fleet.corpus:is_corpus",
    "many_files": "egraph_opt.apps.fleet.command:run",
    "results_page": "egraph_opt.apps.fleet.report:report",
    "sentinel": "egraph_opt.apps.sentinel.watch:Sentinel",
}
"""Functions and classes that the engine calls where a user asks for an application, as `module:name`."""


def part(name: str) -> Any:
    """Load a part of `PARTS`."""
    module, _, attribute = PARTS[name].partition(":")
    return getattr(import_module(module), attribute)
