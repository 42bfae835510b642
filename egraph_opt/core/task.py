"""What a family does with one module: the steps that `egraph_opt.core.pipeline` calls."""

from __future__ import annotations

import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from egraph_opt.core.observe import Observer
from egraph_opt.core.options import Options
from egraph_opt.core.result import FunctionResult, name_of, unchanged
from egraph_opt.cost.price import CostModelError
from egraph_opt.errors import Unsupported
from egraph_opt.ir.module import Module, Op
from egraph_opt.text import read, write
from egraph_opt.text.write import Form

T = TypeVar("T")
O = TypeVar("O", bound=Options)  # noqa: E741

logger = logging.getLogger("egraph_opt")


@dataclass
class Clock:
    """Seconds per stage. What a stage spends in another one counts there alone."""

    seconds: dict[str, float] = field(default_factory=dict)
    inner: float = 0.0
    """What the stages inside of the present one took."""
    observers: Sequence[Observer] = ()
    """Who is told what each stage made."""

    def __call__(self, stage: str, call: Callable[..., T], *arguments: Any, **named: Any) -> T:
        before, self.inner, started = self.inner, 0.0, time.perf_counter()
        try:
            made = call(*arguments, **named)
        finally:
            spent = time.perf_counter() - started
            self.seconds[stage] = self.seconds.get(stage, 0.0) + spent - self.inner
            self.inner = before + spent
        for observer in self.observers:
            observer.stage(stage, made)
        return made


Optimized = tuple[Op, FunctionResult]
"""A function that may be a new one, and what is known about it."""
Validated = tuple[Module, list[FunctionResult], str]
"""A module that may leave, the records of its functions, and the text of what may not."""


class Task(ABC, Generic[O]):
    """One module on its way through a family's steps, under some options; `text` is what it was read from."""

    def __init__(self, module: Module, options: O, clock: Clock, text: str = "") -> None:
        self.module, self.options, self.clock, self.text = module, options, clock, text

    def without_own(self) -> Task[O]:
        """Return the same task without the user's rules."""
        return type(self)(self.module, replace(self.options, own=()), self.clock, self.text)

    @staticmethod
    def read(text: str, filename: str, line: int) -> Module:
        """Read a module that begins at a line of its file. Raises InputError."""
        return read(text, filename, line)

    def functions(self) -> Sequence[Op]:
        """Return the functions to optimise."""
        return self.module.functions()

    @abstractmethod
    def optimize(self, function: Op) -> Optimized:
        """Return the cheapest equal function that was found, or the function itself, and what is known about it.

        Raises:
            CostModelError: the cost model is none. What else it raises leaves the function as it is, and is its remark.
        """

    def optimized(self) -> tuple[Module, list[FunctionResult]]:
        """Return the module with each function optimised, and what is known of each."""
        return self.every_function()

    def every_function(self) -> tuple[Module, list[FunctionResult]]:
        """Return every function, each by itself."""
        found = {function: self.attempted(self.optimize, function) for function in self.functions()}
        new = {function: new for function, (new, _) in found.items()}
        return self.module.replace_functions(new), [record for _, record in found.values()]

    def attempted(self, optimize: Callable[[Op], Optimized], function: Op) -> Optimized:
        """Return a function, or a part of one, optimised; one that the engine fails on comes back as it was, with a remark."""
        try:
            return optimize(function)
        except CostModelError:
            raise  # the engine did not fail, and under no other costs would be what was asked for
        except Exception as error:
            logger.debug("@%s", name_of(function), exc_info=error)
            return function, self.failed(function, error)

    def failed(self, function: Op, error: Exception) -> FunctionResult:
        """Return the record of a function that the engine failed on, or does not model."""
        if isinstance(error, Unsupported):
            return unchanged(function, str(error), "unsupported")
        return unchanged(function, f"{type(error).__name__}: {error}", "error")

    def validated(self, new: Module, records: list[FunctionResult]) -> Validated:
        """Return the new module, or the given one where it is not proved to do the same. Families that prove each function leave
        this.
        """
        return new, records, ""

    def confirmed(self, new: Module, records: list[FunctionResult]) -> tuple[Module, list[FunctionResult]]:
        """Return the new module if the compiler that it is for takes it too, else the given one."""
        return new, records

    def write(self, new: Module, form: Form) -> str:
        """Return the text of a new module."""
        return write(new, form)

    def headline(self, records: Sequence[FunctionResult]) -> str:
        """Return what was done to functions, of this module or of all of a text, in words, beside their costs."""
        return ""


G = TypeVar("G")
P = TypeVar("P")
C = TypeVar("C")


@dataclass(frozen=True)
class Found(Generic[P, G, C]):
    """What a function was made of on its way to a choice, and that choice."""

    program: P
    graph: G
    choice: C


class SearchTask(Task[O], Generic[O, P, G, C]):
    """A task whose search takes the straight way: terms of a function, an e-graph saturated with rules, the cheapest choice from it."""

    @abstractmethod
    def encode(self, function: Op) -> P | None:
        """Return a function as terms; None where there is nothing to choose."""

    @abstractmethod
    def saturate(self, program: P) -> G:
        """Return the e-graph of the terms, with all that the rules say is equal to them."""

    @abstractmethod
    def extract(self, program: P, graph: G) -> C:
        """Return the cheapest choice from the e-graph that was found."""

    @abstractmethod
    def elaborate(self, found: Found[P, G, C]) -> Op:
        """Return the function that was chosen."""

    def search(self, function: Any) -> Found[P, G, C] | None:
        """Search a function, or a part of one, for its cheapest choice; None where there is nothing to choose."""
        program = self.clock("encode", self.encode, function)
        if program is None:
            return None
        graph = self.clock("saturate", self.saturate, program)
        return Found(program, graph, self.clock("extract", self.extract, program, graph))
