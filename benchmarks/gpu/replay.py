"""Replayed kernels on a GPU: `python -m benchmarks.gpu.replay prepare|run|report`.

    egraph-opt replay CORPUS --with triton==3.6.0 --with triton==3.9.0 --records RECORDS --binaries BINARIES
    python -m benchmarks.gpu.replay prepare CORPUS BINARIES FOLDER
    python -m benchmarks.gpu.replay run FOLDER RESULTS --seconds N     # on the machine with the GPU, which compiles nothing
    python -m benchmarks.gpu.replay report RECORDS FOLDER RESULTS      # writes benchmarks/results/gpu_replay.tsv

The machine code of each version is launched through the driver's own functions on arguments like those that were captured. Every program
is timed in each round, and each in turn is the first one (`benchmarks.gpu.pairs.measure`).
"""

from __future__ import annotations

import argparse
import json
import lzma
import math
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.gpu.pairs import store
from benchmarks.gpu.pairs.arguments import Unlaunchable, launch_of
from benchmarks.gpu.pairs.run import Worker, versions
from benchmarks.paths import RESULTS

TABLE = RESULTS / "gpu_replay.tsv"
PLAIN = "plain"
"""The variant that others are set beside: the first version's program."""
OURS = "ours"
"""The side that is no version's own program: it comes last."""
UNKNOWN = {"path": 0.0, "memory": 0.0, "issued": 0.0}
"""What the timing passes on of other programs."""


def prepare(corpus: Path, binaries: Path, folder: Path) -> int:
    """Write a case for each kernel of which there is machine code and a launch that can be made again; return how many."""
    from egraph_opt.replay.corpus import Kernel, kernels

    cubins = folder / "cubins"
    cubins.mkdir(parents=True, exist_ok=True)
    cases = []
    for kernel in kernels([corpus]):
        if not isinstance(kernel, Kernel) or kernel.launch is None:
            continue
        key = kernel.key[:16]
        sides = {file.name.removeprefix(f"{key}.").removesuffix(".xz"): file for file in binaries.glob(f"{key}.*.xz")}
        if len(sides) < 2:
            continue
        try:
            arguments = launch_of(dict(kernel.record["signature"]), kernel.launch.arguments)
        except Unlaunchable as error:
            print(f"{kernel.name}: {error}")
            continue
        programs = {}
        for side, file in sorted(sides.items(), key=lambda each: (each[0] == OURS, each[0])):
            head, _, code = lzma.decompress(file.read_bytes()).partition(b"\n")
            programs[side] = f"{key}.{side.replace(' ', '-')}"
            metadata = {**json.loads(head), **UNKNOWN}
            (cubins / f"{programs[side]}.fused.xz").write_bytes(lzma.compress(json.dumps(metadata).encode() + b"\n" + code))
        first = next(iter(programs.values()))
        cases.append({
            "group": kernel.name, "kernel": key, "configuration": "", "grid": list(kernel.launch.grid), "arguments": arguments,
            "fusion": True, "programs": {PLAIN: first, **programs},
        })  # fmt: skip
    (folder / "replay.jsonl").write_text("".join(json.dumps(case) + "\n" for case in cases))
    return len(cases)


def run(folder: Path, results: Path, seconds: float) -> None:
    """Time all cases, each in a process that may die, and write a line for each as it is done."""
    started = time.monotonic()
    results.mkdir(parents=True, exist_ok=True)
    worker = Worker(folder)
    with (results / "rows.jsonl").open("a") as file:

        def note(row: dict[str, Any]) -> None:
            file.write(json.dumps(row) + "\n")
            file.flush()

        note({"versions": versions()})
        for number, case in enumerate(store.cases(folder)):
            if time.monotonic() - started > seconds:
                break
            found = worker.ask(number)
            if found.get("fatal"):
                worker.close()
            note({"kernel": case["kernel"], **found})
            print(f"{time.monotonic() - started:5.0f} s  {case['group']}  {found.get('error', '')}", flush=True)
    worker.close()


def rows(records: Path, folder: Path, results: Path) -> Iterator[tuple[str, str, str, float, float, float]]:
    """Yield for each kernel and side but the first: kernel, key, side, predicted and measured ratio, microseconds of the first."""
    from egraph_opt.fleet.records.results import read

    predicted = {record["result"]["kernel"][:16]: record for record in read(records)[1]}
    cases = {case["kernel"]: case for case in store.cases(folder)}
    for line in (results / "rows.jsonl").read_text().splitlines():
        row = json.loads(line)
        if "times" not in row or row["kernel"] not in predicted:
            continue
        programs, times = cases[row["kernel"]]["programs"], row["times"]
        first = times.get(programs[PLAIN])
        for side, name in programs.items():
            if side != PLAIN and name != programs[PLAIN] and name in times and first:
                foretold = predicted[row["kernel"]]["costs"]["time"][side]
                median = first["median"] / times[name]["median"]
                yield cases[row["kernel"]]["group"], row["kernel"], side, foretold, 1 / median, first["median"]


def report(records: Path, folder: Path, results: Path) -> None:
    """Write the table, and print how predictions and times agree."""
    found = list(rows(records, folder, results))
    head = json.loads((results / "rows.jsonl").read_text().splitlines()[0])["versions"]
    lines = ["\t".join(("kernel", "key", "side", "predicted", "measured", "microseconds_of_the_first", "device", "date"))]
    lines += [f"{k}\t{key}\t{s}\t{p:.4f}\t{m:.4f}\t{us:.2f}\t{head['device']}\t{head['date']}" for k, key, s, p, m, us in found]
    TABLE.write_text("\n".join(lines) + "\n")
    print(f"{len({key for _, key, *_ in found})} kernels, {len(found)} programs; {head}")
    for limit in (0.02, 0.05, 0.10):
        told = [(p, m) for *_, p, m, _ in found if abs(p - 1) > limit]
        right = sum((p > 1) == (m > 1) for p, m in told)
        print(f"predicted to differ by more than {limit:.0%}: {len(told)}; the same side of 1 measured: {right}")
        worse = [m for p, m in told if p > 1]
        print(f"  predicted worse: {len(worse)}, of which measured worse by 2 % or more: {sum(m > 1.02 for m in worse)}")
    print(f"rank correlation of the logarithms: {correlation([(math.log(p), math.log(m)) for *_, p, m, _ in found]):.2f}")


def correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """Spearman's rank correlation; ties have the mean of their ranks."""

    def ranks(values: Sequence[float]) -> list[float]:
        return [sum(v < each for v in values) + (values.count(each) - 1) / 2 for each in values]

    xs, ys = (ranks(list(each)) for each in zip(*pairs, strict=True))
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    both = sum((x - mx) * (y - my) for x, y in zip(xs, ys, strict=True))
    return both / math.sqrt(sum((x - mx) ** 2 for x in xs) * sum((y - my) ** 2 for y in ys))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=("prepare", "run", "report"))
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--seconds", type=float, default=150.0)
    arguments = parser.parse_args()
    if arguments.step == "prepare":
        print(f"{prepare(*arguments.paths)} kernels prepared")
    elif arguments.step == "run":
        run(*arguments.paths, arguments.seconds)
    else:
        report(*arguments.paths)


if __name__ == "__main__":
    main()
