"""Pointers, descriptors and what the optimiser makes of the pointers, side by side: `python -m benchmarks.gpu.pointers --out DIR`.

Each kernel of `pointer_kernels` is compiled from TTIR, so that nothing but the program differs: `pointers` and `descriptors` as users write
them; `raised`, the pointers with every descriptor that may be made, under its guards; `ours`, what the cost model makes of the pointers
where a loop of unknown length is taken for 64 iterations, with a limit on registers (`--num-warps`); `ours, told`, the same with
`--assume-trips` as long as the loops are; `promised`, that with `--assume-no-overflow` and `--assume-positive`.
Programs that are equal are timed once. They run in turn, after the cache was filled with zeros; times are medians. Every result is compared
with that of the pointers: the exit status counts programs that fail or differ.

    --compile-only   no GPU: compile for sm_90 in child processes, count what moves memory in the PTX
    --texts DIR      take the programs from an earlier run's DIR/texts: then nothing but PyTorch and Triton is needed

Writes DIR/texts (the programs), DIR/pointers.tsv (or DIR/compiled.tsv) and DIR/accesses.tsv (what became of each access).
"""

from __future__ import annotations

import argparse
import csv
import datetime
import json
import os
import re
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.paths import ROOT

VARIANTS = ("pointers", "descriptors", "raised", "ours", "ours, told", "promised")
FIELDS = (
    "date", "device", "torch", "triton", "program", "variant", "same program as", "rounds", "launches a round", "us", "us p20", "us p80",
    "speed over pointers", "speed over the best written", "largest difference", "bulk copies",
)  # fmt: skip
COUNTS = ("cp.async.bulk.tensor", "tensormap.replace", "cp.async.cg", "ld.global", "st.global", "wgmma.mma_async", "mma.sync")
ACCESSES = ("program", "variant", "line", "access", "raised", "reason")


# --- programs
def file_of(program: str, variant: str) -> str:
    return f"{re.sub(r'[^0-9A-Za-z]+', '_', f'{program} {variant}')}.ttir"


def ttir(kernel: Any, program: Any) -> str:
    """A kernel as Triton hands it to its TTGIR stage."""
    import triton
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    types = dict.fromkeys(program.tensors, "*fp16") | {
        n: "fp32" if isinstance(x, float) else "i32" for n, x in program.numbers.items()
    }
    divisible = {i: x for i, x in enumerate([*[16 for _ in program.tensors], *program.numbers.values()]) if x % 16 == 0}
    attributes = {(i,): [["tt.divisibility", 16]] for i in divisible}
    source = ASTSource(kernel, {**types, **dict.fromkeys(program.constants, "constexpr")}, program.constants, attributes)
    options = {"num_warps": program.warps, "num_stages": program.stages}
    return str(triton.compile(source, target=GPUTarget("cuda", 90, 32), options=options).asm["ttir"])


def prepare(out: Path) -> None:
    """Write the programs and what became of each access."""
    from benchmarks.gpu.pointer_kernels import PROGRAMS
    from egraph_opt.families.pointer import raise_text

    (out / "texts").mkdir(parents=True, exist_ok=True)
    rows, made = [], []
    for program in PROGRAMS:
        texts = {"pointers": ttir(program.pointers, program), "descriptors": ttir(program.descriptors, program)}
        told = float(program.trips)
        launched, sure = (
            {"num_warps": program.warps, "num_stages": program.stages},
            {"assume_no_overflow": True, "assume_positive": True},
        )
        variants: dict[str, dict[str, Any]] = {
            "raised": {"any_cost": True},
            "ours": launched,
            "ours, told": {**launched, "assume_trips": told},
            "promised": {**sure, "assume_trips": told},
        }
        for variant, named in variants.items():
            result = raise_text(texts["pointers"], program.name, "descriptor", "loop", **named)
            texts[variant] = result.ir
            rows += [(program.name, variant, r.line, r.access, int(r.raised), r.reason) for r in result.reports]
        for variant, text in texts.items():
            (out / "texts" / file_of(program.name, variant)).write_text(text)
        made.append({
            "name": program.name, "tensors": list(program.tensors.values()), "numbers": list(program.numbers.values()),
            "grid": program.grid, "warps": program.warps, "stages": program.stages,
            "files": {variant: file_of(program.name, variant) for variant in VARIANTS},
        })  # fmt: skip
    (out / "texts" / "programs.json").write_text(json.dumps(made, indent=1))
    write(out / "accesses.tsv", ACCESSES, [dict(zip(ACCESSES, row, strict=True)) for row in rows])


def write(path: Path, fields: tuple[str, ...], rows: list[dict[str, Any]]) -> None:
    with path.open("w", newline="") as file:
        table = csv.DictWriter(file, fields, delimiter="\t", lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


def first_of(folder: Path, files: dict[str, str]) -> dict[str, str]:
    """Of each variant, the first one with the same program."""
    texts = {variant: (folder / file).read_text() for variant, file in files.items()}
    return {variant: next(v for v in texts if texts[v] == text) for variant, text in texts.items()}


# --- compiling
def compiled(folder: Path, file: str, warps: int, stages: int, arch: int) -> Any:
    import triton
    from triton.backends.compiler import GPUTarget

    options = {"num_warps": warps, "num_stages": stages}
    return triton.compile(str(folder / file), target=GPUTarget("cuda", arch, 32), options=options)


def compile_in_child(folder: Path, file: str, warps: int, stages: int, arch: int) -> dict[str, Any]:
    """Return what moves memory in a program's PTX, or why there is none: Triton ends the whole process on some programs."""
    command = [sys.executable, "-m", "benchmarks.gpu.pointers", "--child", str(folder), file, str(warps), str(stages), str(arch)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    answers = [line for line in done.stdout.splitlines() if line.startswith("{")]
    last = next((line for line in reversed(done.stderr.splitlines()) if line.strip()), "")
    return dict(json.loads(answers[-1])) if answers else {"error": f"exit status {done.returncode}: {last.strip()}"}


def child(folder: str, file: str, *numbers: str) -> None:
    kernel = compiled(Path(folder), file, *map(int, numbers))
    counts = {name: kernel.asm["ptx"].count(name) for name in COUNTS}
    print(json.dumps(counts | {"shared bytes": kernel.metadata.shared}))


def compile_all(folder: Path, programs: list[dict[str, Any]], arch: int, processes: int) -> dict[tuple[str, str], dict[str, Any]]:
    """Compile each different program once; children fill Triton's cache."""
    jobs = [(p, v) for p in programs for v, first in first_of(folder, p["files"]).items() if v == first]
    with ThreadPoolExecutor(processes) as pool:
        found = pool.map(
            lambda job: compile_in_child(folder, job[0]["files"][job[1]], job[0]["warps"], job[0]["stages"], arch), jobs
        )
        return {(p["name"], v): answer for (p, v), answer in zip(jobs, found, strict=True)}


# --- timing
def timed(
    kernels: dict[str, Any], grid: tuple[int, int, int], arguments: list[Any], seconds: float
) -> tuple[dict[str, list[float]], int]:
    """Microseconds of one launch, of each kernel in turn until the time is up; and how many launches are timed together."""
    import torch

    flush = torch.empty(1 << 27, dtype=torch.int8, device="cuda")

    def once(name: str, launches: int) -> Any:
        flush.zero_()
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        for _ in range(launches):
            kernels[name][grid](*arguments)
        end.record()
        return start, end

    def wait(pair: Any) -> float:
        torch.cuda.synchronize()
        return float(pair[0].elapsed_time(pair[1])) * 1e3

    names = list(kernels)
    slowest = max(min(wait(once(name, 1)) for _ in range(4)) for name in names)
    launches = max(1, min(16, round(400 / slowest)))
    times: dict[str, list[float]] = {name: [] for name in names}
    until, turn = time.perf_counter() + seconds, 0
    while turn < 10 or (time.perf_counter() < until and turn < 2000):
        order = names[turn % len(names) :] + names[: turn % len(names)]
        pairs = {name: once(name, launches) for name in order}
        for name, pair in pairs.items():
            times[name].append(wait(pair) / launches)
        turn += 1
    return times, launches


def measure(folder: Path, out: Path, seconds: float) -> int:
    """Time all programs; the number of those that failed or gave another result."""
    import torch
    import triton

    triton.set_allocator(lambda size, align, stream: torch.empty(size, dtype=torch.int8, device="cuda"))
    programs = json.loads((folder / "programs.json").read_text())
    started = time.perf_counter()
    major, minor = torch.cuda.get_device_capability()
    arch = major * 10 + minor
    answers = compile_all(folder, programs, arch, min(8, os.cpu_count() or 1))
    print(f"compiled in {time.perf_counter() - started:.1f} s", flush=True)
    rows: list[dict[str, Any]] = []
    wrong = 0
    for program in programs:
        first = first_of(folder, program["files"])
        torch.manual_seed(0)
        tensors = [torch.randn(*shape, device="cuda").to(torch.float16) for shape in program["tensors"]]
        arguments = [*tensors, *program["numbers"]]
        grid = tuple(program["grid"])
        kernels, results = {}, {}
        for variant in dict.fromkeys(first.values()):
            answer = answers[program["name"], variant]
            if "error" in answer:
                print(f"{program['name']}: {variant}: {answer['error']}")
                wrong += 1
                continue
            kernel = compiled(folder, program["files"][variant], program["warps"], program["stages"], arch)
            tensors[-1].fill_(float("nan"))
            kernel[grid](*arguments)
            torch.cuda.synchronize()
            kernels[variant], results[variant] = kernel, tensors[-1].clone()
        times, launches = timed(kernels, grid, arguments, seconds / len(programs))
        medians = {variant: statistics.median(found) for variant, found in times.items()}
        written = min(medians[v] for v in ("pointers", "descriptors") if v in medians)
        for variant, same in first.items():
            if same not in medians:
                continue
            difference = float((results[same].float() - results["pointers"].float()).abs().max())
            wrong += not difference <= 1e-2 * float(results["pointers"].float().abs().max())
            p20, *_, p80 = statistics.quantiles(times[same], n=5)
            row = (
                datetime.date.today().isoformat(), torch.cuda.get_device_name(), version("torch"), version("triton"), program["name"],
                variant, same if same != variant else "", len(times[same]), launches, *(f"{x:.2f}" for x in (medians[same], p20, p80)),
                f"{medians['pointers'] / medians[same]:.3f}", f"{written / medians[same]:.3f}", f"{difference:g}",
                answers[program["name"], same]["cp.async.bulk.tensor"],
            )  # fmt: skip
            rows.append(dict(zip(FIELDS, row, strict=True)))
            print(*row[4:], sep="\t", flush=True)
    write(out / "pointers.tsv", FIELDS, rows)
    return wrong


def compile_only(folder: Path, out: Path) -> int:
    """Compile all programs for sm_90 and print what moves memory; the number of those that failed."""
    programs = json.loads((folder / "programs.json").read_text())
    answers = compile_all(folder, programs, 90, 2)
    rows = []
    for program in programs:
        for variant, same in first_of(folder, program["files"]).items():
            row = {"program": program["name"], "variant": variant, "same program as": same if same != variant else ""}
            rows.append(row | answers[program["name"], same])
            print(*rows[-1].values(), sep="\t")
    write(out / "compiled.tsv", ("program", "variant", "same program as", *COUNTS, "shared bytes", "error"), rows)
    return sum("error" in answer for answer in answers.values())


def main(given: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--texts", type=Path, help="DIR/texts of an earlier run")
    parser.add_argument("--seconds", type=float, default=40.0, help="of timing, in all")
    parser.add_argument("--compile-only", action="store_true")
    options = parser.parse_args(given)
    options.out.mkdir(parents=True, exist_ok=True)
    started = time.perf_counter()
    if options.texts is None:
        prepare(options.out)
        print(f"prepared in {time.perf_counter() - started:.1f} s", flush=True)
    folder = (options.texts or options.out / "texts").resolve()
    return compile_only(folder, options.out) if options.compile_only else measure(folder, options.out, options.seconds)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(*sys.argv[2:])
    else:
        sys.exit(main(sys.argv[1:]))
