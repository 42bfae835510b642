"""Launches that do not wait for the plug-in: a kernel's first launch takes Triton's own program, all later ones what became of it.

The second launch waits, should that not be there yet. So which program a launch takes depends on how often the kernel was launched in its
process, and on what Triton's cache holds, but never on time or load. What the cache holds is the same as without the background.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Future
from contextlib import nullcontext
from dataclasses import replace
from threading import Lock
from typing import Any

from egraph_opt.process.fork import OwnLock
from egraph_opt.triton.autotune.build import built
from egraph_opt.triton.background.ahead import Ahead
from egraph_opt.triton.background.job import NOTED, Improved, Plain, improve
from egraph_opt.triton.background.measured import Measured, measuring
from egraph_opt.triton.choice.improve import has_conversions, idle, loads_wait
from egraph_opt.triton.choice.second import may_have_second
from egraph_opt.triton.compile.children import Pool, crew, pool
from egraph_opt.triton.compile.compiler import is_ours, told_all
from egraph_opt.triton.compile.work import Recipe
from egraph_opt.triton.launches.versions import Address, Versioned, kept
from egraph_opt.triton.pipeline.hook import confirms
from egraph_opt.triton.pipeline.launch import Asked, Program, StandIn, ahead, recording
from egraph_opt.triton.state.cache import as_triton_alone
from egraph_opt.triton.state.limits import fits, target_name
from egraph_opt.triton.state.progress import told
from egraph_opt.triton.state.report import Kernel, constants_now, with_constants


class Background:
    """Has children do what a hook does, for kernels that are launched."""

    def __init__(self, hook: Versioned) -> None:
        self._hook = hook
        self._lock = OwnLock()
        self._pending: list[Later] = []
        self._patches = (Ahead(self), Measured())
        hook.log.under_way = self.finish

    def install(self) -> None:
        """Take notice of where launches are timed."""
        for patch in self._patches:
            patch.install()

    def remove(self) -> None:
        """Take none any more; what is under way goes on."""
        for patch in reversed(self._patches):
            patch.remove()

    def may(self, program: Program) -> bool:
        """Return whether a kernel may be launched as Triton makes it: not where that is being timed, nor where children would not do the
        same as this process."""
        return not measuring() and self._same(program.target) and pool.usable(few=True)

    def _same(self, target: Any) -> bool:
        """Return whether children would do the same as this process for a target, and what is launched first does not matter."""
        from triton import knobs
        from triton.compiler.compiler import make_backend

        hook, settings = self._hook, self._hook.settings
        by_code = confirms(settings, target_name(target)) and not settings.before and not settings.options.own
        asked = knobs.compilation
        usual = not (asked.always_compile or asked.override or asked.dump_ir or asked.store_binary_only or asked.use_ir_loc)
        if deterministic() or hook.alone or not (by_code and usual and is_ours(settings.options.model)):
            return False
        return told_all(make_backend(target))

    def launched(self, make: Callable[[], Any], program: Program) -> Any:
        """Return what a kernel's launches take."""
        try:
            with as_triton_alone():
                kernel = make()
            if kernel is None:
                return None
            if fits(kernel.metadata.shared, target_name(program.target)):
                return self._kept(kernel, program)
        except Exception:  # Triton's, which it raises again, or no child can be asked
            pass
        return self._hook.at_once(make, program)

    def many(self) -> bool:
        """Return whether there are enough processors to compile many kernels at once, each as it will be launched."""
        from triton.runtime.driver import driver

        return self._same(driver.active.get_current_target()) and crew.usable()

    def build(self, tuner: Any, configs: Sequence[Any], named: dict[str, Any]) -> None:
        """Have launches find the kernel that each configuration of a tuner takes in the end.

        Raises: the errors of `autotune.build.built`.
        """
        asked: dict[int, Asked] = {}
        kept: list[tuple[Program, Any]] = []

        def then(promised: Any, kernel: Any) -> None:
            if id(promised) in asked:  # otherwise it was compiled before
                program, constants = asked[id(promised)]
                with with_constants(constants):
                    kept.append((program, self._kept(kernel, program, crew)))

        token = ahead.set(asked)
        try:
            built(tuner, configs, named, then)
        finally:
            ahead.reset(token)
        for program, each in kept:
            program.launches[program.key] = each.settled() if isinstance(each, Later) else each

    def _kept(self, kernel: Any, program: Program, among: Pool = pool) -> Any:
        """Return what the launches take of a kernel that Triton compiled alone; one `among` children works for it."""
        hook = self._hook
        match hook.memory.recall(NOTED, kernel.hash):
            case []:
                return kernel
            case [str(hash), str(name)]:
                if (found := self.taken(kernel, (hash, name), program)) is not None:
                    return found
        if self._gains(kernel):
            later = Later(kernel, program, self, among)
            with self._lock():
                self._pending.append(later)
            return later
        hook.memory.note([], NOTED, kernel.hash)
        warps, stages = (int(program.options.get(name, 0)) for name in ("num_warps", "num_stages"))
        target, constants, why = target_name(program.target), constants_now(), idle(hook.settings.loads_first)
        hook.log.add(Kernel(kernel.name, target, "kept", why, num_warps=warps, num_stages=stages, constants=constants))
        return kernel

    def taken(self, kernel: Any, at: Address, program: Program) -> Any:
        """Return what became of a kernel, from Triton's cache; None where that does not have it."""
        first = kept(kernel, at)
        if first is None:
            return None
        found = self._hook.wrapped(first, program)
        return kernel if found is first and first.kernel == kernel.kernel else found

    def asked(self, kernel: Any, program: Program, among: Pool) -> Future[Improved]:
        """Have one `among` children see what can become of a kernel."""
        from triton.backends.compiler import Language

        hook = self._hook
        recipe = Recipe(hook.settings, hook.kind, program.target, program.options, Language.TRITON, dict(os.environ), Versioned)
        stages = dict(kernel.asm)
        plain = Plain(kernel.hash, stages, kernel.metadata._asdict(), hook.noted.of(stages["ttgir"]))
        return among.submit(improve, recipe, plain)

    def told(self, later: Later, records: Sequence[Kernel]) -> None:
        """Note what happened to a kernel."""
        with self._lock():
            self._pending = [each for each in self._pending if each is not later]
        for record in records:
            self._hook.log.add(record)

    def finish(self) -> None:
        """Wait for all that is under way."""
        with self._lock():
            pending = list(self._pending)
        for later in pending:
            later.settle()

    def _gains(self, kernel: Any) -> bool:
        """Return whether the plug-in may find anything, as far as can be told without reading a program."""
        settings, text = self._hook.settings, kernel.asm["ttgir"]
        changes = has_conversions(text) or (settings.loads_first and loads_wait(text))
        return changes or (settings.versions and may_have_second(kernel))


class Later(StandIn):
    """Stands in for a kernel that Triton compiled alone, and from its second launch on for what became of it."""

    def __init__(self, kernel: Any, program: Program, background: Background, among: Pool) -> None:
        super().__init__(kernel)
        self._among = among
        self._program, self._background, self._constants = program, background, constants_now()
        self._launched, self._lock, self._process = False, Lock(), os.getpid()
        self._promised: Future[Improved] | None = self._asked()

    def chosen(self, arguments: Sequence[Any], where: tuple[Any, ...]) -> Any:
        if self._promised is not None and self._launched and not recording():  # while a graph is recorded nothing may be loaded
            self.settle()
        self._launched = True
        kernel = self._kernel
        return kernel.chosen(arguments, where) if isinstance(kernel, StandIn) else kernel

    def settled(self) -> Any:
        """Return what all later launches take, after `settle`."""
        self.settle()
        return self._kernel

    def settle(self) -> None:
        """Wait until it is known what becomes of the kernel; later launches take that."""
        if self._process != os.getpid():  # nobody answers in a fork
            self._promised = None
            return
        with self._lock:
            if self._promised is None:
                return
            kernel, program = self._kernel, self._program
            records: tuple[Kernel, ...] = ()
            try:
                with nullcontext() if self._promised.done() else told(kernel.name):
                    improved = self._answer(self._promised)
                records = tuple(replace(record, constants=self._constants) for record in improved.records)
                self._kernel = self._background.taken(kernel, improved.at, program) or kernel
            except Exception as error:
                reason = f"{type(error).__name__}: {error}"
                records = (
                    *records,
                    Kernel(kernel.name, target_name(program.target), "failed", reason, constants=self._constants),
                )
            self._promised = None
            self._background.told(self, records)
            if program.launches.get(program.key) is self:
                program.launches[program.key] = self._kernel

    def _asked(self) -> Future[Improved]:
        return self._background.asked(self._kernel, self._program, self._among)

    def _answer(self, promised: Future[Improved]) -> Improved:
        try:
            return promised.result()
        except BrokenExecutor:  # a child may have been killed for its memory: what it died of itself, the next one dies of too
            return self._asked().result()


def deterministic() -> bool:
    """Return whether the user wants PyTorch to do the same in each run: a kernel's first launch would round otherwise with an empty cache
    than with a full one, where multiplications and additions are fused otherwise."""
    torch = sys.modules.get("torch")
    return bool(getattr(torch, "are_deterministic_algorithms_enabled", bool)())
