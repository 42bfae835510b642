"""Public functions of the package, the same for every rule family."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from egraph_opt.applications import part
from egraph_opt.core.family import Rules, books_of, choose_options, families, kind_of
from egraph_opt.core.options import OptionError, declared_options
from egraph_opt.core.output.comparison import ComparisonTable
from egraph_opt.core.output.cost_front import front
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.core.result import Result
from egraph_opt.errors import unknown_name
from egraph_opt.extract import Front
from egraph_opt.ir.verification.module_check import verify
from egraph_opt.text import read, split
from egraph_opt.text.program_input import expect_some, files_of, source_of

if TYPE_CHECKING:
    from egraph_opt.checker import Verdict
    from egraph_opt.core.rule import Rule
    from egraph_opt.ir.module import Module
    from egraph_opt.prover import Proof
    from egraph_opt.reports.report_data import Report
    from egraph_opt.reports.text_report import Explanations


def optimize(source: str | Path, *, rules: Rules = "layout", **options: Any) -> Result:
    """Optimise the text of one or more modules (`// -----` between them), or the file at a path.

    The method is equality saturation (Tate et al., POPL 2009) in egglog (Zhang et al., PLDI 2023), with extraction as an integer
    program. Limits count work, so the result is the same on every machine. Limits in seconds are for safety; the result records
    whether one was reached. In a fork of a process that used the engine, a new process does the work.

    Args:
        source: the program, or a `Path` to it. A path given as a string is refused.
        rules: rulesets of one rule family, separated by commas; or a list of rulesets, `@rule` objects, and files with rules
            (`"my_rules.py:my_rule"`). Your rules are proved before their first use, and run in addition to the family's rules.
        options: the options of the rule family, by name, as listed below.

    Returns:
        The new text, and for each function its costs, the claim of optimality, and the reason why the search stopped. A function
        on which the engine fails is returned unchanged, with a remark.

    Raises:
        InputError: the text is not a program, belongs to another family, has no functions, or is a path given as a string.
        CostModelError: the cost model raised, or returned something that is not a cost.
        OptionError: an option is unknown, not an option of these rules, or out of range. OptionError is also a ValueError.
        Refused: one of your rules is not proved; the message has a counterexample.
        OutsideError: a file or a package of yours cannot be loaded.
        OSError: the file cannot be read.
    """
    given = choose_options(rules, options)
    return optimize_text(*source_of(source), given)


def explain(source: str | Path, *, rules: Rules = "layout", **options: Any) -> Explanations:
    """Explain which rules derive the optimised program from the input.

    Args:
        source: as for `optimize`.
        rules: as for `optimize`.
        options: as for `optimize`.

    Returns:
        For each function, its record and its `choices`: the chains of rules or, in the pointer family, the result of each access.
        `str` returns the output of `egraph-opt explain` without alternatives.

    Raises:
        OptionError: as for `optimize`; or the rule family has no explanations, for the reason in the message.
        InputError, CostModelError, OSError: as for `optimize`.
    """
    from egraph_opt.reports.text_report import Explanations

    given = choose_options(rules, options, "beside", "where choices are explained")
    text, name = source_of(source)
    return Explanations(families()[given.family].code("explain")(text, name, given), text, name, given)


def report(
    source: str | Path,
    *,
    rules: Rules = "layout",
    alternatives: int = 6,
    static: bool = True,
    others: bool = True,
    as_plugin: bool = False,
    **options: Any,
) -> Report:
    """Report on an optimisation: changes and their reasons, costs line by line, alternatives, machine code, proofs.

    `egraph_opt.reports.page.render` converts the report to HTML.

    Args:
        source: as for `optimize`.
        rules: as for `optimize`.
        alternatives: number of alternatives whose costs are computed. Each alternative takes as long as `optimize`.
        static: whether the programs are compiled to machine code, which needs Triton but no GPU.
        others: whether the result of Triton's own pass is shown for comparison, where Triton is installed.
        as_plugin: report in `Report.ruling` what the Triton plug-in does with the program, and why. Triton must have compiled the
            program without the plug-in (`kernel.asm["ttgir"]`).
        options: as for `optimize`.

    Returns:
        The report as plain data; `to_json` returns it as a dictionary.

    Raises:
        OptionError, InputError, CostModelError, OSError: as `optimize`.
    """
    from egraph_opt.reports.report_builder import ReportScope, build

    want, (text, name) = ReportScope(alternatives, static, others), source_of(source)
    if not as_plugin:
        return build(text, name, choose_options(rules, options), want)
    return build(text, name, *books_of(rules)[0].code("as_plugin")(text, rules, options, want))


def pareto(source: str | Path, first: Any, second: Any, *, rules: Rules = "layout", **options: Any) -> Front[Result]:
    """Search the Pareto front between two cost models.

    Args:
        source: as for `optimize`.
        first: a cost model, or its name; with `rules="numerics"`, `cycles` or `error`.
        second: the other cost model, or its name.
        rules: as for `optimize`.
        options: as for `optimize`, except `cost`.

    Returns:
        The programs of the front by ascending first cost, each with both costs. `complete` is True if no further programs exist.

    Raises:
        OptionError: as for `optimize`; or the two models are the same, or the rule family has no costs.
        InputError, CostModelError, OSError: as `optimize`.
    """
    return front(*source_of(source), choose_options(rules, options), first, second)


def compare(
    paths: Path | Sequence[Path], *, rules: Rules = "layout", against: str | Path = "", static: bool = False, **options: Any
) -> ComparisonTable:
    """Compare the results for some files with the results of another compiler.

    Args:
        paths: program files, a single file, or a folder of programs.
        rules: as for `optimize`.
        against: one of the rule family's comparisons, such as `triton` or `iree`, by default the first one; or output of another
            compiler: a file, or a folder with a file of the same name for each of `paths`.
        static: whether all programs are compiled, without a GPU, to count registers, spills and barriers.
        options: as for `optimize`.

    Returns:
        A record and a verdict for each program: `better`, `same`, `worse` or `failed`. A program of another compiler that is not
            proved equal to the input is `different` or `undecided`.

    Raises:
        OptionError: as for `optimize`; or the comparison or file does not exist, or the comparison needs a package that is not installed.
        InputError: a path is given as a string, or a folder has no programs.
    """
    given = choose_options(rules, options)
    family = families()[given.family]
    found: ComparisonTable = family.comparison(against)(files_of(paths, family.suffixes), [given], bool(against), static)
    return found


def check(
    before: str | Path,
    after: str | Path,
    *,
    rules: str = "layout",
    allow_reassociation: bool = False,
    assume_no_alias: bool = False,
) -> Verdict:
    """Prove that two programs compute bitwise equal results.

    Args:
        before: a program as text, or a `Path` to it: TTIR, TTGIR, or a program for IREE, of which only unchanged parts can be proved equal.
        after: the other program.
        rules: the rule family that defines equality. `layout` is for all programs. `pointer` assumes the preconditions that
            attributes of `after` state. `algebra` permits another order of elementwise operations, data movements and integer sums.
        allow_reassociation: allow float sums in another order of elements. `Verdict.excused` lists these sums.
        assume_no_alias: promise that no array that a function writes overlaps another one.

    Returns:
        A verdict: `equal`; `different`, with a counterexample (`Verdict.witness`); or `not proved`, with the line.

    Raises:
        OptionError: the rule family has no checker of its own, or does not have the other options.
        InputError, OSError: as `optimize`.
    """
    return check_texts(source_of(before), source_of(after), not allow_reassociation, assume_no_alias, rules)


UNRUN = ("region", "vector-layout")
"""Rule families for whose programs `check` searches no counterexample, since the interpreter does not support the programs."""


def check_texts(
    before: tuple[str, str], after: tuple[str, str], strict: bool = True, no_alias: bool = False, rules: str = "layout"
) -> Verdict:
    """Implement `check` for two (text, file name) pairs. Raises InputError, OptionError."""
    from egraph_opt.checker import Outcome, Verdict
    from egraph_opt.checker import check as compared
    from egraph_opt.witness import with_witness

    if rules != "layout":
        family = books_of(rules)[0]
        own = family.code("check")
        if given := [name for name, on in (("allow_reassociation", not strict), ("assume_no_alias", no_alias)) if on]:
            raise OptionError("{0}: no use with {1}: leave that out", given[0], f"rules={family.name}")
    old, new = ([_read(chunk, name, line) for chunk, line in split(text)] for text, name in (before, after))
    for (_, name), modules in ((before, old), (after, new)):
        expect_some(sum(bool(op.regions) and op is not m.op for m in modules for op in m.op.walk()), name)
    if len(old) != len(new):
        return Verdict(Outcome.NOT_PROVED, f"{len(old)} modules before, {len(new)} after")
    verdict = Verdict(Outcome.EQUAL)
    for a, b in zip(old, new, strict=True):
        if verdict.equal:
            found = compared(a, b, strict, no_alias) if rules == "layout" else own(a, b)
            if not found.equal and kind_of(*before) not in UNRUN:
                found = with_witness(found, a, b, strict and rules != "algebra")
            verdict = replace(found, excused=(*verdict.excused, *found.excused))
    return verdict


def _read(text: str, filename: str, line: int) -> Module:
    kind = kind_of(text, filename)
    reader = families()[kind].code("reader") if kind and families()[kind].reader else read
    module: Module = reader(text, filename, line)
    verify(module, text, line)
    return module


@overload
def prove(rule: str | Rule) -> Proof: ...


@overload
def prove(rule: Path) -> tuple[Proof, ...]: ...


def prove(rule: str | Rule | Path) -> Proof | tuple[Proof, ...]:
    """Prove a rule, for all values of the domain that `Proof.strength` describes.

    Args:
        rule: a `Rule`, the name of a rule in `rules/`, or a `Path` to your file with rules.

    Returns:
        A proof, with the domain for which the rule was proved, and the time; for a file, a proof of each rule.

    Raises:
        Unsound: the two sides of a rule differ for some values, which the message shows.
        NoAnswer: the solver gave up.
        MissingError: no solver is installed.
        OptionError: the rule does not exist.
        OutsideError: the file cannot be loaded, or has no rules.
    """
    from egraph_opt.core.rule import rules_from
    from egraph_opt.core.user_file import in_file
    from egraph_opt.plugins import is_file
    from egraph_opt.prover import ask_for_solver
    from egraph_opt.prover import prove as proved
    from egraph_opt.rules import every_rule

    ask_for_solver()
    if isinstance(rule, Path):
        if not is_file(str(rule)):
            raise OptionError(f"{rule}: rules are in files that end in .py")
        return tuple(proved(each) for each in rules_from(in_file(str(rule)), str(rule)))
    if not isinstance(rule, str):
        return proved(rule)
    if is_file(rule):
        raise OptionError(f"{rule!r} is the name of a file, not of a rule: say Path({rule!r})")
    if rule not in (known := every_rule()):
        raise OptionError(unknown_name("no rule", rule, known))
    return proved(known[rule][0])


def iree_compile(
    source: str | Path,
    flags: Sequence[str],
    *,
    output: str | Path | None = None,
    seconds: float = 120.0,
    run_flags: Sequence[str] = (),
) -> bytes:
    """Compile a program with IREE's compiler, with a faster program variant and flags if a search finds them.

    Args:
        source: the program's text, or a `Path` to it, as for `compile_str` and `compile_file` of `iree.compiler`.
        flags: flags of iree-compile, including the target.
        output: file to which the module is also written.
        seconds: CPU time of IREE's tools after which no further variant is tried.
        run_flags: flags for IREE's tools that run programs, such as `--parameters=model=weights.irpa`.

    Returns:
        The compiled module. The chosen variant and the reason are logged to `egraph_opt`.

    Raises:
        InputError: the text is the name of a file.
        MissingError: IREE's compiler is not installed.
        IreeError: IREE rejects the program.
        OSError: a file cannot be read or written.
    """
    made: bytes = part("iree_compile")(source, flags, output=output, seconds=seconds, run_flags=run_flags)
    return made


optimize.__doc__ = f"{optimize.__doc__}\n" + "\n".join(
    f"    Options of `rules={family.name!r}`:\n\n"
    + "".join(
        f"    - `{name}`: {option.help} Default: `{option.default!r}`.\n"
        for name, option in declared_options(family.options).items()
    )
    for family in families().values()
)
