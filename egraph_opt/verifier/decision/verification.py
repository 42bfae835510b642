"""Verification of two kernels: runs that look for a difference first, then a proof of equality."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from egraph_opt.verifier.capture_record import captured_call, is_captured
from egraph_opt.verifier.decision.answer import Outcome, Verdict
from egraph_opt.verifier.question import QuestionBuilder
from egraph_opt.verifier.run import gpu_run
from egraph_opt.verifier.run.witness_search import Refutation, Search
from egraph_opt.verifier.side import Question
from egraph_opt.verifier.user_question import Call, Grid, Problem, ProblemError, Tensor, tensor_of

Sides = Any
"""One of the two programs that are compared: a kernel, a `Call`, or several of them that run one after the other."""


DISAGREEMENT = "the proof of equal bits and the runs disagree: please report this"
PROVED_SIZES = 4
"""Largest number of combinations of open sizes that are proved one by one, if no proof covers all sizes."""


def verify(
    old: Sides,
    new: Sides = None,
    *,
    reference: Callable[..., Any] | None = None,
    grid: Grid = 1,
    args: Mapping[str, Any] | Sequence[Any] = (),
    constexprs: Mapping[str, Any] | None = None,
    arrays: Mapping[str, Any] | None = None,
    sizes: Mapping[str, int | None] | None = None,
    assume: Sequence[str] = (),
    results: Sequence[str] = (),
    fast: bool = False,
    special_values: bool = False,
    allow_rounding: bool = False,
    target: str = "cuda:90",
) -> Verdict:
    """Compare two separately written kernels: prove that they compute the same, or find an input on which they differ.

    Runs without a difference prove nothing; the verdict gives their number.

    Args:
        old: a kernel, or several that run one after the other: a Triton kernel, `file.py:kernel`, a file of TTIR or its text, the
            folder of a captured kernel; or a `Call`, if `old` and `new` differ in grid, arguments or constants.
        new: the kernels to compare with `old`, in the same forms.
        reference: in place of `new`, a function on NumPy arrays, or a function or module of PyTorch, that returns the results. The
            kernels in `old` are compared with it.
        grid: extents, an expression over sizes and constants such as `cdiv(N, BLOCK)`, or a function as Triton takes it.
        args: arrays (`f32[M, N]`, or any array, whose contents do not matter), numbers and expressions, by parameter or in order.
        constexprs: compile-time constants, as numbers or expressions over sizes.
        arrays: arrays by name, for the arguments of a `Call`.
        sizes: sizes in shapes and expressions, by name. None leaves a size open: the proof is for all its values.
        assume: conditions on open sizes, such as `N % 16 == 0`.
        results: names of the arrays to compare; by default they are found from the stores of the kernels.
        fast: look for a difference for about a second, and prove nothing.
        special_values: report also a difference that only NaN, infinities or overflow cause.
        allow_rounding: accept a result that is rounded much more than in `old`.
        target: processor for which kernels in Python are compiled.

    Returns:
        The verdict.

    Raises:
        InputError, ProblemError: a program cannot be read, or an argument of `verify` is missing or wrong.
        OSError: a file cannot be read.
    """
    if (new is None) == (reference is None):
        raise ProblemError("there are two sides: give new, or reference")
    sides = (reference, old) if reference is not None else (old, new)
    problem = make_problem(
        sides[0], sides[1], grid=grid, args=args, constexprs=constexprs or {}, arrays=arrays or {}, sizes=sizes or {},
        assume=assume, results=results,
    )  # fmt: skip
    return decide(problem, fast=fast, special_values=special_values, allow_rounding=allow_rounding, target=target)


def decide(
    problem: Problem, *, fast: bool = False, special_values: bool = False, allow_rounding: bool = False, target: str = "cuda:90"
) -> Verdict:
    """Return the verdict on a problem that `make_problem` built. Options and errors are those of `verify`."""
    builder = QuestionBuilder(problem, target)
    search = Search(builder, fast, not allow_rounding)
    found = search.result()
    question = search.first
    witness, special = found.witness, found.special
    if special_values and witness is None:
        witness, special = special, None
    notes = tuple(f"a difference that may be one of rounding was seen: {each}" for each in found.doubtful)
    results = question.results if question is not None else ()

    def verdict(
        outcome: Outcome, reason: str = "", place: str = "", laws: Sequence[str] = (), assumptions: Sequence[str] = ()
    ) -> Verdict:
        return Verdict(
            outcome, reason, place, witness, special, results, tuple(laws), tuple(assumptions), found.runs, found.sizes,
            found.sampled, found.equal_bits, notes,
        )  # fmt: skip

    if witness is not None:
        if not fast and question is not None and gpu_run.available():
            fixed = (
                builder.question({name: witness.sizes[name] for name in question.open_sizes}) if question.open_sizes else question
            )
            notes = (*notes, *filter(None, [gpu_run.describe_gpu_values(fixed, witness)]))
        return verdict(Outcome.DIFFERENT)
    if fast or question is None:
        return verdict(Outcome.UNDECIDED, found.reason or "no difference was found, and no proof was tried")
    return _prove(builder, question, found, verdict)


def _prove(builder: QuestionBuilder, question: Question, found: Refutation, verdict: Callable[..., Verdict]) -> Verdict:
    """Return the verdict of the provers: first for all values of the open sizes, if there are any, then for fixed ones."""
    from egraph_opt.verifier.proof import prove

    missing = ""
    if question.open_sizes:
        from egraph_opt.verifier.parametric.all_sizes_proof import prove_all_sizes

        general = prove_all_sizes(builder, question)
        if general.verdict == "bits" and found.runs and not found.equal_bits:
            return verdict(Outcome.UNDECIDED, DISAGREEMENT)
        if general.verdict != "undecided":
            outcome = Outcome.BITS if general.verdict == "bits" else Outcome.REALS
            return verdict(outcome, general.reason, general.place, general.laws, general.assumptions)
        missing = f"; for all sizes: {general.reason}" + (f" ({general.place})" if general.place else "")
    proof = prove(question)
    outcome = {"bits": Outcome.BITS, "reals": Outcome.REALS}.get(proof.verdict, Outcome.UNDECIDED)
    if outcome is not Outcome.UNDECIDED and question.open_sizes and not proof.all_sizes:
        others = [builder.question(sizes) for sizes in found.sizes[1:PROVED_SIZES]]
        proved = [question, *(each for each in others if prove(each).verdict != "undecided")]
        return verdict(Outcome.UNDECIDED, f"proved for {'; '.join(map(describe_sizes, proved))}, and not for all sizes{missing}")
    if outcome is Outcome.BITS and found.runs and not found.equal_bits:
        return verdict(Outcome.UNDECIDED, DISAGREEMENT)
    reason = proof.reason.removeprefix("equal over the real numbers; ")
    return replace(verdict(outcome, reason, proof.place, proof.laws, proof.assumptions), rounding=proof.rounding)


def describe_sizes(question: Question) -> str:
    """Return the values that a question gives to its open sizes, as text."""
    return ", ".join(f"{name} = {question.sizes[name]}" for name in question.open_sizes)


def make_problem(
    old: Sides,
    new: Sides,
    *,
    grid: Grid = 1,
    args: Mapping[str, Any] | Sequence[Any] = (),
    constexprs: Mapping[str, Any],
    arrays: Mapping[str, Any],
    sizes: Mapping[str, int | None],
    assume: Sequence[str] = (),
    results: Sequence[str] = (),
) -> Problem:
    """Return the problem of comparing two programs. Arrays that `args` gives directly get names. Raises ProblemError."""
    known: dict[str, Tensor] = {}
    for name, value in arrays.items():
        tensor = tensor_of(value)
        if tensor is None:
            raise ProblemError(f"{name}: {value!r} is no array, such as f32[M, N]")
        known[name] = tensor
    shared = _named_arguments(args, known)
    sides = [
        as_reference(side) if is_reference(side) else [_as_call(each, grid, shared, constexprs, known) for each in _as_list(side)]
        for side in (old, new)
    ]
    return Problem(sides[0], sides[1], known, dict(sizes), tuple(assume), tuple(results))


def is_reference(side: Any) -> bool:
    """Return whether one of the two programs to compare is a plain function of Python, not a kernel."""
    return callable(side) and not hasattr(side, "arg_names") and not hasattr(side, "fn") and not isinstance(side, Call)


def as_reference(side: Callable[..., Any]) -> Callable[..., Any]:
    """Return a reference as a function of NumPy arrays: a function or module of PyTorch is wrapped."""
    if "torch" not in sys.modules:
        return side
    from egraph_opt.verifier.proof.reference.torch_function import TorchFunction, uses_torch

    return TorchFunction(side) if uses_torch(side) else side


def _as_list(side: Sides) -> Sequence[Any]:
    return side if isinstance(side, list | tuple) else (side,)


def _as_call(
    side: Any, grid: Grid, args: Mapping[str, Any] | Sequence[Any], constexprs: Mapping[str, Any], known: dict[str, Tensor]
) -> Call:
    if isinstance(side, Call):
        return Call(side.kernel, side.grid, _named_arguments(side.args, known), side.constexprs)
    if not args and is_captured(side):
        call, arrays = captured_call(side)
        for name, tensor in arrays.items():
            known.setdefault(name, tensor)
        return call
    return Call(side, grid, args, constexprs)


def _named_arguments(args: Mapping[str, Any] | Sequence[Any], known: dict[str, Tensor]) -> Any:
    """Replace arrays among the arguments by names, and add them to `known`. Unnamed ones are called `arg` and their position."""
    if isinstance(args, str):
        raise ProblemError("args are a mapping or a sequence, not a text")
    named = args.items() if isinstance(args, Mapping) else ((f"arg{number}", value) for number, value in enumerate(args))
    found: dict[str, Any] = {}
    for name, value in named:
        if isinstance(value, str) and value in known:
            found[name] = value
        elif (tensor := tensor_of(value)) is not None:
            known.setdefault(name, tensor)
            found[name] = name
        else:
            found[name] = value
    return found if isinstance(args, Mapping) else tuple(found.values())
