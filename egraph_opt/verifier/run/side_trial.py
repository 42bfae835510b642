"""One trial: runs of the old and the new kernels on the same arrays. A difference is a witness if rounding cannot explain it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isfinite

import numpy as np

from egraph_opt.errors import EgraphOptError
from egraph_opt.interpret.element_types import Array
from egraph_opt.verifier.run.reference_run import run_reference
from egraph_opt.verifier.run.result_comparison import RELATIVE, SCALE, Difference, equal_elements, find_difference
from egraph_opt.verifier.run.rounding_comparison import UNIT, RoundingErrors
from egraph_opt.verifier.run.side_execution import Contents, Outcome, Work, has_wide_form, run_side
from egraph_opt.verifier.run.widening import rounded_constants
from egraph_opt.verifier.run.witness import Witness, WitnessKind, describe_difference, make_witness
from egraph_opt.verifier.side import ArraySpec, Question, Side
from egraph_opt.witness.rounding import tolerance_of

CONFIRMATION = 400_000_000
"""Work that the confirmation of a difference may take, even if the search has less left."""


class InvalidInput(EgraphOptError):
    """The old kernels have undefined behaviour on an input, which is therefore useless for a comparison."""


@dataclass(slots=True)
class Trial:
    """Trials (runs of the old and the new kernels on the same arrays) at fixed sizes, within a limit on work.

    Attributes:
        wide: whether both sides can be run with all floats as `f64`, where rounding is negligible.
        programs: numbers of the programs to run of the old and of the new side; None for all.
        constant_error: tolerance for rounded constants that occur in only one side.
        equal_bits: whether all results so far were equal to the last bit.
        count: number of inputs on which both sides were run.
        doubtful: differences, in words, that may be due to rounding.
        errors: results so far, for the detection of a loss of precision.
    """

    question: Question
    work: Work
    wide: bool = field(init=False)
    constant_error: float = field(init=False)
    programs: tuple[Sequence[int], Sequence[int]] | None = None
    equal_bits: bool = True
    count: int = 0
    doubtful: list[str] = field(default_factory=list)
    errors: RoundingErrors = field(default_factory=RoundingErrors)

    def __post_init__(self) -> None:
        self.wide = has_wide_form(self.question.old) and has_wide_form(self.question.new)
        old, new = (constants_of(side) for side in (self.question.old, self.question.new))
        self.constant_error = max((8 * UNIT[element] for _, element in old ^ new), default=0.0)

    def run(self, side: Side, contents: Contents, wide: bool, garbage: int = 0) -> Outcome:
        """Run one side (old or new kernels), with all floats as `f64` if `wide`."""
        with np.errstate(all="ignore"):
            return self.run_ignoring_overflow(side, contents, wide, garbage)

    def run_ignoring_overflow(self, side: Side, contents: Contents, wide: bool, garbage: int) -> Outcome:
        """Run one side (old or new kernels); the caller suppresses NumPy's warnings."""
        if side.reference is not None:
            return run_reference(self.question, side, contents, wide)
        chosen = None if self.programs is None else self.programs[side is self.question.new]
        return run_side(self.question, side, contents, self.work, wide=wide, garbage=garbage, programs=chosen)

    def find_witness(self, contents: Contents, may_overflow: bool = False) -> Witness | None:
        """Return a witness if results differ by more than rounding, or if only the new side has an error, race or undefined result.

        Args:
            may_overflow: ignore differences with infinities or NaN, because such large contents may overflow.

        Raises:
            InvalidInput: the old side is not defined on these contents.
        """
        question = self.question
        old, new = (self.run(side, contents, self.wide) for side in (question.old, question.new))
        if old.error:
            raise InvalidInput(f"{old.error} in old")
        if old.races:
            raise InvalidInput(f"{describe_race(question, old)} in old")
        self.count += 1
        if new.error:
            kind: WitnessKind = new.kind  # type: ignore[assignment]
            return make_witness(question, contents, kind, f"{new.error} in new, and not in old")
        if new.races and self.programs is None:
            return make_witness(question, contents, "race", f"{describe_race(question, new)} in new, and not in old")
        if found := self.find_undefined(contents, old, new):
            return found
        difference = self.compare(old, new)
        if difference is None:
            return None
        if may_overflow and not all(value is None or isfinite(value) for value in difference[2:]):
            return None
        if None not in difference[2:] and not self.is_confirmed(contents, difference):
            self.doubtful.append(describe_difference(difference))
            return None
        kind = "unwritten" if None in difference[2:] else "value"
        return make_witness(question, contents, kind, describe_difference(difference), difference)

    def compare(self, old: Outcome, new: Outcome) -> Difference | None:
        """Return the first element that differs by more than the tolerance for the float types of the run (`f64` if wide)."""
        relative, scale = (max(RELATIVE, self.constant_error), SCALE) if self.wide else self.tolerance()
        return find_difference(self.question, old, new, relative, scale, self.programs is not None)

    def tolerance(self) -> tuple[float, float]:
        """Return the tolerances, relative to an element and to the largest one, for runs in the kernels' own float types."""
        launches = (*self.question.old.launches, *self.question.new.launches)
        bodies = [body for launch in launches for body in (launch.function, *launch.functions.values())]
        worst = tolerance_of(*bodies)
        return worst, worst / 16

    def find_undefined(self, contents: Contents, old: Outcome, new: Outcome) -> Witness | None:
        """Return a witness if results of the new side depend on unwritten elements, or on masked lanes without `other`."""
        if not new.undefined:
            return None
        other = self.run(self.question.new, contents, self.wide, garbage=1)
        difference = find_difference(self.question, new, other, 0.0, 0.0)
        if difference is None:
            return None
        if old.undefined:
            old_other = self.run(self.question.old, contents, self.wide, garbage=1)
            if find_difference(self.question, old, old_other, 0.0, 0.0):
                raise InvalidInput(
                    "results of old depend on elements that are not defined: a mask without `other`, or not written"
                )
        place = f"{difference.array}[{', '.join(map(str, difference.place))}]"
        what = f"{place} depends in new on an element that is not defined: a mask without `other`, or one that nobody wrote"
        return make_witness(self.question, contents, "undefined", what, difference)

    def is_confirmed(self, contents: Contents, difference: Difference) -> bool:
        """Return whether a difference that was found in float64 is not due to rounding.

        This is so if runs in the kernels' own types give the same two numbers, or if the difference remains after a slight change of
        the inputs.
        """
        if not self.wide:
            return True
        array, place = difference.array, difference.place
        self.work.left = max(self.work.left, self.work.spent + CONFIRMATION)
        narrow = [self.run(side, contents, False) for side in (self.question.old, self.question.new)]
        values = [float(outcome.arrays[array][place]) if not outcome.error else np.nan for outcome in narrow]
        wide = [float(difference.old or 0), float(difference.new or 0)]
        if all(np.isfinite(wide)) and values == wide:
            return True
        moved = {name: move_floats(self.question.arrays[name], values) for name, values in contents.items()}
        old, new = (self.run(side, moved, True) for side in (self.question.old, self.question.new))
        if old.error or new.error:
            return False
        a, b = (np.asarray(outcome.arrays[array][place]) for outcome in (old, new))
        return not equal_elements(a, b, max(RELATIVE, self.constant_error), SCALE).all()

    def find_rounding(self, contents: Contents, special: bool = False) -> Witness | None:
        """Run both sides in their own float types, and return a witness for a loss of precision.

        With `special` (contents with NaN and infinities), the witness is for a difference beyond the tolerance instead.
        Clears `equal_bits` if any result differs.
        """
        question = self.question
        old, new = (self.run(side, contents, False) for side in (question.old, question.new))
        if old.error or new.error:
            raise InvalidInput(old.error or new.error)
        partial = self.programs is not None
        exact = find_difference(question, old, new, 0.0, 0.0, partial)
        if exact is None:
            return None
        self.equal_bits = False
        if special:
            return self.find_special(contents, old, new)
        if not self.wide:
            return None
        true = self.run(question.old, contents, True)
        for name in question.results:
            arrays = [outcome.arrays[name][old.written[name] & new.written[name]] for outcome in (old, new, true)]
            if what := self.errors.add(question.arrays[name], *arrays):
                first = find_difference(question, old, new, 0.0, 0.0, partial)
                return make_witness(question, contents, "precision", what, first)
        return None

    def find_special(self, contents: Contents, old: Outcome, new: Outcome) -> Witness | None:
        relative, scale = self.tolerance()
        difference = find_difference(self.question, old, new, relative, scale, self.programs is not None)
        if difference is None:
            return None
        return make_witness(self.question, contents, "special", describe_difference(difference), difference)


def constants_of(side: Side) -> frozenset[tuple[float, str]]:
    """Return the float constants in a side's kernels that are rounded values of unknown numbers, with their types."""
    bodies = [body for launch in side.launches for body in {launch.function, *launch.functions.values()}]
    return frozenset().union(*map(rounded_constants, bodies))


def describe_race(question: Question, outcome: Outcome) -> str:
    """Describe the first race of a run."""
    race = outcome.races[0]
    place = place_of(question.arrays[race.array], race.element)
    first, second = race.programs
    if first == second:
        return f"one store of program {first} gives {place} two values"
    names = ["several programs" if program < 0 else f"program {program}" for program in race.programs]
    return f"{place} is used by {names[0]} ({race.accesses[0]}) and {names[1]} ({race.accesses[1]}) without an order"


def place_of(spec: ArraySpec, element: int) -> str:
    """Describe an element of an array's buffer: by its indices, or by its number if it lies between the array's elements."""
    index, rest = [], element
    for extent, step in zip(spec.shape, spec.strides, strict=True):
        index.append(rest // step if step else 0)
        rest -= index[-1] * step
        if index[-1] >= extent:
            return f"element {element} of {spec.name}"
    return f"{spec.name}[{', '.join(map(str, index))}]" if not rest else f"element {element} of {spec.name}"


def move_floats(spec: ArraySpec, values: Array) -> Array:
    """Return floats that are changed by a relative amount of about 1e-7, which varies between elements."""
    if values.dtype.kind != "f":
        return values
    steps = 1e-7 * (1 + np.arange(values.size).reshape(values.shape) % 7 / 8)
    return np.asarray(values.astype(np.float64) * (1 + steps) + 1e-9 * steps)
