"""Check of two given programs by this family: `egraph-opt check --rules pointer`."""

from __future__ import annotations

from egraph_opt.checker import Outcome, Verdict
from egraph_opt.extract.base.work import Work
from egraph_opt.families.pointer.options import WORK
from egraph_opt.families.pointer.prepare.shadow_access import strip_marks
from egraph_opt.families.pointer.symbolic.solver import SolverExhausted, limit_work
from egraph_opt.families.pointer.validation.errors import RaiseRefused, SolverUndecided
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.ir.module import Module


def check(before: Module, after: Module) -> Verdict:
    """Return whether `after` is equivalent to `before`, under the promises recorded in `after`.

    Guards in `before` are ordinary conditionals. Guards in `after` select a raised version or the original one. If the proof of the
    versions fails, guards in `after` are compared as ordinary conditionals, too.
    """
    work = Work(WORK)
    try:
        with limit_work(work.part(work.left)):
            _either(strip_marks(before), after)
    except RaiseRefused as refused:
        return Verdict(Outcome.NOT_PROVED, str(refused).removeprefix("different: "), limited=isinstance(refused, SolverUndecided))
    except SolverExhausted as limit:
        return Verdict(Outcome.NOT_PROVED, str(limit), limited=True)
    return Verdict(Outcome.EQUAL)


def _either(before: Module, after: Module) -> None:
    try:
        validate(before, after)
    except RaiseRefused as refused:
        if (plain := strip_marks(after)) is after:
            raise
        try:
            validate(before, plain)
        except RaiseRefused:
            raise refused from None
