"""Which rules of tensor algebra did nobody write? `python -m benchmarks.trust.synthesis [-o TABLE]`.

Terms over conjunction, disjunction, sum, product and choice of up to three tensors are enumerated (two deep, one operand of each deeper
one a variable) and evaluated on random elements of eight bits. Terms that agree everywhere and that the rules there are do not make equal
are candidates; of each set of these the smallest pair is kept that the prover proves, as Ruler does (Nandi et al., "Rewrite Rule Inference
Using Equality Saturation", OOPSLA 2021).
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from benchmarks.paths import RESULTS
from egraph_opt.core.engine import Limits
from egraph_opt.core.rule import Rule
from egraph_opt.core.saturation import Key, Language, saturate
from egraph_opt.core.vocabulary import Integer, Term
from egraph_opt.families.algebra.vocabulary import ADD, AND, MULTIPLY, OR, SELECT, Form, Shape, Tensor, apply2, apply3, words
from egraph_opt.prover import Refused, prove
from egraph_opt.rules import book

Tree = Any
"""A variable by its name, or a tuple: an operation and its operands."""
NAMES = {AND: "and", OR: "or", ADD: "add", MULTIPLY: "multiply", SELECT: "select"}
VARIABLES = "xyz"
POINTS, BITS = 64, 8


def trees() -> Iterator[Tree]:
    """Every term, the smaller first."""
    flat: list[Tree] = [*VARIABLES]
    once: list[Tree] = [(f, *pair) for f in (AND, OR, ADD, MULTIPLY) for pair in product(VARIABLES, repeat=2)]
    once += [(SELECT, *three) for three in product(VARIABLES, repeat=3)]
    yield from flat
    yield from once
    for f, deep, v in product((AND, OR, ADD, MULTIPLY), once, VARIABLES):
        yield f, deep, v
    for deep, a, b in product([tree for tree in once if tree[0] == SELECT], VARIABLES, VARIABLES):
        yield from ((SELECT, a, deep, b), (SELECT, a, b, deep))


def value(tree: Tree, given: dict[str, int]) -> int:
    """Return the value of a term for some elements."""
    if isinstance(tree, str):
        return given[tree]
    x, y, *rest = (value(each, given) for each in tree[1:])
    known = {AND: x & y, OR: x | y, ADD: x + y, MULTIPLY: x * y, SELECT: (y if x & 1 else rest[0]) if rest else 0}
    return known[tree[0]] % (1 << BITS)


def term(tree: Tree) -> Tensor:
    """A term in the words of rules."""
    if isinstance(tree, str):
        return Tensor(tree)
    operands = [term(each) for each in tree[1:]]
    apply = apply3 if len(operands) == 3 else apply2
    return apply(Integer(tree[0]), Form("e"), Shape("s"), *operands)


def shown(tree: Tree) -> str:
    """A term as a reader writes it."""
    return tree if isinstance(tree, str) else f"{NAMES[tree[0]]}({', '.join(shown(each) for each in tree[1:])})"


def renamed(pair: tuple[Tree, Tree]) -> str:
    """An equation with its variables named in their order: equations that differ in names are one."""
    text = "\t".join(map(shown, pair))
    order = list(dict.fromkeys(c for c in re.findall(r"\b[xyz]\b", text)))
    return re.sub(r"\b[xyz]\b", lambda found: VARIABLES[order.index(found[0])], text)


def classes(every: list[Tree], rules: tuple[Rule, ...]) -> dict[Tree, int]:
    """The class of each term once the rules have run."""
    keys: list[Key] = []
    number: dict[Tree, int] = {}

    def add(tree: Tree) -> int:
        if tree not in number:
            if isinstance(tree, str):
                key: Key = ("value", VARIABLES.index(tree), 0)
            else:
                operands = [add(each) for each in tree[1:]]
                key = (f"apply{len(operands)}", tree[0], 0, 0, *operands)
            number[tree] = len(keys)
            keys.append(key)
        return number[tree]

    for tree in every:
        add(tree)
    graph = saturate(Language(words, rules), enumerate(keys), (), (), Limits(nodes=200_000), ())
    return {tree: graph.classes[number[tree]] for tree in every}


def candidates(every: list[Tree], rules: tuple[Rule, ...]) -> list[tuple[Tree, Tree]]:
    """Pairs that agree at all points and are in two classes: of each class its smallest term, beside the smallest of all."""
    chance = random.Random(2026)
    points = [{v: chance.getrandbits(BITS) for v in VARIABLES} for _ in range(POINTS)]
    alike: dict[tuple[int, ...], list[Tree]] = defaultdict(list)
    for tree in every:
        alike[tuple(value(tree, point) for point in points)].append(tree)
    of = classes(every, rules)
    found = []
    for group in alike.values():
        first: dict[int, Tree] = {}
        for tree in group:
            first.setdefault(of[tree], tree)
        least, *others = first.values()
        found += [(other, least) for other in others]
    return found


def main(given: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=Path, default=RESULTS / "synthesis.tsv")
    output = parser.parse_args(given).output
    every, rules, refuted = list(trees()), book("algebra"), 0
    proved: list[str] = []
    for equation, (before, after) in {renamed(pair): pair for pair in candidates(every, rules)}.items():
        variables: dict[str, type[Term]] = {v: Tensor for v in VARIABLES if v in shown(before)} | {"e": Form, "s": Shape}
        try:
            prove(Rule(f"synthesised_{len(proved)}", "", variables, term(before), term(after)))
        except Refused:
            refuted += 1
            continue
        proved.append(equation)
    output.write_text("\n".join(["before\tafter", *proved]) + "\n")
    print(f"{len(every)} terms, {len(proved)} equations proved that the rules do not derive, {refuted} refuted")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
