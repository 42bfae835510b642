"""Does the checker reject programs whose memory, views, waits, captures, properties or resources are wrong? `--write` makes the table.

    python -m benchmarks.memory_mutants --each 4 --write

As `benchmarks.mutants`, on what Triton hands to its code generator: the corpus of kernels at the end of the stage, and programs with
copies by TMA, tensor memory, barriers and specialised warps (`benchmarks/seeds`). A mistake is put in (`mutate_memory`), or a place is
made for one first (`mutate_pairs`); each wrong program is read again and checked, strictly. That its meaning is another follows from how it
is made; a program that the checker does not find equal to itself counts for nothing. Of vector and tensor programs, properties and
resources are changed.
"""

from __future__ import annotations

import argparse
import datetime
import random
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from benchmarks.dependence import Program
from benchmarks.mutants import apply
from benchmarks.mutate_memory import MEMORY
from benchmarks.mutate_pairs import Pair, pairs, properties, resources
from egraph_opt.check import Outcome, check
from egraph_opt.ir import InputError, Module
from egraph_opt.text import read, write

HERE = Path(__file__).resolve().parent
SOURCES = ("seeds/*.ttgir", "kernels/*/final.ttgir", "vectors/*.mlir", "regions/*.mlir")
KINDS = ("made", "different", "not modelled", "accepted")


def mutants(module: Module, chance: random.Random, each: int) -> Iterator[Pair]:
    """Wrong programs of one program: at most `each` of every kind, at random sites."""
    if all(f.name == "tt.func" for f in module.functions()):
        program = Program(module)
        for mutate in MEMORY:
            made = 0
            for site in chance.sample(program.sites, len(program.sites)):
                if made < each and (edit := mutate(program, site, chance)) is not None:
                    made += 1
                    yield Pair(mutate.__name__, site.op.line, write(module), write(apply(module, edit)))
        yield from pairs(module, program, chance, each, apply)
    else:
        yield from properties(module, chance, each)
        yield from resources(module)


def verdict(pair: Pair, selves: dict[str, bool]) -> str:
    """What the checker says of a wrong program; nothing where its right one is not found equal to itself, as `selves` remembers."""
    try:
        before = read(pair.before)
        if pair.before not in selves:
            selves[pair.before] = check(before, read(pair.before), strict=True).equal
        if not selves[pair.before]:
            return ""
        found = check(before, read(pair.after), strict=True).outcome
    except InputError:
        return "not modelled"
    return {Outcome.EQUAL: "accepted", Outcome.DIFFERENT: "different"}.get(found, "not modelled")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=4, help="mutants of each kind per program")
    parser.add_argument("--every", type=int, default=1, help="take every n-th program only")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--write", action="store_true", help="write benchmarks/results/memory_mutants.tsv")
    arguments = parser.parse_args()
    counts = {name: Counter[str]() for name in KINDS}
    unproved, programs = 0, 0
    for path in [p for pattern in SOURCES for p in sorted(HERE.glob(pattern))][:: arguments.every]:
        try:
            module = read(path.read_text(), str(path))
        except InputError:
            continue  # in a form that IREE has to write first
        programs += 1
        selves: dict[str, bool] = {}
        for pair in mutants(module, random.Random(f"{arguments.seed} {path.relative_to(HERE)}"), arguments.each):
            said = verdict(pair, selves)
            unproved += not said
            if said:
                counts["made"][pair.kind] += 1
                counts[said][pair.kind] += 1
            if said == "accepted":
                print(f"accepted: {path.relative_to(HERE)} line {pair.line}: {pair.kind}")
    head = (
        f"# {datetime.date.today()}; egraph-opt {version('egraph-opt')}; {programs} programs; "
        f"{unproved} mutants not counted, of programs that the checker does not model"
    )
    rows = ["\t".join([kind, *(str(counts[name][kind]) for name in KINDS)]) for kind in sorted(counts["made"])]
    total = "\t".join(["all", *(str(counts[name].total()) for name in KINDS)])
    lines = [head, "\t".join(["mistake", *KINDS]), *rows, total]
    print(*lines, sep="\n")
    if arguments.write:
        (HERE / "results/memory_mutants.tsv").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
