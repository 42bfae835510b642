"""Proof that two sides (the old and the new kernels) compute the same for all sizes that meet the assumptions."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

from egraph_opt.prover.z3_context import own_context
from egraph_opt.verifier.laws import LAWS
from egraph_opt.verifier.lift.expression_domain import Unliftable
from egraph_opt.verifier.parametric.case_comparison import why_different
from egraph_opt.verifier.parametric.execution import (
    fold_operations,
    integer_operations,
    loop_operations,
    memory_operations,
    shape_operations,
)
from egraph_opt.verifier.parametric.execution.launch_cases import CASES, ForkPrograms, ProgramCase, SplitIndex
from egraph_opt.verifier.parametric.execution.reference_execution import lift_reference
from egraph_opt.verifier.parametric.execution.symbolic_arrays import Contents, SymbolicArray
from egraph_opt.verifier.parametric.execution.symbolic_program import Datum, Pointer, Store, SymbolicProgram
from egraph_opt.verifier.parametric.execution.uninterpreted_operations import Uninterpreted
from egraph_opt.verifier.parametric.folds.symbolic_ring import SymbolicRing
from egraph_opt.verifier.parametric.inplace_updates import check_updates
from egraph_opt.verifier.parametric.numeric_replay import replay_at
from egraph_opt.verifier.parametric.sizes.index_condition import at_least
from egraph_opt.verifier.parametric.sizes.index_polynomial import Polynomial, whole
from egraph_opt.verifier.parametric.sizes.size_cases import constants_of, divide_sizes, fix_sizes, size_facts
from egraph_opt.verifier.parametric.sizes.size_expressions import call_grid, read_size
from egraph_opt.verifier.parametric.sizes.size_facts import NotDecided
from egraph_opt.verifier.parametric.store_inversion import contents_after
from egraph_opt.verifier.proof.reals.integer_forms import range_of
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import WorkLimit
from egraph_opt.verifier.proof.reals.real_domain import FLOATS, Reals
from egraph_opt.verifier.proof.side_equality import Proof
from egraph_opt.verifier.question import QuestionBuilder
from egraph_opt.verifier.run.size_candidates import blocks_of, candidates
from egraph_opt.verifier.side import Argument, Launch, Question, Side
from egraph_opt.verifier.user_question import Extent, Problem

ENTERED = (fold_operations, integer_operations, loop_operations, memory_operations, shape_operations)
"""Modules that register symbolic semantics of operations when they are imported."""
TERMS = 2_000_000
"""Largest number of polynomial terms that one proof may compute."""


class Lifting:
    """Execution of both sides of a question (the old and the new kernels) with symbols for the open sizes."""

    def __init__(self, problem: Problem, question: Question, has_laws: bool = True) -> None:
        self.problem, self.question = problem, question
        self.sizes, self.facts = size_facts(problem)
        self.check_constants()
        opened = frozenset(name for name, size in problem.sizes.items() if size is None)
        self.ring = SymbolicRing(work=TERMS, facts=self.facts, sizes=opened, has_laws=has_laws)
        self.domain = Reals(self.ring, ()) if has_laws else Uninterpreted(self.ring, ())
        self.loaded: set[str] = set()
        """Names of the arrays that a launch reads."""
        self.arrays = {name: self.array(name) for name in question.arrays}

    def check_constants(self) -> None:
        """Raise NotDecided if a constexpr has other values than that for which the kernel was compiled."""
        sides = ((self.problem.old, self.question.old), (self.problem.new, self.question.new))
        for calls, side in sides:
            for call, launch in zip(() if callable(calls) else calls, side.launches, strict=True):
                if constants_of(call, self.sizes, self.facts) != launch.constexprs:
                    raise NotDecided("a constant depends on an open size")

    def size(self, value: Extent | Any) -> Polynomial:
        """Return a number or an expression over sizes as a polynomial."""
        return read_size(value, self.sizes, self.facts)

    def array(self, name: str) -> SymbolicArray:
        """Return an array with symbolic shape, and record the ranges of its indices and of its integers as facts."""
        tensor, spec = self.problem.arrays[name], self.question.arrays[name]
        shape = tuple(self.size(each) for each in tensor.shape)
        strides = tuple(self.size(each) for each in tensor.strides)
        if not strides:
            step, found = whole(1), []
            for extent in reversed(shape):
                found.append(step)
                step = step * extent
            strides = tuple(reversed(found))
        array = SymbolicArray(name, spec.dtype, shape, strides, spec.start)
        array.enter_index(self.facts)
        if spec.dtype not in FLOATS and spec.dtype != "i1":
            low, high = range_of(spec.dtype)
            self.facts.ranges[name] = (
                self.size(low if tensor.low is None else tensor.low), self.size(high + 1 if tensor.high is None else tensor.high)
            )  # fmt: skip
            if tensor.low is not None and tensor.high is not None:
                self.facts.indices.add(f"{name}[]")
        return array

    def lift_side(self, side: Side, flat: bool) -> dict[str, Contents]:
        """Return the contents of all arrays after the launches of the old or the new kernels."""
        if side.reference is not None:
            if flat:
                raise NotDecided("a reference has an index for each axis")
            return lift_reference(self.ring, side, self.sizes, self.arrays, self.question.results)
        contents = {name: Contents(array, None, flat) for name, array in self.arrays.items()}
        for number, launch in enumerate(side.launches):
            try:
                contents = self.lift_launch(launch, contents, flat)
            except NotDecided as error:
                error.place = f"{side.name}: launch {number + 1}, @{launch.name}, {error.place}".rstrip(", ")
                raise
        return contents

    def lift_launch(self, launch: Launch, contents: dict[str, Contents], flat: bool) -> dict[str, Contents]:
        """Return the contents of all arrays after one launch, from those before it."""
        grid = self.grid(launch)
        todo = [ProgramCase(self.facts, self.ring.sizes, self.facts.new_symbol("c"))]
        stores: list[Store] = []
        reads: set[str] = set()
        lifted = 0
        for _ in range(CASES):
            if not todo:
                break
            case = todo.pop(0)
            try:
                stores += self.lift_case(launch, case, grid, contents, reads)
                lifted += 1
            except (SplitIndex, ForkPrograms) as request:
                todo = [*(each for each in case.parts(request) if not self.facts.excludes(each.conditions)), *todo]
        if todo:
            raise NotDecided("the programs fall into more cases than the limit allows")
        self.loaded |= reads
        if lifted > 1 and (both := [store.array for store in stores if store.array in reads]):
            raise NotDecided(f"{both[0]} is read and written in one launch by programs of several cases")
        after = dict(contents)
        for name in dict.fromkeys(store.array for store in stores):
            after[name] = contents_after(self.ring, contents[name], [store for store in stores if store.array == name], flat)
        return after

    def lift_case(
        self, launch: Launch, case: ProgramCase, grid: tuple[Polynomial, ...], contents: dict[str, Contents], reads: set[str]
    ) -> list[Store]:
        """Return the stores of the programs that satisfy a case's conditions, and add to `reads` the arrays that they read."""
        programs = tuple(
            whole(0) if extent.constant == 1 else case.index(f"p.{axis}", [extent]) for axis, extent in enumerate(grid)
        )  # fmt: skip
        exist = tuple(at_least(extent, 1) for extent in grid if not self.facts.holds(at_least(extent, 1)))
        if self.facts.excludes(exist):
            return []
        program = SymbolicProgram(self.ring, self.domain, contents, launch.functions, case, programs, grid, path=exist)
        program.call(launch.function, [self.argument(each) for each in launch.arguments])
        check_updates(program)
        reads |= program.reads
        return program.stores

    def grid(self, launch: Launch) -> tuple[Polynomial, ...]:
        """Return the three extents of a launch's grid as polynomials over sizes."""
        known = dict(self.sizes)
        for name, argument in zip(launch.parameters, launch.arguments, strict=True):
            if not argument.array and argument.type not in FLOATS and argument.type != "i1":
                known[name] = self.argument(argument)
        known |= {name: whole(value) for name, value in launch.constexprs.items() if type(value) is int}
        extents = call_grid(launch.extents, known, self.facts) if callable(launch.extents) else launch.extents
        return tuple(
            each if isinstance(each, Polynomial) else read_size(each, known, self.facts) for each in (*extents, 1, 1)[:3]
        )

    def argument(self, argument: Argument) -> Datum:
        """Return the symbolic value of a kernel argument."""
        if argument.array:
            return Pointer(argument.array, whole(argument.offset))
        if argument.type in FLOATS:
            if argument.symbol and self.is_open(argument.symbol):
                raise NotDecided(f"the argument {argument.name} is a float that depends on a size")
            return self.domain.constant(float(argument.value or 0), argument.type)
        if argument.symbol:
            return self.size(argument.symbol)
        if isinstance(argument.value, float) or argument.value is None:
            raise NotDecided(f"the argument {argument.name} has no whole number")
        return whole(int(argument.value))

    def is_open(self, text: str) -> bool:
        """Return whether an expression depends on an open size (one without a fixed number)."""
        return self.size(text).constant is None


METHOD = "programs, tiles and iterations are symbols"
BITS = f"the same operations in the same order; {METHOD}"
FAULTS = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError, AssertionError)
"""Exceptions that a mistake of the prover may raise."""
ASSUMPTIONS = (
    "sizes are not negative, and all integers that are made of sizes and places fit their types",
    "all elements of float arrays are finite",
    "float constants stand for the simplest numbers that round to them",
)
REPLAYS, TRIES = 3, 8
"""Number of size combinations at which a proof must be confirmed by runs, and of those that are tried."""


def prove_all_sizes(builder: QuestionBuilder, question: Question) -> Proof:
    """Prove that both sides are equal for all open sizes, to the last bit or over the reals, or return why that is undecided."""
    with own_context():
        try:
            parts = divide_sizes(builder.problem)
            if len(parts) == 1:
                return prove_part(builder, question)
            chosen = [sizes for part in parts for sizes in islice(candidates(part, blocks_of(part)), 1)]
            if not chosen or len(chosen) < len(parts):
                raise NotDecided("no sizes are known that meet the assumptions in each case of the constants")
            parts = [fix_sizes(part, sizes) for part, sizes in zip(parts, chosen, strict=True)]
        except NotDecided as error:
            return Proof("undecided", error.reason, error.place)
    builder.load(chosen)
    proofs = []
    for part, sizes in zip(parts, chosen, strict=True):
        narrow = builder.narrow(part)
        proofs.append(prove_part(narrow, narrow.question(sizes), 1))
        if proofs[-1].verdict == "undecided":
            given = " and ".join(part.assumptions[len(builder.problem.assumptions) :])
            return replace(proofs[-1], reason=f"{proofs[-1].reason}, where {given}")
    laws = tuple(sorted({name for proof in proofs for name in proof.laws}))
    assumptions = tuple(dict.fromkeys(text for proof in proofs for text in proof.assumptions))
    same_bits = all(proof.verdict == "bits" for proof in proofs)
    reason = f"{describe(builder.problem, BITS if same_bits else METHOD)}, in each of {len(parts)} cases of the constants"
    return Proof("bits" if same_bits else "reals", reason, "", laws, assumptions, all_sizes=True)


def prove_part(builder: QuestionBuilder, question: Question, runs: int = REPLAYS) -> Proof:
    """Prove that the old and new kernels are equal for all open sizes, for which their constants have one value.

    Args:
        runs: number of size combinations at which runs must confirm the proof, if as many can be run.
    """
    reasons = []
    with own_context():
        for flat in (False, True):  # an index for each axis, or one for all
            try:
                found = prove_lifted(builder, question, flat, runs)
                return bits_of(builder.problem, question, flat, found) or found
            except NotDecided as error:
                reasons.append(error)
            except Unliftable as error:
                reasons.append(NotDecided(error.reason, error.place))
            except WorkLimit:
                reasons.append(NotDecided("the expressions have more terms than the limit allows"))
            except FAULTS:
                reasons.append(NotDecided("the prover failed, which is a fault of it: please report this question"))
    return Proof("undecided", reasons[0].reason, reasons[0].place)


def bits_of(problem: Problem, question: Question, flat: bool, reals: Proof) -> Proof | None:
    """Return the proof that both sides apply the same operations in the same order, or None, given that over the reals."""
    if question.old.reference is not None or question.new.reference is not None:
        return None
    lifting = Lifting(problem, question, has_laws=False)
    try:
        old, new = (lifting.lift_side(side, flat) for side in (question.old, question.new))
        if any(difference_of(lifting.ring, old[name], new[name]) for name in question.results):
            return None
    except (NotDecided, WorkLimit, *FAULTS):
        return None
    taken = tuple(each for each in reals.assumptions if each not in ASSUMPTIONS[1:])
    return replace(reals, verdict="bits", reason=describe(problem, BITS), laws=(), assumptions=taken)


def difference_of(ring: SymbolicRing, old: Contents, new: Contents) -> str:
    """Return why contents after the old and the new kernels may differ; empty if they are proved equal."""
    return why_different(ring, complete(ring, old), complete(ring, new))


def prove_lifted(builder: QuestionBuilder, question: Question, flat: bool, runs: int) -> Proof:
    """Prove that the old and new kernels have equal normal forms, and confirm it by runs. Raises NotDecided."""
    lifting = Lifting(builder.problem, question)
    ring = lifting.ring
    lifted = [lifting.lift_side(side, flat) for side in (question.old, question.new)]
    for name in question.results:
        old, new = (forms[name] for forms in lifted)
        if old.value is None and new.value is None:
            raise NotDecided(f"neither side writes {name}")
        if said := difference_of(ring, old, new):
            raise NotDecided(said, name)
    lifted = [{name: complete(ring, forms[name]) for name in question.results} for forms in lifted]
    laws = tuple(sorted(ring.laws))
    if unknown := [name for name in laws if name not in LAWS]:
        raise NotDecided(f"the law {unknown[0]} is not in the book of laws")
    replays = 0
    for sizes in islice(candidates(builder.problem, blocks_of(builder.problem, question)), TRIES):
        found = replay_at(builder.question(sizes), ring, lifted)
        if found:
            raise NotDecided(f"the proof is not confirmed by a run: {found}")
        replays += found is not None
        if replays == runs:
            break
    if not replays:
        raise NotDecided("no run confirms the proof")
    return Proof("reals", describe(builder.problem), "", laws, assumptions_of(lifting), all_sizes=True)


def complete(ring: SymbolicRing, contents: Contents) -> Contents:
    """Return contents with an explicit value for each index, also if no launch wrote the array."""
    if contents.value is not None:
        return contents
    value = contents.element(ring, contents.array.index_symbols(contents.flat))
    return replace(contents, value=value)


def describe(problem: Problem, method: str = METHOD) -> str:
    """Return a text that says for which sizes the kernels are proved equal, and how."""
    names = ", ".join(name for name, size in problem.sizes.items() if size is None)
    given = f" with {' and '.join(problem.assumptions)}" if problem.assumptions else ""
    return f"for all {names}{given}: {method}"


def assumptions_of(lifting: Lifting) -> tuple[str, ...]:
    """Return the assumptions of a proof as texts."""
    read = {name for name in lifting.facts.indices if name[:-2] in lifting.loaded}
    return (*ASSUMPTIONS, *(("indices that are loaded lie in their given ranges",) if read else ()))
