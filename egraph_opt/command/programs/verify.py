"""Command `egraph-opt verify`: decision whether two kernels that were written independently are equivalent."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from egraph_opt.command import console, exit_codes

if TYPE_CHECKING:
    from egraph_opt.verifier.user_question import Problem

ARGUMENT = "Argument of both kernels: an array as x=f32[M,N], a number, or an expression over sizes; of one of them as new.x=..."
CONSTANT = "Compile-time constant of both kernels; of one of them as new.BLOCK=64."


@click.command(epilog=exit_codes.exit_codes("verify"))
@click.argument("old", required=False)
@click.argument("new", required=False)
@click.option("--question", type=click.Path(path_type=Path), help="A TOML file with the whole question, in place of OLD and NEW.")
@click.option(
    "--reference", metavar="FILE.py:NAME", help="A function of NumPy or PyTorch that returns the results, in place of OLD."
)
@click.option(
    "--grid", "grids", multiple=True, help="Extents as 4,8 or cdiv(N, BLOCK). If given twice, that of OLD, and that of NEW."
)
@click.option("--arg", "args", multiple=True, metavar="NAME=VALUE", help=ARGUMENT)
@click.option("--constexpr", "constexprs", multiple=True, metavar="NAME=VALUE", help=CONSTANT)
@click.option("--size", "sizes", multiple=True, metavar="NAME=NUMBER", help="A size, as N=100; as N=open, any number.")
@click.option("--assume", multiple=True, metavar="CONDITION", help="Condition on open sizes, as 'N % 16 == 0'.")
@click.option(
    "--result", "results", multiple=True, metavar="NAME", help="An array that counts; found from the kernels by default."
)
@click.option("--fast", is_flag=True, help="Look for a difference for about a second, and prove nothing.")
@click.option("--special-values", is_flag=True, help="A difference on NaN, infinities or overflow counts.")
@click.option("--allow-rounding", is_flag=True, help="Results that are rounded much more than those of OLD are no difference.")
@click.option("--target", default="cuda:90", show_default=True, help="The processor for which kernels in Python are compiled.")
@click.option("--json", "as_json", is_flag=True, help="Write the verdict as one JSON object.")
def verify(
    old: str | None, new: str | None, question: Path | None, reference: str | None, fast: bool, special_values: bool,
    allow_rounding: bool, target: str, as_json: bool, **given: Any,
) -> None:  # fmt: skip
    """Say whether two kernels that were written apart do the same: prove it, or find an input on which they differ.

    OLD and NEW are FILE.py:KERNEL, files of TTIR (FILE.ttir:FUNCTION if it has several), or folders of captured kernels. They may have
    other tiles, grids and loops. The exit code is 3 if an input shows that they differ, and 5 if that is not decided.
    """
    with reporting(question):
        from egraph_opt.verifier.decision.verification import decide

        problem = _problem(old, new, question, reference, given)
        verdict = decide(problem, fast=fast, special_values=special_values, allow_rounding=allow_rounding, target=target)
    click.echo(json.dumps(verdict.to_json()) if as_json else str(verdict))
    sys.exit(exit_codes.of_verification(verdict))


def _problem(old: str | None, new: str | None, question: Path | None, reference: str | None, given: dict[str, Any]) -> Problem:
    from egraph_opt.verifier.decision.question_file import OPEN, load_function, parse_pairs, parse_value, read_question
    from egraph_opt.verifier.decision.verification import make_problem
    from egraph_opt.verifier.user_question import Call

    if question is not None:
        if old or new or reference or any(given.values()):
            raise click.UsageError("--question holds the whole question: leave out kernels and arguments")
        return read_question(question)
    if old is None or (new is None) == (reference is None):
        raise click.UsageError("name two kernels, or one and --reference")
    shared, *own = parse_pairs(given["args"])
    constants, *own_constants = parse_pairs(given["constexprs"])
    numbers, *_ = parse_pairs(given["sizes"])
    grids = [parse_value(each) for each in given["grids"]] or [1]
    if len(grids) > 2:
        raise click.UsageError("--grid: once for both kernels, or once for each")
    kernels = [old if new is None else None, new] if reference else [old, new]
    arrays: dict[str, Any] = {}
    sides: list[Any] = []
    for kernel, grid, args, more in zip(
        (kernels[0], kernels[1] or kernels[0]), (grids[0], grids[-1]), own, own_constants, strict=True
    ):
        named = {**shared, **args}
        for name, value in list(named.items()):
            if isinstance(value, str) and "[" in value:
                arrays.setdefault(name, value)
                named[name] = name
        stated = named or given["grids"] or constants or more
        sides.append(Call(kernel, grid, named, {**constants, **more}) if stated else kernel)
    if reference:
        sides = [load_function(reference), sides[1]]
    return make_problem(
        sides[0], sides[1], constexprs={}, arrays=arrays, results=given["results"], assume=given["assume"],
        sizes={name: None if size == OPEN else size for name, size in numbers.items()},
    )  # fmt: skip


@contextmanager
def reporting(question: Path | None) -> Iterator[None]:
    """Exit with one message if code inside this context raises an error about the kernels, the question file or the reference."""
    from egraph_opt.ir.module import InputError
    from egraph_opt.verifier.expression import ExpressionError
    from egraph_opt.verifier.run.reference_run import ReferenceError
    from egraph_opt.verifier.user_question import ProblemError

    place = f"{question}: " if question else ""
    try:
        yield
    except InputError as error:
        console.fail(str(error))
    except (ProblemError, ExpressionError, ReferenceError) as error:
        console.fail(f"{place}error: {error}")
    except OSError as error:
        console.fail(f"{error.filename or question}: error: {error.strerror}")
