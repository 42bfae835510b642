"""Which configuration each side takes of a kernel that is tuned: all are timed on both sides, in turns, and each side takes its fastest."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from benchmarks.gpu.layers.sides import OURS, PLAIN, SIDES, side

CONFIGURATIONS = 3
"""At most so many configurations a kernel, evenly spread over its list: the same for both sides."""
ROUNDS = 9
AGAIN = "again"
"""The plain side once more under another name: what a difference between timings means."""


@contextmanager
def few() -> Iterator[None]:
    """While this lasts, kernels have at most `CONFIGURATIONS` configurations."""
    from triton.runtime.autotuner import Autotuner

    prune = Autotuner.prune_configs

    def pruned(tuner: Any, named: Any) -> Any:
        found = prune(tuner, named)
        last = len(found) - 1
        return found if last < CONFIGURATIONS else [found[i * last // (CONFIGURATIONS - 1)] for i in range(CONFIGURATIONS)]

    Autotuner.prune_configs = pruned
    try:
        yield
    finally:
        Autotuner.prune_configs = prune


class Choices:
    """What was timed, and what each side then takes. `side` is the one that launches now."""

    def __init__(self) -> None:
        self.side = PLAIN
        self.rows: list[dict[str, Any]] = []
        self.same = False
        """Whether both sides take what the plain one chose."""
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
                    self._taken[id(tuner), key] = self._time(tuner, arguments, named, key)
                tuner.cache = {key: self._taken[id(tuner), key][PLAIN if self.same else self.side]}
            return run(tuner, *arguments, **named)

        Autotuner.run = chosen

    def _time(self, tuner: Any, arguments: Any, named: Any, key: Any) -> dict[str, Any]:
        """Time all configurations on both sides; returns the fastest one of each."""
        began, here = time.perf_counter(), self.side
        kernel = tuner.base_fn.__name__
        launches = []
        configs = tuner.prune_configs(named)
        about: dict[tuple[Any, str], dict[str, Any]] = {}
        for config in configs:
            for name in SIDES:
                try:
                    about[config, name] = program(self._launch(tuner, config, name, arguments, named))
                    launches.append((config, name))
                except Exception as error:  # a configuration that does not fit is no choice
                    about[config, name] = {"error": f"{type(error).__name__}: {' '.join(str(error).split())[:120]}"}
        launches += [(config, AGAIN) for config, name in launches if name == PLAIN]
        times = in_turns(
            {
                (config, name): lambda c=config, n=name: self._launch(tuner, c, PLAIN if n == AGAIN else n, arguments, named)
                for config, name in launches
            },
            kernel,
        )
        with side(here):
            tuner.pre_hook({**tuner.nargs, **named}, reset_only=True)
        for config in configs:
            self.rows.append(
                {
                    "kernel": kernel,
                    "key": str(key),
                    "configuration": str(config),
                    **{name: times.get((config, name)) for name in (*SIDES, AGAIN)},
                    "programs": {name: about[config, name] for name in SIDES},
                    "seconds": time.perf_counter() - began,
                }
            )
        best = {}
        for name in SIDES:
            left = [config for config in configs if times.get((config, name))]
            best[name] = min(left, key=lambda config: median(times[config, name]))
        return best

    def _launch(self, tuner: Any, config: Any, name: str, arguments: Any, named: Any) -> Any:
        """Launch one configuration as Triton's tuner does."""
        everything = {**tuner.nargs, **named, **config.all_kwargs()}
        for before in (config.pre_hook, tuner.pre_hook):
            if before:
                before(everything)
        with side(name):
            kernel = tuner.fn.run(*arguments, **{**named, **config.all_kwargs()})
        tuner.post_hook(everything, exception=None)
        return kernel


def in_turns(launches: dict[Any, Callable[[], Any]], kernel: str) -> dict[Any, list[float]]:
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
        for i in range(ROUNDS):
            at = i * 2 % len(names)
            for name in ([*names[at:], *names[:at]])[:: 1 if i % 2 else -1]:
                flush.zero_()
                launches[name]()
                order.append(name)

    for _ in range(3):  # a profiler may lose events
        order.clear()
        found = [us for name, us in events(run) if name == kernel]
        if len(found) == len(order):
            break
    else:
        raise RuntimeError(f"{kernel}: {len(order)} launches, {len(found)} seen by the profiler")
    times: dict[Any, list[float]] = {name: [] for name in names}
    for name, us in zip(order, found, strict=True):
        times[name].append(us)
    return times


def events(run: Callable[[], None]) -> list[tuple[str, float]]:
    """What ran on the GPU, in order: name and microseconds."""
    import torch
    from torch.profiler import ProfilerActivity, profile

    with profile(activities=[ProfilerActivity.CUDA]) as profiling:
        run()
        torch.cuda.synchronize()
    found = profiling.profiler.kineto_results.events()
    gpu = [e for e in found if e.device_type() == torch.autograd.DeviceType.CUDA]
    return [(e.name(), e.duration_ns() / 1e3) for e in sorted(gpu, key=lambda e: e.start_ns())]


def program(kernel: Any) -> dict[str, Any]:
    """What a launched kernel is: whether it has a second version, and what tells programs apart."""
    from hashlib import sha256

    second = getattr(kernel, "_second", None)
    one = second if second is not None else kernel
    return {
        "second": second is not None,
        "registers": one.n_regs,
        "spills": one.n_spills,
        "shared": one.metadata.shared,
        "code": sha256(one.kernel).hexdigest()[:16],
    }


def median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


__all__ = ["AGAIN", "CONFIGURATIONS", "OURS", "Choices", "events", "few", "median"]
