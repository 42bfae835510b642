"""Steps of a family on one module, which `egraph_opt.core.pipeline` calls.

A family says what a function may become (`alternatives`) and what it means by equal (`prove`). What is taken of that, and what is done
where a proof or the engine fails, is decided here, for all families.
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
from egraph_opt.core.observe import tell
from egraph_opt.core.options import Options
from egraph_opt.core.result import FunctionResult, name_of, unchanged_record, withdraw_record
from egraph_opt.core.rule import Rule
from egraph_opt.core.validation import Validation, validate
from egraph_opt.core.verify import verify
from egraph_opt.cost.checked_model import CostModelError
from egraph_opt.errors import Unsupported, describe_error
from egraph_opt.ir.marks import is_marked
from egraph_opt.ir.module import Module, Op
from egraph_opt.text import read, write
from egraph_opt.text.round_trip import wrap_in_module
from egraph_opt.text.write import Form

O = TypeVar("O", bound=Options)  # noqa: E741

logger = logging.getLogger("egraph_opt")


@dataclass
class Clock:
    """Seconds per stage. Time in a nested stage counts for that stage alone."""

    seconds: dict[str, float] = field(default_factory=dict)
    inner: float = 0.0
    """Seconds of the stages inside of the present one."""

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Measure a `with` statement as a part of a stage."""
        before, self.inner, started = self.inner, 0.0, time.perf_counter()
        try:
            yield
        finally:
            spent = time.perf_counter() - started
            self.seconds[name] = self.seconds.get(name, 0.0) + spent - self.inner
            self.inner = before + spent


Optimized = tuple[Op, FunctionResult]
"""A function, perhaps a new one, and its record."""
Rewritten = tuple[Module, list[FunctionResult]]
"""A module, perhaps a new one, and the records of its functions."""


class Task(ABC, Generic[O]):
    """Task: one module in a family's steps, under some options. `text` is its source."""

    assigns = False
    """True if the family assigns its new operations to warps and stages (`ir.marks`). Functions with marks are left to such families."""
    each_alone: ClassVar[bool] = False
    """True if each function is proved by itself, so that one that is not proved leaves the others. False: the module is, as a whole."""
    claim: ClassVar[str] = "equal"
    """What `prove` proves."""

    def __init__(self, module: Module, options: O, clock: Clock, text: str = "") -> None:
        self.module, self.options, self.clock, self.text = module, options, clock, text
        self.rejected = ""
        """First text that was not proved equal, if any: for a report of the error."""
        self.refusal = ""
        """Why the last module that was refused is not returned."""
        self.text_of = lru_cache(maxsize=2)(write)
        """The writer, with a cache: what was proved is what is returned."""

    def without(self, rules: Collection[Rule]) -> Task[O]:
        """Return the same task without some of the user's rules."""
        return type(self)(self.module, self.less(rules), self.clock, self.text)

    def less(self, rules: Collection[Rule]) -> O:
        """Return the options without some of the user's rules."""
        return replace(self.options, own=tuple(rule for rule in self.options.own if rule not in rules))

    @staticmethod
    def read(text: str, filename: str, line: int) -> Module:
        """Read a module that begins at a line of its file. Raises InputError."""
        module = read(text, filename, line)
        verify(module, text, line)
        return module

    def functions(self) -> Sequence[Op]:
        """Return the functions to optimise."""
        return self.module.functions()

    @abstractmethod
    def alternatives(self, unit: Op) -> Iterator[Optimized]:
        """Yield what a function, or a part that is optimised by itself, may become, best first, with its record: at least one, which may
        be the unit itself.

        Raises:
            CostModelError: the cost model is none. Any other error leaves the function unchanged and becomes its remark.
        """

    @abstractmethod
    def prove(self, before: Module, after: Module) -> Verdict:
        """Return whether a module, which was written and read again, does what another does: the law of the family. With `each_alone`
        they are modules of one unit.
        """

    def module_alternatives(self) -> Iterator[Rewritten]:
        """Yield what the module may become, best first: by default, the module with each function optimised by itself."""
        yield self.optimize_functions()

    def optimize_functions(self) -> Rewritten:
        """Return the module with each function optimised by itself, and their records."""
        found = {function: self.contain_failure(self.optimize, function) for function in self.functions()}
        new = {function: new for function, (new, _) in found.items()}
        return self.module.replace_functions(new), [record for _, record in found.values()]

    def optimize(self, function: Op) -> Optimized:
        """Return a function with its units optimised. By default it is one unit itself."""
        return self.optimize_unit(function)

    def optimize_unit(self, unit: Op) -> Optimized:
        """Return the first alternative of a function, or of a part of one, that is accepted, else the unit; and its record."""
        return take_first(unit, self.alternatives(unit), lambda new, record: self.accept_unit(unit, new, record))

    def accept_unit(self, unit: Op, new: Op, record: FunctionResult) -> Optimized:
        """Return an alternative of a unit if it is proved, or will be proved with its module; else the unit, with the reason."""
        if not (self.each_alone and self.is_checked):
            return new, record
        with self.clock.stage("check"):
            verdict, text = self.validate(wrap_in_module(unit), wrap_in_module(new))
        if verdict.equal:
            return new, record
        self.rejected = self.rejected or text
        return unit, withdraw_record(record, f"the result was not proved {self.claim}: {verdict}", "check")

    def accept(self, new: Module, records: list[FunctionResult]) -> Rewritten:
        """Return an alternative of the module if it is proved and confirmed, else the module, with the reason."""
        with self.clock.stage("check"):
            if self.is_checked and not self.each_alone:
                verdict, text = self.validate(self.module, new)
                if not verdict.equal:
                    self.rejected = self.rejected or text
                    self.refusal = f"the optimised module was not proved {self.claim}: {verdict}{self.blame(new)}"
                    return self.module, [withdraw_record(record, self.refusal, "check") for record in records]
            return self.confirm(new, records)

    def validate(self, before: Module, after: Module) -> Validation:
        """Return what the family's law says of a result as it is written."""
        return validate(before, after, self.text_of, self.read_back, self.prove)

    @property
    def is_checked(self) -> bool:
        """Return whether results are to be proved."""
        return self.options.check

    @staticmethod
    def read_back(text: str) -> Module:
        """Read a result, to prove it as it is written."""
        return read(text)

    def blame(self, new: Module) -> str:
        """Return by what a module that is not proved follows from this one, in words that end a sentence; empty if that is not known."""
        return ""

    def contain_failure(self, optimize: Callable[[Op], Optimized], function: Op) -> Optimized:
        """Optimise a function or a part of one. If the engine fails, return it unchanged, with a remark."""
        try:
            if not self.assigns and is_marked(function):
                raise Unsupported("its operations are assigned to warps or stages already, and new ones would not be")
            return optimize(function)
        except CostModelError:
            raise  # the engine did not fail, and with other costs the result would not be the one asked for
        except Exception as error:
            logger.debug("@%s", name_of(function), exc_info=error)
            return function, self.failure_record(function, error)

    def failure_record(self, function: Op, error: Exception) -> FunctionResult:
        """Return the record of a function on which the engine failed, or which it does not model."""
        if isinstance(error, Unsupported):
            return unchanged_record(function, str(error), "unsupported")
        return unchanged_record(function, describe_error(error, "optimizing it"), "error")

    def confirm(self, new: Module, records: list[FunctionResult]) -> Rewritten:
        """Return a proved module if its compiler accepts it too, else the original, with the reason."""
        return new, records

    def measure(self, new: Module, records: list[FunctionResult]) -> Rewritten:
        """Return the fastest of programs beside the one that was taken, if times are to decide."""
        return new, records

    def write(self, new: Module, form: Form) -> str:
        """Return the text of a new module."""
        return self.text_of(new) if form == "source" else write(new, form)

    def headline(self, records: Sequence[FunctionResult]) -> str:
        """Return a summary in words of what was done to functions of one or all modules, without their costs."""
        return ""


G = TypeVar("G")
P = TypeVar("P")
C = TypeVar("C")


@dataclass(frozen=True)
class FunctionChoice(Generic[P, G, C]):
    """A function's terms, e-graph and choice."""

    program: P
    graph: G
    choice: C


class SearchTask(Task[O], Generic[O, P, G, C]):
    """Task whose search is linear: terms of a function, an e-graph saturated with rules, the cheapest choice from it."""

    @abstractmethod
    def encode(self, function: Op) -> P | None:
        """Return a function as terms, or None if there is nothing to choose."""

    @abstractmethod
    def saturate(self, program: P) -> G:
        """Return the e-graph of the terms and of all terms that the rules prove equal to them."""

    @abstractmethod
    def extract(self, program: P, graph: G) -> C:
        """Return the cheapest choice found in the e-graph."""

    @abstractmethod
    def elaborate(self, found: FunctionChoice[P, G, C]) -> Op:
        """Return the chosen function."""

    def search(self, function: Any) -> FunctionChoice[P, G, C] | None:
        """Search a function, or a part of one, for its cheapest choice. Return None if there is nothing to choose."""
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
