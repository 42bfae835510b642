"""Does the checker reject programs whose memory, views, waits, captures, properties or resources are wrong?

    python -m benchmarks.trust.mutants.memory --write

As `benchmarks.trust.mutants.programs`, on what Triton hands to its code generator: the corpus of kernels at the end of the stage, and
programs with copies by TMA, tensor memory, barriers and specialised warps (`benchmarks/corpus/seeds`). A mistake is put in
(`memory_mutators`), or a place is made for one first (`memory_pairs`); each wrong program is read again and checked, strictly. That its
meaning is another follows from how it is made; a program that the checker does not find equal to itself counts for nothing. Of vector
and tensor programs, properties and resources are changed.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from benchmarks.paths import CORPUS
from benchmarks.trust.mutants.dependence import Program
from benchmarks.trust.mutants.memory_mutators import MEMORY
from benchmarks.trust.mutants.memory_pairs import Pair, pairs, properties, resources
from benchmarks.trust.mutants.programs import apply
from benchmarks.trust.sweep import Found, Sweep, command
from egraph_opt.checker import Outcome, check
from egraph_opt.ir.module import InputError, Module
from egraph_opt.text import read, write

SOURCES = ("seeds/*.ttgir", "kernels/*/final.ttgir", "vectors/*.mlir", "regions/*.mlir")


def mutants(module: Module, chance: random.Random, each: int) -> Iterator[Pair]:
    """Wrong programs of one program: at most `each` of every kind, at random sites."""
    if all(f.name == "tt.func" for f in module.functions()):
        program, text = Program(module), write(module)
        for mutate in MEMORY:
            made = 0
            for site in chance.sample(program.sites, len(program.sites)):
                if made < each and (edit := mutate(program, site, chance)) is not None:
                    made += 1
                    yield Pair(mutate.__name__, site.op.line, text, write(apply(module, edit)))
        yield from pairs(module, program, chance, each, apply)
    else:
        yield from properties(module, chance, each)
        yield from resources(module)


def verdict(pair: Pair, known: dict[str, Module | None]) -> str:
    """Return the checker's verdict on a wrong program; empty if its original is not found equal to itself. `known`: originals so
    far."""
    try:
        if pair.before not in known:
            before = read(pair.before)
            known[pair.before] = before if check(before, read(pair.before), strict=True).equal else None
        right = known[pair.before]
        if right is None:
            return ""
        found = check(right, read(pair.after), strict=True).outcome
    except InputError:
        return "not proved"
    return "accepted" if found is Outcome.EQUAL else "not proved"


def judged(path: Path, seed: int, each: int) -> list[tuple[str, int, str]] | None:
    """Kind, line and verdict of every mutant of one program; nothing where it is in a form that IREE has to write first."""
    try:
        module = read(path.read_text(), str(path))
    except InputError:
        return None
    known: dict[str, Module | None] = {}
    chance = random.Random(f"{seed} {path.relative_to(CORPUS)}")
    return [(pair.kind, pair.line, verdict(pair, known)) for pair in mutants(module, chance, each)]


def run(each: int = 4, every: int = 1, seed: int = 0, jobs: int = 2, programs: tuple[str, ...] = SOURCES) -> Found:
    """Check so many mutants of each kind of every n-th program; `programs` are patterns of files of the corpus."""
    made, rejected = Counter[str](), Counter[str]()
    unproved, read_of, wrong = 0, 0, list[str]()
    paths = [p for pattern in programs for p in sorted(CORPUS.glob(pattern))][::every]
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for path, found in zip(paths, pool.map(partial(judged, seed=seed, each=each), paths), strict=True):
            read_of += found is not None
            print(f"{path.relative_to(CORPUS)}: {len(found or ())}", file=sys.stderr, flush=True)
            for kind, line, said in found or ():
                unproved += not said
                if said:
                    made[kind] += 1
                    rejected[kind] += said != "accepted"
                if said == "accepted":
                    wrong.append(f"accepted: {path.relative_to(CORPUS)}, line {line}: {kind}")
    rows = [(kind, count, rejected[kind]) for kind, count in sorted(made.items())]
    total = ("all", made.total(), rejected.total())
    note = f"{read_of} programs; {unproved} mutants not counted, of programs that the checker does not model"
    return Found(("mistake", "made", "rejected"), [*rows, total], wrong, note)


SWEEPS = (Sweep("mutants.memory", run),)


if __name__ == "__main__":
    sys.exit(command(*SWEEPS))
