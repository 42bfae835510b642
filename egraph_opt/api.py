"""What a program of a user's calls: the same for every family, whose options are checked by name (`egraph_opt.core.options`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from egraph_opt.core.comparison import Compared
from egraph_opt.core.family import chosen, families
from egraph_opt.core.options import declared
from egraph_opt.core.pareto import front
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.core.result import Result
from egraph_opt.extract import Front
from egraph_opt.text.source import source_of


def optimize(source: str | Path, *, rules: str = "layout", **options: Any) -> Result:
    """Optimise the text of one or more modules (`// -----` between them), or the file at a path.

    Each extraction ends after `work_limit` steps, which are counted, so that the result is the same on every machine; `time_limit`, in
    seconds of processor time, is a stop for safety, and so is that of `limits`: a result that they stopped says so.

    In a process that was forked from one that used the engine, a fresh process does the work (`egraph_opt.process.fork`).

    Args:
        source: the program, or where it is.
        rules: the books of rules, and so the family, that it is optimised by.
        options: by name, those of the family; `help(egraph_opt.optimize)` lists them below.

    Raises:
        InputError: the text is not a program, is one for other rules, holds no function, or is the name of a file, not a `Path`.
        CostModelError: the cost model raised, or gave something that is no cost.
        OptionError: an option that there is not or that these rules do not take, or a value out of its range. A ValueError, too.
        OSError: the file cannot be read.
    """
    given = chosen(rules, options)
    return optimize_text(*source_of(source), given)


def explain(source: str | Path, *, rules: str = "layout", **options: Any) -> list[Any]:
    """For each function, its record and, in `choices`, by which rules what was chosen follows from it; of pointers, each access.

    Raises:
        OptionError: as `optimize`; or the family has no explanations, and why not.
        InputError, CostModelError, OSError: as `optimize`.
    """
    given = chosen(rules, options, "beside", "where choices are explained")
    found: list[Any] = families()[given.family].code("explain")(*source_of(source), given)
    return found


def pareto(source: str | Path, first: Any, second: Any, *, rules: str = "layout", **options: Any) -> Front[Result]:
    """The programs between the cheapest under one cost model and under another: corners by rising first cost.

    Raises:
        OptionError: as `optimize`; or the models are one, or none, or the family has no costs.
        InputError, CostModelError, OSError: as `optimize`.
    """
    return front(*source_of(source), chosen(rules, options), first, second)[1]


def compare(paths: Sequence[Path], *, rules: str = "layout", against: str = "", static: bool = False, **options: Any) -> Compared:
    """Set the results for some files beside those of another compiler; `against` is one of the family's comparisons.

    Raises:
        OptionError: as `optimize`; or there is no such comparison, or what it needs is not installed.
    """
    given = chosen(rules, options)
    found: Compared = families()[given.family].comparison(against)(list(paths), [given], bool(against), static)
    return found


optimize.__doc__ = f"{optimize.__doc__}\n" + "\n".join(
    f"    Options of rules={family.name!r}:\n"
    + "\n".join(
        f"        {name}: {option.help} Default: {option.default!r}." for name, option in declared(family.options).items()
    )
    for family in families().values()
)
