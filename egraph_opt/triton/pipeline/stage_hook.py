"""Hook of Triton's compilation stages, which starts the optimiser (`compilation`) for kernels that are not in Triton's cache."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import partial
from typing import Any

from egraph_opt.errors import reason_of
from egraph_opt.machine.prediction import processor_of
from egraph_opt.triton.compile.grid_alternative import OriginalProgram, ReplacedPrograms, StageMetadata
from egraph_opt.triton.compile.machine_code import Stage
from egraph_opt.triton.compile.recipe import Recipe
from egraph_opt.triton.compile.sched4reg import by_module
from egraph_opt.triton.state.cache_keys import MARK, BackendKeyPatch, is_without_search, key
from egraph_opt.triton.state.disk_memo import DiskMemo
from egraph_opt.triton.state.report import Kernel, Log
from egraph_opt.triton.state.search_parts import part
from egraph_opt.triton.state.settings import Settings
from egraph_opt.triton.state.trial_compilation import QuietTrials


class Hook:
    """Implementation of Triton's `add_stages_inspection_hook`, which first calls the previously installed hook."""

    def __init__(self, settings: Settings, kind: str = "") -> None:
        self.settings = settings
        self.log = Log()
        self.kind = kind
        self.key = key(settings) + kind
        self.memory = DiskMemo(self.key)
        self.owns = ReplacedPrograms()
        self.known: OriginalProgram | None = None
        """Triton's own program of the next kernel, if it is already compiled."""
        self.noted = StageMetadata()
        self._own_keys = (f"-egraph_opt-{self.key}", self.key)
        self._marked, self._quiet = BackendKeyPatch(self.key), QuietTrials()
        self._before: Any = None
        self._active = False

    def install(self) -> None:
        from triton import knobs

        settle()
        self._before = knobs.runtime.add_stages_inspection_hook
        self._marked.install()
        self._quiet.install()
        self._active = True
        knobs.runtime.add_stages_inspection_hook = self

    def remove(self) -> None:
        """Restore the previous hook. If another hook wraps this one, it stays and only forwards calls."""
        from triton import knobs

        settle()
        self._active = False
        if knobs.runtime.add_stages_inspection_hook is self:
            knobs.runtime.add_stages_inspection_hook = self._before
        self._marked.remove()
        self._quiet.remove()

    def expect_search(self) -> None:
        """Prepare for the search for a kernel that Triton is about to compile without the plug-in."""

    @property
    def has_unknown_hook(self) -> bool:
        """Return whether another tool's hook, which child processes lack, changes the stages."""
        return self._before is not None

    def __call__(
        self,
        backend: Any = None,
        stages: dict[str, Stage] | None = None,
        options: Any = None,
        language: Any = None,
        capability: Any = None,
    ) -> tuple[str, str] | None:
        """Add the optimiser to the stages. Without arguments, return the two cache keys for which Triton 3.7 and later ask."""
        if stages is None:
            own = self._own_keys if self._active and not is_without_search() else ("", "")
            if self._before is None:
                return own
            key, launch_key = self._before()
            return own[0] + key, own[1] + launch_key
        if self._before is not None:
            self._before(backend, stages, options, language, capability)
        if self._active:
            stages |= by_module(backend, stages, options)
        if self._active and is_without_search() and "ttgir" in stages:
            self.expect_search()
            stages["ttgir"] = self.noted.noting(stages["ttgir"])
        # Gluon programs, which have no stage `ttir`, choose their layouts explicitly.
        if self._active and getattr(backend, MARK, None) == self.key and {"ttir", "ttgir", "llir"} <= stages.keys():
            recipe = Recipe(self.settings, self.kind, backend.target, vars(options), language, dict(os.environ), Hook)
            try:
                compilation = part("Compilation")
            except ImportError as error:  # a damaged installation
                self.log.add(Kernel("a kernel", recipe.processor, "failed", reason_of(error)))
                return None
            begin = partial(compilation, backend, dict(stages), recipe, self, self.has_unknown_hook)
            if self.settings.before:
                processor = processor_of(recipe.processor) if confirms(self.settings, recipe.processor) else None
                stages |= part("TwoProgramStages")(
                    begin, stages["ttir"], self.settings, self.log.add, processor, part("acceptor")
                ).stages()
            else:
                stages |= begin(self.log.add).stages()
        return None


def confirms(settings: Settings, target: str) -> bool:
    """Return whether machine code is compared to select between Triton's program and ours."""
    by_model = settings.place == "at-end" and settings.options.model.unit == "cycles"
    return settings.confirm and by_model and processor_of(target) is not None


def settle() -> None:
    """Wait for running asynchronous compilations, whose cache keys depend on whether the optimiser is active."""
    from concurrent.futures import wait

    with suppress(ImportError):
        from triton.runtime._async_compile import active_mode

        mode = active_mode.get()
        if mode is not None:
            wait(mode.raw_futures)
