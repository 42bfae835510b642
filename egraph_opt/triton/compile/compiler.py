"""Who searches and compiles for one kernel: threads of this process, or child processes where processors are at hand."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, TypeVar

from egraph_opt.cost import CostModel
from egraph_opt.process.fork import guarded
from egraph_opt.triton.choice.accept import Acceptor
from egraph_opt.triton.choice.improve import Found, improve
from egraph_opt.triton.choice.second import know, may_have_earlier_loads, may_have_single_loops
from egraph_opt.triton.compile import work
from egraph_opt.triton.compile.children import pool
from egraph_opt.triton.compile.make import Made, Stage, make
from egraph_opt.triton.compile.stage import context_for, parse
from egraph_opt.triton.state.limits import check_shared
from egraph_opt.triton.state.settings import Settings

T = TypeVar("T")

acceptor = Acceptor()

SECONDS = 120.0
"""What a search may take in a fresh process: twenty times its own limits."""


def given_up(reason: str, *_: object) -> Found:
    """What is found where the process that searched died or hung."""
    return Found(None, True, reason)


@guarded(given_up, SECONDS)
def search(source: str, plain: str, settings: Settings, compiled: bool = False) -> Found:
    """As `improve`, which asks the child of the process that searches what Triton accepts."""
    return improve(source, plain, settings, acceptor, compiled)


class Alternating:
    """While one of several lasts, threads take turns every tenth of a millisecond.

    A compilation is many short calls of the compiler, and after each it waits for its turn, while a search would have 5 ms.
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
    """Programs compile in threads, beside the search. A context manager, for as long as there are threads."""

    WORKERS = 3
    eager = False
    """Whether second versions are compiled of programs that may not be chosen."""

    def __init__(self, recipe: work.Recipe, backend: Any, stages: Sequence[tuple[str, Stage]]) -> None:
        self._recipe, self._backend, self._stages = recipe, backend, stages
        self._foreseen: dict[str, Future[work.Seen | None]] = {}

    @property
    def target(self) -> str:
        return self._recipe.processor

    def __enter__(self) -> None:
        self._threads = ThreadPoolExecutor(self.WORKERS)
        alternating.__enter__()

    def __exit__(self, *exception: object) -> None:
        try:
            self._threads.shutdown()
        finally:
            alternating.__exit__()

    def make_plain(self, text: str, metadata: dict[str, Any]) -> Future[Made]:
        """Triton's own program, compiled."""
        return self._threads.submit(self._make, text, metadata)

    def searched(self, text: str) -> Found:
        """What is found from it."""
        return search(text, text, self._recipe.settings.searched(), True)

    def make(self, text: str, metadata: dict[str, Any]) -> Future[Made]:
        """A program that was found, compiled; an error where it does not fit."""
        return self._threads.submit(self._make_checked, text, metadata)

    def has_second(self, text: str) -> bool:
        """Whether a program may have a second version, as far as can be told without reading it."""
        return self._recipe.settings.versions and may_have_earlier_loads(text)

    def foresee(self, text: str) -> None:
        """A program that may be chosen, and then have a second version, which is compiled now: Triton's cache keeps it for then."""
        if text not in self._foreseen and self.has_second(text):
            self._foreseen[text] = self._keep(text)

    def wait_for(self, text: str) -> None:
        """That program has been chosen."""
        awaited = [future for about, future in self._foreseen.items() if about in ("", text)]
        wait(awaited)
        for future in awaited:
            if future.exception() is None and (seen := future.result()) is not None:
                know(*seen)

    def _keep(self, text: str) -> Future[work.Seen | None]:
        return self._threads.submit(work.keep, self._recipe, self._backend, text, acceptor)

    def _make(self, text: str, metadata: dict[str, Any]) -> Made:
        return make(self._stages, parse(text, context_for(self._backend)), metadata)

    def _make_checked(self, text: str, metadata: dict[str, Any]) -> Made:
        made = self._make(text, metadata)
        check_shared(made.metadata["shared"], self._recipe.processor)
        return made


class Children(Threads):
    """Programs compile in child processes, and so do second versions."""

    eager = True

    def __init__(self, source: str, *arguments: Any) -> None:
        """`source`: the kernel in TTIR."""
        super().__init__(*arguments)
        if self._recipe.settings.versions and may_have_single_loops(source):
            self._foreseen[""] = self._submit(work.foresee_single, source)

    def make_plain(self, text: str, metadata: dict[str, Any]) -> Future[Made]:
        """As in threads; its second version is not waited for, since there are processors for it."""
        self.foresee(text)
        return super().make_plain(text, metadata)

    def make(self, text: str, metadata: dict[str, Any]) -> Future[Made]:
        return self._submit(work.make_text, text, metadata)

    def _keep(self, text: str) -> Future[work.Seen | None]:
        return self._submit(work.foresee, text)

    def _submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        return pool.submit(function, self._recipe, *arguments)


def compiler_of(backend: Any, stages: Sequence[tuple[str, Stage]], recipe: work.Recipe, source: str, alone: bool) -> Threads:
    """Who compiles a kernel; `alone`: not children, which do not have what else is in this process."""
    from triton import knobs

    # Other processes may not know a cost model of the user's, what a profiler put into a backend, or knobs that are not in the environment.
    told = getattr(knobs, "propagate_env", True) and not getattr(backend, "instrumentation", None)
    if not alone and told and is_ours(recipe.settings.options.model) and pool.usable():
        return Children(source, recipe, backend, stages)
    return Threads(recipe, backend, stages)


def is_ours(model: CostModel) -> bool:
    """Whether a cost model is one of this package's, and so are those that it mixes."""
    parts = [part for _, part in getattr(model, "parts", ())]
    return type(model).__module__.startswith("egraph_opt.") and all(map(is_ours, parts))
