"""Accesses that become buffer instructions of AMD's GPUs: `python -m benchmarks.compare.buffers [--every N] [--assembly] [FOLDER ...]`.

Each shipped kernel, or each kernel of packages in given folders (as `benchmarks.pointer.harvest` writes them, or captured), as it is;
with assumptions as people write them, that no integer parameter is negative; and raised with `--target buffer`, as far as facts are derived
and under guards. A row for each says how many accesses to tensors there are, how many of them become buffer instructions in Triton's pass
ConvertToBufferOps (of those that were raised: all must, else the row is wrong), and, with `--assembly`, how many such instructions and how
many on global memory the machine code for gfx942 and gfx950 has, one version beside the other. The output ends with a line for each package
and one for all. The exit status counts wrong rows. No GPU is needed.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.paths import CORPUS, RESULTS
from benchmarks.runs import exchange_run
from egraph_opt.baseline import libtriton
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.integers.interval_analysis import is_size
from egraph_opt.ir.types import tensor_type
from egraph_opt.text import read

ARCHITECTURES = (942, 950)
FIELDS = ("kernel", "program", "accesses", "raised", "buffers", "error")
COUNTS = tuple(f"{kind} {arch}" for arch in ARCHITECTURES for kind in ("buffer instructions", "global instructions"))
MARK = "egraph_opt.buffer"
TOGETHER = 8
"""Kernels whose programs one child compiles."""
Row = dict[str, object]


def assumed(text: str) -> str:
    """A kernel that assumes of each integer parameter that it is not negative."""
    (function, *_) = read(text).functions()
    lines = [
        f"    %a{n}_zero = arith.constant 0 : {v.type}\n    %a{n} = arith.cmpi sge, {v.name}, %a{n}_zero : {v.type}\n"
        f"    llvm.intr.assume %a{n} : i1\n"
        for n, v in enumerate(function.regions[0].blocks[0].arguments)
        if is_size(v)
    ]
    head = re.search(r"tt\.func [^\n]*\{[^\n]*\n", text)
    assert head
    return text[: head.end()] + "".join(lines) + text[head.end() :]


def programs(path: Path) -> Iterator[tuple[str, int, str]]:
    """Yield a kernel's name in the table, the number of raised accesses, and the text."""
    text = path.read_text()
    yield "input", 0, text
    yield "assumes", 0, assumed(text)
    for version in ("", "loop"):
        result = raise_text(text, str(path), "buffer", version)
        yield version or "derived", sum(report.raised for report in result.reports), result.ir


def kernel_name(path: Path) -> str:
    """Return the name of a shipped kernel, or that of a package and its kernel."""
    if path.name == "input.ttir":  # shipped kernels have their package's name before their own
        return path.parent.name if path.is_relative_to(CORPUS) else f"{path.parent.parent.name}.{path.parent.name}"
    return f"{path.parent.parent.name}.{path.stem}"


def accesses(text: str) -> int:
    """Loads, stores and atomic operations of tensors in a program, through pointers or block pointers."""
    ops = (op for f in read(text).functions() for op in f.walk() if op.name in ("tt.load", "tt.store", "tt.atomic_rmw"))
    return sum("tensor<" in op.operands[0].type or tensor_type(op.operands[0].type) is not None for op in ops)


def rows_of(paths: list[Path], assembly: bool, seconds: float) -> list[Row]:
    """Return the rows of some kernels."""
    found = [(path, name, raised, text) for path in paths for name, raised, text in programs(path)]
    texts = list(dict.fromkeys(text for *_, text in found))
    answers = dict(zip(texts, libtriton.ask("buffers", texts, seconds), strict=True))
    codes = {
        arch: dict(zip(texts, libtriton.ask("assembly", texts, seconds, {"num_warps": 4, "arch": arch}), strict=True))
        for arch in ARCHITECTURES
        if assembly
    }
    rows: list[Row] = []
    for path, name, raised, text in found:
        answer = answers[text]
        row: Row = {"kernel": kernel_name(path), "program": name, "accesses": accesses(path.read_text()), "raised": raised}
        row["buffers"] = len(re.findall(r"amdg\.buffer_(?:load|store|atomic_rmw) ", answer.text)) if answer.text else ""
        left = f"{answer.text.count(MARK)} raised accesses are left" if answer.text and MARK in answer.text else ""
        row["error"] = answer.error.splitlines()[0] if answer.text is None else left
        for arch, code in codes.items():
            said = code[text].text or ""
            row[f"buffer instructions {arch}"] = len(re.findall(r"^\s+buffer_(?:load|store|atomic)", said, re.M)) if said else ""
            row[f"global instructions {arch}"] = (
                len(re.findall(r"^\s+(?:global|flat)_(?:load|store|atomic)", said, re.M)) if said else ""
            )
        rows.append(row)
    return rows


def main(given: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--every", type=int, default=1, help="take each N-th kernel")
    parser.add_argument("--assembly", action="store_true", help="compile to machine code too")
    parser.add_argument("--seconds", type=float, default=1800.0, help=f"for the programs of {TOGETHER} kernels")
    parser.add_argument("--run", default="corpus", help="what the rows are called in the table")
    parser.add_argument("-o", "--output", type=Path, help="write the table here")
    parser.add_argument("folders", nargs="*", type=Path, help="packages instead of the shipped kernels")
    options = parser.parse_args(given)
    output = options.output or (RESULTS / "buffers.tsv" if options.every == 1 and not options.folders else None)
    every = [sorted(folder.rglob("*.ttir")) for folder in options.folders] or [sorted((CORPUS / "kernels").glob("*/input.ttir"))]
    paths = [path for found in every for path in found[:: options.every]]
    rows: list[Row] = []
    for start in range(0, len(paths), TOGETHER):
        rows += rows_of(paths[start : start + TOGETHER], options.assembly, options.seconds)
        if output:
            columns = (*FIELDS, *(COUNTS if options.assembly else ()))
            exchange_run(output, options.run, [], columns, [[row.get(column, "") for column in columns] for row in rows])
    failed = {row["kernel"] for row in rows if row["program"] == "input" and row["error"]}
    wrong = [row for row in rows if row["error"] and row["kernel"] not in failed]
    for row in wrong:
        print(*row.values(), sep="\t")
    good = [row for row in rows if row["kernel"] not in failed]
    for package in (*dict.fromkeys(str(row["kernel"]).partition(".")[0] for row in good), ""):
        mine = [row for row in good if str(row["kernel"]).startswith(f"{package}." if package else "")]
        counted = {"input": "buffers", "assumes": "buffers", "derived": "raised", "loop": "raised"}
        found = {name: sum(int(str(row[f] or 0)) for row in mine if row["program"] == name) for name, f in counted.items()}
        of = sum(int(str(row["accesses"])) for row in mine if row["program"] == "input")
        counts = ", ".join(f"{number} {name}" for name, number in found.items())
        print(
            f"{package or 'all':12} {len({row['kernel'] for row in mine})} kernels, {of} accesses; buffer instructions for {counts}"
        )
    return min(len(wrong), 100)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
