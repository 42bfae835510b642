"""Programs whose accesses overlap, by pointers and raised to descriptors, many times over: `python -m benchmarks.gpu.ordering`.

    prepare --out DIR    here, without a GPU: writes the programs of `ordering_kernels`, and what they are raised to
    run --out DIR        on a GPU, with PyTorch and Triton and nothing else: runs them, writes DIR/ordering.tsv, or --table

`pointers` are the programs as written. `raised` is what leaves `egraph_opt` (accesses that are ordered, or proved apart, are raised, others
stay): it must give the same bits each time. `unordered` is what came out if order were no matter: every access raised that a descriptor can
say. These are wrong programs, and how many of their runs differ says whether this test can tell. Interpreters cannot: they run in order.
The exit status counts programs of the first two kinds that failed or differ.
"""

from __future__ import annotations

import argparse
import csv
import datetime
import json
import sys
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any
from unittest import mock

FIELDS = (
    "date", "device", "torch", "triton", "program", "about", "variant", "copies that load", "copies that store", "programs", "runs",
    "runs that differ", "elements that differ", "error",
)  # fmt: skip
CHECKED = ("pointers", "raised")
"""Variants that must not differ."""


# --- here
def prepare(out: Path) -> int:
    """Write the programs; the number of those that Triton does not compile."""
    from benchmarks.gpu.ordering_kernels import PROGRAMS
    from egraph_opt.baseline import libtriton
    from egraph_opt.families.pointer import raise_text
    from egraph_opt.families.pointer.forms.descriptor_hazards import Order

    out.mkdir(parents=True, exist_ok=True)
    made, failed = [], 0
    for program in PROGRAMS:
        text = ttir(program)
        raised = raise_text(text, program.name, "descriptor", "loop", any_cost=True)
        with mock.patch.object(Order, "hazard", return_value=""):
            unordered = raise_text(text, program.name, "descriptor", "loop", any_cost=True, check=False)
        texts = {"pointers": text, "raised": raised.ir, "unordered": unordered.ir}
        texts = {variant: new for variant, new in texts.items() if variant == "pointers" or new != text}
        if texts.get("unordered") == texts.get("raised"):
            texts.pop("unordered", None)
        answers = libtriton.ask("compile", list(texts.values()))
        for (variant, new), answer in zip(texts.items(), answers, strict=True):
            (out / f"{program.name}.{variant}.ttir").write_text(new)
            ptx = answer.text or ""
            loads, stores = ptx.count("complete_tx::bytes ["), ptx.count("cp.async.bulk.tensor.2d.global")
            print(f"{program.name}: {variant}: {answer.error or f'{loads} copies that load, {stores} that store'}")
            failed += answer.text is None
            row = {"program": program.name, "about": program.about, "variant": variant, "file": f"{program.name}.{variant}.ttir"}
            made.append(row | {"same": program.same, "looped": program.looped, "loads": loads, "stores": stores})
    (out / "programs.json").write_text(json.dumps(made, indent=1))
    return failed


def ttir(program: Any) -> str:
    """A kernel as Triton hands it to its TTGIR stage."""
    import triton
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    from benchmarks.gpu.ordering_kernels import SIDE

    types = dict.fromkeys("pqo", "*fp32") | {"n": "i32"} | ({"rounds": "i32"} if program.looped else {})
    attributes = {(i,): [["tt.divisibility", 16]] for i in range(3)}
    source = ASTSource(program.kernel, types | {"B": "constexpr"}, {"B": SIDE}, attributes)
    return str(triton.compile(source, target=GPUTarget("cuda", 90, 32)).asm["ttir"])


# --- there
def run(out: Path, table: Path, programs: int, runs: int) -> int:
    """Run what was prepared; the number of checked programs that failed or differ."""
    import torch
    import triton

    triton.set_allocator(lambda size, align, stream: torch.empty(size, dtype=torch.int8, device="cuda"))
    rows: list[dict[str, Any]] = []
    expected: dict[str, list[Any]] = {}
    wrong = 0
    for case in json.loads((out / "programs.json").read_text()):
        error, different, elements = "", 0, 0
        try:
            launch, arrays = prepared(out / case["file"], case, programs)
            for _ in range(runs):
                found = launch()
                reference = expected.setdefault(case["program"], [array.clone() for array in found])
                count = sum(
                    int((a.view(torch.int32) != b.view(torch.int32)).sum()) for a, b in zip(found, reference, strict=True)
                )
                different, elements = different + (count > 0), elements + count
            del launch, arrays
        except Exception as problem:
            error = f"{type(problem).__name__}: {str(problem).splitlines()[0] if str(problem) else ''}"
        wrong += case["variant"] in CHECKED and bool(different or error)
        row = (
            datetime.date.today().isoformat(), torch.cuda.get_device_name(), version("torch"), version("triton"), case["program"],
            case["about"], case["variant"], case["loads"], case["stores"], programs, runs, different, elements, error,
        )  # fmt: skip
        rows.append(dict(zip(FIELDS, row, strict=True)))
        print(*row[4:], sep="\t", flush=True)
        write(table, rows)
    seen = [row for row in rows if row["variant"] not in CHECKED]
    print(
        f"{wrong} checked programs differ or failed; {sum(bool(r['runs that differ']) for r in seen)} of {len(seen)} wrong ones seen to"
    )
    return wrong


def write(path: Path, rows: list[dict[str, Any]]) -> None:
    with path.open("w", newline="") as file:
        table = csv.DictWriter(file, FIELDS, delimiter="\t", lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


def prepared(path: Path, case: dict[str, Any], programs: int) -> tuple[Any, list[Any]]:
    """A function that puts arrays back, runs a program on them and gives them; and the arrays."""
    import torch
    import triton
    from triton.backends.compiler import GPUTarget

    major, minor = torch.cuda.get_device_capability()
    kernel = triton.compile(str(path), target=GPUTarget("cuda", major * 10 + minor, 32))
    torch.manual_seed(0)
    start = [torch.randint(0, 1000, (programs * 2 * 64 * 64,), device="cuda").float() for _ in range(2)]
    arrays = [array.clone() for array in start]
    arguments = [*arrays, arrays[0] if case["same"] else arrays[1], 64, *([8] if case["looped"] else [])]

    def launch() -> list[Any]:
        for array, first in zip(arrays, start, strict=True):
            array.copy_(first)
        kernel[(programs, 1, 1)](*arguments)
        torch.cuda.synchronize()
        return arrays

    return launch, arrays


def main(given: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("step", choices=("prepare", "run"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--table", type=Path, help="where results are written")
    parser.add_argument("--programs", type=int, default=2048, help="of a grid")
    parser.add_argument("--runs", type=int, default=200, help="of each program")
    options = parser.parse_args(given)
    started = time.perf_counter()
    table = options.table or options.out / "ordering.tsv"
    found = prepare(options.out) if options.step == "prepare" else run(options.out, table, options.programs, options.runs)
    print(f"{time.perf_counter() - started:.1f} s")
    return min(found, 100)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
