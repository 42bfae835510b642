"""Compilation of a kernel with and without a rewrite of its TTIR, and selection of one of the two programs by their machine code.

A saving in TTIR may vanish in machine code: algebra may undo work of Triton's passes, and a run-time guard takes registers.
Without a machine model for the target, the rewritten program is used.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, Protocol

from egraph_opt.cost.target import Target
from egraph_opt.errors import reason_of
from egraph_opt.machine.prediction import ResourceUse, differing, predict_saving
from egraph_opt.triton.choice.parser_process import Accepts
from egraph_opt.triton.compile.machine_code import Stage
from egraph_opt.triton.compile.ttgir_stage import parse
from egraph_opt.triton.pipeline.ttir_stage import rewrite_module
from egraph_opt.triton.state.report import Kernel
from egraph_opt.triton.state.settings import Settings

logger = logging.getLogger("egraph_opt.triton")


class Passage(Protocol):
    """Interface of the compilation of one program by the stages from `ttgir` on."""

    def stages(self) -> dict[str, Stage]:
        """Return the stages by name."""

    def use(self, module: Any, metadata: dict[str, Any]) -> ResourceUse:
        """Return the resource use of the machine code for a module that the stage `ttgir` produced."""


Begin = Callable[[Callable[[Kernel], None], str], Passage]
"""Function `(record, own)` that begins the compilation of one program.

The callback `record` gets the outcome; `own` is Triton's TTIR as a fallback, empty if the program is Triton's.
"""
LEAST_EXACT, LEAST_BOUNDED = 0.0, -0.1
"""Least predicted savings, as fractions of the time, of rewritten programs without and with a bounded error.

Predictions are inaccurate if matrix products replace exponentials. Of 11 such programs on an H200 (2026-11-23), predicted to save
from -1 to 22 %, ten saved 18 to 44 %, and one lost 2 %.
"""


class Records:
    """Buffer of the compilation records of one program, which are forwarded if that program is selected."""

    def __init__(self, record: Callable[[Kernel], None]) -> None:
        self._record, self._held = record, list[Kernel]()
        self._is_held = True

    def __call__(self, kernel: Kernel) -> None:
        if self._is_held:
            self._held.append(kernel)
        else:
            self._record(kernel)

    def release(self) -> None:
        """Forward the buffered records and all later records."""
        self._is_held = False
        for kernel in self._held:
            self._record(kernel)


class StagePassage(NamedTuple):
    """One program compiled to machine code: output and metadata of the stage `ttgir`, and resource use."""

    passage: Passage
    result: Any
    metadata: dict[str, Any]
    records: Records
    use: ResourceUse


class TwoProgramStages:
    """Compilation stages that compile a program with and without the TTIR rewrite, and select one of both by machine code."""

    def __init__(
        self,
        begin: Begin,
        ttir: Stage,
        settings: Settings,
        record: Callable[[Kernel], None],
        processor: Target | None,
        acceptor: Accepts,
    ) -> None:
        """`processor`: target of the machine-code comparison; None disables the comparison."""
        self._begin, self._ttir, self._settings, self._record = begin, ttir, settings, record
        self._processor, self._acceptor = processor, acceptor
        self._chosen = begin(record, "")
        self._made: tuple[Any, dict[str, Any]] | None = None

    def stages(self) -> dict[str, Stage]:
        """Return replacements of Triton's stages from `ttir` on."""
        return {"ttir": self.ttir, **{name: partial(self._later, name) for name in self._chosen.stages()}}

    def ttir(self, source: Any, metadata: dict[str, Any]) -> Any:
        """Run the stage `ttir` and the rewrites, and return the selected module."""
        module = self._ttir(source, metadata)
        text, new = str(module), module
        for family, options in self._settings.before:
            new = rewrite_module(new, text if new is module else str(new), self._acceptor, family, options)
        if new is module:
            return module
        if self._processor is None:
            self._chosen = self._begin(self._record, text)
            return new
        made = {program: self._compile_program(program, module.context, metadata) for program in (text, str(new))}
        chosen = self._better(text, str(new), made, self._processor)
        if (passed := made[chosen]) is not None:
            self._chosen, self._made = passed.passage, (passed.result, passed.metadata)
            passed.records.release()
        return module if chosen == text else new

    def _compile_program(self, program: str, context: Any, metadata: dict[str, Any]) -> StagePassage | None:
        records, told = Records(self._record), dict(metadata)
        passage = self._begin(records, "")
        try:
            result = passage.stages()["ttgir"](parse(program, context), told)
            return StagePassage(passage, result, told, records, passage.use(result, told))
        except Exception as error:
            logger.info("one of two programs is not compiled: %s", reason_of(error))
            return None

    def _better(self, text: str, changed: str, made: Mapping[str, StagePassage | None], processor: Target) -> str:
        plain, other = made[text], made[changed]
        if plain is None or other is None:
            return text if other is None else changed
        gain = predict_saving((1.0, 1.0), plain.use, other.use, processor)
        least = LEAST_BOUNDED if self._settings.numerics else LEAST_EXACT
        chosen = changed if gain > least else text
        outcome = "goes on" if chosen is changed else "is left as it was"
        logger.info(
            "a kernel changed in TTIR %s (%+.1f %% time): %s", outcome, -100 * gain, differing(other.use, plain.use, processor)
        )
        return chosen

    def _later(self, name: str, module: Any, metadata: dict[str, Any]) -> Any:
        if name == "ttgir" and self._made is not None:
            (result, told), self._made = self._made, None
            metadata.update(told)
            return result
        return self._chosen.stages()[name](module, metadata)
