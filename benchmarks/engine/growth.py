"""Growth of time and memory with the size of a function: `python -m benchmarks.engine.growth`.

Functions are synthetic chains, trees and loop nests, each in a separate process. Prints the rows of
`benchmarks/results/growth.tsv` and writes them there.
"""

from __future__ import annotations

import argparse
import datetime
import resource
from collections.abc import Callable
from importlib.metadata import version
from multiprocessing import get_context

from benchmarks.paths import RESULTS
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.core.result import STAGES
from egraph_opt.families.layout.options import Options

A = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>"
B = "#ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>"
MODULE = """#A = {A}
#B = {B}
module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32}} {{
  tt.func public @k(%x: tensor<64x64xf32, #A>, %to: tensor<64x64x!tt.ptr<f32>, #A>, %n: i32) {{
{body}
    tt.store %to, {last} : tensor<64x64x!tt.ptr<f32>, #A>
    tt.return
  }}
}}
"""
OTHER = {"#A": "#B", "#B": "#A"}


def tensor(layout: str) -> str:
    return f"tensor<64x64xf32, {layout}>"


def chain(size: int) -> str:
    """Additions in a row, the layout changed after every ninth."""
    lines, value, layout = [], "%x", "#A"
    for i in range(size):
        if i % 10 == 9:
            lines.append(f"    %v{i} = ttg.convert_layout {value} : {tensor(layout)} -> {tensor(OTHER[layout])}")
            layout = OTHER[layout]
        else:
            lines.append(f"    %v{i} = arith.addf {value}, {value} : {tensor(layout)}")
        value = f"%v{i}"
    lines.append(f"    %last = ttg.convert_layout {value} : {tensor(layout)} -> {tensor('#A')}")
    return MODULE.format(A=A, B=B, body="\n".join(lines), last="%last")


def tree(size: int) -> str:
    """A balanced tree of additions over constants, neighbours in different layouts."""
    lines = [f"    %l{i} = arith.constant dense<{i}.0> : {tensor('#A' if i % 2 else '#B')}" for i in range(size // 4)]
    level = [(f"%l{i}", "#A" if i % 2 else "#B") for i in range(size // 4)]
    count = 0
    while len(level) > 1:
        paired = []
        for (left, layout), (right, other) in zip(level[::2], level[1::2], strict=False):
            if other != layout:
                lines.append(f"    %c{count} = ttg.convert_layout {right} : {tensor(other)} -> {tensor(layout)}")
                right = f"%c{count}"
            wanted = OTHER[layout] if count % 2 else layout
            lines.append(f"    %s{count} = arith.addf {left}, {right} : {tensor(layout)}")
            if wanted != layout:
                lines.append(f"    %t{count} = ttg.convert_layout %s{count} : {tensor(layout)} -> {tensor(wanted)}")
            paired.append((f"%t{count}" if wanted != layout else f"%s{count}", wanted))
            count += 1
        level = paired + level[len(level) // 2 * 2 :]
    lines.append(f"    %last = ttg.convert_layout {level[0][0]} : {tensor(level[0][1])} -> {tensor('#A')}")
    return MODULE.format(A=A, B=B, body="\n".join(lines), last="%last")


def loops(size: int) -> str:
    """Loops one after another, each with a nested one, that carry a tensor in one layout and add in another."""
    lines = ["    %c0 = arith.constant 0 : i32", "    %c1 = arith.constant 1 : i32"]
    value = "%x"
    for i in range(max(1, size // 8)):
        kind, other = tensor("#A"), tensor("#B")
        lines += [
            f"    %r{i} = scf.for %i{i} = %c0 to %n step %c1 iter_args(%a{i} = {value}) -> ({kind})  : i32 {{",
            f"      %q{i} = scf.for %j{i} = %c0 to %n step %c1 iter_args(%b{i} = %a{i}) -> ({kind})  : i32 {{",
            f"        %u{i} = ttg.convert_layout %b{i} : {kind} -> {other}",
            f"        %w{i} = math.exp2 %u{i} : {other}",
            f"        %y{i} = ttg.convert_layout %w{i} : {other} -> {kind}",
            f"        scf.yield %y{i} : {kind}",
            "      }",
            f"      scf.yield %q{i} : {kind}",
            "    }",
        ]
        value = f"%r{i}"
    return MODULE.format(A=A, B=B, body="\n".join(lines), last=value)


def nest(size: int) -> str:
    """Loops inside one another that carry a tensor in one layout, around an addition in another."""
    depth = min(max(1, size // 8), 40)
    kind, other = tensor("#A"), tensor("#B")
    lines = ["    %c0 = arith.constant 0 : i32", "    %c1 = arith.constant 1 : i32"]
    value = "%x"
    for n in range(max(1, size // (8 * depth))):
        for i in range(depth):
            indent = "  " * (i + 2)
            loop = f"scf.for %i{n}_{i} = %c0 to %n step %c1 iter_args(%a{n}_{i} = {value}) -> ({kind})  : i32 {{"
            lines += [
                f"{indent}%r{n}_{i} = {loop}",
                f"{indent}  %u{n}_{i} = ttg.convert_layout %a{n}_{i} : {kind} -> {other}",
                f"{indent}  %w{n}_{i} = math.exp2 %u{n}_{i} : {other}",
                f"{indent}  %y{n}_{i} = ttg.convert_layout %w{n}_{i} : {other} -> {kind}",
            ]
            value = f"%y{n}_{i}"
        for i in reversed(range(depth)):
            indent = "  " * (i + 2)
            lines += [f"{indent}  scf.yield {value} : {kind}", f"{indent}}}"]
            value = f"%r{n}_{i}"
    return MODULE.format(A=A, B=B, body="\n".join(lines), last=value)


SHAPES: dict[str, Callable[[int], str]] = {"chain": chain, "tree": tree, "loops": loops, "nest": nest}


TABLE = RESULTS / "growth.tsv"
COLUMNS = [
    "shape",
    "extract",
    "operations",
    "conversions",
    *(f"{s}_s" for s in STAGES),
    "all_s",
    "us_per_operation",
    "peak_mib",
    "optimal",
]


def row(shape: str, size: int, extract: str) -> str:
    """One program's line of the table."""
    options = Options(extract=extract, time_limit=5.0)
    optimize_text(chain(20), "warm-up", options)  # imports and lowered rules
    result = optimize_text(SHAPES[shape](size), shape, options)
    (found,) = result.functions
    total = sum(result.timings.values())
    cells = [shape, extract, found.ops, f"{found.converts_before}->{found.converts_after}"]
    cells += [f"{result.timings.get(stage, 0.0):.3f}" for stage in STAGES]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return "\t".join(map(str, [*cells, f"{total:.2f}", f"{total / found.ops * 1e6:.0f}", f"{peak:.0f}", found.optimal]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", nargs="*", type=int, default=[100, 300, 1000, 3000, 10000])
    parser.add_argument(
        "--exact-up-to", type=int, default=1000, help="the largest size for the exact extractor, which dag precedes"
    )
    arguments = parser.parse_args()
    versions = ", ".join(f"{name} {version(name)}" for name in ("egraph-opt", "egglog", "highspy"))
    lines = [f"# {datetime.date.today()}; {versions}; one process each, exact up to 5 s", "\t".join(COLUMNS)]
    print(lines[-1])
    for shape in SHAPES:
        for size in arguments.sizes:
            for extract in ("dag", "exact") if size <= arguments.exact_up_to else ("dag",):
                with get_context("spawn").Pool(1) as pool:
                    lines.append(pool.apply(row, (shape, size, extract)))
                print(lines[-1], flush=True)
    TABLE.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
