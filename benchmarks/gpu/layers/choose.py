"""Which configuration each side takes of a kernel that is tuned: all are timed on both sides, in turns, and each side takes its fastest.

Ours is the plug-in in a later process: of a configuration's two programs, its own comparison keeps one, given these times.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import partial
from math import prod
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.gpu.layers.sides import OURS, PLAIN, SIDES, bound, finish, side

CONFIGURATIONS = 3
"""At most so many configurations a kernel, the same for both sides."""
ROUNDS, FEW_ROUNDS = 9, 3
"""Numbers of timings: for the comparison of both sides, and for the plain side alone with all configurations."""
AGAIN = "again"
"""The plain side once more under another name: what a difference between timings means."""
FIRST = "first"
"""Our first version of a kernel that has a second one."""

Best = Mapping[str, Sequence[str]]
"""Configurations as text, the fastest first, by kernel and the tuner's key (`entry`), by `LAYER/KERNEL`, or by kernel."""


EVERY = "every"
"""All configurations, on the plain side alone: what a user's tuner would try."""


def configurations(which: str, layer: str) -> AbstractContextManager[None]:
    """Which configurations a layer's kernels have while this lasts: those of a file of `best`, `EVERY`, or with an empty name evenly
    spread ones.
    """
    if which == EVERY:
        return nullcontext()
    return few(json.loads(Path(which).read_text()) if which else {}, layer)


@contextmanager
def few(best: Best, layer: str) -> Iterator[None]:
    """While this lasts, kernels have at most `CONFIGURATIONS` configurations: the best, or evenly spread ones where those are not known."""
    from triton.runtime.autotuner import Autotuner

    prune = Autotuner.prune_configs

    def pruned(tuner: Any, named: Any) -> Any:
        found = prune(tuner, named)
        kernel = tuner.base_fn.__name__
        for key in (entry(tuner, named), f"{layer}/{kernel}", kernel):
            if key in best:
                by_text = {str(config): config for config in found}
                return [by_text[text] for text in best[key] if text in by_text][:CONFIGURATIONS]
        last = len(found) - 1
        return found if last < CONFIGURATIONS else [found[i * last // (CONFIGURATIONS - 1)] for i in range(CONFIGURATIONS)]

    Autotuner.prune_configs = pruned
    try:
        yield
    finally:
        Autotuner.prune_configs = prune


def entry(tuner: Any, named: Any) -> str:
    """The name of one choice."""
    from egraph_opt.triton.autotuner import key_of

    return f"{tuner.base_fn.__name__}|{key_of(tuner, named)}"


class Choices:
    """Timings, and the resulting choice of each side. `side` is the one that launches now."""

    def __init__(self, sides: Sequence[str] = SIDES) -> None:
        self.side = PLAIN
        self.sides = sides
        self.rows: list[dict[str, Any]] = []
        self.same = False
        """True if both sides take the plain side's choice."""
        self._both = len(sides) > 1
        self._taken: dict[tuple[int, tuple[Any, ...]], dict[str, Any]] = {}

    @contextmanager
    def on(self, name: str, same: bool = False) -> Iterator[None]:
        """While this lasts, launches are those of one side."""
        self.side, self.same = name, same
        with side(name):
            yield

    def watch(self) -> None:
        """Choose for each kernel that is tuned from now on, instead of Triton's own tuning."""
        from triton.runtime.autotuner import Autotuner

        from egraph_opt.triton.autotuner import key_of

        run = Autotuner.run

        def chosen(tuner: Any, *arguments: Any, **named: Any) -> Any:
            if len(tuner.configs) > 1:
                tuner.nargs = dict(zip(tuner.arg_names, arguments, strict=False))
                key = key_of(tuner, named)
                if (id(tuner), key) not in self._taken:
                    self._taken[id(tuner), key] = self._time(tuner, arguments, named)
                tuner.cache = {key: self._taken[id(tuner), key][PLAIN if self.same else self.side]}
            return run(tuner, *arguments, **named)

        Autotuner.run = chosen

    def _time(self, tuner: Any, arguments: Any, named: Any) -> dict[str, Any]:
        """Time all configurations on all sides; returns the fastest one of each."""
        from egraph_opt.triton.background.timing_scope import TUNER, timer_scope
        from egraph_opt.triton.background.tuner_comparison import TunerComparison

        here = self.side
        kernel = tuner.base_fn.__name__
        launches = []
        configs = tuner.prune_configs(named)
        about: dict[tuple[Any, str], dict[str, Any]] = {}
        for config in configs:
            for name in self.sides:
                try:
                    with timer_scope(TUNER):
                        self._launch(tuner, config, name, arguments, named)
                    launches.append((config, name))
                except Exception as error:  # a configuration that does not fit is no choice
                    about[config, name] = {"error": f"{type(error).__name__}: {' '.join(str(error).split())[:120]}"}
        comparisons: dict[tuple[Any, str], TunerComparison] = {}
        if self._both:
            for config, name in launches:
                self._launch(tuner, config, name, arguments, named)
            finish()
            for config, name in launches:
                launched = self._launch(tuner, config, name, arguments, named)
                if isinstance(launched, TunerComparison):
                    comparisons[config, name] = launched
                about[config, name] = program(launched, launch(tuner, config, named)["grid"])
            launches += [(config, AGAIN) for config, name in launches if name == PLAIN]
            launches += [(config, FIRST) for config in configs if about.get((config, OURS), {}).get("second")]
        runs = {(config, name): partial(self._launch, tuner, config, name, arguments, named) for config, name in launches}
        with ExitStack() as programs:
            for both in comparisons.values():
                programs.enter_context(both.only(both.ours))
            times = in_turns(runs, kernel, ROUNDS if self._both else FEW_ROUNDS)
        tritons = set()
        if not bound():
            tritons = {
                config
                for (config, name), both in comparisons.items()
                if keeps_tritons(both, *(times.get((config, each)) for each in SIDES))
            }
        with side(here):
            tuner.pre_hook({**tuner.nargs, **named}, reset_only=True)
        for config in configs:
            self.rows.append(
                {
                    "kernel": kernel,
                    "entry": entry(tuner, named),
                    "configuration": str(config),
                    "launch": launch(tuner, config, named) if self._both else None,
                    **{name: times.get((config, name)) for name in (*self.sides, AGAIN, FIRST)},
                    "kept": PLAIN if config in tritons else OURS,
                    "programs": {name: about.get((config, name), {}) for name in self.sides},
                }
            )
        best = {}
        for name in self.sides:
            left = [config for config in configs if times.get((config, name))]
            best[name] = min(left, key=lambda config: median(times[config, PLAIN if config in tritons else name]))
        return best

    def _launch(self, tuner: Any, config: Any, name: str, arguments: Any, named: Any) -> Any:
        """Launch one configuration as Triton's tuner does."""
        everything = {**tuner.nargs, **named, **config.all_kwargs()}
        for before in (config.pre_hook, tuner.pre_hook):
            if before:
                before(everything)
        with side({AGAIN: PLAIN, FIRST: OURS}.get(name, name)), first_versions() if name == FIRST else nullcontext():
            kernel = tuner.fn.run(*arguments, **{**named, **config.all_kwargs()})
        tuner.post_hook(everything, exception=None)
        return kernel


def keeps_tritons(both: Any, plain: Sequence[float] | None, ours: Sequence[float] | None) -> bool:
    """Let the plug-in choose between a configuration's two programs, given microseconds; return whether it takes Triton's."""
    return bool(plain and ours and both.decide((median(ours), median(plain))) is both.tritons)


@contextmanager
def first_versions() -> Iterator[None]:
    """While this lasts, no second version is launched."""
    from egraph_opt.triton.launches.version_dispatch import Versions

    may_launch = Versions.may_launch
    Versions.may_launch = lambda *_: False  # type: ignore[method-assign]
    try:
        yield
    finally:
        Versions.may_launch = may_launch  # type: ignore[method-assign]


def launch(tuner: Any, config: Any, named: Any) -> dict[str, Any]:
    """Return the known data of a launch: its grid, and its scalars by name."""
    from egraph_opt.triton.autotune.tuner_launch import launch_of

    found = launch_of(tuner, config, named)
    return {"grid": found.grid, "scalars": {name: value for name, value in found.bound.items() if isinstance(value, int | float)}}


def in_turns(launches: Mapping[Any, Callable[[], Any]], kernel: str, rounds: int) -> dict[Any, list[float]]:
    """Microseconds of each launch on the GPU, in rounds, each round in another order, with the second-level cache overwritten before.

    The profiler tells them, so what the processor does between two launches does not count.
    """
    import torch

    flush = torch.empty(1 << 28, dtype=torch.uint8, device="cuda")
    order: list[Any] = []
    names = list(launches)
    if not names:
        return {}

    def run() -> None:
        for i in range(rounds):
            at = i * 2 % len(names)
            for name in ([*names[at:], *names[:at]])[:: 1 if i % 2 else -1]:
                flush.zero_()
                launches[name]()
                order.append(name)

    for _ in range(3):  # a profiler may lose events
        order.clear()
        found = [us for name, us in events(run) if base_name(name) == kernel]
        if len(found) == len(order):
            break
    else:
        raise RuntimeError(f"{kernel}: {len(order)} launches, {len(found)} seen by the profiler")
    times: dict[Any, list[float]] = {name: [] for name in names}
    for name, us in zip(order, found, strict=True):
        times[name].append(us)
    return times


def events(run: Callable[[], None]) -> list[tuple[str, float]]:
    """Return the events on the GPU, in order: name and microseconds."""
    import torch
    from torch.profiler import ProfilerActivity, profile

    with profile(activities=[ProfilerActivity.CUDA]) as profiling:
        run()
        torch.cuda.synchronize()
    found = profiling.profiler.kineto_results.events()
    gpu = [e for e in found if e.device_type() == torch.autograd.DeviceType.CUDA]
    return [(e.name(), e.duration_ns() / 1e3) for e in sorted(gpu, key=lambda e: e.start_ns())]


def base_name(kernel: str) -> str:
    """Return a kernel's name without the suffix of its form with descriptors."""
    from egraph_opt.families.pointer.host_descriptors import DESCRIPTORS

    return kernel.removesuffix(DESCRIPTORS)


def program(kernel: Any, grid: Sequence[int]) -> dict[str, Any]:
    """Describe a launched kernel: whether it is a second version, a hash of its program, and its use of a multiprocessor."""
    from dataclasses import asdict
    from hashlib import sha256

    from egraph_opt.triton.background.tuner_comparison import TunerComparison
    from egraph_opt.triton.launches.depth_dispatch import DepthDispatch
    from egraph_opt.triton.launches.merged_launch import MergedLaunch
    from egraph_opt.triton.launches.size_classes import SizeClassKernel
    from egraph_opt.triton.launches.version_dispatch import Versions
    from egraph_opt.triton.launches.version_search import use

    kernel = kernel.ours if isinstance(kernel, TunerComparison) else kernel
    one, second = kernel, None
    if isinstance(kernel, Versions):  # whose arrays are apart here
        one, second = kernel.order_programs(prod(grid))[0], kernel.second
    forms = {"form": type(kernel).__name__} if isinstance(kernel, MergedLaunch | DepthDispatch | SizeClassKernel) else {}
    return {
        **forms,
        "second": second is not None and one is second,
        "code": sha256(one.kernel).hexdigest()[:16],
        **asdict(use(one)),
    }
