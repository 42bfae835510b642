"""Replayed kernels on a GPU: `python -m benchmarks.gpu.replay prepare|run|report`.

    egraph-opt replay CORPUS --with triton==3.6.0 --with triton==3.9.0 --records RECORDS --binaries BINARIES
    python -m benchmarks.gpu.replay prepare CORPUS BINARIES FOLDER
    python -m benchmarks.gpu.replay run FOLDER RESULTS --seconds N     # on the machine with the GPU, which compiles nothing
    python -m benchmarks.gpu.replay report RECORDS FOLDER RESULTS      # writes benchmarks/results/gpu_replay.tsv

The machine code of each version is launched through the driver's own functions on arguments like those that were captured. Every program
is timed in each round, and each in turn is the first one (`benchmarks.gpu.pairs.measure`). Versions with the same machine code are timed as
one program. The first version's is timed twice, as two programs: how far these differ is what times are worth.
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
AGAIN = "the first again"
"""The first version's program, loaded and timed a second time."""
LIMITS = (301, 300.0)
"""Most rounds of a case, and milliseconds for them."""
WITHIN = 0.02
"""The part of a time within which two programs are called as fast as each other."""
Row = tuple[str, str, str, float, float, float]
"""Kernel, key, side, predicted and measured time as multiples of the first version's, microseconds of that."""
UNKNOWN = {"path": 0.0, "memory": 0.0, "issued": 0.0}
"""Placeholders for figures of the machine code in the cases for timing."""


def prepare(corpus: Path, binaries: Path, folder: Path) -> int:
    """Write a case for each kernel of which there is machine code and a launch that can be made again; return how many."""
    from egraph_opt.machine.sass import sections
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
        programs: dict[str, str] = {}
        same: dict[Any, str] = {}
        for side, file in sorted(sides.items(), key=lambda each: (each[0] == OURS, each[0])):
            head, _, code = lzma.decompress(file.read_bytes()).partition(b"\n")
            metadata = {**json.loads(head), **UNKNOWN}
            content = (tuple(sorted(sections(code).items())), metadata["shared"], metadata["num_warps"])
            for name in [side, *([] if programs else [AGAIN])]:
                known = same.setdefault(content, name) if name != AGAIN else name
                programs[name] = f"{key}.{known.replace(' ', '-')}"
                if known == name:
                    packed = lzma.compress(json.dumps(metadata).encode() + b"\n" + code)
                    (cubins / f"{programs[name]}.fused.xz").write_bytes(packed)
        first, own = next(iter(programs.values())), programs[[side for side in programs if side not in (OURS, AGAIN)][-1]]
        changed = OURS in programs and programs[OURS] != own
        cases.append({
            "group": kernel.name, "kernel": key, "configuration": "", "grid": list(kernel.launch.grid), "arguments": arguments,
            "fusion": True, "programs": {PLAIN: first, **programs}, "limits": LIMITS,
            **({"same": [own, programs[OURS]]} if changed else {}),
        })  # fmt: skip
    cases.sort(key=lambda case: -len(set(case["programs"].values())))
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


def rows(records: Path, folder: Path, results: Path) -> Iterator[Row]:
    """Yield a row for each kernel and side but the first."""
    from egraph_opt.fleet.records.results import read

    predicted = {record["result"]["kernel"][:16]: record for record in read(records)[1]}
    cases = {case["kernel"]: case for case in store.cases(folder)}
    for line in (results / "rows.jsonl").read_text().splitlines():
        row = json.loads(line)
        if "times" not in row or row["kernel"] not in predicted:
            continue
        programs, times = cases[row["kernel"]]["programs"], row["times"]
        first = times.get(programs[PLAIN])
        for number, (side, name) in enumerate(programs.items()):
            if number > 1 and name in times and first:  # the first two are the first version's
                foretold = 1.0 if side == AGAIN else predicted[row["kernel"]]["costs"]["time"][side]
                ratio = times[name]["median"] / first["median"]
                yield cases[row["kernel"]]["group"], row["kernel"], side, foretold, ratio, first["median"]


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
    for side in dict.fromkeys(side for _, _, side, *_ in found):
        ratios = [m for _, _, each, _, m, _ in found if each == side]
        counts = f"{sum(m > 1 + WITHIN for m in ratios)} worse, {sum(m < 1 - WITHIN for m in ratios)} better of {len(ratios)}"
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"{side}: {counts}, {mean:.3f} in the mean, {max(ratios):.3f} at worst")
    for what, place in (("predicted", 3), ("measured", 4)):
        beside = best(found, place)
        near = sum(ratio <= 1 + WITHIN for ratio in beside)
        print(
            f"ours beside the best version, {what}: within {WITHIN:.0%} for {near} of {len(beside)}, {max(beside):.3f} at worst"
        )
    print(f"rank correlation of the logarithms: {correlation([(math.log(p), math.log(m)) for *_, p, m, _ in found]):.2f}")


def best(found: Sequence[Row], place: int) -> list[float]:
    """Return for each kernel how long ours takes, as a multiple of the fastest version's own time; `place`: of the time in a row."""
    sides: dict[str, dict[str, float]] = {}
    for row in found:
        sides.setdefault(row[1], {})[row[2]] = row[place]
    return [
        times[OURS] / min(1.0, *(time for side, time in times.items() if side not in (OURS, AGAIN)))
        for times in sides.values()
        if OURS in times
    ]


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
