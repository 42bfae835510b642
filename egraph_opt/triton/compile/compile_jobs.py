"""Search and compilation jobs of one kernel, in threads or, with enough processors, in child processes."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace
from typing import Any, TypeVar

from egraph_opt.process.fork_safety import run_fork_safe
from egraph_opt.text.syntax.location import compact
from egraph_opt.triton.choice.gain_hints import loads_wait, may_have_earlier_loads, may_have_single_loops
from egraph_opt.triton.choice.kernel_search import SearchResult, improve, moves_accesses, search_load_order
from egraph_opt.triton.choice.noalias_version import know
from egraph_opt.triton.choice.parser_process import Acceptor
from egraph_opt.triton.compile import child_tasks, noalias_tasks
from egraph_opt.triton.compile.child_pools import pool
from egraph_opt.triton.compile.grid_alternative import OriginalProgram
from egraph_opt.triton.compile.machine_code import Stage, StageResults, make
from egraph_opt.triton.compile.recipe import Recipe, is_ours, told_all
from egraph_opt.triton.compile.sched4reg import has_schedules
from egraph_opt.triton.compile.ttgir_stage import context_for, parse
from egraph_opt.triton.state.settings import Settings
from egraph_opt.triton.state.shared_memory_limits import check_shared_memory
from egraph_opt.triton.state.trial_compilation import failures, trial

T = TypeVar("T")

acceptor = Acceptor()

SECONDS = 120.0
"""Time limit in seconds after which a search in a child process counts as hung."""


def given_up(reason: str, *_: object) -> SearchResult:
    """Return an unsuccessful result for a search whose process died or hung."""
    return SearchResult(None, True, reason)


@run_fork_safe(given_up, SECONDS)
def search(source: str, plain: str, settings: Settings, compiled: bool = False) -> SearchResult:
    """Call `kernel_search.improve`; the parser process that this process owns checks the new program."""
    return improve(source, plain, settings, acceptor, compiled)


@run_fork_safe(given_up, SECONDS)
def search_order(plain: str, kept: SearchResult) -> SearchResult:
    """Call `kernel_search.search_load_order`; the parser process that this process owns checks the new program."""
    return search_load_order(plain, acceptor, kept)


class Alternating:
    """Context that sets Python's thread switch interval to 0.1 ms; contexts may overlap.

    A compilation makes many short compiler calls and reacquires the GIL after each. A search would keep the GIL for the default 5 ms.
    """

    SECONDS = 1e-4

    def __init__(self) -> None:
        self._lock, self._lasting, self._before = threading.Lock(), 0, 0.0

    def __enter__(self) -> None:
        with self._lock:
            if not self._lasting:
                self._before = sys.getswitchinterval()
                sys.setswitchinterval(self.SECONDS)
            self._lasting += 1

    def __exit__(self, *exception: object) -> None:
        with self._lock:
            self._lasting -= 1
            if not self._lasting:
                sys.setswitchinterval(self._before)


alternating = Alternating()


class Threads:
    """Compiler of a kernel's programs in threads, while the search runs. A `with` statement starts and ends the threads."""

    WORKERS = 3
    eager = False
    """True if no-alias versions are compiled before a program is chosen."""

    def __init__(self, recipe: Recipe, backend: Any, stages: Sequence[tuple[str, Stage]]) -> None:
        self._recipe, self._backend, self._stages = recipe, backend, stages
        self._foreseen: dict[str, Future[noalias_tasks.Seen | None]] = {}
        self.known: OriginalProgram | None = None

    @property
    def target(self) -> str:
        return self._recipe.processor

    @property
    def local_waits(self) -> bool:
        """True if waits for all warp groups may be changed to waits that are local to one warp group."""
        return self._recipe.settings.local_waits

    @property
    def schedules(self) -> bool:
        """True if scheduling for fewer registers (Triton's option `sched4reg`) can be enabled for a single program."""
        return has_schedules(self._recipe.options)

    def __enter__(self) -> None:
        self._threads = ThreadPoolExecutor(self.WORKERS)
        alternating.__enter__()

    def __exit__(self, *exception: object) -> None:
        try:
            self._threads.shutdown()
        finally:
            alternating.__exit__()

    def make_plain(self, text: str, metadata: dict[str, Any]) -> Future[StageResults]:
        """Compile Triton's own program, and return its future."""
        if self.known is not None and compact(self.known.text) == compact(text):
            done: Future[StageResults] = Future()
            done.set_result(replace(self.known.made, metadata=metadata | self.known.made.metadata))
            return done
        return self._threads.submit(self._make, text, metadata)

    def search(self, text: str, keep_accesses: bool = False) -> SearchResult:
        """Search for a better program than a TTGIR text, in which large loads and stores may have to keep their layouts."""
        return search(text, text, self._recipe.settings.search_settings(keep_accesses), True)

    def search_again(self, text: str, found: SearchResult) -> Iterator[SearchResult]:
        """Yield other search results than `found`, which machine code refuses: one in which large loads and stores keep their layouts,
        and one in which only loads are issued earlier.
        """
        if found.text is not None and moves_accesses(text, found.text):
            yield self.search(text, keep_accesses=True)
        if self._recipe.settings.options.loads_first and loads_wait(text):
            yield search_order(text, SearchResult(None, cost=(found.cost[0],) * 2, converts=(found.converts[0],) * 2))

    def make(self, text: str, metadata: dict[str, Any]) -> Future[StageResults]:
        """Compile a search result, and return its future, which fails if the program needs more shared memory than the target has."""
        return self._threads.submit(self._make_checked, text, metadata)

    def has_noalias(self, text: str) -> bool:
        """Return whether a program may have a no-alias version (valid if arrays do not overlap), by a text search."""
        return self._recipe.settings.versions and may_have_earlier_loads(text)

    def foresee(self, text: str) -> None:
        """Start compiling a program's no-alias version into Triton's cache, although the program may not be chosen."""
        if text not in self._foreseen and self.has_noalias(text):
            self._foreseen[text] = self._keep(text)

    def wait_for(self, texts: Collection[str]) -> None:
        """Wait until the no-alias versions of programs are compiled."""
        awaited = [future for about, future in self._foreseen.items() if about in ("", *texts)]
        wait(awaited)
        for future in awaited:
            if future.exception() is None and (seen := future.result()) is not None:
                know(*seen)

    def _keep(self, text: str) -> Future[noalias_tasks.Seen | None]:
        return self._threads.submit(noalias_tasks.keep, self._recipe, self._backend, text, acceptor)

    def _make(self, text: str, metadata: dict[str, Any]) -> StageResults:
        return make(self._stages, parse(text, context_for(self._backend)), metadata)

    def _make_checked(self, text: str, metadata: dict[str, Any]) -> StageResults:
        with trial():
            made = self._make(text, metadata)
            check_shared_memory(made.metadata["shared"], self._recipe.processor)
        return made


class Children(Threads):
    """Compiler of a kernel's programs in child processes. It also compiles no-alias versions, which are valid if arrays do not
    overlap.
    """

    eager = True

    def __init__(self, source: str, *arguments: Any) -> None:
        super().__init__(*arguments)
        if self._recipe.settings.versions and may_have_single_loops(source):
            self._foreseen[""] = self._submit(noalias_tasks.foresee_single, source)

    def make_plain(self, text: str, metadata: dict[str, Any]) -> Future[StageResults]:
        """Compile Triton's own program in a thread, start compiling its no-alias version, and return the program's future."""
        self.foresee(text)
        return super().make_plain(text, metadata)

    def make(self, text: str, metadata: dict[str, Any]) -> Future[StageResults]:
        making = self._submit(child_tasks.make_text, text, metadata)
        making.add_done_callback(lambda done: failures.add() if done.exception() is not None else None)
        return making

    def _keep(self, text: str) -> Future[noalias_tasks.Seen | None]:
        return self._submit(noalias_tasks.foresee, text)

    def _submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        return pool.submit(function, self._recipe, *arguments)


def compiler_of(backend: Any, stages: Sequence[tuple[str, Stage]], recipe: Recipe, source: str, alone: bool) -> Threads:
    """Return a compiler for a kernel that works in child processes or, if necessary, in threads.

    Threads are necessary with `alone` (this process has another tool's hook), or if child processes cannot reproduce the
    compilation.
    """
    # child processes may not be able to import a user's cost model either
    if not alone and told_all(backend) and is_ours(recipe.settings.options.model) and pool.usable():
        return Children(source, recipe, backend, stages)
    return Threads(recipe, backend, stages)
