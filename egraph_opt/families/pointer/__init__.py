"""Raising pointer arithmetic: accesses through chains of `tt.addptr` become structured accesses, if they are proved equal.

`optimize` has the steps that every family has, and `raise_function` takes one function through the folders in this order:

    prepare     block pointers and descriptors as pointers, sums of varying steps, lanes dropped that no store keeps
    analysis    addresses and masks as terms, the rules of the book `pointer`, accesses in structured form
    forms       forms of a target, those equal by the rules of the book `tile`, the cheapest of them
    emit        the new operations, a guard for unknown facts, two versions
    validation  the proof that the new function does what the old one did, or a refusal

They stand on `integers` (ranges, divisors, promises), `vocabulary` (the meanings of the words of rules) and `symbolic` (a lane's
integers for z3), which do not import each other. A folder imports none below it in this list, and `validation` imports nothing but
`symbolic` and, for the lanes that a load may leave out, `prepare`.
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
    """Import the steps on one module."""
    from egraph_opt.families.pointer.optimize import PointerTask

    return PointerTask


FAMILY = Family(
    name="pointer",
    programs="TTIR, whose tensors have no layouts yet",
    options=PointerOptions,
    task=steps,
    evidence="Each raised access was proved to touch the same addresses with the same values, and the rest to be equal to the input, "
    "under the promises that the remarks list.",
    # a kernel without tensors is the same in TTIR and TTGIR
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
    """Raise the accesses of the text of one or more modules: `egraph_opt.optimize(text, rules="pointer", target=target, ...)`, and a name.

    The options are those of `PointerOptions`; one that does nothing for this target is no error here.

    Raises:
        InputError: the text is not a program, is one for other rules, or holds no function.
        OptionError: no such target, version or other option.
    """
    from egraph_opt.core.pipeline import optimize_text
    from egraph_opt.text.source import source_of

    text, _ = source_of(text)
    return optimize_text(text, filename, PointerOptions(target=target, version=version, **options))
