"""Work grows with the size of a program, not faster: what makes the engine usable on programs larger than today's kernels."""

from collections.abc import Callable

import pytest

from egraph_opt.core.pipeline import optimize_text
from egraph_opt.families.layout.options import Options
from tests.support.work import calls

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


@pytest.mark.parametrize("shape", [pytest.param(s, marks=pytest.mark.slow) if n % 2 else s for n, s in enumerate(SHAPES)])
def test_ten_times_the_operations_take_about_ten_times_the_work(shape: str) -> None:
    options = Options(extract="dag")
    optimize_text(SHAPES[shape](20), shape, options)  # imports and lowered rules
    counted = {}
    for size in (100, 1000):
        text, results = SHAPES[shape](size), []
        counted[size] = calls(lambda text=text, found=results: found.append(optimize_text(text, shape, options)))  # type: ignore[misc]
        (function,) = results[0].functions
        assert not results[0].stopped_by and function.converts_after == 0 < function.converts_before
    assert counted[1000] < 13 * counted[100]  # a quadratic step would make it 100
