"""Times what `prepare` compiled, and compares results with float64: `python -m benchmarks.gpu.bounded.run FOLDER OUT`.

Needs PyTorch and Triton. Each kernel's programs run in turns; a time is the median of seven. Gates are random in [-5, 0] a token (natural
logarithms), for errors in [-0.5, 0] and [-20, 0] too. Results go to OUT/bounded.tsv and OUT/errors.tsv as they come.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path
from typing import Any

from ..factoring.arguments import BC, BT, LOG2E, WRITTEN, Shape, grid, scalars, tensors

TIMED = Shape(2, 8192, 16, 128)
COMPARED = Shape(1, 2048, 16, 128)
SEEDS = 5
"""Inputs of each kind: 10,240 tiles of 16 tokens."""


def inputs(kernel: str, shape: Shape, steepest: float, seed: int = 0, same_sign: bool = False) -> dict[str, Any]:
    """Random tensors for a kernel, all positive with `same_sign`; gates are summed within chunks, in units of log2."""
    import torch

    found = {}
    for number, (name, (sizes, dtype)) in enumerate(sorted(tensors(kernel, shape).items())):
        x = torch.randn(sizes, device="cuda", generator=torch.Generator("cuda").manual_seed(100 * seed + number))
        x = x.abs() if same_sign and name != "g" else x
        if name == "g":
            x = (-steepest * torch.sigmoid(x) * LOG2E).view(shape.B, -1, BT, shape.H, shape.K).cumsum(2).view(sizes)
        elif name == "beta":
            x = torch.sigmoid(x)
        elif name in ("dAqk", "dAkk", "dA"):
            x = x * 0.01
        elif name in WRITTEN[kernel]:
            x = torch.zeros_like(x)
        found[name] = x.to(getattr(torch, dtype))
    return found


class Program:
    """One program, loaded."""

    def __init__(self, folder: Path) -> None:
        import triton
        from triton.compiler import CompiledKernel
        from triton.compiler.compiler import IRSource, make_backend

        self.case = json.loads((folder / "case.json").read_text())
        files = {path.name: str(path) for path in folder.iterdir() if path.name != "case.json"}
        ttgir = next(path for name, path in files.items() if name.endswith(".ttgir"))
        backend = make_backend(triton.runtime.driver.active.get_current_target())
        from triton._C.libtriton import ir

        self.context = ir.context()
        self.kernel = CompiledKernel(IRSource(ttgir, self.context, backend), files, folder.name)

    def run(self, given: dict[str, Any], shape: Shape) -> None:
        name = self.case["kernel"]
        others = scalars(name, "plain", shape)
        arguments = [given[n] if n in given else others[n] for n in self.case["arguments"]]
        size = (*grid(name, shape, {}), 1, 1)[:3]
        self.kernel[size](*arguments)


def timed(program: Program, given: dict[str, Any], shape: Shape) -> float:
    """Microseconds of one launch."""
    import torch

    start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    start.record()
    program.run(given, shape)
    end.record()
    torch.cuda.synchronize()
    return float(start.elapsed_time(end)) * 1000


def exact(kernel: str, given: dict[str, Any], shape: Shape) -> dict[str, tuple[Any, Any]]:
    """Return the exact results of a kernel in float64, and the same with absolute values, as magnitude; for KDA only `dq2`."""
    import torch

    width = BC if "fwd" in kernel else BT
    wide = [n for n in ("q", "k", "g", "dA", "dAqk", "dq") if n in given]
    tiles = {n: given[n].double().view(shape.B, -1, width, shape.H, given[n].shape[-1]).permute(0, 3, 1, 2, 4) for n in wide}
    i = torch.arange(width, device="cuda")
    lower = (i[:, None] >= i[None, :])[..., None]
    found: dict[str, tuple[Any, Any]] = {}
    sums: dict[str, list[list[Any]]] = defaultdict(lambda: [[], []])
    for b in range(shape.B):
        for h in range(shape.H):
            q, k, g = (tiles[n][b, h] for n in "qkg")
            decay = torch.exp2(torch.where(lower, g[:, :, None] - g[:, None, :], -torch.inf))
            for at, f in enumerate((lambda x: x, torch.abs)):
                if "kda" in kernel:
                    dA = f(tiles["dAqk"][b, h])
                    sums["dq2"][at].append(f(tiles["dq"][b, h]) + torch.einsum("nij,njk,nijk->nik", dA, f(k), decay))
                elif "fwd" in kernel:
                    sums["A"][at].append(
                        torch.einsum("nik,njk,nijk->nij", f(q), f(k), decay) * scalars(kernel, "plain", shape)["scale"]
                    )
                else:
                    dA = f(tiles["dA"][b, h])
                    sums["dq"][at].append(torch.einsum("nij,njk,nijk->nik", dA, f(k), decay))
                    sums["dk"][at].append(torch.einsum("nij,nik,nijk->njk", dA, f(q), decay))
    for name, (values, sizes) in sums.items():
        found[name] = tuple(torch.stack(x) for x in (values, sizes))  # type: ignore[assignment]
    return found


def written(kernel: str, given: dict[str, Any], name: str, shape: Shape) -> Any:
    """Return the results that a kernel wrote, in the form of `exact`: head, tile, row, column."""
    import torch

    width = BC if "fwd" in kernel else BT
    x = given[name].double().view(shape.B, -1, width, shape.H, given[name].shape[-1]).permute(0, 3, 1, 2, 4)[0]
    if "fwd" not in kernel:
        return x
    tile = torch.arange(x.shape[1], device="cuda") % (BT // BC) * BC
    index = (tile[:, None] + torch.arange(BC, device="cuda"))[None, :, None, :].expand(x.shape[0], -1, BC, -1)
    return x.gather(3, index)


def main(folder: Path, out: Path) -> None:
    import torch

    out.mkdir(parents=True, exist_ok=True)
    programs: dict[str, list[Program]] = defaultdict(list)
    for path in sorted(folder.iterdir()):
        if (path / "case.json").exists():
            program = Program(path)
            programs[program.case["kernel"]].append(program)
    with (out / "bounded.tsv").open("w") as times, (out / "errors.tsv").open("w") as errors:
        print("kernel", "gates", "pipeline", "configuration", "bounded", "us", sep="\t", file=times)
        print("kernel", "gates", "pipeline", "configuration", "what", "of rms", "of magnitude", "nan", sep="\t", file=errors)
        for kernel, every in programs.items():
            for steepest in (5.0, 20.0):
                times_of(every, inputs(kernel, TIMED, steepest), f"to -{steepest:g}", times)
                torch.cuda.empty_cache()
            compare(kernel, every, errors)


def times_of(every: list[Program], given: dict[str, Any], gates: str, times: Any) -> None:
    """Time programs in turns, eight times each, of which the first does not count."""
    taken: dict[int, list[float]] = defaultdict(list)
    for round in range(8):
        for number, program in enumerate(every):
            try:
                us = timed(program, given, TIMED)
            except Exception as error:  # one program that does not run loses its row only
                print(program.case, type(error).__name__, str(error)[:200], flush=True)
                continue
            taken[number] += [us] if round else []
    for number, program in enumerate(every):
        case, us_ = program.case, sorted(taken[number])
        row = (
            case["kernel"],
            gates,
            case["pipeline"],
            case["configuration"],
            case["bounded"],
            f"{us_[len(us_) // 2] if us_ else -1:.1f}",
        )
        print(*row, sep="\t", file=times, flush=True)


def compare(kernel: str, every: list[Program], errors: Any) -> None:
    """The worst error of each program over all inputs of a kind: against float64, or the first program where that is not known."""
    import torch

    for steepest, same_sign in ((0.5, False), (5.0, False), (5.0, True), (20.0, False)):
        worst: dict[tuple[int, str], list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
        for seed in range(SEEDS):
            given = inputs(kernel, COMPARED, steepest, seed, same_sign)
            reference = exact(kernel, given, COMPARED)
            for number, program in enumerate(every):
                for name in WRITTEN[kernel]:
                    given[name].zero_()
                program.run(given, COMPARED)
                for name in WRITTEN[kernel]:
                    known = name in reference
                    got = written(kernel, given, name, COMPARED) if known else given[name].double().clone()
                    real, size = reference[name] if known else reference.setdefault(f"first {name}", (got, got.abs()))
                    off = (got - real).abs()
                    row = (
                        float(off.max() / real.square().mean().sqrt()),
                        float((off / size.clamp_min(1e-20)).max()) if known else 0.0,
                    )
                    for i, x in enumerate((*row, float(got.isnan().sum()))):
                        worst[number, name][i] = max(worst[number, name][i], x)
            torch.cuda.empty_cache()
        for (number, name), (error, part, nan) in worst.items():
            case = every[number].case
            kind = f"to -{steepest:g}{', same sign' if same_sign else ''}"
            row_ = kernel, kind, case["pipeline"], case["configuration"], name, f"{error:.3g}", f"{part:.3g}", f"{nan:.0f}"
            print(*row_, sep="\t", file=errors, flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    given_ = parser.parse_args()
    main(given_.folder, given_.out)
