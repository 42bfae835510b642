"""Options: each is declared once, in the dataclass of the families that take it.

From a field's declaration come its flag on the command line, the argument of `egraph_opt.optimize`, its part in the keys of caches, and
what is said where a value is out of range, so that none can be forgotten anywhere.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from egraph_opt import outside
from egraph_opt.core.engine import Limits
from egraph_opt.errors import EgraphOptError
from egraph_opt.extract.base.work import SECONDS, STEPS

if TYPE_CHECKING:
    from egraph_opt.core.rule import Rule

COST = "Cost model, or a mix of several. `egraph-opt costs` lists them."
MAX_NODES = "Nodes of the e-graph: the iteration that passes this number is the last one."
LONGEST = 100_000_000
"""Seconds: three years, what the system's timers take."""


class OptionError(EgraphOptError, ValueError):
    """Refuse an option that is unknown, has no use here, or has a value out of range.

    `{0}`, `{1}` ... in the message are the `names` of options, each perhaps with a value (`target=tts`): it can be said in the words of
    Python or of the command line.
    """

    def __init__(self, message: str, *names: str) -> None:
        super().__init__(message, *names)  # all of them, so that it can be sent between processes
        self.message, self.names = message, names

    def worded(self, spell: Callable[[str], str]) -> str:
        """Return the message with each name as `spell` writes it."""
        text = self.message
        for number, name in enumerate(self.names):
            text = text.replace(f"{{{number}}}", spell(name))
        return text

    def __str__(self) -> str:
        return self.worded(_argument)


def _argument(name: str) -> str:
    """Spell an option as an argument in Python."""
    plain, equals, value = name.partition("=")
    return f"{plain}={value!r}" if equals else plain


@dataclass(frozen=True)
class Option:
    """What a family says of one of its options."""

    help: str
    default: Any
    type: type
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    flag: str = ""
    """How the command line spells it; without, it is the name with dashes."""
    needs: tuple[tuple[str, object], ...] = ()
    """Other options without which it does nothing, with the values that they must have; None: any but nothing."""
    beside: bool = False
    """True if it has no part in what is chosen: it says what is done to a program before or after."""
    told: bool = False
    """True if what it does is told in words all the same: the order of operations."""
    make: Callable[[Any], Any] | None = None
    """Makes the value of what the command line takes, where that is less than what Python takes."""
    name: str = ""

    @property
    def untold(self) -> bool:
        """Return whether an explanation in words has nothing to say of it."""
        return self.beside and not self.told

    @property
    def range(self) -> str:
        """Return the values that it may have, in words."""
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        kind = {bool: "True or False", int: "a whole number", float: "a finite number"}[self.type]
        if self.most is not None:
            return f"{kind} from {self.least:g} to {self.most:g}"
        return kind if self.least is None else f"{kind}, at least {self.least:g}"

    def vet(self, value: Any) -> None:
        """Refuse a value that is out of range.

        Raises:
            OptionError: it is.
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
    """Declare a field of a dataclass as an option: a bool is a flag, None as a default needs a type."""
    return field(default=default, kw_only=kw_only, metadata={"option": Option(help, default, type or default.__class__, **more)})


def declared(options: Any) -> Mapping[str, Option]:
    """Return the options that a class of `Options` declares, by their names in Python."""
    return _declared(options)


@cache
def _declared(options: Any) -> Mapping[str, Option]:
    known = {f.name: f.metadata["option"] for f in fields(options) if "option" in f.metadata}
    return {name: replace(option, name=name) for name, option in known.items()}


def unmet(options: type[Options], given: Mapping[str, Any]) -> OptionError | None:
    """Return what is wrong with options that were given and do nothing beside the others."""
    known = declared(options)
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


ADMISSION = "egraph_opt.prover.admission"
"""What proves the rules of users. It stands above this folder, and is loaded when there are such rules."""


WITH_PARAMETERS = "egraph_opt.cost.mix"
"""What gives a cost model other constants. It is loaded when one is named with some."""


def admit(rules: Iterable[Rule]) -> None:
    """Prove rules from outside, or look up that this was done.

    Raises:
        Refused: one is not proved, with values that tell its sides apart.
        MissingError: there is no solver.
    """
    for rule in rules:
        import_module(ADMISSION).admit(rule)


@dataclass(frozen=True)
class Options:
    """What every family takes."""

    family: ClassVar[str]
    """The name of the family whose options these are."""
    rules: tuple[str, ...] = field(default=(), kw_only=True)
    """The books of rules; without, the family's own."""
    own: tuple[Rule, ...] = field(default=(), kw_only=True)
    """Rules of the user's, which are run beside those of the books. No options are made with a rule that is not proved."""
    check: bool = option(True, "Prove that the output equals the input. If that fails, write the input.", beside=True)

    def __post_init__(self) -> None:
        for each in declared(type(self)).values():
            each.vet(getattr(self, each.name))
        if not self.rules:
            object.__setattr__(self, "rules", (self.family,))
        if self.own:
            admit(self.own)

    @property
    def unit(self) -> str:
        """Return the unit of costs; nothing where there are none."""
        return ""


@dataclass(frozen=True)
class SearchOptions(Options):
    """What families take that search for the least cost. `cost` is a model, or the name of one."""

    cost: Any = option("", COST, kw_only=False)
    limits: Limits = option(
        Limits(), MAX_NODES, type=int, least=1, flag="--max-nodes", make=lambda nodes: Limits(nodes=nodes),
    )  # fmt: skip
    work_limit: int = option(
        STEPS,
        "Steps per extraction, each about a microsecond of work. They are counted, so the result is the same on every machine.",
        least=0,
    )
    time_limit: float = option(
        SECONDS, "Seconds of processor time per extraction. This is a safety stop: the limit on steps should come first.",
        least=0, most=LONGEST,
    )  # fmt: skip
    min_gain: float | None = option(
        None,
        "Change nothing unless it saves at least this fraction of what the changed operations cost."
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
        """Return the cost model that was given or named, or that a file has. Raises ValueError where there is no such model."""
        if not isinstance(self.cost, str):
            return self.cost
        if not outside.is_file(self.cost):
            return self.named(self.cost)
        model = outside.model(outside.in_file(self.cost), self.cost)
        parameters = outside.parameters_of(self.cost)
        return import_module(WITH_PARAMETERS).with_parameters(model, parameters) if parameters else model

    @staticmethod
    def named(cost: str) -> Any:
        """Return the cost model that a text names. Raises ValueError where it names none."""
        raise NotImplementedError

    def vet_model(self) -> None:
        """Refuse what is no cost model: ValueError, or CostModelError."""
        _ = self.model

    @property
    def unit(self) -> str:
        return str(self.model.unit)
