"""Findings of the sentinel on a GPU: `python -m benchmarks.gpu.sentinel DIR [PART ...]`.

`corpus`: each kernel of `benchmarks/corpus`, on random arguments: Triton's program, ours, one with detours, and Triton's
assembled with few optimisations; an alarm there would be a false alarm, or a new bug. `known`: kernels of flash-linear-attention
0.6.0 that are reported to be compiled wrongly for Hopper, with the configurations, widths and block sizes that it excludes there
restored. `cost`: CPU time of a launch, plain, with the plug-in, and with a sentinel that has seen the kernel.

Each kernel has its own process, since a crash makes the GPU unusable for the process. Writes DIR/sentinel.tsv, and reproducers.
"""

from __future__ import annotations

import csv
import multiprocessing
import os
import re
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from multiprocessing.pool import AsyncResult
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from benchmarks.paths import CORPUS, RESULTS

FIELDS = ("part", "kernel", "case", "found", "programs", "says", "interpreter", "seconds")
WORKERS = max(1, len(os.sched_getaffinity(0)) - 1)
LIMIT_S = 100.0
"""For all kernels together: what has not ended by then is written as such."""
ELEMENTS = {"": 1 << 22, "inductor.triton_per_fused__log_softmax_nll_loss_forward_1": 1 << 25}
"""Of each array of a captured kernel: nothing that it reads lies beyond, as the interpreter says."""
TYPES = {
    "f16": "float16", "bf16": "bfloat16", "f32": "float32", "f8E4M3FN": "float8_e4m3fn", "i1": "bool", "i8": "int8", "i32": "int32",
    "i64": "int64",
}  # fmt: skip
"""PyTorch's names."""
SIZES = {"gems.mm_kernel_general": 128, "fla.token_shift_fwd_kernel_short": 32, "liger.liger_cross_entropy_kernel": 256}
"""Values of integer arguments other than 64."""
GRID = (4, 2, 2)

Row = dict[str, Any]


def row(part: str, kernel: str, case: str, guarded: Any, started: float) -> Row:
    says = {"programs": " ".join(guarded.programs), "says": guarded.reason, "interpreter": guarded.agrees}
    return {
        "part": part,
        "kernel": kernel,
        "case": case,
        "found": guarded.found,
        **says,
        "seconds": round(time.time() - started, 1),
    }


# --- captured kernels
def captured(name: str, out: Path) -> list[Row]:
    """Return the findings of the sentinel for one kernel of the corpus."""
    from triton.compiler.compiler import make_backend
    from triton.runtime import driver

    from egraph_opt.apps.sentinel.launch_guard import Sentinel
    from egraph_opt.triton.choice.kernel_search import improve
    from egraph_opt.triton.choice.noalias_version import compile_text
    from egraph_opt.triton.choice.parser_process import Acceptor
    from egraph_opt.triton.pipeline.launch_hook import CompilationInputs
    from egraph_opt.triton.state.report import Log
    from egraph_opt.triton.state.settings import Settings

    started, folder = time.time(), CORPUS / "kernels" / name
    warps = re.search(r'"ttg.num-warps" = (\d+)', (folder / "final.ttgir").read_text())
    target = driver.active.get_current_target()
    options = dict(vars(make_backend(target).parse_options({"num_warps": int(warps[1]) if warps else 4})))
    kernel = compile_text((folder / "input.ttir").read_text(), "ttir", target, options)
    plain = kernel.asm["ttgir"]
    ours = SimpleNamespace(asm={"ttgir": improve(plain, plain, Settings().search_settings(), Acceptor()).text or plain})
    program = CompilationInputs(lambda: kernel, {}, "", "", target, options)
    arguments = [contents(kind, number, name) for number, kind in enumerate(kernel.src.signature.values())]
    stream = driver.active.get_current_stream(driver.active.get_current_device())
    found = Sentinel(Log(), out / "reproducers").look(kernel, ours, program, arguments, (*GRID, stream))
    return [row("corpus", name, "", found, started)]


def contents(kind: str, number: int, name: str) -> Any:
    """An argument: floats are normal, integers in memory zero."""
    torch: Any = import_module("torch")
    size = ELEMENTS.get(name, ELEMENTS[""])
    if not kind.startswith("*"):
        return 0.5 if kind.startswith("f") else kind == "i1" or SIZES.get(name, 64)
    type = getattr(torch, TYPES[kind.removeprefix("*")])
    if not type.is_floating_point:
        return torch.zeros(size, dtype=type, device="cuda")
    random = torch.Generator("cuda").manual_seed(number)
    return (torch.randn(size, device="cuda", generator=random) * 0.5).to(type)


# --- kernels that are said to be compiled wrongly
def known(case: dict[str, Any], out: Path) -> list[Row]:
    """Return the findings of the sentinel while a function of flash-linear-attention runs."""
    import egraph_opt.triton as plugin

    os.environ["FLA_DISABLE_BACKEND_DISPATCH"] = "1"
    started = time.time()
    function = {"delta": delta_rule, "gated": gated_output, "odd": odd_width}[case["of"]]
    kernel, call = function(case)
    plugin.enable(sentinel=out / "reproducers" / case["of"], confirm=False)
    with suppress(RuntimeError):  # what follows a crash
        call()
    of = ", ".join(f"{name}={value}" for name, value in case.items() if name != "of")
    guarded = [each for each in plugin.report().guarded if each.name == kernel]
    return [row("known", kernel, of, each, started) for each in guarded]


def tuned(kernel: Any, configurations: list[Any]) -> None:
    """Give a kernel's tuner other configurations; of one, it times none."""
    while not hasattr(kernel, "configs"):
        kernel = kernel.fn
    kernel.configs = configurations


def random(*shape: int, type: str = "bfloat16", scale: float = 0.5) -> Any:
    torch: Any = import_module("torch")
    return (torch.randn(*shape, device="cuda") * scale).to(getattr(torch, type))


def delta_rule(case: dict[str, Any]) -> tuple[str, Any]:
    """The backward pass of the delta rule's representation, with four warps."""
    triton, of = import_module("triton"), import_module("fla.ops.delta_rule.wy_fast")
    tuned(of.prepare_wy_repr_bwd_kernel, [triton.Config({}, num_warps=case["warps"], num_stages=case["stages"])])
    b, t, h, d = case["shape"]
    k, v, dw, du = (random(b, t, h, d) for _ in range(4))
    beta, a = random(b, t, h).sigmoid(), random(b, t, h, 64, scale=0.1)
    return "prepare_wy_repr_bwd_kernel", lambda: of.prepare_wy_repr_bwd(k, v, beta, a, dw, du, None)


def gated_output(case: dict[str, Any]) -> tuple[str, Any]:
    """The gated output's backward pass, which is refused, in blocks of 64."""
    triton, torch, of = import_module("triton"), import_module("torch"), import_module("fla.ops.common.chunk_o")
    setattr(of, "TRITON_ABOVE_3_7_1", True)  # noqa: B010
    setattr(of, "check_shared_mem", lambda arch="none", *_: arch == "ada")  # noqa: B010
    tuned(of.chunk_bwd_kernel_dqkwg, [triton.Config({}, num_warps=case["warps"], num_stages=case["stages"])])
    (b, t, h, d), kind = case["shape"], case["type"]
    scale = case.get("scale", d**-0.5)
    q, k, v, do, w, dv = (random(b, t, h, d, type=kind) for _ in range(6))
    state, dstate = (random(b, -(-t // 64), h, d, d, type=kind) for _ in range(2))
    steps = -0.05 * torch.rand(b, t, h, device="cuda")
    g = torch.cat([part.cumsum(1) for part in steps.split(64, 1)], 1).contiguous()
    return "chunk_bwd_kernel_dqkwg", lambda: of.chunk_bwd_dqkwg(q, k, v, do, state, dstate, w=w, g=g, dv=dv, scale=scale)


def odd_width(case: dict[str, Any]) -> tuple[str, Any]:
    """The output's backward pass with an odd number of 16-bit features, more than a block of 128, which is refused."""
    triton, of = import_module("triton"), import_module("fla.ops.common.chunk_o")
    tuned(of.chunk_bwd_kernel_dv, [triton.Config({}, num_warps=case["warps"], num_stages=case["stages"])])
    (b, t, h, width, d), kind = case["shape"], case["type"]
    q, k = (random(b, t, h, width, type=kind) for _ in range(2))
    do, dstate = random(b, t, h, d, type=kind), random(b, -(-t // 64), h, width, d, type=kind)
    dv, nothing = do.new_zeros(do.shape), dict.fromkeys(("g", "g_gamma", "cu_seqlens", "chunk_indices"))
    sizes = {"T": t, "H": h, "HV": h, "K": width, "V": d, "BT": 64, "BK": 128, "BV": min(d, 128), "STATE_V_FIRST": False}
    given = {"q": q, "k": k, "do": do, "dv": dv, "dh": dstate, "scale": width**-0.5, **nothing, **sizes}
    grid = (-(-d // 128) * -(-t // 64), b * h)
    return "chunk_bwd_kernel_dv", lambda: of.chunk_bwd_kernel_dv[grid](**given)


KNOWN: list[dict[str, Any]] = [
    {"of": "delta", "warps": 4, "stages": 2, "shape": (1, 64, 2, 32)},
    {"of": "delta", "warps": 4, "stages": 3, "shape": (2, 512, 4, 128)},
    {"of": "odd", "warps": 4, "stages": 3, "shape": (1, 1, 2, 153, 64), "type": "float16"},
    {"of": "odd", "warps": 4, "stages": 2, "shape": (2, 512, 4, 153, 128), "type": "float16"},
    {"of": "odd", "warps": 2, "stages": 3, "shape": (2, 512, 4, 153, 64), "type": "bfloat16"},
    {"of": "odd", "warps": 2, "stages": 2, "shape": (1, 1, 2, 131, 128), "type": "float16"},
    {"of": "gated", "warps": 4, "stages": 2, "shape": (2, 512, 4, 64), "type": "float16"},
    {"of": "gated", "warps": 4, "stages": 2, "shape": (3, 1024, 4, 100), "type": "float16"},
    {"of": "gated", "warps": 2, "stages": 2, "shape": (2, 512, 4, 128), "type": "float16"},
    {"of": "gated", "warps": 4, "stages": 3, "shape": (2, 512, 4, 128), "type": "bfloat16"},
    {"of": "gated", "warps": 4, "stages": 2, "shape": (2, 1500, 4, 128), "type": "float16", "scale": 0.1},
    {"of": "gated", "warps": 4, "stages": 4, "shape": (2, 1500, 4, 128), "type": "bfloat16", "scale": 0.1},
]


# --- what it costs
def cost(_: str, out: Path) -> list[Row]:
    """CPU time of the launches of a small kernel, in rounds of 2,000, the least of five."""
    import egraph_opt.triton as plugin

    from . import sentinel_kernel

    torch: Any = import_module("torch")
    x, y = torch.ones(1024, device="cuda"), torch.empty(1024, device="cuda")

    def launches() -> float:
        started = time.process_time()
        for _ in range(2000):
            sentinel_kernel.scaled[(1,)](y, x, x, BLOCK=1024)
        elapsed = time.process_time() - started
        torch.cuda.synchronize()
        return elapsed / 2000 * 1e6

    found = []
    for case, settings in (("without the plug-in", None), ("sentinel off", False), ("sentinel on, kernel seen", True)):
        if settings is not None:
            plugin.enable(sentinel=settings)
        launches()
        microseconds = min(launches() for _ in range(5))
        found.append({"part": "cost", "kernel": "scaled", "case": case, "says": f"{microseconds:.2f} µs of CPU time a launch"})
    return found


PARTS = {"known": known, "cost": cost, "corpus": captured}


def work(job: tuple[str, Any, Path]) -> list[Row]:
    part, what, out = job
    try:
        return PARTS[part](what, out)
    except Exception as error:
        return [failed(part, what, f"{type(error).__name__}: {str(error)[:200]}")]


def failed(part: str, what: Any, why: str) -> Row:
    return {
        "part": part,
        "kernel": what if isinstance(what, str) else what["of"],
        "case": str(what),
        "found": "failed",
        "says": why,
    }


def rows(out: Path, parts: Sequence[str]) -> Iterator[Row]:
    names = sorted(path.parent.name for path in (CORPUS / "kernels").glob("*/input.ttir"))
    every = [("known", case, out) for case in KNOWN] + [("cost", "", out)] + [("corpus", name, out) for name in names]
    jobs = [job for job in every if job[0] in parts]
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["torch", "triton", "egglog", "egraph_opt.apps.sentinel.launch_guard"])
    end = time.monotonic() + LIMIT_S
    with context.Pool(WORKERS, maxtasksperchild=1) as pool:
        asked: list[AsyncResult[list[Row]]] = [pool.apply_async(work, (job,)) for job in jobs]
        for (part, what, _), result in zip(jobs, asked, strict=True):
            try:
                yield from result.get(max(0.1, end - time.monotonic()))
            except multiprocessing.TimeoutError:
                yield failed(part, what, "it has not ended")


def main(out: Path, parts: Sequence[str]) -> None:
    """Print rows as they come, and how many of each kind there are."""
    out.mkdir(parents=True, exist_ok=True)
    counts: dict[tuple[str, str], int] = {}
    with (out / RESULTS.joinpath("sentinel.tsv").name).open("w", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, delimiter="\t", lineterminator="\n", restval="")
        writer.writeheader()
        for each in rows(out, parts):
            writer.writerow(each)
            file.flush()
            if each["part"] != "corpus" or each["found"] != "same":
                print(*(each.get(field, "") for field in FIELDS), sep=" | ", flush=True)
            counts[each["part"], each.get("found", "")] = counts.get((each["part"], each.get("found", "")), 0) + 1
    print(counts)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or list(PARTS))
