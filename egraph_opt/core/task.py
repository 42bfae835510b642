"""Steps of a family on one module, which `egraph_opt.core.pipeline` calls."""

from __future__ import annotations

import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from egraph_opt.core.observe import tell
from egraph_opt.core.options import Options
from egraph_opt.core.result import FunctionResult, name_of, unchanged
from egraph_opt.core.rule import Rule
from egraph_opt.core.verify import verify
from egraph_opt.cost.checked_model import CostModelError
from egraph_opt.errors import Unsupported, worded
from egraph_opt.ir.marks import is_marked
from egraph_opt.ir.module import Module, Op
from egraph_opt.text import read, write
from egraph_opt.text.write import Form

T = TypeVar("T")
O = TypeVar("O", bound=Options)  # noqa: E741

logger = logging.getLogger("egraph_opt")


@dataclass
class Clock:
    """Seconds per stage; observers are told what each makes. Time in a nested stage counts for that stage alone."""

    seconds: dict[str, float] = field(default_factory=dict)
    inner: float = 0.0
    """Seconds of the stages inside of the present one."""

    def __call__(self, stage: str, call: Callable[..., T], *arguments: Any, **named: Any) -> T:
        before, self.inner, started = self.inner, 0.0, time.perf_counter()
        try:
            made = call(*arguments, **named)
        finally:
            spent = time.perf_counter() - started
            self.seconds[stage] = self.seconds.get(stage, 0.0) + spent - self.inner
            self.inner = before + spent
        tell(stage, made)
        return made


Optimized = tuple[Op, FunctionResult]
"""A function, perhaps a new one, and its record."""
Validated = tuple[Module, list[FunctionResult], str]
"""The module to return, the records of its functions, and the text that must not be returned."""


class Task(ABC, Generic[O]):
    """Task: one module in a family's steps, under some options. `text` is its source."""

    assigns = False
    """True if the family assigns its new operations to warps and stages (`ir.marks`). Functions with marks are left to such families."""

    def __init__(self, module: Module, options: O, clock: Clock, text: str = "") -> None:
        self.module, self.options, self.clock, self.text = module, options, clock, text

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
    def optimize(self, function: Op) -> Optimized:
        """Return the cheapest equal function that was found, or the function itself, and its record.

        Raises:
            CostModelError: the cost model is none. Any other error leaves the function unchanged and becomes its remark.
        """

    def optimized(self) -> tuple[Module, list[FunctionResult]]:
        """Return the module with each function optimised, and their records."""
        return self.every_function()

    def every_function(self) -> tuple[Module, list[FunctionResult]]:
        """Return the module with each function optimised by itself, and their records."""
        found = {function: self.attempted(self.optimize, function) for function in self.functions()}
        new = {function: new for function, (new, _) in found.items()}
        return self.module.replace_functions(new), [record for _, record in found.values()]

    def attempted(self, optimize: Callable[[Op], Optimized], function: Op) -> Optimized:
        """Optimise a function or a part of one. If the engine fails, return it unchanged, with a remark."""
        try:
            if not self.assigns and is_marked(function):
                raise Unsupported("its operations are assigned to warps or stages already, and new ones would not be")
            return optimize(function)
        except CostModelError:
            raise  # the engine did not fail, and with other costs the result would not be the one asked for
        except Exception as error:
            logger.debug("@%s", name_of(function), exc_info=error)
            return function, self.failed(function, error)

    def failed(self, function: Op, error: Exception) -> FunctionResult:
        """Return the record of a function on which the engine failed, or which it does not model."""
        if isinstance(error, Unsupported):
            return unchanged(function, str(error), "unsupported")
        return unchanged(function, worded(error, "optimizing it"), "error")

    def validated(self, new: Module, records: list[FunctionResult]) -> Validated:
        """Return the new module, or the original if the new one is not proved equal. Families that prove each function do not
        override this.
        """
        return new, records, ""

    def confirmed(self, new: Module, records: list[FunctionResult]) -> tuple[Module, list[FunctionResult]]:
        """Return the new module if its compiler accepts it too, else the original."""
        return new, records

    def write(self, new: Module, form: Form) -> str:
        """Return the text of a new module."""
        return write(new, form)

    def headline(self, records: Sequence[FunctionResult]) -> str:
        """Return a summary in words of what was done to functions of one or all modules, without their costs."""
        return ""


G = TypeVar("G")
P = TypeVar("P")
C = TypeVar("C")


@dataclass(frozen=True)
class Found(Generic[P, G, C]):
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
    def elaborate(self, found: Found[P, G, C]) -> Op:
        """Return the chosen function."""

    def search(self, function: Any) -> Found[P, G, C] | None:
        """Search a function, or a part of one, for its cheapest choice. Return None if there is nothing to choose."""
        program = self.clock("encode", self.encode, function)
        if program is None:
            return None
        graph = self.clock("saturate", self.saturate, program)
        return Found(program, graph, self.clock("extract", self.extract, program, graph))
