"""Plug-in's decision on a program in a file: search and comparison of machine code, in a child process.

The commands `egraph-opt explain`, `report` and `compare` use this module with `--as-plugin`. The program must be Triton's output
at the end of the stage `ttgir`, such as `kernel.asm["ttgir"]` without the plug-in. If libtriton aborts, only the child process
dies.
"""

from __future__ import annotations

import importlib.util
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from egraph_opt.core.family import Rules, books_of, choose_options
from egraph_opt.core.options import OptionError
from egraph_opt.errors import reason_of
from egraph_opt.families.layout.options import Options
from egraph_opt.ir.module import InputError
from egraph_opt.machine.prediction import processor_of
from egraph_opt.process.worker_pool import Workers
from egraph_opt.reports.report_builder import ReportScope
from egraph_opt.reports.report_data import Ruling
from egraph_opt.text import split
from egraph_opt.text.difference.changes import changes
from egraph_opt.triton.choice.gain_hints import has_conversions, loads_wait
from egraph_opt.triton.choice.kernel_search import KernelSearch, SearchResult, improve
from egraph_opt.triton.choice.parser_child import PARSED_NAME
from egraph_opt.triton.compile.code_judge import JudgedProgram, Unfit, judge_code
from egraph_opt.triton.compile.ttgir_stage import kernel_name
from egraph_opt.triton.pipeline.stage_hook import Hook, confirms
from egraph_opt.triton.state.own_programs import OWN_PROGRAM_ANSWER, is_ours
from egraph_opt.triton.state.report import Kernel
from egraph_opt.triton.state.settings import DEFAULTS, Settings

_TARGET = re.compile(r'"?ttg\.target"? = "(cuda|hip):(\w+)"')
_PLACED = re.compile(r'loc\("(.*)":(\d+):(\d+)\): error: (.*)')
"""Error message of Triton's parser, with its location in the program or in the kernel's source."""
SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class PluginDecision:
    """Plug-in's decision on a program: the record of its compilation, and the new program or Triton's own."""

    kernel: Kernel
    text: str
    rival: bool = False
    """True if Triton's program is still launched for some grids."""

    @property
    def ruling(self) -> Ruling:
        """Return the decision in the form that reports show."""
        kernel = self.kernel
        grids = (
            "; for some grid sizes Triton's program is predicted to be faster, and those launches use it" if self.rival else ""
        )
        return Ruling(kernel.outcome, kernel.says, kernel.gain + grids)


def settings_of(rules: Rules, given: Mapping[str, Any]) -> Settings:
    """Return the settings that `enable` uses for these options.

    Raises:
        OptionError: Triton is not installed, or an option is invalid (`egraph_opt.core.family.choose_options`).
    """
    if importlib.util.find_spec("triton") is None:
        raise OptionError("{0} needs Triton: pip install -e '.[triton]' in a clone", "as_plugin")
    if (family := books_of(rules)[0].name) != Options.family:
        raise OptionError(f"{{0}}: the plug-in optimises layouts, and these are rules of {family}", "as_plugin")
    plain, given = Settings(), dict(given)
    least = given.pop("min_gain", plain.min_gain)
    given.pop("loads_first", None)  # always enabled here
    options = choose_options(rules, {**DEFAULTS, **given})
    assert isinstance(options, Options)
    return replace(plain, min_gain=least, options=options)


def target_of(text: str) -> str:
    """Return the name of a program's target, for example `cuda:90`.

    Raises:
        OptionError: the program names no target, or the text has several programs.
    """
    if len(split(text)) != 1:
        raise OptionError("{0} takes a file with one program", "as_plugin")
    if (found := _TARGET.search(text)) is None:
        raise OptionError("{0} needs a program that says what it is compiled for (ttg.target)", "as_plugin")
    return f"{found[1]}:{found[2]}"


def search_options(settings: Settings, target: str) -> Options:
    """Return the layout options with which the plug-in searches for a target."""
    return settings.search_settings().options if confirms(settings, target) else settings.options


def add_decision(text: str, settings: Settings, want: ReportScope) -> tuple[Options, ReportScope]:
    """Ask the plug-in about a program. Return the options of the plug-in's search, and the report request `want` with its decision.

    Raises:
        OptionError: see `target_of`.
    """
    options, found = search_options(settings, target_of(text)), ask_plugin(text, settings)
    changed = found.text if found.kernel.outcome == "changed" else ""
    return options, replace(want, others=False, ruling=found.ruling, changed=changed, task=KernelSearch)


def wanted_by(text: str, rules: Rules, given: Mapping[str, Any], want: ReportScope) -> tuple[Options, ReportScope]:
    """Return the result of `add_decision`, given rules and the keyword arguments of `enable`.

    Raises the errors of `add_decision` and `settings_of`.
    """
    return add_decision(text, settings_of(rules, given), want)


def ask_plugin(text: str, settings: Settings) -> PluginDecision:
    """Return the plug-in's decision on a TTGIR program that names its target.

    Raises:
        InputError: Triton rejects the program.
    """
    workers = Workers()
    try:
        answer = workers.call("egraph_opt.triton.offline_decision:decide_text", (text, settings), {}, SECONDS)
    except (OSError, TimeoutError) as error:
        why = f"no answer in {SECONDS:g} s" if isinstance(error, TimeoutError) else str(error)
        return PluginDecision(Kernel(kernel_name(text), target_of(text), "failed", f"Triton's process died: {why}"), text)
    finally:
        workers.end()
    if answer.error is not None:
        raise answer.error
    found: PluginDecision = answer.value
    return found


def decide_text(text: str, settings: Settings) -> PluginDecision:
    """Return the plug-in's decision on a program, in this process. Raises InputError if Triton rejects the program."""
    from egraph_opt.triton.compile.compile_jobs import acceptor

    target = target_of(text)
    if refusal := acceptor.refusal(text):
        raise _refusal_error(refusal, text)
    try:
        found, _, _, rival = _search_text(text, settings, target)
    except Unfit as error:
        found, rival = SearchResult(None, reason=str(error), unfit=True), False
    except Exception as error:
        found, rival = SearchResult(None, True, reason_of(error)), False
    outcome: Any = "changed" if found.text else "unfit" if found.unfit else "failed" if found.failed else "kept"
    reason = "" if outcome == "changed" else (found.reason.splitlines() or [""])[0]
    if is_ours(text):
        reason = OWN_PROGRAM_ANSWER
    change = changes(text, found.text) if found.text else ""
    warps = re.search(r'"ttg\.num-warps" = (\d+)', text)
    kernel = Kernel(
        kernel_name(text), target, outcome, reason, *found.cost, *found.converts, num_warps=int(warps[1]) if warps else 0,
        change=change, predicted=found.prediction,
    )  # fmt: skip
    return PluginDecision(kernel, found.text or text, rival)


def _refusal_error(refusal: str, text: str) -> InputError:
    if (placed := _PLACED.match(refusal)) is None:
        return InputError(f"Triton refuses the program: {refusal}")
    file, line, column, said = placed[1], int(placed[2]), int(placed[3]), f"Triton refuses the program: {placed[4]}"
    if os.path.basename(file) != PARSED_NAME:
        return InputError(f"{said} ({file}:{line}:{column})")
    return InputError(said, line, column, source=text.splitlines()[line - 1])


def _search_text(text: str, settings: Settings, target: str) -> JudgedProgram:
    from triton.backends.compiler import GPUTarget, Language
    from triton.compiler.compiler import make_backend

    from egraph_opt.triton.compile.compile_jobs import Threads, acceptor
    from egraph_opt.triton.compile.recipe import Recipe
    from egraph_opt.triton.compile.sched4reg import by_module

    may_change = has_conversions(text) or (settings.loads_first and loads_wait(text))
    processor = processor_of(target)
    if not may_change or not confirms(settings, target) or processor is None:
        return JudgedProgram(improve(text, text, settings, acceptor))
    kind, _, arch = target.partition(":")
    numbers = {name: int(found[1]) for name in ("num-warps", "num-ctas") if (found := re.search(rf'"ttg\.{name}" = (\d+)', text))}
    gpu = GPUTarget(kind, int(arch), 32)
    backend = make_backend(gpu)
    options = backend.parse_options({name.replace("-", "_"): number for name, number in numbers.items()})
    stages: dict[str, Any] = {}
    backend.add_stages(stages, options, Language.TRITON)
    stages |= by_module(backend, stages, options)
    later = list(stages.items())[list(stages).index("ttgir") + 1 :]
    alone = replace(settings, versions=False)  # versions that depend on the launch are not compiled here
    recipe = Recipe(alone, "", gpu, vars(options), Language.TRITON, dict(os.environ), Hook)
    return judge_code(text, {"target": gpu, **vars(options)}, Threads(recipe, backend, later), processor)
