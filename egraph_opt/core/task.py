"""Base class of rule families' tasks: the steps of optimising one module, called by `egraph_opt.core.pipeline`.

A rule family provides candidates (`alternatives`) and an equivalence proof (`prove`). The base class selects among candidates and
handles failed proofs and engine errors.
"""

from __future__ import annotations

import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, ClassVar, Generic, TypeVar

from egraph_opt.checker import Verdict
from egraph_opt.core.acceptance.alternatives import take_first
from egraph_opt.core.acceptance.validation import Validation, validate
from egraph_opt.core.observers import tell
from egraph_opt.core.options import Options
from egraph_opt.core.result import FunctionResult, unchanged_record, withdraw_record
from egraph_opt.core.rule import Rule
from egraph_opt.errors import CostModelError, Unsupported, describe_error
from egraph_opt.ir.module import Module, Op, symbol_name
from egraph_opt.ir.partition_attributes import is_marked
from egraph_opt.ir.verification.module_check import verify
from egraph_opt.text import read, write
from egraph_opt.text.printer import Form
from egraph_opt.text.round_trip import wrap_in_module

O = TypeVar("O", bound=Options)  # noqa: E741

logger = logging.getLogger("egraph_opt")


@dataclass
class Clock:
    """Timer of stages. Time in a nested stage does not count for the enclosing stage."""

    seconds: dict[str, float] = field(default_factory=dict)
    inner: float = 0.0
    """Seconds of the stages that are nested in the current stage."""

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Add the time of a `with` statement to a stage."""
        before, self.inner, started = self.inner, 0.0, time.perf_counter()
        try:
            yield
        finally:
            spent = time.perf_counter() - started
            self.seconds[name] = self.seconds.get(name, 0.0) + spent - self.inner
            self.inner = before + spent


Optimized = tuple[Op, FunctionResult]
"""Original or new function, and its record."""
Rewritten = tuple[Module, list[FunctionResult]]
"""Original or new module, and the records of its functions."""


class Task(ABC, Generic[O]):
    """Optimisation of one module by a rule family. `text` is the module's source."""

    assigns = False
    """Whether the rule family assigns new operations to warps and pipeline stages (`ir.partition_attributes`). Other families skip
    functions whose operations have such assignments.
    """
    each_alone: ClassVar[bool] = False
    """Whether each function is proved separately, so that a failed proof affects only that function."""
    claim: ClassVar[str] = "equal"
    """Word for the relation that `prove` proves, in messages."""

    def __init__(self, module: Module, options: O, clock: Clock, text: str = "") -> None:
        self.module, self.options, self.clock, self.text = module, options, clock, text
        self.rejected = ""
        """First text that was not proved equal, for a bug report; else empty."""
        self.refusal = ""
        """Reason why the last rejected module is not returned."""
        self.text_of = lru_cache(maxsize=2)(write)
        """Cached printer: the proved text is the returned text."""

    def without(self, rules: Collection[Rule]) -> Task[O]:
        return type(self)(self.module, self.less(rules), self.clock, self.text)

    def less(self, rules: Collection[Rule]) -> O:
        return replace(self.options, own=tuple(rule for rule in self.options.own if rule not in rules))

    @staticmethod
    def read(text: str, filename: str, line: int) -> Module:
        """Parse a module that begins at a line of its file. Raises InputError."""
        module = read(text, filename, line)
        verify(module, text, line)
        return module

    def functions(self) -> Sequence[Op]:
        return self.module.functions()

    @abstractmethod
    def alternatives(self, unit: Op) -> Iterator[Optimized]:
        """Yield candidate programs with their records, best first, for a function or a region that is optimised separately.

        At least one candidate is yielded, which may be `unit` itself.

        Raises:
            CostModelError: the cost model is invalid. After any other error, the function stays unchanged, with a remark.
        """

    @abstractmethod
    def prove(self, before: Module, after: Module) -> Verdict:
        """Return whether `after`, which was written and parsed again, is proved equivalent to `before`.

        With `each_alone`, the modules contain only one function or region.
        """

    def module_alternatives(self) -> Iterator[Rewritten]:
        """Yield candidates for the module with their records, best first. The default is the module with each function optimised
        separately.
        """
        yield self.optimize_functions()

    def optimize_functions(self) -> Rewritten:
        """Return the module with each function optimised separately, and the functions' records."""
        found = {function: self.contain_failure(self.optimize, function) for function in self.functions()}
        new = {function: new for function, (new, _) in found.items()}
        return self.module.replace_functions(new), [record for _, record in found.values()]

    def optimize(self, function: Op) -> Optimized:
        """Optimise a function. A rule family may optimise regions of the function separately."""
        return self.optimize_unit(function)

    def optimize_unit(self, unit: Op) -> Optimized:
        """Return the first accepted candidate for `unit`, a function or a region of it, or `unit` itself, with a record."""
        return take_first(unit, self.alternatives(unit), lambda new, record: self.accept_unit(unit, new, record))

    def accept_unit(self, unit: Op, new: Op, record: FunctionResult) -> Optimized:
        """Return the candidate `new` if it is proved, or will be proved with its module; else `unit` with the reason."""
        if not (self.each_alone and self.is_checked):
            return new, record
        with self.clock.stage("check"):
            verdict, text = self.validate(wrap_in_module(unit), wrap_in_module(new))
        if verdict.equal:
            return new, record
        self.rejected = self.rejected or text
        return unit, withdraw_record(record, f"the result was not proved {self.claim}: {verdict}", "check")

    def accept(self, new: Module, records: list[FunctionResult]) -> Rewritten:
        """Return a candidate module if it is proved and, on request, accepted by its target's compiler; else the original with
        the reason.
        """
        with self.clock.stage("check"):
            if self.is_checked and not self.each_alone:
                verdict, text = self.validate(self.module, new)
                if not verdict.equal:
                    self.rejected = self.rejected or text
                    self.refusal = f"the optimised module was not proved {self.claim}: {verdict}{self.blame(new)}"
                    return self.module, [withdraw_record(record, self.refusal, "check") for record in records]
            return self.confirm(new, records)

    def validate(self, before: Module, after: Module) -> Validation:
        """Prove a new module equivalent by `prove`, after writing and parsing it."""
        return validate(before, after, self.text_of, self.read_back, self.prove)

    @property
    def is_checked(self) -> bool:
        """Whether new modules must be proved equivalent."""
        return self.options.check

    @staticmethod
    def read_back(text: str) -> Module:
        return read(text)

    def blame(self, new: Module) -> str:
        """Return a phrase that names the rules that led to an unproved module, for the end of a message; empty if unknown."""
        return ""

    def contain_failure(self, optimize: Callable[[Op], Optimized], function: Op) -> Optimized:
        """Call `optimize`. If the engine fails, return the unchanged function with a remark."""
        try:
            if not self.assigns and is_marked(function):
                raise Unsupported("its operations are assigned to warps or stages already, and new ones would not be")
            return optimize(function)
        except CostModelError:
            raise  # no engine failure: a run with other costs would not answer the request
        except Exception as error:
            logger.debug("@%s", symbol_name(function), exc_info=error)
            return function, self.failure_record(function, error)

    def failure_record(self, function: Op, error: Exception) -> FunctionResult:
        """Return the record of a function that the engine does not support or on which it failed."""
        if isinstance(error, Unsupported):
            return unchanged_record(function, str(error), "unsupported")
        return unchanged_record(function, describe_error(error, "optimizing it"), "error")

    def confirm(self, new: Module, records: list[FunctionResult]) -> Rewritten:
        """Return a proved module if the compiler for its target accepts it; else the original with the reason."""
        return new, records

    def measure(self, new: Module, records: list[FunctionResult]) -> Rewritten:
        """Return the fastest of several programs by measurement, if the options request this."""
        return new, records

    def write(self, new: Module, form: Form) -> str:
        return self.text_of(new) if form == "source" else write(new, form)

    def headline(self, records: Sequence[FunctionResult]) -> str:
        """Return a summary of the changes in functions."""
        return ""


G = TypeVar("G")
P = TypeVar("P")
C = TypeVar("C")


@dataclass(frozen=True)
class FunctionChoice(Generic[P, G, C]):
    """Terms, e-graph and selected e-nodes of a function, after a search."""

    program: P
    graph: G
    choice: C


class SearchTask(Task[O], Generic[O, P, G, C]):
    """Task that encodes a function as terms, saturates an e-graph, extracts e-nodes, and builds the new function."""

    @abstractmethod
    def encode(self, function: Op) -> P | None:
        """Encode a function as terms; return None if only one program is possible."""

    @abstractmethod
    def saturate(self, program: P) -> G:
        """Return an e-graph of the terms, saturated with the rules."""

    @abstractmethod
    def extract(self, program: P, graph: G) -> C:
        """Extract the cheapest program from the e-graph, as selected e-nodes."""

    @abstractmethod
    def elaborate(self, found: FunctionChoice[P, G, C]) -> Op:
        """Build the function from selected e-nodes."""

    def search(self, function: Any) -> FunctionChoice[P, G, C] | None:
        """Search for the cheapest program equal to a function or region; return None if only one is possible."""
        with self.clock.stage("encode"):
            program = self.encode(function)
        if program is None:
            return None
        tell("encode", program)
        with self.clock.stage("saturate"):
            graph = self.saturate(program)
        tell("saturate", graph)
        with self.clock.stage("extract"):
            choice = self.extract(program, graph)
        tell("extract", choice)
        return FunctionChoice(program, graph, choice)
