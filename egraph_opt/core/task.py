"""Task: the steps of a family on one module, called by `egraph_opt.core.pipeline`.

A family provides candidates (`alternatives`) and an equivalence proof (`prove`). This base class selects among candidates and
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
from egraph_opt.core.alternatives import take_first
from egraph_opt.core.ir_verification import verify
from egraph_opt.core.observers import tell
from egraph_opt.core.options import Options
from egraph_opt.core.result import FunctionResult, name_of, unchanged_record, withdraw_record
from egraph_opt.core.rule import Rule
from egraph_opt.core.validation import Validation, validate
from egraph_opt.cost.checked_model import CostModelError
from egraph_opt.errors import Unsupported, describe_error
from egraph_opt.ir.module import Module, Op
from egraph_opt.ir.partition_attributes import is_marked
from egraph_opt.text import read, write
from egraph_opt.text.printer import Form
from egraph_opt.text.round_trip import wrap_in_module

O = TypeVar("O", bound=Options)  # noqa: E741

logger = logging.getLogger("egraph_opt")


@dataclass
class Clock:
    """Seconds per stage; time in a nested stage counts for that stage alone."""

    seconds: dict[str, float] = field(default_factory=dict)
    inner: float = 0.0
    """Seconds of stages nested in the current one."""

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Measure a `with` statement as part of a stage."""
        before, self.inner, started = self.inner, 0.0, time.perf_counter()
        try:
            yield
        finally:
            spent = time.perf_counter() - started
            self.seconds[name] = self.seconds.get(name, 0.0) + spent - self.inner
            self.inner = before + spent


Optimized = tuple[Op, FunctionResult]
"""Function, original or rewritten, and its record."""
Rewritten = tuple[Module, list[FunctionResult]]
"""Module, original or rewritten, and the records of its functions."""


class Task(ABC, Generic[O]):
    """One module in the steps of a family, under given options. `text` is its source."""

    assigns = False
    """True if the family assigns new operations to warps and stages (`ir.partition_attributes`). Others skip such functions."""
    each_alone: ClassVar[bool] = False
    """True if each function is proved separately, so that a failed proof affects only that function; False: the module as a whole."""
    claim: ClassVar[str] = "equal"
    """Relation that `prove` proves."""

    def __init__(self, module: Module, options: O, clock: Clock, text: str = "") -> None:
        self.module, self.options, self.clock, self.text = module, options, clock, text
        self.rejected = ""
        """First text that was not proved equal, for a bug report; else empty."""
        self.refusal = ""
        """Reason why the last rejected module is not returned."""
        self.text_of = lru_cache(maxsize=2)(write)
        """Cached printer: the proved text is the returned text."""

    def without(self, rules: Collection[Rule]) -> Task[O]:
        """Return the same task without some of the user's rules."""
        return type(self)(self.module, self.less(rules), self.clock, self.text)

    def less(self, rules: Collection[Rule]) -> O:
        """Return the options without some of the user's rules."""
        return replace(self.options, own=tuple(rule for rule in self.options.own if rule not in rules))

    @staticmethod
    def read(text: str, filename: str, line: int) -> Module:
        """Parse a module that begins at a line of its file. Raises InputError."""
        module = read(text, filename, line)
        verify(module, text, line)
        return module

    def functions(self) -> Sequence[Op]:
        """Return the functions to optimise."""
        return self.module.functions()

    @abstractmethod
    def alternatives(self, unit: Op) -> Iterator[Optimized]:
        """Yield candidates for a function, or for a separately optimised part, best first, each with its record.

        There is at least one candidate, which may be the unit itself.

        Raises:
            CostModelError: the cost model is invalid. Any other error leaves the function unchanged and becomes its remark.
        """

    @abstractmethod
    def prove(self, before: Module, after: Module) -> Verdict:
        """Decide by the family's law whether `after`, which was written and parsed again, is equivalent to `before`.

        With `each_alone`, the modules contain one unit.
        """

    def module_alternatives(self) -> Iterator[Rewritten]:
        """Yield candidates for the module, best first; by default, the module with each function optimised separately."""
        yield self.optimize_functions()

    def optimize_functions(self) -> Rewritten:
        """Return the module with each function optimised separately, and their records."""
        found = {function: self.contain_failure(self.optimize, function) for function in self.functions()}
        new = {function: new for function, (new, _) in found.items()}
        return self.module.replace_functions(new), [record for _, record in found.values()]

    def optimize(self, function: Op) -> Optimized:
        """Return a function with its units optimised; by default the function is the only unit."""
        return self.optimize_unit(function)

    def optimize_unit(self, unit: Op) -> Optimized:
        """Return the first accepted alternative of a unit, else the unit, with its record."""
        return take_first(unit, self.alternatives(unit), lambda new, record: self.accept_unit(unit, new, record))

    def accept_unit(self, unit: Op, new: Op, record: FunctionResult) -> Optimized:
        """Return a candidate if it is proved, or will be proved with its module; else the unit, with the reason."""
        if not (self.each_alone and self.is_checked):
            return new, record
        with self.clock.stage("check"):
            verdict, text = self.validate(wrap_in_module(unit), wrap_in_module(new))
        if verdict.equal:
            return new, record
        self.rejected = self.rejected or text
        return unit, withdraw_record(record, f"the result was not proved {self.claim}: {verdict}", "check")

    def accept(self, new: Module, records: list[FunctionResult]) -> Rewritten:
        """Return a candidate module if it is proved and confirmed; else the original, with the reason."""
        with self.clock.stage("check"):
            if self.is_checked and not self.each_alone:
                verdict, text = self.validate(self.module, new)
                if not verdict.equal:
                    self.rejected = self.rejected or text
                    self.refusal = f"the optimised module was not proved {self.claim}: {verdict}{self.blame(new)}"
                    return self.module, [withdraw_record(record, self.refusal, "check") for record in records]
            return self.confirm(new, records)

    def validate(self, before: Module, after: Module) -> Validation:
        """Prove a result, as written, by the family's `prove`."""
        return validate(before, after, self.text_of, self.read_back, self.prove)

    @property
    def is_checked(self) -> bool:
        """Return whether results must be proved."""
        return self.options.check

    @staticmethod
    def read_back(text: str) -> Module:
        """Parse a result, to prove it as written."""
        return read(text)

    def blame(self, new: Module) -> str:
        """Return the end of a message that names the rules behind an unproved module; empty if unknown."""
        return ""

    def contain_failure(self, optimize: Callable[[Op], Optimized], function: Op) -> Optimized:
        """Optimise a function or a part. If the engine fails, return it unchanged, with a remark."""
        try:
            if not self.assigns and is_marked(function):
                raise Unsupported("its operations are assigned to warps or stages already, and new ones would not be")
            return optimize(function)
        except CostModelError:
            raise  # no engine failure: a run with other costs would not answer the request
        except Exception as error:
            logger.debug("@%s", name_of(function), exc_info=error)
            return function, self.failure_record(function, error)

    def failure_record(self, function: Op, error: Exception) -> FunctionResult:
        """Return the record of a function on which the engine failed, or which it does not model."""
        if isinstance(error, Unsupported):
            return unchanged_record(function, str(error), "unsupported")
        return unchanged_record(function, describe_error(error, "optimizing it"), "error")

    def confirm(self, new: Module, records: list[FunctionResult]) -> Rewritten:
        """Return a proved module if its compiler also accepts it; else the original, with the reason."""
        return new, records

    def measure(self, new: Module, records: list[FunctionResult]) -> Rewritten:
        """Return the fastest candidate program by measurement, if the options request it."""
        return new, records

    def write(self, new: Module, form: Form) -> str:
        """Return the text of a new module."""
        return self.text_of(new) if form == "source" else write(new, form)

    def headline(self, records: Sequence[FunctionResult]) -> str:
        """Return a summary of the changes to functions of one or all modules, without costs."""
        return ""


G = TypeVar("G")
P = TypeVar("P")
C = TypeVar("C")


@dataclass(frozen=True)
class FunctionChoice(Generic[P, G, C]):
    """Terms, e-graph and selection of a function."""

    program: P
    graph: G
    choice: C


class SearchTask(Task[O], Generic[O, P, G, C]):
    """Task with a linear search: encode a function as terms, saturate, extract, elaborate."""

    @abstractmethod
    def encode(self, function: Op) -> P | None:
        """Encode a function as terms, or return None if there is nothing to choose."""

    @abstractmethod
    def saturate(self, program: P) -> G:
        """Return the e-graph of the terms, saturated with the rules."""

    @abstractmethod
    def extract(self, program: P, graph: G) -> C:
        """Return the cheapest selection found in the e-graph."""

    @abstractmethod
    def elaborate(self, found: FunctionChoice[P, G, C]) -> Op:
        """Return the selected function."""

    def search(self, function: Any) -> FunctionChoice[P, G, C] | None:
        """Search a function, or a part of one, for its cheapest selection. Return None if there is nothing to choose."""
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
