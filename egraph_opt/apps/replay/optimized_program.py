"""Program that the plug-in would launch under another version of Triton. The search runs here; the other version parses and compiles."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, NamedTuple

from egraph_opt.apps.replay.compiler_process import ProcessCompiler
from egraph_opt.apps.replay.kernel_corpus import CorpusKernel
from egraph_opt.apps.replay.kernel_metrics import MissingMeasurement, measure_answer
from egraph_opt.apps.replay.launched_version import CompiledProgram, first_launch, second_of
from egraph_opt.errors import reason_of
from egraph_opt.ir.module import InputError
from egraph_opt.machine.prediction import processor_of
from egraph_opt.triton.choice.gain_hints import has_conversions, idle, loads_wait
from egraph_opt.triton.choice.kernel_search import SearchResult, improve
from egraph_opt.triton.choice.noalias_version import NoaliasSource
from egraph_opt.triton.compile.code_judge import Unfit, judge_code
from egraph_opt.triton.compile.compile_jobs import Threads
from egraph_opt.triton.compile.least_savings import time_ratio
from egraph_opt.triton.compile.machine_code import StageResults
from egraph_opt.triton.compile.recipe import Recipe
from egraph_opt.triton.pipeline.stage_hook import Hook
from egraph_opt.triton.state.settings import Settings
from egraph_opt.triton.state.shared_memory_limits import check_shared_memory
from egraph_opt.triton.state.version_record import NoaliasVersion

SECOND_VERSION_REASON = "the captured launch takes the second version, since its arrays do not overlap"
TRITON_PROGRAM_REASON = "the captured launch takes Triton's own program, which its grid is predicted to run faster"


@dataclass(frozen=True, slots=True)
class Ours:
    """Result of the plug-in for a kernel.

    `outcome` is that of the plug-in's report (`changed`, `kept`, `failed`, `unfit`); `answer` is the compiler's answer for the
    launched program.
    """

    outcome: str
    reason: str
    answer: Mapping[str, Any]


class Replaced(NamedTuple):
    """Predictions for a search result that replaces Triton's program: whether that may win for some grids, and the saving."""

    may_win: bool
    saves: float


class OtherVersion(Threads):
    """Compiler and parser of another version of Triton."""

    WORKERS = 1

    def __init__(self, compiler: ProcessCompiler, kernel: CorpusKernel, settings: Settings, options: Mapping[str, Any]) -> None:
        """`options`: compile options, from the metadata of a program."""
        backend, _, arch = kernel.target.partition(":")
        self._there, self._kernel, self._settings = compiler, kernel, settings
        self.answers: dict[str, Mapping[str, Any]] = {}
        target = SimpleNamespace(backend=backend, arch=arch)
        super().__init__(Recipe(settings, "", target, dict(options), None, {}, Hook), None, ())

    def start(self) -> None:
        """Do nothing: the compiler is already running."""

    def refusal(self, text: str) -> str:
        """Return the reason why the other version rejects a text; empty if it accepts the text."""
        return str(self._ask(text, until="parse").get("error", ""))

    def search(self, text: str, keep_accesses: bool = False) -> SearchResult:
        return improve(text, text, self._settings.search_settings(keep_accesses), self, True)

    def has_noalias(self, text: str) -> bool:
        """Return False, since no-alias versions are made later, and only of the chosen program."""
        return False

    def compile_noalias(self, second: NoaliasVersion) -> CompiledProgram:
        """Return a compiled no-alias version. Raises RuntimeError if the other version does not compile it."""
        if second.language == "ttgir":
            return self.program(self._ask(second.text), "")
        theirs = self._there.ask(kind="ttir", text=second.text, target=self._kernel.target, options=dict(self._kernel.options))
        return self.program(first_of(self._there, self._kernel, theirs, self._settings)[0].answer, second.text)

    def program(self, answer: Mapping[str, Any], ttir: str) -> CompiledProgram:
        """Return a compiler's answer as a program with its resource use. Raises RuntimeError if the compilation failed."""
        try:
            return CompiledProgram(answer, measure_answer(answer, self._kernel).use, ttir)
        except MissingMeasurement as error:
            raise RuntimeError(str(error)) from None

    def _make(self, text: str, metadata: dict[str, Any]) -> StageResults:
        answer = self.answers.get(text) or self._ask(text)
        self.answers[text] = answer
        try:
            found = measure_answer(answer, self._kernel)
        except MissingMeasurement as error:
            raise RuntimeError(str(error)) from None
        return StageResults({"binary": base64.b64decode(answer["binary"])}, answer["metadata"], 0.0, found.use)

    def _make_checked(self, text: str, metadata: dict[str, Any]) -> StageResults:
        made = self._make(text, metadata)
        check_shared_memory(made.metadata["shared"] or 0, self.target)
        return made

    def _ask(self, text: str, **more: Any) -> dict[str, Any]:
        return self._there.ask(kind="ttgir", text=text, target=self._kernel.target, options=dict(self._kernel.options), **more)


def ours(compiler: ProcessCompiler, kernel: CorpusKernel, theirs: Mapping[str, Any], settings: Settings) -> Ours:
    """Return the program that the plug-in launches under the compiler's version of Triton. `theirs` is that version's own program.

    If a launch was captured, its arguments and grid select the program. On any error, the result is Triton's program.
    """
    first, replaced = first_of(compiler, kernel, theirs, settings)
    processor = processor_of(kernel.target)
    if processor is None or kernel.launch is None or not settings.versions:
        return first
    there = OtherVersion(compiler, kernel, settings, first.answer.get("metadata", {}))
    try:
        program = there.program(first.answer, kernel.text if kernel.kind == "ttir" else "")
        sources, own = [NoaliasSource(program, program.use)], None
        if replaced is not None:
            own = there.program(theirs, "")
            sources.append(NoaliasSource(own, own.use, time_ratio(replaced.saves)))
        second = second_of(kernel, sources, there.refusal, there.compile_noalias, processor)
        chosen, name = first_launch(
            kernel, program, own if replaced is not None and replaced.may_win else None, second, processor
        )
    except Exception:  # like the plug-in: use the first program
        return first
    if name == "first":
        return first
    return (
        Ours("changed", SECOND_VERSION_REASON, chosen.answer)
        if name == "second"
        else Ours("kept", TRITON_PROGRAM_REASON, chosen.answer)
    )


def first_of(
    compiler: ProcessCompiler, kernel: CorpusKernel, theirs: Mapping[str, Any], settings: Settings
) -> tuple[Ours, Replaced | None]:
    """Return the search result, and what is predicted of Triton's program if the result replaces it."""
    if "error" in theirs:
        return Ours("failed", str(theirs["error"]), theirs), None
    plain, processor = str(theirs["ttgir"]), processor_of(kernel.target)
    if processor is None:
        return Ours("failed", f"there is no model of the machine code of {kernel.target}", theirs), None
    if not has_conversions(plain) and not (settings.loads_first and loads_wait(plain)):
        return Ours("kept", idle(settings.loads_first), theirs), None
    there = OtherVersion(compiler, kernel, settings, theirs["metadata"])
    there.answers[plain] = theirs
    try:
        found, _, own, rivals = judge_code(plain, {}, there, processor)
    except Unfit as error:
        return Ours("unfit", str(error), theirs), None
    except InputError as error:
        return Ours("failed", str(error).partition("\n")[0], theirs), None
    except Exception as error:  # like the plug-in: use Triton's own kernel
        return Ours("failed", reason_of(error).partition("\n")[0], theirs), None
    if found.text is None:
        return Ours("unfit" if found.unfit else "failed" if found.failed else "kept", found.reason, theirs), None
    return Ours("changed", found.reason, there.answers[found.text]), None if own is None else Replaced(rivals, found.saves)
