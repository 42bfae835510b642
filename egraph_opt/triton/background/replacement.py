"""Replacement of Triton's kernels by optimised programs that child processes find in the background.

A kernel switches to the optimised program once, between two launches. `finish` waits for the switch. If a number `waits_at` is
set, the launch with that number waits too. Then only earlier launches depend on how long the search takes. Triton's cache gets
the same entries as in a search in the foreground.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any

from egraph_opt.process.fork_safety import OwnLock
from egraph_opt.triton.autotune.parallel_compile import build_launches
from egraph_opt.triton.background.background_job import KernelResult, Plain, improve, parse_result, result_key
from egraph_opt.triton.background.inductor import Inductor
from egraph_opt.triton.background.pending_kernel import PendingKernel
from egraph_opt.triton.background.precompile import TunerPatch
from egraph_opt.triton.background.runner_ups import RunnerUps
from egraph_opt.triton.background.stored_result import stored_result
from egraph_opt.triton.background.timing_scope import (
    TimingScope,
    first_timed_launch,
    timed_by_tuner,
    timed_by_user,
)
from egraph_opt.triton.background.tuner_comparison import TunerComparison, time_both
from egraph_opt.triton.choice.gain_hints import idle, may_have_forms, may_search
from egraph_opt.triton.compile.child_pools import aside, crew
from egraph_opt.triton.compile.recipe import Recipe, is_ours, told_all
from egraph_opt.triton.launches.version_dispatch import VersionHook
from egraph_opt.triton.pipeline.launch_hook import CompilationInputs, RequestedCompilation, StandIn, ahead, recording
from egraph_opt.triton.pipeline.stage_hook import confirms
from egraph_opt.triton.state.cache_keys import as_triton_alone
from egraph_opt.triton.state.disk_memo import DiskMemo
from egraph_opt.triton.state.report import Kernel, Log, constants_now, with_constants
from egraph_opt.triton.state.shared_memory_limits import fits, target_name


class Background:
    """Background search: runs the plug-in's searches in child processes while Triton's kernels are launched."""

    def __init__(self, hook: VersionHook, waits_at: int | None = None, compares: bool = True) -> None:
        """`waits_at`: number N such that the Nth launch of each kernel waits for the optimised program; None if no launch waits.
        `compares`: a tuner that times our program of a kernel times Triton's too, and the faster one is launched.
        """
        self._hook, self.waits_at, self._compares = hook, waits_at, compares
        self._lock = OwnLock()
        self._pending: list[PendingKernel] = []
        self._runner_ups = RunnerUps()
        self._patches = (TunerPatch(self), TimingScope(self._measure, self._runner_ups.note_time), Inductor(self))
        hook.log.under_way = self.finish

    def install(self) -> None:
        """Patch Triton's tuner and timing functions, and PyTorch's Inductor."""
        for patch in self._patches:
            patch.install()

    def remove(self) -> None:
        """Remove the patches. Running searches continue."""
        for patch in reversed(self._patches):
            patch.remove()

    def may(self, program: CompilationInputs) -> bool:
        """Return whether Triton's kernel may be launched before a background search ends.

        This requires that the user does not time the launch, and that child processes would optimise the kernel as this process
        does.
        """
        return not timed_by_user() and self._is_same_in_children(program.target) and aside.may_use()

    @staticmethod
    def expect_search() -> None:
        """Start the child processes, which import their modules while Triton compiles."""
        aside.usable()

    @property
    def log(self) -> Log:
        return self._hook.log

    @property
    def memory(self) -> DiskMemo:
        return self._hook.memory

    @property
    def why_idle(self) -> str:
        """Reason why no search runs for a kernel that `may_gain` rejects, as the report states it."""
        return idle(self._hook.settings.loads_first)

    @staticmethod
    def waits_now() -> bool:
        """Return whether launches must wait, since PyTorch demands deterministic algorithms.

        ptxas may fuse different multiply-adds in two programs, so a switch between launches could change results.
        """
        torch = sys.modules.get("torch")
        return bool(getattr(torch, "are_deterministic_algorithms_enabled", bool)())

    def _is_same_in_children(self, target: Any) -> bool:
        """Return whether child processes would optimise a target's kernels as this process does, and a kernel may switch programs
        at any launch.
        """
        return not self.waits_now() and self.children_know(target)

    def children_know(self, target: Any) -> bool:
        """Return whether child processes would optimise kernels for a target exactly as this process does."""
        from triton import knobs
        from triton.compiler.compiler import make_backend

        hook, settings = self._hook, self._hook.settings
        by_code = confirms(settings, target_name(target)) and not settings.before and not settings.options.own
        asked = knobs.compilation
        usual = not (asked.always_compile or asked.override or asked.dump_ir or asked.store_binary_only or asked.use_ir_loc)
        if hook.has_unknown_hook or not (by_code and usual and is_ours(settings.options.model)):
            return False
        return told_all(make_backend(target))

    def program_to_launch(self, make: Callable[[], Any], program: CompilationInputs) -> Any:
        """Return Triton's kernel, wrapped in the proxy `Later` if a search may improve it.

        Raises:
            Exception: Triton does not compile its own program.
        """
        target = target_name(program.target)
        try:
            with as_triton_alone():
                kernel = make()
        except Exception as error:
            reason = f"Triton does not compile its own program: {error}".splitlines()[0]
            self._hook.log.add(Kernel(program.name, target, "unfit", reason, constants=constants_now()))
            raise
        if kernel is None:
            return None
        if not fits(kernel.metadata.shared, target) and not timed_by_tuner():
            with as_triton_alone():
                kernel, program = self._hook.fit_shared_memory(kernel, program)
        if not fits(kernel.metadata.shared, target):
            reason = f"Triton's program needs {kernel.metadata.shared:,} bytes of shared memory"
            self._hook.log.add(Kernel(kernel.name, target, "unfit", reason, constants=constants_now()))
            return kernel
        kept = self._keep_plain(kernel, program)
        return self._hook.at_once(make, program) if isinstance(kept, Later) and not aside.usable() else kept

    def many(self) -> bool:
        """Return whether there are enough processors to compile many kernels at once in child processes.

        The result there must be the same as in this process.
        """
        from triton.runtime.driver import driver

        return self._is_same_in_children(driver.active.get_current_target()) and crew.usable()

    def build(self, tuner: Any, configs: Sequence[Any], named: dict[str, Any]) -> None:
        """Compile the configurations of a tuner in parallel without the plug-in, and store the kernels in Triton's tables for launches.

        Raises: the errors of `autotune.parallel_compile.build_launches`.
        """
        asked: dict[int, RequestedCompilation] = {}
        kept: list[tuple[CompilationInputs, Any]] = []

        def store_result(promised: Any, kernel: Any) -> None:
            if id(promised) in asked:  # otherwise it was compiled before
                program, constants = asked[id(promised)]
                with with_constants(constants):
                    kept.append((program, self._keep_plain(kernel, program)))

        token = ahead.set(asked)
        try:
            build_launches(tuner, configs, named, store_result)
        finally:
            ahead.reset(token)
        for program, each in kept:
            program.launches[program.key] = each

    def _keep_plain(self, kernel: Any, program: CompilationInputs) -> Any:
        hook = self._hook
        place = result_key(kernel.hash, program.units)
        known = hook.memory.recall(*place)
        if known == []:
            return kernel
        result = parse_result(known)
        if result is not None and (found := self.take_result(kernel, result, program, timed_by_tuner())) is not None:
            return found
        target = target_name(program.target)
        if program.units or self.may_gain(kernel.asm) or may_have_forms(self._hook.settings, kernel.asm, target):
            return Later(kernel, program, self)
        hook.memory.note([], *place)
        warps, stages = (int(program.options.get(name, 0)) for name in ("num_warps", "num_stages"))
        constants, why = constants_now(), self.why_idle
        hook.log.add(Kernel(kernel.name, target, "kept", why, num_warps=warps, num_stages=stages, constants=constants))
        return kernel

    def take_result(self, kernel: Any, result: KernelResult, program: CompilationInputs, is_tuned: bool) -> Any:
        """Return a kernel's optimised program from Triton's cache; None if the cache has none.

        If a tuner times the kernel (`is_tuned`), or has timed both programs before, this is a proxy that launches the faster one.
        """
        found = stored_result(self._hook, kernel, result, program)
        if found is None or found is kernel or not self._compares:
            return found
        both = TunerComparison(found, kernel, self._hook.memory, self._hook.log)
        return both if is_tuned or both.is_decided else found

    def _measure(self, tuner: Any, measure: Callable[[], Any]) -> Any:
        return measure() if self.waits_now() else time_both(tuner, measure)

    def start_tuning(self, tuner: Any) -> None:
        self._runner_ups.forget(tuner)

    def search_runner_ups(self, winner: Later, search: Future[KernelResult]) -> None:
        """Search for the kernels that a tuner measured to be nearly as fast as `winner`, when the winner's search is done."""
        self._runner_ups.search_after(winner, search)

    def request_search(self, kernel: Any, program: CompilationInputs, has_free_stages: bool) -> Future[KernelResult]:
        """Submit the search for a kernel to a child process. `has_free_stages`: no tuner chose the number of pipeline
        stages.
        """
        return self.submit(self.plain(kernel, has_free_stages, program.units), program.target, program.options, dict(os.environ))

    def plain(self, kernel: Any, has_free_stages: bool, units: tuple[int, ...] = ()) -> Plain:
        """Return Triton's own compilation of a kernel whose launches can run other forms."""
        stages = dict(kernel.asm)
        noted = self._hook.noted.notes_of_program(stages["ttgir"])
        return Plain(kernel.hash, stages, kernel.metadata._asdict(), noted, True, has_free_stages, units)

    def submit(self, plain: Plain, target: Any, options: dict[str, Any], environment: dict[str, str]) -> Future[KernelResult]:
        """Submit the plug-in's work for a kernel to a child process. `plain` is Triton's own compilation.

        Raises:
            BrokenExecutor: there are no child processes.
        """
        return aside.submit(improve, self.recipe(target, options, environment), plain)

    def recipe(self, target: Any, options: dict[str, Any], environment: dict[str, str]) -> Recipe:
        """Return the inputs of the plug-in's work for a kernel besides Triton's own compilation."""
        from triton.backends.compiler import Language

        return Recipe(self._hook.settings, self._hook.kind, target, options, Language.TRITON, environment, VersionHook)

    def await_answer(self, pending: PendingKernel) -> None:
        with self._lock():
            self._pending.append(pending)

    def record(self, pending: PendingKernel, records: Sequence[Kernel], failed_trials: int = 0) -> None:
        """Record the outcome of a kernel's search. Afterwards, `finish` does not wait for this kernel."""
        self._hook.log.failed_trials(failed_trials)
        with self._lock():
            self._pending = [each for each in self._pending if each is not pending]
        for record in records:
            self._hook.log.add(record)

    def finish(self) -> None:
        """Wait for all running searches."""
        with self._lock():
            pending = list(self._pending)
        for each in pending:
            each.settle()

    def may_gain(self, stages: Mapping[str, Any]) -> bool:
        """Return whether a search for layouts, or a second version, may improve a kernel, by a text search without parsing."""
        return may_search(self._hook.settings, stages)


class Later(StandIn, PendingKernel):
    """Proxy of a kernel that Triton compiled, and later of the optimised program.

    The first launch outside a tuner's timing requests the search. For configurations that the tuner rejects, only those that are
    nearly as fast as its choice are searched (`runner_ups`); a later tuning times their optimised programs.
    """

    def __init__(self, kernel: Any, program: CompilationInputs, background: Background) -> None:
        StandIn.__init__(self, kernel)
        PendingKernel.__init__(self, background, kernel.name, program.target, constants_now())
        self._program, self._background = program, background
        self._has_tuner = False

    def choose_kernel(self, arguments: Sequence[Any], where: tuple[Any, ...]) -> Any:
        if not self._settled:
            timed = timed_by_tuner()
            self._has_tuner |= timed
            if not timed:
                self.count_launch()
            elif first_timed_launch(self) and self.is_ready() and not recording():
                self.settle()
        kernel = self._kernel
        return kernel.choose_kernel(arguments, where) if isinstance(kernel, StandIn) else kernel

    def ask(self) -> Future[KernelResult]:
        search = self._background.request_search(self._kernel, self._program, not self._has_tuner)
        self._background.search_runner_ups(self, search)
        return search

    def search_before_launch(self) -> None:
        """Request the search without a launch; `finish` does not wait for it."""
        with self._lock:
            if self._promised is None and not self._settled:
                self._promised = self._background.request_search(self._kernel, self._program, not self._has_tuner)

    def take(self, result: KernelResult) -> None:
        self._kernel = self._background.take_result(self._kernel, result, self._program, self._has_tuner) or self._kernel

    def retire(self) -> None:
        if self._program.launches.get(self._program.key) is self:
            self._program.launches[self._program.key] = self._kernel
