"""Options of bounded algebra, and the error budget."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from egraph_opt.core.options import OptionError, Options, option
from egraph_opt.cost.target import target

BUDGETS = "a number from 0 to 1 (1e-4), a power of two (2^-13), ulps of f32 (8ulp), or times the input's own bound (4x)"
_NUMBER = r"(\d+(?:\.\d*)?(?:e[+-]?\d{1,3})?)"


@dataclass(frozen=True)
class ErrorBudget:
    """Largest allowed error, relative to the magnitude (the same sum over absolute values).

    With `relative`, it is `amount` times the error bound of the input program.
    """

    amount: Fraction
    relative: bool = False

    def of(self, own: Fraction) -> Fraction:
        return self.amount * own if self.relative else self.amount


def budget(text: str) -> ErrorBudget:
    """Parse an error budget.

    Raises:
        ValueError: the text is malformed.
    """
    if found := re.fullmatch(rf"{_NUMBER}x", text):
        return ErrorBudget(Fraction(found[1]), True)
    if found := re.fullmatch(r"2\^-(\d{1,3})", text):
        return ErrorBudget(Fraction(1, 1 << int(found[1])))
    if found := re.fullmatch(rf"{_NUMBER}(ulp)?", text):
        amount = Fraction(found[1]) * (Fraction(1, 1 << 23) if found[2] else 1)
        if amount <= 1:
            return ErrorBudget(amount)
    raise ValueError(f"an error bound is {BUDGETS}, not {text!r}")


@dataclass(frozen=True)
class NumericsOptions(Options):
    """Options of `--rules numerics`."""

    family = "numerics"
    numerics: str = option("2^-12", f"How far results may be from the real numbers: {BUDGETS}.")
    target: str = option("sm90", "The processor whose constants say what is cheaper.")

    def __post_init__(self) -> None:
        super().__post_init__()
        try:
            budget(self.numerics)
        except ValueError as error:
            raise OptionError(f"{{0}}: {error}", "numerics") from None
        try:
            target(self.target)
        except ValueError as error:
            raise OptionError(f"{{0}}: {error}", "target") from None

    @property
    def unit(self) -> str:
        return "cycles"

    @property
    def budget(self) -> ErrorBudget:
        return budget(self.numerics)
