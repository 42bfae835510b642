"""Changes that the checker accepts: the programs of `probes`, changed as Triton's passes might do, whether Triton does it or not.

Nothing here comes from the optimiser or from a pass. In the function of a probe, operations are left out, moved or repeated, and
the results of one replace another's in its users. `egraph_opt.checker` is asked whether the two are equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from benchmarks.trust.effects.probes import MEMORIES, Question, Specimen, questions
from egraph_opt.checker import check
from egraph_opt.ir.module import InputError, Module, Op, Region
from egraph_opt.text import read

READS = (*MEMORIES, "own", "filled")
"""Questions with two reads around a specimen."""
LICENCES = {"added": ("hoisted",), "sunk": ("twins", "dropped")}
"""Behaviour of Triton that shows that a change is right, if the question itself does not."""
CALM = dict.fromkeys(("repeated", "earlier", "later"), ("dropped",))
"""Further behaviour of Triton that is required: the operation that is moved over has no effect, so Triton drops it if its results
are not used."""


class Changed(NamedTuple):
    """A program before and after a change."""

    question: str
    """Question, as in `probes.Verdict`."""
    change: str
    before: Module
    after: Module


def accepted(specimen: Specimen) -> Iterator[tuple[str, str, bool]]:
    """Question, change, and whether the checker accepts it, of all that is asked about a specimen; of what our reader refuses, nothing."""
    for each in changes(specimen):
        yield each.question, each.change, check(each.before, each.after).equal


def laxer(found: Iterable[tuple[str, str, bool]], asked: Mapping[str, bool | None]) -> str:
    """Of what the checker accepts, what Triton does not do, as `question.change`; what could not be asked is not compared."""
    lax = set()
    for question, change, equal in found:
        licences = (*LICENCES.get(change, (question,)), *CALM.get(change, ()))
        if equal and any(asked.get(name) is False for name in licences):
            lax.add(f"{question}.{change}")
    return " ".join(sorted(lax))


def changes(specimen: Specimen) -> Iterator[Changed]:
    """All that is asked about a specimen."""
    try:
        module = read(specimen.program(specimen.text))
        types = [v.type for v in _function(module).regions[0].blocks[0].ops[-2].results]
        programs = [(each, read(each.program)) for each in questions(specimen, types)]
    except InputError:
        return
    for question, program in programs:
        yield from _changes(question, program)


def _changes(question: Question, module: Module) -> Iterator[Changed]:
    """Yield what is asked of one program."""
    *ops, end = _function(module).regions[0].blocks[0].ops
    name = question.name

    def changed(change: str, before: Sequence[Op], after: Sequence[Op]) -> Changed:
        return Changed(name, change, _with(module, before), _with(module, after))

    def both_ways(forth: str, back: str, before: Sequence[Op], after: Sequence[Op]) -> Iterator[Changed]:
        yield changed(forth, before, after)
        yield changed(back, after, before)

    if name == "dropped":
        yield from both_ways("dropped", "added", [*ops, end], [*ops[:-1], end])
    elif name == "hoisted":
        *ahead, loop = ops
        within, *rest = loop.regions[0].blocks[0].ops
        yield from both_ways("hoisted", "sunk", [*ops, end], [*ahead, within, _body(loop, rest), end])
    elif name in READS:
        *ahead, first, middle, second = ops
        early = [*ahead, first, middle, _renamed(end, second, first)]
        late = [*ahead, middle, second, _renamed(end, first, second)]
        yield from both_ways("merged", "repeated", [*ops, end], early)
        yield from both_ways("earlier", "later", late, early)
    else:
        *ahead, second = ops
        first = ahead[-1 if name == "twins" else -2]
        yield from both_ways("merged", "repeated", [*ops, end], [*ahead, _renamed(end, second, first)])


def _function(module: Module) -> Op:
    return next(f for f in module.functions() if f.attributes["sym_name"] == '"probe"')


def _with(module: Module, ops: Sequence[Op]) -> Module:
    function = _function(module)
    return module.replace_functions({function: _body(function, ops)})


def _body(op: Op, ops: Sequence[Op]) -> Op:
    """An operation with other operations in its region of one block."""
    (block,) = op.regions[0].blocks
    return replace(op, regions=(Region((replace(block, ops=tuple(ops)),)),))


def _renamed(op: Op, old: Op, new: Op) -> Op:
    """An operation that uses the results of another one."""
    values = dict(zip(old.results, new.results, strict=True))
    return replace(op, operands=tuple(values.get(v, v) for v in op.operands))
