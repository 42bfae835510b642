"""Times what `prepare` compiled, and compares results with float64: `python -m benchmarks.gpu.bounded.run FOLDER OUT`.

Needs PyTorch and Triton. Each kernel's programs run in turns; a time is the median of seven. Gates are random in [-5, 0] a token (natural
logarithms), and in [-20, 0]; for errors in [-0.5, 0] too, and with factors all of one sign, as large and as small as the guard lets pass.
Errors are of sequences of 16 tokens, so that nothing but the bounded loop adds to them. Results go to OUT/bounded.tsv and OUT/errors.tsv
as they are made.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

from ..factoring.arguments import BC, BT, LOG2E, WRITTEN, Shape, grid, scalars, tensors

TIMED = Shape(2, 8192, 16, 128)
COMPARED = Shape(640, BC, 16, 128)
"""10,240 tiles of 16 tokens."""
LOST = 1.2e-12
"""Largest term of the bound beside a part of the magnitude: what may be lost to underflow."""


class Kind(NamedTuple):
    """Inputs: how steep gates are, and what becomes of factors."""

    steepest: float
    factors: str = "random"


KINDS = (Kind(0.5), Kind(5.0), Kind(5.0, "same sign"), Kind(5.0, "up to 1000"), Kind(5.0, "down to 1e-30"), Kind(20.0))


def inputs(kernel: str, shape: Shape, kind: Kind, seed: int = 0) -> dict[str, Any]:
    """Random tensors for a kernel; gates are summed within chunks, in units of log2."""
    import torch

    found = {}
    for number, (name, (sizes, dtype)) in enumerate(sorted(tensors(kernel, shape).items())):
        x = torch.randn(sizes, device="cuda", generator=torch.Generator("cuda").manual_seed(100 * seed + number))
        x = x.abs() if kind.factors == "same sign" and name != "g" else x
        if name == "g":
            x = (-kind.steepest * torch.sigmoid(x) * LOG2E).view(shape.B, -1, min(BT, shape.T), shape.H, shape.K)
            x = x.cumsum(2).view(sizes)
        elif name == "beta":
            x = torch.sigmoid(x)
        elif name in ("dAqk", "dAkk", "dA"):
            x = x * 0.01
        elif name in WRITTEN[kernel]:
            x = torch.zeros_like(x)
        if kind.factors == "up to 1000" and name in ("q", "k"):
            x = (x * 200).clamp(-1000, 1000)
        if kind.factors == "down to 1e-30" and name in ("q", "k"):
            x = x * 10.0 ** (-30 * torch.rand(sizes, device="cuda", generator=torch.Generator("cuda").manual_seed(7)))
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
    """Return what a kernel should write for sequences of one tile, in float64, and its magnitude.

    The magnitude is the same computed with absolute values. Of the gradients of KDA, only `dq2` is computed.
    """
    import torch

    wide = [n for n in ("q", "k", "g", "dA", "dAqk", "dq") if n in given]
    q, k, g, dA, dq = (
        tiled(given[n], shape) if n in wide else None for n in ("q", "k", "g", "dA" if "dA" in given else "dAqk", "dq")
    )
    i = torch.arange(BC, device="cuda")
    lower = (i[:, None] >= i[None, :])[..., None]
    decay = torch.exp2(torch.where(lower, g[:, :, None] - g[:, None, :], -torch.inf))
    found: dict[str, list[Any]] = defaultdict(list)
    for f in (lambda x: x, torch.abs):
        if "fwd" in kernel:
            found["A"].append(torch.einsum("nik,njk,nijk->nij", f(q), f(k), decay) * scalars(kernel, "plain", shape)["scale"])
        else:
            sums = torch.einsum("nij,njk,nijk->nik", f(dA), f(k), decay)
            found["dq2" if "kda" in kernel else "dq"].append(sums + f(dq) if "kda" in kernel else sums)
            if "kda" not in kernel:
                found["dk"].append(torch.einsum("nij,nik,nijk->njk", f(dA), f(q), decay))
    return {name: (values, sizes) for name, (values, sizes) in found.items()}


def tiled(x: Any, shape: Shape) -> Any:
    """A tensor of tokens in float64, by tile, row, column; of columns that are tokens of a chunk those of the first tile."""
    y = x.double().permute(0, 2, 1, 3).reshape(shape.B * shape.H, BC, -1)
    return y[:, :, :BC] if y.shape[-1] == BT else y


def main(folder: Path, out: Path) -> None:
    import torch

    out.mkdir(parents=True, exist_ok=True)
    programs: dict[str, list[Program]] = defaultdict(list)
    for path in sorted(folder.iterdir()):
        if (path / "case.json").exists():
            program = Program(path)
            programs[program.case["kernel"]].append(program)
    with (out / "bounded.tsv").open("w") as times, (out / "errors.tsv").open("w") as errors:
        print("kernel", "gates", "pipeline", "configuration", "bounded", "registers", "spilled", "us", sep="\t", file=times)
        print("kernel", "gates", "pipeline", "configuration", "what", "of rms", "of magnitude", "nan", sep="\t", file=errors)
        for kernel, every in programs.items():
            for steepest in (5.0, 20.0):
                times_of(every, inputs(kernel, TIMED, Kind(steepest)), f"to -{steepest:g}", times)
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
            case["registers"],
            case["spilled"],
            f"{us_[len(us_) // 2] if us_ else -1:.1f}",
        )
        print(*row, sep="\t", file=times, flush=True)


def compare(kernel: str, every: list[Program], errors: Any) -> None:
    """The worst error of each program over all inputs of a kind: against float64, or the first program where that is not known."""
    import torch

    for kind in KINDS:
        worst: dict[tuple[int, str], tuple[float, float, float]] = {}
        given = inputs(kernel, COMPARED, kind)
        reference = exact(kernel, given, COMPARED)
        for number, program in enumerate(every):
            for name in WRITTEN[kernel]:
                given[name].zero_()
            program.run(given, COMPARED)
            for name in WRITTEN[kernel]:
                known = name in reference
                got = tiled(given[name], COMPARED) if known else given[name].double().clone()
                real, size = reference[name] if known else reference.setdefault(f"first {name}", (got, got.abs()))
                off = (got - real).abs()
                part = float(((off - LOST).clamp_min(0) / size.clamp_min(1e-300)).max()) if known else 0.0
                worst[number, name] = float(off.max() / real.square().mean().sqrt()), part, float(got.isnan().sum())
        torch.cuda.empty_cache()
        for (number, name), (error, part, nan) in worst.items():
            case = every[number].case
            said = f"to -{kind.steepest:g}{'' if kind.factors == 'random' else ', ' + kind.factors}"
            row_ = kernel, said, case["pipeline"], case["configuration"], name, f"{error:.3g}", f"{part:.3g}", f"{nan:.0f}"
            print(*row_, sep="\t", file=errors, flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    given_ = parser.parse_args()
    main(given_.folder, given_.out)
