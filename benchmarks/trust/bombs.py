"""Texts that are nested deeply or hold giants, for `benchmarks.trust.fuzz`."""

from __future__ import annotations

from collections.abc import Iterator


def _in_function(body: str) -> str:
    return f"module {{\n  tt.func @k(%a: i32, %c: i1) {{\n{body}\n    tt.return\n  }}\n}}\n"


def bombs() -> Iterator[tuple[str, str]]:
    """Texts that are nested deeply or hold giants, by name."""
    deep = 100_000
    for opening, closing in ("()", "[]", "{}", "<>"):
        yield f"nested {opening}{closing}", _in_function(f"    their.op {opening * deep}{closing * deep}")
        yield f"only {opening}", opening * 3_000_000
        yield f"only {closing}", closing * 3_000_000
    yield "nested types", _in_function("    %0 = their.op : " + "tensor<2x" * deep + "f32" + ">" * deep)
    yield "nested tuples", _in_function(f'    %0 = "their.op"() : () -> {"tuple<" * deep}{">" * deep}')
    yield "nested slices", "#a = " + "#ttg.slice<{dim = 0, parent = " * deep + "#b" + "}>" * deep + "\nmodule {}"
    yield "nested attributes", _in_function('    "their.op"() {a = ' + "{a = " * deep + "}" * deep + "} : () -> ()")
    yield "nested regions", _in_function('"their.op"() ({' * deep + "}) : () -> ()" * deep)
    yield "nested ifs", _in_function("scf.if %c {\n" * deep + "}\n" * deep)
    yield "nested modules", "module {" * deep + "}" * deep
    yield "nested locations", _in_function("    tt.return loc(" + "callsite(" * deep + ")" * deep + ")")
    yield "aliases that double", "#a0 = [1, 1]\n" + "".join(f"#a{i + 1} = [#a{i}, #a{i}]\n" for i in range(60)) + "module {}"
    yield "an alias of itself", "#a = #a\nmodule {}"
    yield "a giant number", _in_function(f"    %0 = arith.constant {'9' * 5_000_000} : i32")
    yield "a giant shape", _in_function(f"    %0 = their.op : tensor<{'9' * 1_000_000}xf32>")
    yield "many dimensions", _in_function(f"    %0 = their.op : tensor<{'2x' * 1_000_000}f32>")
    yield "many results", _in_function('    %0:999999 = "their.op"() : () -> ()')
    yield "many results that are typed", _in_function(f'    %0:100000 = "their.op"() : () -> ({", ".join(["i32"] * 100_000)})')
    yield "many operands", _in_function(f'    "their.op"({", ".join(["%a"] * 100_000)}) : ({", ".join(["i32"] * 100_000)}) -> ()')
    yield (
        "a giant literal",
        _in_function(f"    %0 = arith.constant dense<[{', '.join(['1'] * 1_000_000)}]> : tensor<1000000xi32>"),
    )
    yield "a giant string", _in_function(f'    "their.op"() {{a = "{"x" * 8_000_000}"}} : () -> ()')
    yield "a giant blob", _in_function(f'    %0 = arith.constant dense<"0x{"AB" * 4_000_000}"> : tensor<4000000xi8>')
    yield "a giant name", _in_function(f"    %{'x' * 8_000_000} = arith.constant 1 : i32")
    yield "many quotes", _in_function('    their.op "' * 400_000)
    yield "many lines", "\n" * 8_000_000
    yield "many comments", "// x\n" * 1_500_000
    yield "many splits", "// -----\n" * 500_000
    yield "many modules", "module {}\n// -----\n" * 20_000
    yield "many conditionals", _in_function("    scf.if %c {\n    }\n" * 30_000)
    yield "many labels", _in_function("  ^a:\n" * 200_000)
    yield "many redefinitions", _in_function("    %0 = arith.constant 1 : i32\n" * 200_000)
    yield "many operations", _in_function("".join(f"    %{i} = arith.addi %a, %a : i32\n" for i in range(40_000)))
    yield "many equals signs", "%a = " * 1_500_000
    yield "many commas", _in_function("    %a" + ", %a" * 1_500_000)
    yield "many hashes", _in_function("    their.op " + "#" * 5_000_000)
    yield "many aliases", "".join(f"#a{i} = {i}\n" for i in range(200_000)) + "module {}"
    yield "many undefined values", _in_function("".join(f"    their.op %u{i}\n" for i in range(50_000)))
    yield "spaces", " " * 8_000_000
    yield "spaces in an operation", _in_function("    %0 =" + " " * 4_000_000 + "arith.constant" + " " * 4_000_000 + "1 : i32")
    yield "arrows", "->" * 3_000_000
    yield "brackets of all kinds", "%%%{[(<" * 1_000_000
    yield (
        "a giant layout",
        (
            "#a = #ttg.linear<{register = [" + ", ".join(["[0, 1]"] * 200_000) + "], lane = [], warp = [], block = []}>\n"
            "module {\n  tt.func @k(%a: tensor<8x8xf32, #a>) {\n    tt.return\n  }\n}\n"
        ),
    )
    yield (
        "a layout of large numbers",
        (
            "#a = #ttg.blocked<{sizePerThread = [99999999999999999999], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>\n"
            "module {\n  tt.func @k(%a: tensor<9223372036854775807xf32, #a>) {\n    tt.return\n  }\n}\n"
        ),
    )
