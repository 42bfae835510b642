"""Loading of a user's code: modules in its folder are found, and its CPU time is limited."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, ModuleType

SECONDS = 120.0
"""Seconds of CPU time for a user's module, as for an extraction."""
PREFIX = "egraph_opt_file_"
"""Beginning of the names of modules that are files a user named."""
_folders: set[str] = set()
"""Folders of the files that were run."""


class TooLong(BaseException):
    """Raised in code that takes too much CPU time. It is no `Exception`, which such code may catch."""


@contextmanager
def limit_cpu_time() -> Iterator[None]:
    """Raise TooLong inside a `with` statement after `SECONDS` of CPU time.

    Only the main thread receives signals: in others, and where the program measures itself by this timer, there is no limit.
    """
    here = threading.current_thread() is threading.main_thread()
    if not here or signal.getsignal(signal.SIGPROF) is not signal.SIG_DFL:
        yield
        return
    seconds = SECONDS

    def end(_: int, __: FrameType | None) -> None:
        raise TooLong(f"it was not loaded within {seconds:g} s of CPU time")

    signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)


@contextmanager
def import_from_folder(folder: Path) -> Iterator[None]:
    """Find modules in a folder first inside a `with` statement, as in a program there, and last afterwards.

    Modules of the same names from folders of other files are loaded again from this one.
    """
    own = str(folder)
    others = _folders - {own}
    stale = {name for name, module in sys.modules.items() if _found_in(module) in others and not name.startswith(PREFIX)}
    for name in [name for name in sys.modules if name.partition(".")[0] in stale]:
        del sys.modules[name]
    _folders.add(own)
    before = list(sys.path)
    sys.path.insert(0, own)
    try:
        yield
    finally:
        sys.path[:] = [*before, *([] if own in before else [own])]


def _found_in(module: ModuleType) -> str:
    """Return the folder in which a module or package was found."""
    path = Path(getattr(module, "__file__", None) or "")
    return str(path.parent.parent if path.name == "__init__.py" else path.parent)
