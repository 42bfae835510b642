"""Raising pointer arithmetic: accesses through chains of `tt.addptr` become structured accesses, after a proof of equivalence.

`optimize` has the steps of every family. `raise_function` takes one function through these packages in order:
    prepare     lower block pointers and descriptors to pointers, fold sums of varying steps, drop lanes that no store uses
    analysis    encode addresses and masks as terms, apply the rules `pointer`, extract structured accesses
    forms       find forms of the target by the rules `tile`, and choose the cheapest
    emit        emit operations, a guard for unproved facts, and two versions
    validation  prove that the new function is equivalent to the old one, or refuse it
They share `integers` (ranges, divisors, promises), `vocabulary` (symbols of rules) and `symbolic` (integers as z3 terms), which do
not import each other. A package imports none below it in this list. `validation` imports only `symbolic` and, for lanes
that a load may skip, `prepare`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from egraph_opt.core.family import Family, mentions
from egraph_opt.families.pointer.options import PointerOptions

if TYPE_CHECKING:
    from egraph_opt.core.result import Result
    from egraph_opt.core.task import Task

_is_triton = mentions("tt")


def steps() -> type[Task[PointerOptions]]:
    """Return the task class of this family, imported on demand."""
    from egraph_opt.families.pointer.optimize import PointerTask

    return PointerTask


FAMILY = Family(
    name="pointer",
    programs="TTIR, whose tensors have no layouts yet",
    options=PointerOptions,
    task=steps,
    evidence="Each raised access was proved to touch the same addresses with the same values, and the rest to be equal to the input, "
    "under the promises that the remarks list.",
    # A kernel without tensors is the same in TTIR and TTGIR.
    recognises=lambda text, name: 2 * bool(("tensor<" in text or name.endswith(".ttir")) and _is_triton(text)),
    hint="--rules pointer --target TARGET, --rules algebra and --rules numerics take it; layouts are in the .ttgir",
    parts=("tile",),
    requires={"z3": "proofs"},
    comparisons={"fixture": "egraph_opt.families.pointer.compare_fixture:against_fixture"},
    suffixes=(".ttir", ".mlir"),
    check="egraph_opt.families.pointer.pair_check:check",
    explain="egraph_opt.families.pointer.optimize:explain",
    meaningless={
        "pareto": "what is raised has no cost model: an access is raised wherever that is allowed and pays",
        "static": "only what --rules layout made is compiled",
    },
)


def raise_text(text: str, filename: str, target: str, version: str = "", **options: Any) -> Result:
    """Raise the accesses of a text of one or more modules, as `egraph_opt.optimize(text, rules="pointer", target=target, ...)`.

    The options are those of `PointerOptions`; one without effect on this target is not an error.

    Raises:
        InputError: the text is not a program, is one for other rules, or holds no function.
        OptionError: the target, version or another option is unknown.
    """
    from egraph_opt.core.pipeline import optimize_text
    from egraph_opt.text.program_input import source_of

    text, _ = source_of(text)
    return optimize_text(text, filename, PointerOptions(target=target, version=version, **options))
