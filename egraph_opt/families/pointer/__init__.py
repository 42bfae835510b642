"""Raising pointer arithmetic: accesses by chains of `tt.addptr` become structured (base, strides, bounds), after a proof of equivalence.

`raise_function` runs these packages on a function, in order.
    `prepare` lowers block pointers and descriptors to pointers, folds loop-carried sums, and masks lanes of loads that no store uses.
    `analysis` encodes addresses and masks as terms, applies the ruleset `pointer`, and extracts structured accesses.
    `forms` proposes accesses of the target, proves them equal by the ruleset `tile`, and chooses the cheapest ones.
    `emit` emits operations, a guard for unproved facts, and two versions of the code.
    `validation` proves the new function equivalent to the old one, or refuses it.
All five use `integers` (ranges, divisors, promises), `vocabulary` (symbols of rules) and `symbolic` (integers as z3 terms). No package
imports one that runs later. `validation` imports only `symbolic` and, for lanes that a load may skip, `prepare`.
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
    """Return the class with which `egraph_opt.core.pipeline` runs this family. The class is imported only when this function runs."""
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
    """Raise the accesses in the modules of a text, like `egraph_opt.optimize(text, rules="pointer", target=target, ...)`.

    `options` are fields of `PointerOptions`. An option without effect on this target is no error.

    Raises:
        InputError: the text is not MLIR, is input of another rule family, or contains no function.
        OptionError: the target, version or another option is unknown.
    """
    from egraph_opt.core.pipeline import optimize_text
    from egraph_opt.text.program_input import source_of

    text, _ = source_of(text)
    return optimize_text(text, filename, PointerOptions(target=target, version=version, **options))
