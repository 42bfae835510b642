"""Uses of values where their definitions do not reach: refused with both places, exactly where Triton refuses them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from pathlib import Path
from random import Random

import pytest

from egraph_opt.ir.module import InputError
from egraph_opt.text import read, split
from tests.support.kernels import ROOT
from tests.support.triton_child import available, canonical

HEAD = "module {\n  tt.func @f(%n: i32, %c: i1) -> i32 {\n"
LOOP = "scf.for %i = %n to %n step %n iter_args(%s = {}) -> (i32)  : i32 {{\n      {}\n      scf.yield %s : i32\n    }}"
WRONG = {
    "a loop's value as its initial value":
        ("    %r = " + LOOP.format("%a", "%a = arith.addi %s, %i : i32") + "\n    tt.return %r : i32",
         3, "%a", "line 4, inside the loop"),
    "a loop's value behind it":
        ("    %r = " + LOOP.format("%n", "%a = arith.addi %s, %i : i32") + "\n    tt.return %a : i32", 7, "%a", "line 4, inside the loop"),
    "an argument of a loop behind it":
        ("    %r = " + LOOP.format("%n", "%a = arith.addi %s, %i : i32") + "\n    tt.return %s : i32", 7, "%s", "line 3, inside the loop"),
    "a later value":
        ("    %a = arith.addi %b, %n : i32\n    %b = arith.addi %n, %n : i32\n    tt.return %a : i32", 3, "%b", "line 4, after this"),
    "a later value, in a loop":
        ("    %r = " + LOOP.format("%n", "%a = arith.addi %b, %i : i32") + "\n    %b = arith.addi %n, %n : i32\n    tt.return %r : i32",
         4, "%b", "line 7, after this"),
    "the result of a loop, in the loop":
        ("    %r = " + LOOP.format("%n", "%a = arith.addi %r, %i : i32") + "\n    tt.return %r : i32",
         4, "%r", "line 3, by the operation around this"),
    "the value of another branch":
        ("    scf.if %c {\n      %a = arith.addi %n, %n : i32\n    } else {\n      %b = arith.addi %a, %n : i32\n    }\n"
        "    tt.return %n : i32",
         6, "%a", "line 4, inside the branch"),
    "a result of several":
        ("    %a = arith.addi %b#1, %n : i32\n    %b:2 = scf.if %c -> (i32, i32) {\n      scf.yield %n, %n : i32, i32\n    } else {\n"
         "      scf.yield %n, %n : i32, i32\n    }\n    tt.return %a : i32", 3, "%b#1", "line 4, after this"),
    "a block on another path":
        ("    cf.cond_br %c, ^bb1, ^bb2\n  ^bb1:\n    %a = arith.addi %n, %n : i32\n    cf.br ^bb3\n  ^bb2:\n    cf.br ^bb3\n  ^bb3:\n"
         "    tt.return %a : i32", 10, "%a", "line 5, in a block that does not dominate this one"),
    "an argument of a block on another path":
        ("    cf.cond_br %c, ^bb1(%n : i32), ^bb2\n  ^bb1(%a: i32):\n    cf.br ^bb2\n  ^bb2:\n    tt.return %a : i32",
         7, "%a", "line 4, in a block that does not dominate this one"),
    "a later block that comes after this one":
        ("    cf.br ^bb1\n  ^bb1:\n    %b = arith.addi %a, %n : i32\n    cf.br ^bb2\n  ^bb2:\n    %a = arith.addi %n, %n : i32\n"
         "    cf.cond_br %c, ^bb1, ^bb3\n  ^bb3:\n    tt.return %b : i32", 5, "%a", "line 8, in a block that does not dominate this one"),
}  # fmt: skip
RIGHT = {
    "a later block that comes before this one":
        "    cf.br ^bb2\n  ^bb1:\n    %b = arith.addi %a, %n : i32\n    tt.return %b : i32\n  ^bb2:\n    %a = arith.addi %n, %n : i32\n"
        "    cf.br ^bb1",
    "a block that cannot be reached":
        "    tt.return %n : i32\n  ^bb1:\n    %b = arith.addi %a, %n : i32\n    tt.return %b : i32\n  ^bb2:\n"
        "    %a = arith.addi %n, %n : i32\n"
        "    tt.return %a : i32",
    "a loop of blocks":
        "    cf.br ^bb1(%n : i32)\n  ^bb1(%a: i32):\n    %b = arith.addi %a, %n : i32\n    cf.cond_br %c, ^bb1(%b : i32), ^bb2\n  ^bb2:\n"
        "    tt.return %b : i32",
    "an earlier block, from inside a branch":
        "    %a = arith.addi %n, %n : i32\n    cf.br ^bb1\n  ^bb1:\n    scf.if %c {\n      %b = arith.addi %a, %n : i32\n    }\n"
        "    tt.return %a : i32",
}  # fmt: skip


def program(body: str) -> str:
    return f"{HEAD}{body}\n  }}\n}}\n"


@pytest.mark.parametrize("name", WRONG)
def test_both_places_are_named(name: str) -> None:
    body, line, value, where = WRONG[name]
    with pytest.raises(InputError) as found:
        read(program(body), "f.mlir")
    shown = str(found.value).splitlines()
    assert shown[0] == f"f.mlir:{line}:{found.value.column}: error: {value} is used here, but defined in {where}"
    assert shown[1][shown[2].index("^") :].startswith(value)


@pytest.mark.parametrize("name", RIGHT)
def test_what_dominates_is_read(name: str) -> None:
    read(program(RIGHT[name]))


def test_graphs_have_no_order() -> None:
    lines = ['%a = "x.y"(%b) : (i32) -> i32', '%b = "x.y"() : () -> i32']
    for text in ("\n".join(lines), "module {\n" + "\n".join(lines) + "\n}\n"):
        read(text)
    with pytest.raises(InputError, match=r"%b is used here, but defined in line 3, after this"):
        read("func.func @f() {\n" + "\n".join(lines) + "\nreturn\n}\n")


@pytest.mark.skipif(not available(), reason="needs Triton")
def test_triton_says_the_same_of_the_cases() -> None:
    assert canonical([program(body) for body, *_ in WRONG.values()]) == [None] * len(WRONG)
    assert None not in canonical([program(body) for body in RIGHT.values()])


KERNELS = ("fla.chunk_gla_bwd_kernel_intra/rlc3.before.ttgir",)
BLOCKS = program(
    "    %a = arith.addi %n, %n : i32\n    cf.cond_br %c, ^bb1, ^bb4(%a : i32)\n  ^bb1:\n    %b = arith.addi %a, %n : i32\n"
    "    %d = arith.addi %a, %b : i32\n    cf.cond_br %c, ^bb2, ^bb3\n  ^bb2:\n    %e = arith.addi %d, %b : i32\n    cf.br ^bb3\n  ^bb3:\n"
    "    %h = scf.for %i = %n to %a step %n iter_args(%s = %d) -> (i32)  : i32 {\n      %t = arith.addi %s, %i : i32\n"
    "      scf.yield %t : i32\n"
    "    }\n    %j = arith.addi %h, %b : i32\n    cf.cond_br %c, ^bb1, ^bb4(%j : i32)\n  ^bb4(%k: i32):\n    tt.return %k : i32"
)


def mutants(text: str, count: int, chance: Random) -> list[str]:
    """Copies of a program with one use of a value exchanged for another value of its type."""
    values = [
        v for op in read(text).op.walk() for v in (*op.results, *(a for r in op.regions for b in r.blocks for a in b.arguments))
    ]
    names = Counter(value.name.partition("#")[0] for value in values)
    types = {value.name: value.type for value in values if names[value.name] == 1}  # a region may give a name anew
    alike: dict[str, list[str]] = defaultdict(list)
    for name, type in types.items():
        alike[type].append(name)
    uses = [use for use in re.finditer(r"%[\w$.]+(?:#\d+)?(?![\w:#]| ?=|: |(?:, %\w+)* = )", text)
            if len(alike[types.get(use.group(), "")]) > 1]  # fmt: skip
    made = []
    for use in chance.choices(uses, k=count):
        other = chance.choice(alike[types[use.group()]])
        made.append(text[: use.start()] + other + text[use.end() :])
    return made


@pytest.mark.long
@pytest.mark.skipif(not available(), reason="needs Triton")
@pytest.mark.parametrize("name", ["blocks", *KERNELS])
def test_triton_refuses_the_same_mutants(name: str) -> None:
    text = BLOCKS if name == "blocks" else (ROOT / "benchmarks/corpus/kernels" / name).read_text()
    texts = mutants(text, 150, Random(7))
    theirs = [found is not None for found in canonical(texts)]
    ours = []
    for each in texts:
        try:
            read(each)
        except InputError as error:
            assert "is used here, but defined in line" in error.message
            ours.append(False)
        else:
            ours.append(True)
    assert ours == theirs and 25 < sum(theirs) < 125


@pytest.mark.skipif(not available(), reason="needs Triton")
def test_every_case_that_triton_reads_is_read() -> None:
    files = [p for p in sorted(Path(ROOT, "tests/cases").rglob("*")) if p.suffix in (".mlir", ".ttir", ".ttgir")]
    chunks = [(path, chunk, line) for path in files for chunk, line in split(path.read_text())]
    for (path, chunk, line), theirs in zip(chunks, canonical([chunk for _, chunk, _ in chunks]), strict=True):
        if theirs is not None:
            read(chunk, str(path), line)
