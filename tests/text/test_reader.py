"""The reader and the writer on every shipped file: word for word, against Triton's own parser, and from both forms alike."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from egraph_opt.ir.module import InputError, Module, Op, Value
from egraph_opt.text import read, split, write
from tests.support.kernels import FILES, ROOT, program_text
from tests.support.triton_child import canonical, generic
from tests.support.work import calls


def normal(module: Module) -> Iterator[tuple[object, ...]]:
    """A module's operations as data: values by number, attributes, types, regions; empty implicit terminators left out."""
    numbers: dict[Value, int] = {}

    def number(value: Value) -> tuple[int, str]:
        return numbers.setdefault(value, len(numbers)), value.type

    for op in module.op.walk():
        if op.name == "scf.yield" and not op.operands:
            continue
        arguments = tuple(tuple(number(v) for v in b.arguments) for r in op.regions for b in r.blocks)
        operands, results = tuple(map(number, op.operands)), tuple(map(number, op.results))
        attributes = {k: re.sub(r"\s", "", v) for k, v in op.attributes.items()}
        yield op.name, operands, results, attributes, len(op.regions), len(op.successors), arguments


@pytest.mark.parametrize("stage", FILES)
def test_what_is_not_changed_prints_back_word_for_word(stage: str) -> None:
    assert [p.parent.name for p in FILES[stage] if write(read(p.read_text())) != p.read_text()] == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("stage", "part"),
    [pytest.param(s, n, marks=[] if s in ("input", "final") and not n else pytest.mark.slow) for s in FILES for n in range(3)],
)
def test_pretty_and_generic_form_read_alike_and_triton_reads_what_is_written(stage: str, part: int) -> None:
    """Of every third kernel at the first and the last stage; the others, and stages that are much like these, are slow."""
    pytest.importorskip("triton")
    files = FILES[stage][part::3]
    texts = [p.read_text() for p in files]
    modules = [read(t) for t in texts]
    for path, module, text in zip(files, modules, generic(texts), strict=True):
        assert text is not None
        for ours, theirs in zip(normal(module), normal(read(text)), strict=True):
            assert ours == theirs, path
    same = canonical(texts)
    assert None not in same
    assert canonical([write(m, "generic") for m in modules]) == same


def test_changed_names_types_and_aliases_print_right() -> None:
    text = FILES["rlc3.before"][0].read_text()
    module = read(text)
    assert any("#" in value.type and "#blocked" not in value.type for op in module.op.walk() for value in op.results)
    assert read(write(module)).aliases == module.aliases


LOCATED = program_text("text/reader.located")


def test_locations_aliases_and_unknown_operations_are_kept() -> None:
    assert write(read(LOCATED)) == LOCATED
    (function,) = read(LOCATED).functions()
    splat, unknown, _ = function.regions[0].blocks[0].ops
    assert splat.results[0].type.startswith("tensor<128xi32, #ttg.blocked<")
    assert unknown.operands == splat.results


def test_lines_mean_nothing() -> None:
    """Operations, and the ends of regions, wherever a line ends: what is written on one line is what is written on several."""
    several = """module {
  tt.func public @f(%p: tensor<128x!tt.ptr<f32>>, %x: tensor<128xf32>, %y: tensor<128xf32>, %c: i1) {
    scf.if %c {
      tt.store %p, %x : tensor<128x!tt.ptr<f32>>
      tt.store %p, %y : tensor<128x!tt.ptr<f32>>
    } else {
      tt.store %p, %y : tensor<128x!tt.ptr<f32>>
      %z = arith.addf %x, %y : tensor<128xf32>
      %w = arith.addf %z, %y : tensor<128xf32>
      tt.store %p, %w : tensor<128x!tt.ptr<f32>>
    }
    tt.return
  }
}
"""
    expected = write(read(several), "generic")
    assert expected.count("tt.store") == 4
    lines = several.split("\n")
    for first in range(1, len(lines) - 2):  # any two lines as one, and all the lines of the body as one
        joined = [*lines[:first], f"{lines[first]} {lines[first + 1]}", *lines[first + 2 :]]
        assert write(read("\n".join(joined)), "generic") == expected, joined[first]
    assert write(read(" ".join(lines).strip() + "\n"), "generic") == expected


def test_split_keeps_line_numbers() -> None:
    chunks = split("module {\n}\n// -----\nmodule {\n  %0 = arith.addi %a, %a : i32\n}\n")
    assert len(chunks) == 2
    read(*((chunks[0][0], "f", chunks[0][1])))
    with pytest.raises(InputError) as error:
        read(chunks[1][0], "f", chunks[1][1])
    assert (error.value.line, error.value.column) == (5, 19)


WRONG = {
    "undefined value": ("%0 = arith.addi %x, %x : i32", 3, 21, "x"),
    "redefinition": ("%a = arith.constant 1 : i32\n    %a = arith.constant 2 : i32", 4, 5, "a"),
    "type mismatch": ("%a = arith.constant 1 : i32\n    %b = arith.addi %a, %a : i64", 4, 21, "i32"),
    "unknown alias": ("%a = tt.splat %p : i32 -> tensor<128xi32, #nothing>", 3, None, "nothing"),
    "unbalanced": ("%a = arith.constant dense<[1, 2 : tensor<2xi32>", None, None, ""),
    "types for operands": ('"some.op"(%p, %p) : (i32) -> ()', 3, None, ""),
    "no operation": ("? what", 3, 5, ""),
}


@pytest.mark.parametrize("name", WRONG)
def test_errors_say_where_and_what(name: str) -> None:
    line_text, line, column, word = WRONG[name]
    text = f"module {{\n  tt.func @k(%p: i32) {{\n    {line_text}\n    tt.return\n  }}\n}}\n"
    with pytest.raises(InputError) as found:
        read(text, "f.mlir")
    error = found.value
    assert line is None or error.line == line, str(error)
    assert column is None or error.column == column, str(error)
    assert word in error.message
    shown = str(error).splitlines()
    assert shown[0].startswith(f"f.mlir:{error.line}:{error.column}: error: ")
    assert shown[2].rstrip().endswith("^")


def test_every_prefix_of_a_kernel_is_refused_politely() -> None:
    text = (ROOT / "benchmarks/corpus/kernels/gems.argmax_kernel_inner/final.ttgir").read_text().rstrip()
    for end in range(0, len(text) - 1, 37):
        try:
            read(text[:end])
        except InputError:
            continue
        assert not text[:end].split("module", 1)[-1].strip("\n"), f"a prefix of {end} characters was read"


def test_every_token_mutation_is_read_or_refused() -> None:
    text = (ROOT / "benchmarks/corpus/kernels/gems.argmax_kernel_inner/final.ttgir").read_text()
    tokens = re.findall(r"\s+|[%#!@\w.]+|.", text)
    for i in range(0, len(tokens), 7):
        for replacement in ("", tokens[(i * 31 + 11) % len(tokens)], "}", "<", '"'):
            mutant = "".join([*tokens[:i], replacement, *tokens[i + 1 :]])
            try:
                write(read(mutant))
            except InputError:
                continue


@pytest.mark.parametrize(
    "bomb", ["(" * 100_000, "module {\n" * 100_000, "tensor<" * 50_000, '"a"(' * 50_000, "[" * 200_000, "{a = " * 50_000]
)
def test_nesting_bombs(bomb: str) -> None:
    with pytest.raises(InputError):
        read("module {\n  tt.func @k() {\n    %0 = " + bomb)


def test_aliases_that_double_are_refused() -> None:
    lines = ["#a0 = #their.pair<1, 2>", *(f"#a{i} = #their.pair<#a{i - 1}, #a{i - 1}>" for i in range(1, 60))]
    with pytest.raises(InputError, match="aliases"):
        read("\n".join(lines) + "\nmodule {\n}\n")


def test_an_operation_prints_with_other_operands() -> None:
    """Slots: exchanging operands and results changes names and types and nothing else."""
    from dataclasses import replace

    module = read(LOCATED)
    (function,) = module.functions()
    splat = function.regions[0].blocks[0].ops[0]
    other = Value("tensor<64xi32>", "%other")
    block = function.regions[0].blocks[0]
    user = block.ops[1]
    ops = (replace(splat, results=(other,)), replace(user, operands=(other,)), block.ops[2])
    new: Op = replace(function, regions=(replace(function.regions[0], blocks=(replace(block, ops=ops),)),))
    text = write(module.replace_functions({function: new}))
    assert "%other = tt.splat %arg0 : i32 -> tensor<64xi32> loc(#loc1)" in text
    assert '"their.op"(%other) {why = "unknown is kept"} : (tensor<64xi32>) -> ()' in text


def test_files_of_other_versions() -> None:
    """Descriptor types are written with and without their tensor: 3.6 and 3.8."""
    for inner in ("tensor<64x64xf16>", "64x64xf16"):
        text = f"module {{\n  tt.func @k(%d: !tt.tensordesc<{inner}>, %i: i32) {{\n    %0 = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<{inner}> -> tensor<64x64xf16>\n    tt.return\n  }}\n}}\n"  # noqa: E501
        assert write(read(text)) == text


def test_reading_is_linear_in_the_size_of_its_input() -> None:
    """Compilers require a linear reader."""
    body = "\n".join(f"    %{i} = arith.addi %a, %a : i32" for i in range(1000))
    counted = []
    for n in (1, 8):
        ops = "\n".join(body.replace("%", f"%f{k}_").replace(f"%f{k}_a", "%a") for k in range(n))
        text = f"module {{\n  tt.func @k(%a: i32) {{\n{ops}\n    tt.return\n  }}\n}}\n"
        counted.append(calls(lambda text=text: read(text)))  # type: ignore[misc]
    assert counted[1] < 9 * counted[0]


def test_paths(tmp_path: Path) -> None:
    assert all(len(files) == len(FILES["input"]) for files in FILES.values())


def test_operations_that_no_shipped_kernel_has() -> None:
    """Barriers, descriptors, tensor memory, warp specialisation, branches ...: hand-written, in both forms, against Triton's parser."""
    pytest.importorskip("triton")
    chunks = [chunk for chunk, _ in split((ROOT / "tests/cases/text/operations.mlir").read_text())]
    modules = [read(chunk) for chunk in chunks]
    assert sum(1 for m in modules for _ in m.op.walk()) > 100
    same = canonical(chunks)
    assert None not in same
    assert canonical([write(m) for m in modules]) == same
    assert canonical([write(m, "generic") for m in modules]) == same
    for module, text in zip(modules, generic(chunks), strict=True):
        assert text is not None
        for ours, theirs in zip(normal(module), normal(read(text)), strict=True):
            assert ours == theirs


def test_a_module_without_results() -> None:
    with pytest.raises(InputError, match="a module has no results"):
        read('"builtin.module"() ({\n}) : () -> ()\n// a comment, and what an editor left behind\n-> ()\n')
