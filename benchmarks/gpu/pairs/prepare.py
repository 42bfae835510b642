"""Prepares pairs of programs for a GPU, on a machine without one: `python -m benchmarks.gpu.pairs.prepare OUT NAME SCRIPT [ARGUMENT ...]`.

Runs SCRIPT (one of `benchmarks/corpus/capture`, with the sizes that it takes as arguments) as if there were a GPU. For each kernel,
shape and configuration (at most `--configurations`, evenly spread over what the kernel's own tuner would try) it writes a line to
`OUT/NAME.jsonl`: how to launch it, the programs of Triton's plain pipeline and of the plug-in at its defaults, and what the cost models say
of both. With `--programs plain` only Triton's program is made, and the others by `again`, on a machine with more
processors. `python -m benchmarks.gpu.pairs.run` is the other half.
"""

from __future__ import annotations

import json
import multiprocessing
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

from egraph_opt.triton.capture.fake_driver import target_of
from egraph_opt.triton.capture.launch_recorder import CapturedKernel
from egraph_opt.triton.capture.script_capture import launch_script

from . import store
from .arguments import Unlaunchable, launch_of
from .results import ONCE, PLAIN
from .variants import kept, plain, searched, singled

Launch = tuple[CapturedKernel, tuple[int, ...], dict[str, Any]]
Group = list[Launch]

J = TypeVar("J")
GROUPS: list[tuple[str, Group]] = []
"""Work of child processes: they are forked, since kernels cannot be sent."""


def grouped(kernels: list[CapturedKernel], prefix: str) -> list[tuple[str, Group]]:
    """Launches by what a tuner chooses within: the same kernel and arguments, but for what a configuration sets."""
    found: dict[str, dict[int, Launch]] = defaultdict(dict)
    for kernel in kernels:
        chosen = set(kernel.configuration or ())
        for grid, arguments in kernel.launches:
            if grid is not None:
                same = {name: form(value) for name, value in arguments.items() if name not in chosen}
                key = repr((id(kernel.function), kernel.signature, sorted(same.items())))
                found[key].setdefault(id(kernel), (kernel, grid, arguments))
    names: dict[str, int] = defaultdict(int)
    groups = []
    for each in found.values():
        group = list(each.values())
        name = group[0][0].name
        names[name] += 1
        groups.append((f"{prefix}.{name}" + (f"__{names[name]}" if names[name] > 1 else ""), group))
    return groups


def form(value: Any) -> Any:
    """An argument without its contents and its place in memory: launches that differ in those alone are the same."""
    if isinstance(value, dict) and "tensor" in value:
        return [value["tensor"], value["shape"], value["stride"]]
    return value


def spread(group: Group, count: int) -> Group:
    """At most so many, evenly spread, the first among them."""
    last = len(group) - 1
    return group if last < count else [group[i * last // max(1, count - 1)] for i in range(count)]


def case(folder: Path, group: str, launch: Launch, which: str) -> store.Case | str:
    """One configuration's programs, written down; or why there are none. `which` of them: `plain` or `searched`."""
    kernel, grid, arguments = launch
    target = target_of("cuda:90")
    started = time.process_time()
    try:
        passed = launch_of(kernel.signature, arguments)
        ttir, text = plain(kernel, target)
        if "tt.int_to_ptr" in ttir:
            raise Unlaunchable("pointers are made of integers")
        once = singled(kernel, target, ttir)
        found = searched(text, once) if which == "searched" else ({PLAIN: text} | ({ONCE: once} if once else {}), {})
    except Exception as error:
        return f"{group}: {type(error).__name__}: {str(error)[:200]}"
    return {
        "group": group,
        "kernel": kernel.name,
        "module": kernel.function.module,
        "configuration": configuration(kernel),
        "grid": (*grid, 1, 1)[:3],
        "arguments": passed,
        "fusion": bool(kernel.options.enable_fp_fusion),
        **kept(folder, found),
        "seconds": round(time.process_time() - started, 2),
    }


def configuration(kernel: CapturedKernel) -> str:
    options = {"num_warps": kernel.options.num_warps, "num_stages": kernel.options.num_stages}
    return " ".join(f"{name}={value}" for name, value in ({**(kernel.configuration or {})} | options).items())


def write_cases(path: Path, function: Callable[[J], store.Case | str], work: Iterable[J], jobs: int) -> None:
    """Write a line for each case that `function` makes of `work`, in forked processes; what it returns as text is said instead."""
    path.parent.mkdir(parents=True, exist_ok=True)
    written = 0
    with multiprocessing.get_context("fork").Pool(jobs) as pool, path.open("w") as file:
        for result in pool.imap(function, work):
            if isinstance(result, str):
                click.echo(result, err=True)
            else:
                file.write(json.dumps(result) + "\n")
                file.flush()
                written += 1
    click.echo(f"{written} cases in {path}", err=True)


def _work(job: tuple[Path, int, int, str]) -> store.Case | str:
    folder, group, member, which = job
    name, launches = GROUPS[group]
    return case(folder, name, launches[member], which)


@click.command()
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.argument("name")
@click.argument("script", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("arguments", nargs=-1)
@click.option("--configurations", default=4, show_default=True, help="Of a kernel that is tuned, at most so many.")
@click.option(
    "--programs",
    "which",
    type=click.Choice(["plain", "searched"]),
    default="searched",
    show_default=True,
    help="Triton's alone (`again` makes the others), or with what the plug-in finds.",
)
@click.option("--jobs", default=2, show_default=True, help="Child processes.")
def main(out: Path, name: str, script: Path, arguments: tuple[str, ...], configurations: int, which: str, jobs: int) -> None:
    """Run SCRIPT with ARGUMENTS and write what it launches to OUT/NAME.jsonl and OUT/programs."""
    kernels, error = launch_script(script, target_of("cuda:90"), arguments, True)
    if error:
        click.echo(f"{script}: {error}", err=True)
    GROUPS[:] = [(group, spread(launches, configurations)) for group, launches in grouped(kernels, name)]
    work = [(out, i, j, which) for i, (_, launches) in enumerate(GROUPS) for j in range(len(launches))]
    click.echo(f"{len(kernels)} compilations of {len(GROUPS)} kernels and shapes, {len(work)} taken", err=True)
    write_cases(out / f"{name}.jsonl", _work, work, jobs)


if __name__ == "__main__":
    main()
