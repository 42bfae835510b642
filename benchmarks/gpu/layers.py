"""Training steps of flash-linear-attention layers on a GPU, Triton plain and with the optimiser: `python benchmarks/gpu/layers.py OUT`.

Needs a GPU, PyTorch, Triton and flash-linear-attention (fla-core). For each layer every variant has Triton's autotuner choose for it, as a
user would, over at most four configurations a kernel, evenly spread; `tuned` takes the choices of `default`. Kernels compile in parallel
processes; they are tuned and timed alone, one variant after the other, the plain one first and last, as GPU time per step from PyTorch's
profiler. Outputs and gradients are compared with the plain ones. Writes `layers.tsv` (a row a kernel) and `layers.json` (steps, checks,
versions) to OUT.
"""

from __future__ import annotations

import datetime
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

BATCH, TOKENS, HEADS, WIDTH = 2, 8192, 16, 128
CONFIGURATIONS = 4
STEPS = 6
LAYERS = ["kda", "gla", "delta", "rwkv7"]
VARIANTS: dict[str, dict[str, Any]] = {
    "plain": {},
    "default": {},
    "tuned": {"tune": True},
}
"""What each variant asks of the plug-in; `plain` is Triton alone, `default` the plug-in as it comes."""
CHOICES = ["earlier", "exact", "inert", "first", "loads", "earlier_exact", "earlier_loads"]
"""`egraph_opt.triton.tune.variants`: compiled beforehand in parallel, as a user's second process finds them."""


def layer(name: str) -> tuple[Callable[[], Any], list[Any]]:
    """The forward step of a layer on random inputs, and the tensors whose gradients it gives."""
    import torch
    from torch.nn.functional import logsigmoid, normalize

    leaves: list[Any] = []

    def leaf(x: Any) -> Any:
        leaves.append(x.detach().requires_grad_())
        return leaves[-1]

    def normal(*shape: int, dtype: Any = torch.bfloat16) -> Any:
        return torch.randn(*shape, device="cuda").to(dtype)

    torch.manual_seed(0)
    q, k, v = (leaf(normal(BATCH, TOKENS, HEADS, WIDTH)) for _ in range(3))
    beta = leaf(normal(BATCH, TOKENS, HEADS).sigmoid())
    gate = leaf(logsigmoid(normal(BATCH, TOKENS, HEADS, dtype=torch.float32)))
    gates = leaf(logsigmoid(normal(BATCH, TOKENS, HEADS, WIDTH)))
    match name:
        case "kda":
            from fla.ops.kda import chunk_kda

            return lambda: chunk_kda(q, k, v, gates, beta, use_qk_l2norm_in_kernel=True)[0], leaves
        case "gated_delta":
            from fla.ops.gated_delta_rule import chunk_gated_delta_rule

            return lambda: chunk_gated_delta_rule(q, k, v, gate, beta, use_qk_l2norm_in_kernel=True)[0], leaves
        case "gla":
            from fla.ops.gla import chunk_gla

            return lambda: chunk_gla(q, k, v, gates)[0], leaves
        case "simple_gla":
            from fla.ops.simple_gla import chunk_simple_gla

            return lambda: chunk_simple_gla(q, k, v, gate)[0], leaves
        case "delta":
            from fla.ops.delta_rule import chunk_delta_rule

            return lambda: chunk_delta_rule(q, k, v, beta, use_qk_l2norm_in_kernel=True)[0], leaves
        case "attention":
            from fla.ops.attn.parallel import parallel_attn

            a, b, c = (x.detach()[:, :4096].contiguous().requires_grad_() for x in (q, k, v))
            return lambda: parallel_attn(a, b, c), [a, b, c]
        case "rwkv7":
            from fla.ops.rwkv7 import chunk_rwkv7

            half = (BATCH, TOKENS, HEADS, 64)
            leaves.clear()
            r, w, kk, vv = leaf(normal(*half)), leaf(logsigmoid(normal(*half))), leaf(normal(*half)), leaf(normal(*half))
            unit = normalize(normal(*half).float(), dim=-1).to(torch.bfloat16)
            return lambda: chunk_rwkv7(r, w, kk, vv, -unit, unit * 0.5)[0], leaves
    raise ValueError(f"no layer {name!r}")


def use(variant: str) -> None:
    """Turn the plug-in on as a variant asks; `tuned:NAME` is one of the programs that `tuned` chooses from."""
    variant, _, one = variant.partition(":")
    if variant == "plain" or one == "plain":
        return
    import egraph_opt.triton as plugin

    if one:
        from egraph_opt.triton.hook import Hook
        from egraph_opt.triton.settings import Settings
        from egraph_opt.triton.tune import variants

        plugin._install(Hook(variants(Settings())[one]))
    else:
        plugin.enable(**VARIANTS[variant])


def configure(choices: dict[str, str], tuning: bool) -> None:
    """Make Triton's autotuner try few configurations, or take those that were chosen before."""
    from triton.runtime import autotuner

    prune, run = autotuner.Autotuner.prune_configs, autotuner.Autotuner.run

    def pruned(self: Any, kwargs: Any) -> Any:
        found = prune(self, kwargs)
        last = len(found) - 1
        return (
            [found[i * last // (CONFIGURATIONS - 1)] for i in range(CONFIGURATIONS)]
            if tuning and last >= CONFIGURATIONS
            else found
        )

    def noted(self: Any, *arguments: Any, **named: Any) -> Any:
        result = run(self, *arguments, **named)
        for key, config in self.cache.items():
            choices[f"{self.base_fn.__name__}|{key}"] = str(config)
        return result

    def chosen(self: Any, *arguments: Any, config: Any, **named: Any) -> list[float]:
        wanted = {c for key, c in choices.items() if key.startswith(f"{self.base_fn.__name__}|")}
        return [0.0 if str(config) in wanted else 1.0] * 3

    bench = autotuner.Autotuner._bench

    def steady(self: Any, *arguments: Any, config: Any, **named: Any) -> Any:
        """The best of three: the autotuner's own single timing of a cold GPU has picked configurations 1.3 times as slow."""
        return min((bench(self, *arguments, config=config, **named) for _ in range(3)), key=lambda times: times[0])

    if tuning:
        autotuner.Autotuner.prune_configs, autotuner.Autotuner.run, autotuner.Autotuner._bench = pruned, noted, steady
    else:
        autotuner.Autotuner._bench = chosen


def choices_of(out: Path, name: str, variant: str) -> Path:
    """Where the autotuner's choices for a layer are written down."""
    own = "default" if "tune" in VARIANTS[variant.partition(":")[0]] else variant
    return out / f"{name}.{own}.choices.json"


def compile_layer(out: Path, variant: str, name: str, tuning: bool) -> None:
    """Run a layer twice, so that all its kernels are compiled; the tuning run writes the choices down."""
    import torch

    file = choices_of(out, name, variant)
    choices: dict[str, str] = {} if tuning else json.loads(file.read_text())
    configure(choices, tuning)
    use(variant)
    started = time.time()
    step, _ = layer(name)
    for _ in range(2):
        output = step()
        output.backward(torch.ones_like(output))
    torch.cuda.synchronize()
    if tuning:
        file.write_text(json.dumps(choices))
    done = {"seconds": round(time.time() - started, 1)}
    if variant != "plain":
        import egraph_opt.triton as plugin

        done["report"] = [str(kernel) for kernel in (*plugin.report().kernels, *plugin.report().tuned)]
    (out / f"{name}.{variant}.compiled.json").write_text(json.dumps(done, indent=1))


def time_layers(out: Path, variant: str, names: list[str], number: str) -> None:
    """GPU microseconds per step of every kernel of the layers, and whether outputs and gradients are those of the plain pipeline."""
    import torch
    from torch.profiler import ProfilerActivity, profile

    choices: dict[str, str] = {}
    for name in names:
        choices |= json.loads(choices_of(out, name, variant).read_text())
    configure(choices, tuning=False)
    use(variant)
    result: dict[str, Any] = {"kernels": {}, "equal": {}, "error": {}}
    for name in names:
        step, leaves = layer(name)
        output = step()
        direction = torch.ones_like(output)
        output.backward(direction)
        found = [output.detach().cpu(), *(x.grad.cpu() for x in leaves if x.grad is not None)]
        file = out / f"{name}.outputs.pt"
        if not file.exists():
            torch.save(found, file)
        plain = torch.load(file)
        result["equal"][name] = [torch.equal(a, b) for a, b in zip(found, plain, strict=True)]
        result["error"][name] = max(
            float((a.double() - b.double()).norm() / b.double().norm().clamp_min(1e-30))
            for a, b in zip(found, plain, strict=True)
        )
        step().backward(direction)
        torch.cuda.synchronize()
        with profile(activities=[ProfilerActivity.CUDA]) as profiled:
            for _ in range(STEPS):
                step().backward(direction)
            torch.cuda.synchronize()
        for event in profiled.key_averages():
            if event.count >= STEPS and event.self_device_time_total and "::" not in event.key and "Mem" not in event.key:
                result["kernels"][f"{name}/{event.key}"] = event.self_device_time_total / STEPS
    (out / f"time.{variant}.{number}.json").write_text(json.dumps(result))


def child(out: Path, *arguments: str, variant: str, limit: float) -> subprocess.Popen[bytes]:
    # What the autotuner measures while all layers compile at once must not be remembered for when one runs alone.
    quiet = {"FLA_CACHE_RESULTS": "0", "PYTHONUNBUFFERED": "1"}
    environment = {**os.environ, **quiet, "TRITON_CACHE_DIR": str(out / f"cache.{variant}")}
    log = (out / f"log.{'.'.join(arguments[:3]).replace(',', '+')}").open("wb")
    command = ["timeout", str(limit), sys.executable, __file__, str(out), *arguments]
    return subprocess.Popen(command, env=environment, stdout=log, stderr=subprocess.STDOUT)


def prepare(out: Path, names: list[str], variants: list[str]) -> None:
    """Compile everything in parallel; then tune, one layer and variant at a time, so that nothing else is on the GPU."""
    out.mkdir(parents=True, exist_ok=True)
    began = time.time()
    timing = [v for v in variants if "tune" in VARIANTS[v]]
    tuning = [(v, name) for v in variants if v not in timing for name in names]
    for process in [child(out, "tune", v, name, variant=v, limit=300) for v, name in tuning]:
        process.wait()
    print(f"compiled {time.time() - began:.0f} s", flush=True)
    for v, name in tuning:
        child(out, "tune", v, name, variant=v, limit=100).wait()
    print(f"tuned {time.time() - began:.0f} s", flush=True)
    programs = [(f"{v}:{one}", v, name) for v in timing for one in ("plain", *CHOICES) for name in names]
    for process in [child(out, "compile", v, name, variant=cache, limit=300) for v, cache, name in programs]:
        process.wait()
    for v in timing:
        for name in names:
            child(out, "compile", v, name, variant=v, limit=300).wait()
    print(f"timed programs {time.time() - began:.0f} s", flush=True)


def measure(out: Path, names: list[str], variants: list[str]) -> None:
    """Time the variants one after the other, the plain one first and last, and write the tables."""
    names = [name for name in names if all(choices_of(out, name, v).exists() for v in variants)]
    began = time.time()
    for number, variant in enumerate([*variants, variants[0]]):
        child(out, "time", variant, ",".join(names), str(number), variant=variant, limit=120).wait()
        print(f"timed {variant} {time.time() - began:.0f} s", flush=True)
    write(out, names, variants)


def write(out: Path, names: list[str], variants: list[str]) -> None:
    import torch

    rounds = {v: [json.loads(f.read_text()) for f in sorted(out.glob(f"time.{v}.*.json"))] for v in variants}
    rounds = {v: r for v, r in rounds.items() if r}
    best = {v: {k: min(r["kernels"].get(k, float("inf")) for r in rs) for k in rs[0]["kernels"]} for v, rs in rounds.items()}
    head = f"# {datetime.date.today()}; {torch.cuda.get_device_name()}; torch {torch.__version__}, triton {version('triton')}, "
    head += f"fla-core {version('fla-core')}, egraph-opt {version('egraph-opt')}; B={BATCH} T={TOKENS} H={HEADS} D={WIDTH}"
    lines = [head, "\t".join(["kernel", "plain_us", "plain_spread", *(v for v in best if v != "plain")])]
    plain = best["plain"]
    shared = [k for k in plain if all(k in b for b in best.values())]
    for kernel in sorted(shared, key=lambda k: -plain[k]):
        both = [r["kernels"][kernel] for r in rounds["plain"]]
        ratios = [f"{plain[kernel] / b[kernel]:.3f}" for v, b in best.items() if v != "plain"]
        lines.append("\t".join([kernel, f"{plain[kernel]:.1f}", f"{max(both) / min(both) - 1:.3f}", *ratios]))
    for name in names:
        ours = [k for k in shared if k.startswith(f"{name}/")]
        sums = {v: sum(b[k] for k in ours) for v, b in best.items()}
        ratios = [f"{sums['plain'] / sums[v]:.3f}" for v in best if v != "plain"]
        lines.append("\t".join([f"{name} (step)", f"{sums['plain']:.1f}", "", *ratios]))
    (out / "layers.tsv").write_text("\n".join(lines) + "\n")
    checks = {v: {"equal": rs[0]["equal"], "error": rs[0]["error"]} for v, rs in rounds.items()}
    (out / "layers.json").write_text(json.dumps(checks, indent=1))
    print("\n".join(lines))
    print(json.dumps({v: {n: all(e) for n, e in c["equal"].items()} for v, c in checks.items()}))


if __name__ == "__main__":
    folder, *rest = sys.argv[1:]
    match rest:
        case ["tune" | "compile" as mode, variant, name]:
            compile_layer(Path(folder), variant, name, tuning=mode == "tune")
        case ["time", variant, names, number]:
            time_layers(Path(folder), variant, names.split(","), number)
        case ["prepare", names, variants]:
            prepare(Path(folder), names.split(","), variants.split(","))
        case ["measure", names, variants]:
            measure(Path(folder), names.split(","), variants.split(","))
        case _:
            prepare(Path(folder), LAYERS, list(VARIANTS))
            measure(Path(folder), LAYERS, list(VARIANTS))
