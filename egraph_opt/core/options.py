"""Options of a run, each declared once, as a field of the options dataclass of a rule family.

The declaration determines the command-line flag, the argument of `egraph_opt.optimize`, and error messages.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from egraph_opt import plugins
from egraph_opt.core.engine import Limits
from egraph_opt.core.user_file import in_file
from egraph_opt.errors import EgraphOptError
from egraph_opt.extract.base.work import SECONDS, STEPS

if TYPE_CHECKING:
    from egraph_opt.core.rule import Rule

COST = "Cost model, or a mix of several. `egraph-opt costs` lists them."
MAX_NODES = "Nodes of the e-graph: the iteration that passes this number is the last one."
WORK_LIMIT = (
    "Steps per extraction (of pointers, per function), each about a microsecond of work. They are counted, so the result is the same on "
    "every machine."
)
TIME_LIMIT = (
    "Seconds of CPU time per extraction (of pointers, per function). This is a safety stop: the limit on steps should come first."
)
LIMITS = "Limits"
MAX_SECONDS = 100_000_000
"""Largest time limit in seconds that the system's timers support."""


class OptionError(EgraphOptError, ValueError):
    """Error: an option is unknown, has no effect, or has a value out of range.

    `{0}`, `{1}` ... in the message stand for the option `names`, since Python and the command line spell them differently. A name
    may include a value (`target=tts`).
    """

    def __init__(self, message: str, *names: str) -> None:
        super().__init__(message, *names)  # all arguments, so that the error can be pickled
        self.message, self.names = message, names

    def format_message(self, spell: Callable[[str], str]) -> str:
        """Return the message with each option name spelled by `spell`."""
        text = self.message
        for number, name in enumerate(self.names):
            text = text.replace(f"{{{number}}}", spell(name))
        return text

    def __str__(self) -> str:
        return self.format_message(_argument)


def _argument(name: str) -> str:
    plain, equals, value = name.partition("=")
    return f"{plain}={value!r}" if equals else plain


@dataclass(frozen=True)
class Option:
    """Declaration of one option of a rule family."""

    help: str
    default: Any
    type: type
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    flag: str = ""
    """Command-line flag; by default the option's name with dashes."""
    needs: tuple[tuple[str, object], ...] = ()
    """Other options that this option requires, with their required values; None stands for any true value."""
    beside: bool = False
    """Whether the option affects only steps before or after the search, but not the search itself."""
    told: bool = False
    """Whether explanations mention the option although `beside` is true."""
    section: str = ""
    """Section of the command line's help, if it is not the common one."""
    make: Callable[[Any], Any] | None = None
    """Function that converts the command-line argument to the value in Python, if necessary."""
    name: str = ""

    @property
    def untold(self) -> bool:
        """Whether explanations of a run omit the option."""
        return self.beside and not self.told

    @property
    def range(self) -> str:
        """Description of the allowed values."""
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        kind = {bool: "True or False", int: "a whole number", float: "a finite number"}[self.type]
        if self.most is not None:
            return f"{kind} from {self.least:g} to {self.most:g}"
        return kind if self.least is None else f"{kind}, at least {self.least:g}"

    def vet(self, value: Any) -> None:
        """Check a value.

        Raises:
            OptionError: the value is out of range.
        """
        if (type(value), value) == (type(self.default), self.default) or self.make or (self.type is str and not self.choices):
            return
        if self.choices:
            good = value in self.choices
        elif self.type is bool:
            good = isinstance(value, bool)
        else:
            number: Any = value if isinstance(value, (int, self.type)) and not isinstance(value, bool) else math.nan
            least, most = (bound if bound is not None else number for bound in (self.least, self.most))
            good = math.isfinite(number) and least <= number <= most
        if not good:
            raise OptionError(f"{{0}} is {self.range}, not {value!r}", self.name)


def option(default: Any, help: str, *, type: type | None = None, kw_only: bool = True, **more: Any) -> Any:
    """Declare a dataclass field as an option. If the default is None, `type` is required."""
    return field(default=default, kw_only=kw_only, metadata={"option": Option(help, default, type or default.__class__, **more)})


def declared_options(options: Any) -> Mapping[str, Option]:
    """Return the options that a subclass of `Options` declares, by their Python names."""
    return _declared_options(options)


@cache
def _declared_options(options: Any) -> Mapping[str, Option]:
    known = {f.name: f.metadata["option"] for f in fields(options) if "option" in f.metadata}
    return {name: replace(option, name=name) for name, option in known.items()}


def unmet(options: type[Options], given: Mapping[str, Any]) -> OptionError | None:
    """Return an error for an option in `given` that has no effect with the other options, else None."""
    known = declared_options(options)
    for name in given:
        for other, wanted in known[name].needs:
            value = given.get(other, known[other].default)
            if wanted is False and value:
                return OptionError("{0} does nothing with {1}: leave one of them out", name, other)
            if wanted is not False and not (value if wanted is None else value == wanted):
                return OptionError(
                    "{0} does nothing without {1}", name, f"{other}={wanted}" if isinstance(wanted, str) else other
                )
    return None


ADMISSION = "egraph_opt.prover.user_rules"
"""Module that proves user rules, imported on use since it imports this package."""
FAMILIES = "egraph_opt.core.family"
"""Module that finds the cost models of a rule family, imported on use since it imports this module."""


def admit(rules: Iterable[Rule]) -> None:
    """Prove user rules, unless their proofs are cached.

    Raises:
        Refused: a rule is not proved; the message has a counterexample.
        MissingError: no solver is installed.
    """
    for rule in rules:
        import_module(ADMISSION).admit(rule)


@dataclass(frozen=True)
class Options:
    """Base class of each rule family's options, with the options that all families have."""

    family: ClassVar[str]
    rules: tuple[str, ...] = field(default=(), kw_only=True)
    """Rulesets; by default the family's own."""
    own: tuple[Rule, ...] = field(default=(), kw_only=True)
    """User rules, which run in addition to the rulesets and must be proved."""
    check: bool = option(
        True,
        "Check the output, by a proof or (IREE) by tests. If that fails, write the input.",
        beside=True,
    )

    def __post_init__(self) -> None:
        for each in declared_options(type(self)).values():
            each.vet(getattr(self, each.name))
        if not self.rules:
            object.__setattr__(self, "rules", (self.family,))
        if self.own:
            admit(self.own)

    @property
    def unit(self) -> str:
        """Return the unit of costs, or an empty string if there are none."""
        return ""

    @property
    def reads_contents(self) -> bool:
        """Return whether the optimisation needs the contents of constants in memory, which may be gigabytes."""
        return True


@dataclass(frozen=True)
class SearchOptions(Options):
    """Options of rule families that minimise a cost. `cost` is a cost model or its name."""

    cost: Any = option("", COST, kw_only=False)
    limits: Limits = option(
        Limits(), MAX_NODES, type=int, least=1, flag="--max-nodes", section=LIMITS,
        make=lambda nodes: Limits(nodes=nodes),
    )  # fmt: skip
    work_limit: int = option(STEPS, WORK_LIMIT, least=0, section=LIMITS)
    time_limit: float = option(SECONDS, TIME_LIMIT, least=0, most=MAX_SECONDS, section=LIMITS)
    min_gain: float | None = option(
        None,
        "Change nothing unless it saves at least this fraction of what the removed and the added operations cost together."
        "  [default: the error of the cost model, or 0]",
        type=float, least=0, most=1, beside=True,
    )  # fmt: skip

    def __post_init__(self) -> None:
        super().__post_init__()
        try:
            self.vet_model()
        except EgraphOptError:
            raise
        except ValueError as error:
            raise OptionError(f"{{0}}: {error}", "cost") from None

    @property
    def model(self) -> Any:
        """Return the cost model that `cost` is or names. Raises ValueError if it does not exist."""
        if not isinstance(self.cost, str):
            return self.cost
        if not plugins.is_file(self.cost):
            return self.model_named(self.cost)
        model = plugins.model(in_file(self.cost), self.cost)
        parameters = plugins.parameters_of(self.cost)
        if not parameters:
            return model
        from egraph_opt.cost.model_spec import with_parameters

        return with_parameters(model, parameters)

    @staticmethod
    def model_named(cost: str) -> Any:
        """Return the cost model of a name. Raises ValueError if it does not exist."""
        raise NotImplementedError

    def vet_model(self) -> None:
        """Raise ValueError or CostModelError if the cost model lacks a method of the rule family's own models."""
        model = self.model
        if type(model).__module__.startswith("egraph_opt."):
            return
        from egraph_opt.cost.checked_model import complete, methods_of

        own = import_module(FAMILIES).families()[self.family]
        if own.models and model not in (known := own.code("models").values()):
            methods = [name for name in methods_of([*known]) if name not in own.models_may_lack]
            complete(model, ("name", "unit", *methods))

    @property
    def unit(self) -> str:
        return str(self.model.unit)
