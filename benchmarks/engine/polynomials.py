"""Processor time of whole runs with our polynomials and with those of `sympy.polys.rings`: `python -m benchmarks.engine.polynomials`.

Each of the two is timed in turn, over all programs of the corpora of pointers and of regions and over one of each: user time of the
process, with its start. A ring of sympy has a fixed number of generators: it has room for 8 at first, and grows to the double. Outputs
must be the same bytes. The output is the table `results/polynomials.tsv`; `--every N` takes each N-th program.
"""

from __future__ import annotations

import argparse
import csv
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.paths import CORPUS, RESULTS, ROOT
from egraph_opt.ir import polynomial

OURS = polynomial.Poly
ROUNDS, ONE = 3, 1000
FIELDS = ("corpus", "programs", "algebra", "user_seconds", "least", "most", "seconds_in_polynomials", "same_bytes")
COUNTED = tuple(
    "of number atom terms constant atoms content __add__ __sub__ __neg__ __mul__ __eq__ __hash__ split replace".split()
)
"""Operations whose time is taken in a further run."""


@cache
def ring_of(size: int) -> Any:
    """Return the ring of so many generators."""
    from sympy.polys.domains import ZZ
    from sympy.polys.rings import PolyRing

    return PolyRing([f"x{number}" for number in range(size)], ZZ)


class Ring:
    """Ring of the current program: one generator for each atom."""

    def __init__(self) -> None:
        self.numbers: dict[int, int] = {}
        self.atoms: list[int] = []
        self.ring = ring_of(8)

    def element(self, terms: Iterable[tuple[tuple[int, ...], int]]) -> Any:
        """Return the sum of products of atoms."""
        terms = list(terms)
        for atom in (a for monomial, _ in terms for a in monomial if a not in self.numbers):
            self.numbers[atom] = len(self.atoms)
            self.atoms.append(atom)
        while self.ring.ngens < len(self.atoms):
            self.ring = ring_of(2 * self.ring.ngens)
        found = self.ring.zero
        for monomial, coefficient in terms:
            powers = [0] * self.ring.ngens
            for a in monomial:
                powers[self.numbers[a]] += 1
            key = tuple(powers)
            found[key] = found.get(key, 0) + coefficient
        found.strip_zero()
        return found

    def lift(self, element: Any) -> Any:
        """Return an element in the ring as it is now."""
        if element.ring is self.ring:
            return element
        more = (0,) * (self.ring.ngens - element.ring.ngens)
        return self.ring.from_dict({(*powers, *more): c for powers, c in element.items()})


current: Any = None
"""The ring of the program that runs."""


class SympyPoly:
    """The interface of `Poly` over an element of a ring."""

    __slots__ = ("_terms", "element")

    def __init__(self, terms: tuple[tuple[tuple[int, ...], int], ...] = (), element: Any = None) -> None:
        self.element = current.element(terms) if element is None else element
        self._terms: Any = None

    @staticmethod
    def of(terms: Iterable[tuple[tuple[int, ...], int]]) -> SympyPoly:
        return SympyPoly(tuple(terms))

    @staticmethod
    def number(n: int) -> SympyPoly:
        return SympyPoly((((), n),) if n else ())

    @staticmethod
    def atom(number: int) -> SympyPoly:
        return SympyPoly((((number,), 1),))

    @property
    def terms(self) -> tuple[tuple[tuple[int, ...], int], ...]:
        if self._terms is None:
            atoms = current.atoms
            found = []
            for powers, c in self.element.items():
                found.append((tuple(sorted(atoms[i] for i, n in enumerate(powers) if n for _ in range(n))), int(c)))
            self._terms = tuple(sorted(found))
        return self._terms  # type: ignore[no-any-return]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SympyPoly) and current.lift(self.element) == current.lift(other.element)

    def __hash__(self) -> int:
        return hash(self.terms)

    def __add__(self, other: SympyPoly) -> SympyPoly:
        return SympyPoly(element=current.lift(self.element) + current.lift(other.element))

    def __neg__(self) -> SympyPoly:
        return SympyPoly(element=-self.element)

    def __sub__(self, other: SympyPoly) -> SympyPoly:
        return SympyPoly(element=current.lift(self.element) - current.lift(other.element))

    def __mul__(self, other: SympyPoly) -> SympyPoly:
        return SympyPoly(element=current.lift(self.element) * current.lift(other.element))

    @property
    def constant(self) -> int | None:
        return int(self.element.const()) if self.element.is_ground else None

    @property
    def atoms(self) -> frozenset[int]:
        return frozenset(current.atoms[i] for powers in self.element for i, n in enumerate(powers) if n)

    @property
    def content(self) -> int:
        return int(self.element.content()) if self.element else 0

    def split(self, divisor: SympyPoly) -> tuple[SympyPoly, SympyPoly]:
        quotient, rest = current.lift(self.element).div(current.lift(divisor.element))
        return SympyPoly(element=quotient), SympyPoly(element=rest)

    def replace(self, values: Mapping[int, SympyPoly]) -> SympyPoly:
        pairs = [(current.ring.gens[current.numbers[a]], current.lift(p.element)) for a, p in values.items() if a in self.atoms]
        return SympyPoly(element=current.lift(self.element).compose(pairs)) if pairs else self

    text = OURS.text


def programs(every: int) -> dict[str, list[Callable[[], str]]]:
    """Return a run of each program of the two corpora."""
    from egraph_opt import optimize
    from egraph_opt.families.pointer import raise_text

    def raised(path: Path) -> str:
        return raise_text(path.read_text(), path.name, "tts", "loop").ir

    def chosen(path: Path) -> str:
        return optimize(path, rules="region", cost="latency").ir

    pointers = sorted((CORPUS / "kernels").glob("*/input.ttir"))[::every]
    regions = sorted((CORPUS / "regions").glob("*.mlir"))[::every]
    return {
        "pointer": [partial(raised, path) for path in pointers],
        "region": [partial(chosen, path) for path in regions],
    }


def count_time(algebra: Any) -> list[float]:
    """Make an algebra add up the time that it takes; return the sum, which grows."""
    spent, depth = [0.0], [0]

    def counted(call: Callable[..., Any]) -> Callable[..., Any]:
        def inner(*arguments: Any) -> Any:
            if depth[0]:
                return call(*arguments)
            depth[0], started = 1, time.thread_time()
            try:
                return call(*arguments)
            finally:
                depth[0] = 0
                spent[0] += time.thread_time() - started

        return inner

    for name in COUNTED:
        plain = algebra.__dict__.get(name)
        if isinstance(plain, staticmethod):
            setattr(algebra, name, staticmethod(counted(plain.__func__)))
        elif isinstance(plain, property):
            setattr(algebra, name, property(counted(plain.fget)))  # type: ignore[arg-type]
        elif callable(plain):
            setattr(algebra, name, counted(plain))
    return spent


def run(corpus: str, algebra: str, every: int) -> None:
    """Print how many programs there are, the time in the algebra where it is counted, and a digest of all outputs."""
    global current
    sympy = algebra.startswith("sympy")
    if sympy:
        polynomial.Poly = SympyPoly  # type: ignore[assignment, misc]  # before anything imports it
    spent = count_time(polynomial.Poly) if algebra.endswith("counted") else [0.0]
    todo = programs(every)[corpus]
    texts = []
    for make in todo:
        current = Ring() if sympy else None
        texts.append(make())
    print(json.dumps([len(todo), spent[0], sha256("".join(texts).encode()).hexdigest()]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("--run", nargs=2, metavar=("CORPUS", "ALGEBRA"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.run:
        corpus, algebra = given.run
        run(corpus, algebra, given.every)
        return
    rows = []
    for corpus in ("pointer", "region"):
        for every in (given.every, ONE):
            algebras = [*("ours", "sympy") * ROUNDS, *("ours counted", "sympy counted") * (every != ONE)]
            found: dict[str, list[Any]] = {algebra: [] for algebra in algebras}
            for algebra in algebras:
                command = [sys.executable, "-m", "benchmarks.engine.polynomials", "--run", corpus, algebra, "--every", str(every)]
                before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
                done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
                user = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
                found[algebra].append([user, *json.loads(done.stdout.splitlines()[-1])])
                print(corpus, algebra, found[algebra][-1], flush=True)
            for algebra in ("ours", "sympy"):
                times = [user for user, *_ in found[algebra]]
                inside = f"{found[f'{algebra} counted'][0][2]:.2f}" if every != ONE else ""
                same = found[algebra][0][3] == found["ours"][0][3]
                values = corpus, found[algebra][0][1], algebra, *(f"{f(times):.2f}" for f in (median, min, max)), inside, same
                rows.append(dict(zip(FIELDS, values, strict=True)))
    with (RESULTS / "polynomials.tsv").open("w", newline="") as file:
        table = csv.DictWriter(file, FIELDS, delimiter="\t", lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


if __name__ == "__main__":
    main()
