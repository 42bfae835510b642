"""The optimiser inside Triton: one line, and every `@triton.jit` kernel that is compiled from then on goes through it.

    import egraph_opt.triton
    egraph_opt.triton.enable()

Or set `EGRAPH_OPT=1` (or `tune`) when Python starts (`egraph_opt.activation`), or run a script that does not know of it: `python -m
egraph_opt.triton script.py`. Both reach the processes that a script starts.
`EGRAPH_OPT=0` keeps Triton as it is whatever the program says. For Triton 3.6 and later, on NVIDIA and AMD.

Whatever goes wrong, Triton's own kernel is used: `report()` counts what happened. Kernels are kept apart in Triton's caches, so that
turning this on or off needs no clearing, and kernels of both kinds live side by side. `torch.compile` compiles in worker processes, which
have it from the environment, but know nothing of a call of `enable`: with `TORCHINDUCTOR_COMPILE_THREADS=1` it compiles in this one.
"""

from __future__ import annotations

import os
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec

from egraph_opt.core.family import chosen
from egraph_opt.families.layout.options import Options
from egraph_opt.process.fork import OwnLock
from egraph_opt.triton.report import Kernel, Report, Tuned, Version
from egraph_opt.triton.settings import DEFAULTS, Place, Settings
from egraph_opt.triton.torch_tag import set_tag

if TYPE_CHECKING:
    from egraph_opt.triton.hook import Hook

__all__ = ["Kernel", "Report", "Settings", "Tuned", "Version", "disable", "enable", "enabled", "report"]

Chosen = ParamSpec("Chosen")

_lock = OwnLock(threading.RLock)
_installed: Hook | None = None
_latest: Hook | None = None


def enable(
    *,
    place: Place = "at-end",
    min_gain: float = 0.005,
    confirm: bool = True,
    alternatives: bool = True,
    loads_first: bool = True,
    versions: bool = True,
    tune: bool = False,
    **options: Any,
) -> None:
    """Optimise every kernel that Triton compiles in this process from now on, in any thread. A second call replaces the settings.

    `docs/triton.md` explains what happens to a kernel. If anything goes wrong, Triton's own kernel is used.

    Args:
        place: where the optimiser runs in Triton's pipeline: `at-end` of the stage; `after-last` or `replace-last`, after or instead of the
            last run of RemoveLayoutConversions; `replace-all`, instead of all runs (Triton's pass still runs if nothing is gained).
        min_gain: fraction of its modelled cost that a kernel must save to be changed, from 0 to below 1.
        confirm: compile Triton's program too, and let the machine code decide which one is used. Only at the end of the stage, on NVIDIA,
            for costs in cycles.
        alternatives: with `confirm`, also compile the optimum of an exact search that may change the layouts of loads.
        loads_first: with `confirm`, move loads before the operations at which threads wait. This may change kernels without conversions.
        versions: with `confirm`, make a second version of kernels that gain if loads pass stores. It is launched if PyTorch's tensors show
            that no array that the kernel writes overlaps another one that it reads.
        tune: time the programs of several cost models and Triton's own at a kernel's first launch, on its own arguments, whose contents are
            restored. The fastest is used from then on, and remembered beside Triton's cache. Needs PyTorch and a GPU.
        options: options of the family of layouts, as `egraph_opt.optimize` takes them.

    Raises:
        ImportError: Triton is not installed.
        RuntimeError: this Triton is older than 3.6.
        ValueError: an argument has no such value, or there is no such option (`OptionError`).
    """
    layout = chosen("layout", {**DEFAULTS, **options})
    assert isinstance(layout, Options)
    settings = Settings(place, min_gain, confirm, alternatives, loads_first, versions, layout)
    if os.environ.get("EGRAPH_OPT") == "0":
        return
    from triton import knobs

    if not hasattr(knobs.runtime, "add_stages_inspection_hook"):
        raise RuntimeError("egraph_opt.triton needs Triton 3.6 or later")
    from egraph_opt.triton.tune import Tuner
    from egraph_opt.triton.versions import Versioned

    _install(Tuner(settings) if tune else Versioned(settings))


def disable() -> None:
    """Remove the plug-in from Triton. Kernels that are already compiled stay; does nothing if the plug-in is not enabled."""
    global _installed
    with _lock():
        if _installed is not None:
            _installed.remove()
            _installed = None
            set_tag()


def _while(enable: Callable[Chosen, None]) -> Callable[Chosen, AbstractContextManager[None]]:
    @contextmanager
    @wraps(enable)
    def enabled(*arguments: Chosen.args, **named: Chosen.kwargs) -> Iterator[None]:
        before = _installed
        enable(*arguments, **named)
        try:
            yield
        finally:
            disable()
            if before is not None:
                _install(before)

    return enabled


enabled = _while(enable)
"""`with enabled(...)`: as `enable` while this lasts; then whatever was before."""


def report() -> Report:
    """Return what happened to the kernels that were compiled since the last `enable`, up to `disable`."""
    return _latest.log.report() if _latest is not None else Report()


def _install(hook: Hook) -> None:
    global _installed, _latest
    with _lock():
        disable()
        hook.install()
        set_tag(hook.key)
        _installed = _latest = hook


VALUES = ("", "0", "1", "tune")
"""What `EGRAPH_OPT` may say."""

if (_said := os.environ.get("EGRAPH_OPT", "")) not in VALUES:
    warnings.warn(
        f"EGRAPH_OPT={_said} means nothing, and nothing is enabled by it: use 0, 1 or tune", RuntimeWarning, stacklevel=2
    )
if _said in ("1", "tune"):
    enable(tune=_said == "tune")
