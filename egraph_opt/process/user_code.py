"""Loading of a user's code, with imports from the code's folder and a CPU time limit."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, ModuleType

SECONDS = 120.0
"""Limit of CPU seconds for loading a user's module."""
PREFIX = "egraph_opt_file_"
"""Prefix of the module names of user files."""
_folders: set[str] = set()
"""Folders of the loaded user files."""


class TooLong(BaseException):
    """Error: user code reached the CPU time limit. The class does not derive from `Exception`, which user code may catch."""


@contextmanager
def limit_cpu_time() -> Iterator[None]:
    """Raise TooLong inside this context after `SECONDS` of CPU time.

    No limit applies outside of the main thread, or if the program uses SIGPROF itself.
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
    """Inside this context, imports search the folder before all others; afterwards, they search it last.

    Modules that earlier user files imported from their own folders are forgotten, since they may have the same names.
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
