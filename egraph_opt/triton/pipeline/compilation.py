"""Compilation of one kernel with the optimiser, with a fallback to Triton's own result."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from dataclasses import asdict, fields, replace
from functools import partial
from hashlib import sha256
from typing import Any

from egraph_opt.errors import reason_of
from egraph_opt.machine.prediction import ResourceUse, processor_of, use_of
from egraph_opt.machine.warp_latency import PRODUCTS
from egraph_opt.text.difference.changes import changes
from egraph_opt.text.syntax.location import compact
from egraph_opt.triton.choice.cached_program_check import holds
from egraph_opt.triton.choice.gain_hints import has_conversions, loads_wait, may_spill
from egraph_opt.triton.choice.kernel_search import SearchResult
from egraph_opt.triton.compile.code_judge import Unfit, judge_code
from egraph_opt.triton.compile.compile_jobs import Threads, compiler_of, search
from egraph_opt.triton.compile.grid_alternative import CachedProgram, OriginalProgram
from egraph_opt.triton.compile.machine_code import Stage, StageResults, make
from egraph_opt.triton.compile.recipe import Recipe
from egraph_opt.triton.compile.ttgir_stage import kernel_name, parse, run_in_parts
from egraph_opt.triton.pipeline.stage_hook import Hook, confirms
from egraph_opt.triton.state.own_programs import remember
from egraph_opt.triton.state.report import Kernel, Prediction, constants_now
from egraph_opt.triton.state.search_progress import show_progress
from egraph_opt.triton.state.shared_memory_limits import check_shared_memory


class Compilation:
    """Compilation of one kernel from the stage `ttgir` on. Passes change modules in place, so the original text is stored for a
    fallback.
    """

    def __init__(
        self,
        backend: Any,
        stages: dict[str, Stage],
        recipe: Recipe,
        hook: Hook,
        alone: bool,
        record: Callable[[Kernel], None],
        own: str = "",
    ) -> None:
        """`alone`: another tool's hook changes the stages, so this process compiles everything. `own`: Triton's TTIR, if ours
        differs.
        """
        self._tell, self._memory, self._owns, self._known = record, hook.memory, hook.owns, hook.known
        self._backend, self._recipe, self._settings, self._alone = backend, recipe, recipe.settings, alone
        self._plain_ttgir, self._plain_llir = stages["ttgir"], stages["llir"]
        self._later = list(stages.items())[list(stages).index("ttgir") + 1 :]
        self._target = recipe.processor
        self._name, self._text, self._own = "", "", own
        self._context: Any = None
        self._found: list[SearchResult] = []
        self._compiler: Threads
        self._made: StageResults | None = None
        self._replaced: CachedProgram | None = None
        self._made_of: dict[str, Any] = {}
        self._seconds = 0.0
        self._change = ""

    def stages(self) -> dict[str, Stage]:
        """Return replacements of Triton's stages from `ttgir` on."""
        later = {name: partial(self._reuse_stage, name, stage) for name, stage in self._later if name != "llir"}
        return {"ttgir": self.ttgir, "llir": partial(self._reuse_stage, "llir", self.llir), **later}

    def use(self, module: Any, metadata: dict[str, Any]) -> ResourceUse:
        """Return the resource use of the machine code for a module that the stage `ttgir` produced.

        If some path of the control flow has matrix products, the cycles are counted on such a path.

        Raises:
            RuntimeError: the program needs more shared memory than its target has, or Triton does not compile it.
        """
        if self._made is None:
            self._take(make(self._later, parse(str(module), self._context), metadata), module)
        assert self._made is not None
        metadata, (*_, code) = self._made.metadata, self._made.results.values()
        check_shared_memory(metadata["shared"], self._target)
        return use_of(code, metadata["shared"], metadata["num_warps"], PRODUCTS)

    def ttgir(self, module: Any, metadata: Any) -> Any:
        self._text, self._context = str(module), module.context
        self._name = kernel_name(self._text)
        try:
            if confirms(self._settings, self._target):
                self._compiler = compiler_of(self._backend, self._later, self._recipe, self._text, self._alone)
                self._compiler.known = self._known
            known = self._known_of(self._text)
            if known is not None and known.noted is not None:
                metadata.update(known.noted)
                result = parse(known.text, self._context)
            else:
                result = run_in_parts(self._backend, self._plain_ttgir, module, metadata, self._replace_pass)
            if self._settings.place == "at-end":
                result = self._improve_module(None, result, metadata)
            if known is not None and known.noted is not None and self._made is None and not self._is_changed:
                self._take(replace(known.made, metadata=metadata | known.made.metadata), result)
        except Exception as error:
            return self._go_back(reason_of(error), metadata)
        if not self._found:
            self._record("failed", "the stage has no run of RemoveLayoutConversions that can be seen")
        elif not self._is_changed:
            reason = next((found.reason for found in self._found if found.reason), "")
            unfit, failed = (any(getattr(found, of) for found in self._found) for of in ("unfit", "failed"))
            self._record("unfit" if unfit else "failed" if failed else "kept", reason)
        return result

    def _known_of(self, source: str) -> OriginalProgram | None:
        """Return Triton's own program for a kernel, if it is compiled already and the optimiser runs at the end of the stage
        `ttgir`.
        """
        known, at_end = self._known, self._settings.place == "at-end"
        return known if known is not None and at_end and compact(known.source) == compact(source) else None

    def _take(self, made: StageResults, module: Any) -> None:
        self._made = made
        self._made_of = dict(zip(made.results, [module, *made.results.values()], strict=False))

    def llir(self, module: Any, metadata: Any) -> Any:
        """Run the stage `llir`. Falls back to Triton's program if ours does not compile or needs too much shared memory."""
        if not self._is_changed and not self._own:
            return self._plain_llir(module, metadata)
        try:
            result = self._plain_llir(module, metadata)
            check_shared_memory(metadata["shared"], self._target)
        except Exception as error:
            module = self._go_back(reason_of(error), metadata)
            return self._plain_llir(module, metadata)
        if self._is_changed:
            self._record("changed")
        return result

    @property
    def _is_changed(self) -> bool:
        return any(found.text is not None for found in self._found)

    def _replace_pass(self, run: Callable[[], None], module: Any, last: bool) -> Any:
        place = self._settings.place
        if place == "at-end" or (not last and place != "replace-all"):
            run()
            return module
        source = None if place == "after-last" else str(module)
        run()
        return self._improve_module(source, module)

    def _improve_module(self, source: str | None, module: Any, metadata: Any = None) -> Any:
        """Return the best module that is equal to the program `source` or, if it is None, to `module`, Triton's result."""
        started = time.perf_counter()
        try:
            plain = str(module)
            may_change = has_conversions(plain) or may_spill(plain) or (self._settings.loads_first and loads_wait(plain))
            with show_progress(self._name):
                if may_change and confirms(self._settings, self._target):
                    found = self._recall_choice(plain) or self._confirm_code(plain, metadata)
                else:
                    found = search(plain if source is None else source, plain, self._settings)
            if found.text is not None:
                module = parse(found.text, module.context)
                remember(str(module))
                self._change = changes(plain, found.text)
                if self._replaced is not None:
                    self._owns.know(str(module), self._replaced)
            if self._made is not None:
                self._take(self._made, module)
        except Unfit as error:
            found = SearchResult(None, reason=str(error), unfit=True)
        except Exception as error:
            found = SearchResult(None, True, reason_of(error))
        self._found.append(found)
        self._seconds += time.perf_counter() - started
        return module

    def _recall_choice(self, plain: str) -> SearchResult | None:
        """Return the cached search result for a program with the same text up to source locations, or None.

        A new program from the cache is used only if the locations are the same too, and if it is proved equal again.
        """
        match self._memory.recall(*self._circumstances(plain)):
            case [str(of), dict(said), bool(rivals)] if said.keys() == {field.name for field in fields(SearchResult)}:
                again: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in said.items()}
                found = SearchResult(**{**again, "prediction": again["prediction"] and Prediction(**again["prediction"])})
                if found.text is None or (of == digest(plain) and holds(plain, found.text, self._settings.options)):
                    self._replaced = CachedProgram(plain, None, rivals, found.saves)
                    return found
        return None

    def _circumstances(self, plain: str) -> tuple[object, ...]:
        """Return the cache key of a search result. It lacks the option `num_stages`, whose effect is already in the program."""
        from triton import __version__
        from triton._C.libtriton import get_cache_invalidating_env_vars

        options = sorted((name, str(value)) for name, value in self._recipe.options.items() if name != "num_stages")
        variables = sorted(get_cache_invalidating_env_vars().items())
        return digest(compact(plain)), __version__, self._backend.hash(), options, variables, self._alone

    def _confirm_code(self, plain: str, metadata: Any) -> SearchResult:
        processor = processor_of(self._target)
        assert processor is not None
        try:
            found, self._made, own, rivals = judge_code(plain, metadata, self._compiler, processor)
        except BrokenExecutor:  # a child may have been killed for its memory; a cause in the program kills the next one too
            found, self._made, own, rivals = judge_code(plain, metadata, self._compiler, processor)
        self._replaced = CachedProgram(plain, own, rivals, found.saves) if own is not None else None
        self._seconds -= self._made.seconds if self._made is not None else 0.0  # later stages reuse the compiled code
        if not (found.failed or found.unfit):
            self._memory.note([digest(plain), asdict(found), rivals], *self._circumstances(plain))
        return found

    def _reuse_stage(self, name: str, stage: Stage, module: Any, metadata: Any) -> Any:
        if self._made is None or module is not self._made_of[name]:
            return stage(module, metadata)
        metadata.update(self._made.metadata)
        if name == "llir" and self._is_changed:
            self._record("changed")
        return self._made.results[name]

    def _go_back(self, reason: str, metadata: Any) -> Any:
        self._found.clear()
        try:
            result = self._plain_ttgir(parse(self._own or self._text, self._context), metadata)
        except Exception as error:
            self._record("unfit", f"Triton does not compile its own program: {reason_of(error)}")
            raise
        self._record("failed", reason)
        return result

    def _record(self, outcome: Any, reason: str = "") -> None:
        first, last = (self._found[0], self._found[-1]) if self._found else (None, None)
        kernel = Kernel(
            self._name, self._target, outcome, reason.splitlines()[0] if reason else "",
            first.cost[0] if first else 0.0, last.cost[1] if last else 0.0,
            first.converts[0] if first else 0, last.converts[1] if last else 0, self._seconds,
            int(self._recipe.options.get("num_warps", 0)), int(self._recipe.options.get("num_stages", 0)), constants_now(),
            self._change if outcome == "changed" else "", last.prediction if last else None,
        )  # fmt: skip
        self._tell(kernel)


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
