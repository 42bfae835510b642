"""Does Triton take what our laws of layouts take? Each operation in all pairs of layouts: `python -m benchmarks.trust.laws --write`.

`recheck.triton_verifier` refuses an output with operations in layouts that Triton's verifier would not take. Here both judge the same
operations, each written alone, its operands and results in all combinations of some layouts: those that real kernels have, the layouts
derived from these, and the derived ones with one basis exchanged. What the law takes and libtriton does not is a failure of the law (lax);
what the law alone refuses costs at most an optimisation (strict).
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from benchmarks.trust.sweep import Found, Sweep, command
from egraph_opt.baseline.libtriton import ask
from egraph_opt.families.layout.encode.layout_inference import index_map, moved_encoding
from egraph_opt.families.layout.recheck.layout_verifier import unlawful
from egraph_opt.linear_layout import slice_encoding
from egraph_opt.text import read

HEAD = 'module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32}'
BLOCKED = "#ttg.blocked<{{sizePerThread = {}, threadsPerWarp = {}, warpsPerCTA = {}, order = {}}}>"
MMA = "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>"
PLANE = [
    BLOCKED.format("[1, 1]", "[1, 32]", "[4, 1]", "[1, 0]"), BLOCKED.format("[1, 4]", "[8, 4]", "[4, 1]", "[1, 0]"),
    BLOCKED.format("[4, 1]", "[4, 8]", "[1, 4]", "[0, 1]"), BLOCKED.format("[1, 2]", "[4, 8]", "[2, 2]", "[1, 0]"),
    BLOCKED.format("[2, 2]", "[16, 2]", "[2, 2]", "[0, 1]"), MMA, BLOCKED.format("[1, 8]", "[4, 8]", "[8, 1]", "[1, 0]"),  # of eight warps
    *[f"#ttg.dot_op<{{opIdx = {i}, parent = {MMA}, kWidth = {w}}}>" for i, w in ((0, 2), (1, 2), (0, 4), (1, 4))],
    *[f"#ttg.dot_op<{{opIdx = {i}, parent = {BLOCKED.format('[1, 4]', '[8, 4]', '[4, 1]', '[1, 0]')}}}>" for i in (0, 1)],
]  # fmt: skip
CUBE = [
    BLOCKED.format("[1, 4, 1]", "[2, 4, 4]", "[1, 4, 1]", "[2, 1, 0]"), BLOCKED.format("[2, 1, 2]", "[4, 8, 1]", "[2, 2, 1]", "[0, 2, 1]"),
    BLOCKED.format("[1, 4, 2]", "[8, 4, 1]", "[4, 1, 1]", "[2, 1, 0]"), BLOCKED.format("[1, 1, 2]", "[1, 32, 1]", "[4, 1, 1]", "[2, 1, 0]"),
    BLOCKED.format("[1, 2, 2]", "[4, 8, 1]", "[2, 2, 1]", "[2, 0, 1]"),
]  # fmt: skip
LINE = [
    BLOCKED.format("[1]", "[32]", "[4]", "[0]"), BLOCKED.format("[4]", "[32]", "[4]", "[0]"), BLOCKED.format("[2]", "[32]", "[2]", "[0]"),
    *[slice_encoding(e, d) for e in PLANE[:7] for d in (0, 1)], slice_encoding(slice_encoding(CUBE[0], 2), 0),
]  # fmt: skip
BODY = "{{^bb0(%x: f32, %y: f32): %z = arith.addf %x, %y : f32 tt.reduce.return %z : f32}}"
REDUCE = '"tt.reduce"({o0}) <{{axis = {axis} : i32}}> (' + BODY + ") : ({t0}) -> {r0}"
SCAN = REDUCE.replace("reduce", "scan").replace("> (", ", reverse = false}}> (").replace("i32}}, reverse", "i32, reverse")


BATCH = 1000
"""Programs for one child: each has a limit of time."""


@dataclass(frozen=True)
class Form:
    """An operation: its text, and the shapes and elements of its operands and results; of which types the layouts are tied together."""

    name: str
    text: str
    operands: tuple[str, ...]
    results: tuple[str, ...]
    tied: str = ""
    """One letter for each operand, then each result: those of one letter are always in one layout. Empty: all are free."""


FORMS = [
    Form("tt.trans", "tt.trans {o0} {{order = array<i32: 1, 0>}} : {t0} -> {r0}", ("64x32xf32",), ("32x64xf32",)),
    Form("tt.trans", "tt.trans {o0} {{order = array<i32: 2, 0, 1>}} : {t0} -> {r0}", ("8x32x4xf32",), ("4x8x32xf32",)),
    Form("tt.reshape", "tt.reshape {o0} : {t0} -> {r0}", ("64x32xf32",), ("32x64xf32",)),
    Form("tt.reshape", "tt.reshape {o0} : {t0} -> {r0}", ("64x32xf32",), ("2048xf32",)),
    Form("tt.reshape", "tt.reshape {o0} : {t0} -> {r0}", ("2048xf32",), ("8x64x4xf32",)),
    Form("tt.reshape allow_reorder", "tt.reshape {o0} allow_reorder : {t0} -> {r0}", ("64x32xf32",), ("2048xf32",)),
    Form("tt.join", "tt.join {o0}, {o1} : {t0} -> {r0}", ("64x32xf32", "64x32xf32"), ("64x32x2xf32",), "aab"),
    Form("tt.split", "tt.split {o0} : {t0} -> {r0}", ("64x32x2xf32",), ("64x32xf32", "64x32xf32"), "abb"),
    Form("ttg.fp4_to_fp", "ttg.fp4_to_fp {o0} {{axis = 1 : i32}} : {t0} -> {r0}", ("64x32xi8",), ("64x64xbf16",)),
    Form("ttg.fp4_to_fp", "ttg.fp4_to_fp {o0} {{axis = 0 : i32}} : {t0} -> {r0}", ("64x32xi8",), ("128x32xbf16",)),
    Form("tt.expand_dims", "tt.expand_dims {o0} {{axis = 1 : i32}} : {t0} -> {r0}", ("64xf32",), ("64x1xf32",)),
    Form("tt.expand_dims", "tt.expand_dims {o0} {{axis = 0 : i32}} : {t0} -> {r0}", ("64xf32",), ("1x64xf32",)),
    Form("tt.broadcast", "tt.broadcast {o0} : {t0} -> {r0}", ("64x1xf32",), ("64x32xf32",)),
    Form("tt.reduce", REDUCE.replace("{axis}", "1"), ("64x32xf32",), ("64xf32",)),
    Form("tt.reduce", REDUCE.replace("{axis}", "0"), ("64x32xf32",), ("32xf32",)),
    Form("tt.scan", SCAN.replace("{axis}", "1"), ("64x32xf32",), ("64x32xf32",)),
    Form("tt.cat", "tt.cat {o0}, {o1} : {t0} -> {r0}", ("64xf32", "64xf32"), ("128xf32",), "aab"),
    Form("tt.gather", "tt.gather {o0}[{o1}] {{axis = 0 : i32}} : ({t0}, {t1}) -> {r0}", ("64x32xf32", "64x32xi32"), ("64x32xf32",)),
    Form("tt.histogram", "tt.histogram {o0} : {t0} -> {r0}", ("64xi32",), ("32xi32",)),
    Form("tt.dot", "tt.dot {o0}, {o1}, {o2} : {t0} * {t1} -> {t2}", ("64x32xf16", "32x64xf16", "64x64xf32"), ("64x64xf32",), "abcc"),
    Form("arith.addf", '"arith.addf"({o0}, {o1}) : ({t0}, {t1}) -> {r0}', ("64x32xf32", "64x32xf32"), ("64x32xf32",), "aba"),
    Form("arith.select", "arith.select {o0}, {o1}, {o2} : {t0}, {t1}", ("64x32xi1", "64x32xf32", "64x32xf32"), ("64x32xf32",), "abbb"),
    Form("arith.extf", "arith.extf {o0} : {t0} to {r0}", ("64x32xf16",), ("64x32xf32",)),
    Form("math.exp", '"math.exp"({o0}) : ({t0}) -> {r0}', ("64x32xf32",), ("64x32xf32",)),
    Form("tt.addptr", "tt.addptr {o0}, {o1} : {t0}, {t1}", ("64x32x!tt.ptr<f32>", "64x32xi32"), ("64x32x!tt.ptr<f32>",), "aba"),
    Form("tt.load", "tt.load {o0}, {o1} : {t0}", ("64x32x!tt.ptr<f32>", "64x32xi1"), ("64x32xf32",), "aaa"),
    Form("tt.fp_to_fp", "tt.fp_to_fp {o0}, rounding = rtne : {t0} -> {r0}", ("64x32xf32",), ("64x32xf16",)),
    Form("tt.bitcast", "tt.bitcast {o0} : {t0} -> {r0}", ("64x32xf32",), ("64x32xi32",)),
    Form("ttg.convert_layout", "ttg.convert_layout {o0} : {t0} -> {r0}", ("64x32xf32",), ("64x32xf32",)),
]  # fmt: skip


def tensor(shape: str, encoding: str) -> str:
    return f"tensor<{shape}, {encoding}>"


def program(form: Form, encodings: tuple[str, ...]) -> str:
    """The operation alone in a function that is given its operands."""
    types = [tensor(s, e) for s, e in zip((*form.operands, *form.results), encodings, strict=True)]
    given, made = types[: len(form.operands)], types[len(form.operands) :]
    names = (
        {f"o{i}": f"%a{i}" for i in range(len(given))}
        | {f"t{i}": t for i, t in enumerate(given)}
        | {f"r{i}": t for i, t in enumerate(made)}
    )
    results = ", ".join(f"%r{i}" for i in range(len(made)))
    arguments = ", ".join(f"%a{i}: {t}" for i, t in enumerate(given))
    return (
        f"{HEAD} {{\n  tt.func public @f({arguments}) {{\n    {results} = {form.text.format(**names)}\n    tt.return\n  }}\n}}\n"
    )


def pool(shape: str) -> list[str]:
    return {1: LINE, 2: PLANE, 3: CUBE}[shape.replace("!tt.ptr<f32>", "f32").count("x")]


def derived(form: Form, first: str) -> list[str]:
    """Return what the engine derives for a result from the layout of the first operand, and it with one pair of bases exchanged."""
    encodings = tuple(first if i < len(form.operands) else pool(s)[0] for i, s in enumerate((*form.operands, *form.results)))
    try:
        op = next(o for f in read(program(form, encodings)).functions() for o in f.walk() if o.name == form.name.split()[0])
        index = index_map(op)
        found = [moved_encoding(index, first, form.name != "tt.split")] if index else []
        if index and form.name == "tt.split":
            found.append(slice_encoding(first, 2))
    except ValueError:
        return []
    return found + [wrong for text in found for wrong in exchanged(text)]


def exchanged(encoding: str) -> Iterator[str]:
    """A linear encoding with two registers, two lanes, or a register and a lane exchanged; a blocked one with another order."""
    if encoding.startswith("#ttg.linear"):
        parts = {
            n: re.findall(r"\[[\d, ]+\]", t)
            for n, t in re.findall(r"(register|lane|warp|block) = \[(.*?)\](?=[,}] ?[a-z>])", encoding)
        }
        for (a, i), (b, j) in (
            (("register", 0), ("register", -1)),
            (("register", 0), ("lane", 0)),
            (("lane", 0), ("lane", -1)),
            (("lane", 1), ("warp", 0)),
        ):
            new = {name: list(bases) for name, bases in parts.items()}
            if new.get(a) and new.get(b):
                new[a][i], new[b][j] = new[b][j], new[a][i]
                yield "#ttg.linear<{" + ", ".join(f"{n} = [{', '.join(bases)}]" for n, bases in new.items()) + "}>"
    elif "order = [1, 0]" in encoding:
        yield encoding.replace("order = [1, 0]", "order = [0, 1]")


def cases() -> Iterator[tuple[str, str]]:
    """Every operation in every combination of layouts: its name, and a program."""
    for form in FORMS:
        shapes = (*form.operands, *form.results)
        tied = form.tied or "".join(chr(97 + i) for i in range(len(shapes)))
        free = {letter: pool(shapes[tied.index(letter)]) for letter in dict.fromkeys(tied)}
        if form.name == "tt.gather":
            free = {letter: encodings[:6] for letter, encodings in free.items()}
        chosen = [dict(zip(free, each, strict=True)) for each in product(*free.values())]
        if len(free) == 2:
            a, b = free
            chosen += [{a: first, b: other} for first in free[a] for other in derived(form, first)]
        for each in chosen:
            yield form.name, program(form, tuple(each[letter] for letter in tied))


def judged(programs: list[tuple[str, str]]) -> tuple[Counter[str], Counter[str], Counter[str], list[str]]:
    """Return how often law and libtriton both accept each operation, both refuse it, the law alone refuses it; and those that the
    law alone accepts."""
    taken, refused, strict, lax = Counter[str](), Counter[str](), Counter[str](), list[str]()
    empty = read(f"{HEAD} {{\n}}\n")
    batches = [programs[i : i + BATCH] for i in range(0, len(programs), BATCH)]
    answers = [answer for batch in batches for answer in ask("accept", [text for _, text in batch])]
    for (name, text), answer in zip(programs, answers, strict=True):
        broken = unlawful(empty, read(text))
        counts = (refused if broken else None) if answer.text is None else strict if broken else taken
        if counts is None:
            lax.append(f"{name}: {answer.error}\n{text}")
        else:
            counts[name] += 1
    return taken, refused, strict, lax


def run(every: int = 1) -> Found:
    """Let law and libtriton judge every n-th program."""
    taken, refused, strict, lax = judged(list(cases())[::every])
    wrong = Counter(text.partition(":")[0] for text in lax)
    rows = [
        (name, *(counts[name] for counts in (taken, refused, strict, wrong))) for name in dict.fromkeys(f.name for f in FORMS)
    ]
    rows.append(("all", *(counts.total() for counts in (taken, refused, strict, wrong))))
    return Found(("operation", "both take it", "both refuse it", "the law alone refuses it", "the law alone takes it"), rows, lax)


SWEEPS = (Sweep("laws", run, ("triton",)),)


if __name__ == "__main__":
    sys.exit(command(*SWEEPS))
