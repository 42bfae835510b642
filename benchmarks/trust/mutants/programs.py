"""Does the checker reject programs that are wrong? Real kernels with one mistake each.

    python -m benchmarks.trust.mutants.programs --write

A mistake is put into what Triton's own pass made of a kernel, written, read again and checked against the kernel before the pass.
Mutation testing as in DeMillo, Lipton and Sayward ("Hints on Test Data Selection", 1978). Every mutant differs from its kernel in what
it does, by the way it is made: a mistake goes only where an effect depends on it, and a value is exchanged only for one that other
operations compute (`dependence` tells so, without the checker). Not changed are hints that change no value (caches, eviction), and
float flags. A store done twice may leave the same memory, but is another effect.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from statistics import median

from benchmarks.paths import CORPUS
from benchmarks.trust.mutants.dependence import Program
from benchmarks.trust.mutants.mutators import ALWAYS, MUTATORS, Edit, reduce_in_another_layout
from benchmarks.trust.sweep import Found, Sweep, command
from egraph_opt.checker import check
from egraph_opt.ir.module import Module, Op, Region
from egraph_opt.text import read, write

KERNELS = CORPUS / "kernels"
STAGES = (("rlc1.before", "rlc1.before"), ("rlc3.before", "rlc3.after"), ("final", "final"))
"""Pairs of stages that are checked against each other."""


@dataclass(frozen=True)
class Mutant:
    """A wrong program: what was done at which line, and whether only `strict` calls it wrong."""

    kind: str
    line: int
    text: str
    strict: bool


def mutants(module: Module, chance: random.Random, each: int) -> Iterator[Mutant]:
    """At most `each` mutants of every kind, at random sites."""
    program = Program(module)
    for mutate in MUTATORS:
        made = 0
        for site in chance.sample(program.sites, len(program.sites)):
            if not (program.alive(site.op) or site.op.name in ALWAYS):
                continue
            edit = mutate(program, site, chance)
            if edit is not None and made < each:
                made += 1
                text = write(apply(module, edit))
                yield Mutant(mutate.__name__, site.op.line, text, mutate is reduce_in_another_layout)


def apply(module: Module, edit: Edit) -> Module:
    """The module with operations exchanged."""

    def operations(op: Op) -> tuple[Op, ...]:
        return tuple(replace(new, regions=tuple(map(region, new.regions))) for new in edit.get(op, (op,)))

    def region(r: Region) -> Region:
        return Region(tuple(replace(b, ops=tuple(new for op in b.ops for new in operations(op))) for b in r.blocks))

    return module.replace_functions({f: replace(f, regions=tuple(map(region, f.regions))) for f in module.functions()})


def caught(before: Module, mutant: Mutant) -> bool:
    """Return whether the checker rejects a mutant; a mutant that only `strict` forbids must be equal without it."""
    after = read(mutant.text)
    if mutant.strict and not check(before, after, strict=False).equal:
        return False
    return not check(before, after, mutant.strict).equal


def run(each: int = 2, every: int = 1, seed: int = 0) -> Found:
    """Check so many mutants of each kind of every n-th kernel, at each stage."""
    made, rejected, wrong, milliseconds = Counter[str](), Counter[str](), list[str](), list[float]()
    for number, (before, after) in enumerate(STAGES):
        for path in sorted(KERNELS.glob(f"*/{before}.ttgir"))[number % every :: every]:
            original, changed = read(path.read_text(), str(path)), read(path.with_name(f"{after}.ttgir").read_text())
            chance = random.Random(f"{seed} {path.relative_to(KERNELS)}")
            started = time.process_time()
            if not check(original, changed, strict=False).equal:
                wrong.append(f"not proved: {path.parent.name}, {after}")
            milliseconds.append((time.process_time() - started) * 1e3)
            for mutant in mutants(changed, chance, each):
                right = caught(original, mutant)
                made[mutant.kind] += 1
                rejected[mutant.kind] += right
                if not right:
                    wrong.append(f"survived: {path.parent.name}, {after}, line {mutant.line}: {mutant.kind}")
    rows = [(kind, count, rejected[kind]) for kind, count in sorted(made.items())]
    pairs = f"{len(milliseconds)} real pairs, {len(milliseconds) - sum(w.startswith('not proved') for w in wrong)} proved equal"
    times = f"milliseconds a pair: median {median(milliseconds):.1f}, largest {max(milliseconds):.0f}"
    total = ("all", made.total(), rejected.total())
    return Found(("mistake", "made", "rejected"), [*rows, total], wrong, f"{pairs}; {times}")


SWEEPS = (Sweep("mutants.programs", run),)


if __name__ == "__main__":
    sys.exit(command(*SWEEPS))
