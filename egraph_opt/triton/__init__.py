"""The optimiser inside Triton: one line, and every `@triton.jit` kernel that is compiled from then on goes through it.

    import egraph_opt.triton
    egraph_opt.triton.enable()

Or set `EGRAPH_OPT=1` (or `tune`) when Python starts (`egraph_opt.activation`), or run a script that does not know of it: `python
-m egraph_opt.triton script.py`. Both reach the processes that a script starts. `EGRAPH_OPT=0` leaves Triton unchanged, even if
the program calls `enable`. For Triton 3.6 and later, on NVIDIA and AMD.

Whatever goes wrong, Triton's own kernel is used: `report()` counts what happened. Kernels are kept apart in Triton's caches, so
that turning this on or off needs no clearing, and kernels of both kinds live side by side. The worker processes of
`torch.compile` read the environment, but do not see a call of `enable`: with `TORCHINDUCTOR_COMPILE_THREADS=1` it compiles in
this process.
"""

from __future__ import annotations

import os
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import wraps
from inspect import signature
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, Literal, ParamSpec

from egraph_opt.applications import part
from egraph_opt.core.family import Rules, choose_options, takers
from egraph_opt.core.options import OptionError, declared_options
from egraph_opt.errors import nearest
from egraph_opt.families.layout.options import Options
from egraph_opt.process.fork_safety import OwnLock
from egraph_opt.triton.state.findings import Guarded
from egraph_opt.triton.state.ranking import Ranking
from egraph_opt.triton.state.report import Kernel, Prediction, Report, Tuned, Version
from egraph_opt.triton.state.settings import DEFAULTS, TOP, Place, Settings, parse_autotune
from egraph_opt.triton.torch_cache_key import set_tag

if TYPE_CHECKING:
    from egraph_opt.triton.autotuner import ModelTuning
    from egraph_opt.triton.live import Capturing
    from egraph_opt.triton.pipeline.stage_hook import Hook

__all__ = [
    "Guarded",
    "Kernel",
    "Prediction",
    "Ranking",
    "Report",
    "Settings",
    "Tuned",
    "Version",
    "disable",
    "enable",
    "enabled",
    "finish",
    "report",
]

Chosen = ParamSpec("Chosen")

_lock = OwnLock(threading.RLock)
WATCHED_SUFFIX = "-watched"
"""Suffix of the cache keys of kernels that are compiled while a sentinel is active, so that it also checks kernels that were
launched before."""

_installed: Hook | ModelTuning | Capturing | None = None
_latest: Hook | ModelTuning | Capturing | None = None


def enable(
    *,
    place: Place = "at-end",
    min_gain: float = 0.005,
    confirm: bool = True,
    alternatives: bool = True,
    loads_first: bool = True,
    versions: bool = True,
    algebra: bool = False,
    numerics: str = "",
    tune: bool = False,
    descriptors: bool = False,
    local_waits: bool = False,
    autotune: Literal["model"] | None = None,
    top: int | None = None,
    rewrite: bool = True,
    sentinel: bool | str | os.PathLike[str] = False,
    capture: str | os.PathLike[str] | None = None,
    progress: bool = True,
    background: bool | int = True,
    rules: Rules = "layout",
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
        alternatives: with `confirm`, let the machine code judge the best program of an exact search, with loads in any layout, whatever the
            options of the search and `min_gain` say.
        loads_first: with `confirm`, move loads before the operations at which threads wait. This may change kernels without conversions.
        versions: with `confirm`, make a second version of kernels that gain if loads pass stores. It is launched if PyTorch's tensors show
            that no array that the kernel writes overlaps another one that it reads.
        algebra: before tensors have layouts, compute fewer elements (`docs/algebra.md`), where machine code gains by it.
        numerics: as well, let results differ from the real numbers by an error up to a bound: `1e-4`, `2^-13`, `8ulp`, or `2x` for twice
            what the kernel's own may be (`docs/algebra.md`). Nothing: no bit differs.
        tune: time the programs of several cost models and Triton's own at a kernel's first launch, on its own arguments, whose contents are
            restored. The fastest is used from then on, and remembered beside Triton's cache. Needs PyTorch and a GPU.
        descriptors: with `tune`, also time a program whose descriptors the host makes at each launch (`docs/pointers.md`).
        local_waits: with `confirm`, on Hopper, drop waits of warp groups for each other where Triton's next barrier is enough, and
            repeated fences. This is tested on all small programs, but not proved (`docs/proofs.md`).
        autotune: `model` has Triton's own tuner (`@triton.autotune`) time only the configurations of a kernel that their machine code ranks
            best. `None` does what `EGRAPH_OPT_AUTOTUNE` says.
        top: with `autotune`, how many configurations are timed, 3 by default; with 1, none is timed.
        rewrite: `False` leaves every kernel as Triton makes it, so that only the tuning changes.
        sentinel: run Triton's program and equal ones on copies of the arguments at a kernel's first launches, compare their bits, and warn
            where they differ: one was compiled wrongly. A path names the folder for reproducers. Needs PyTorch and a GPU.
        capture: a folder to which each kernel is written as it is compiled or comes out of Triton's cache, with the arguments of its first
            launch: `egraph-opt replay` compiles it with other versions of Triton. `None` does what `EGRAPH_OPT_CAPTURE` says.
        progress: show a line on a terminal while the first compilation searches.
        background: launch each kernel as Triton makes it until child processes have found a better program, and change to that between two
            launches. A number of 2 or more: the launch with this number, counted for each kernel, waits, so that no change depends on time;
            `False`: all launches wait. `finish` waits whenever you say. Where you time launches yourself, where `warmup` compiles, and
            with `tune` or `sentinel`, nothing is put off.
        rules: rulesets of layouts and rules of yours, as `egraph_opt.optimize` takes them.
        options: options of the family of layouts, as `egraph_opt.optimize` takes them.

    Raises:
        ImportError: Triton is not installed.
        RuntimeError: this Triton is older than 3.6.
        OptionError: an argument has no such value, there is no such option, or kernels cannot be captured. It is also a ValueError.
        UserError: a rule of yours is not proved, or a file of yours cannot be loaded.
    """
    if strange := [name for name in options if not takers(name)]:
        arguments = [name for name in signature(enable).parameters if name != "options"]
        raise OptionError(f"there is no option {strange[0]}{nearest(strange[0], [*arguments, *declared_options(Options)])}")
    layout = choose_options(rules, {**DEFAULTS, **options})
    if not isinstance(layout, Options):
        raise OptionError(f"{{0}}: the plug-in optimises layouts, and these are rules of {layout.family}", "rules")
    settings = Settings(
        place, min_gain, confirm, alternatives, loads_first, versions, algebra, numerics, descriptors, local_waits, layout
    )
    timed = _count_timed(autotune, top)
    if (tune or sentinel) and not rewrite:
        raise OptionError("tune and sentinel look at programs that rewrite=False does not make")
    if descriptors and not tune:
        raise OptionError("descriptors are for programs that tune=True times")
    if os.environ.get("EGRAPH_OPT") == "0":
        return
    from triton import knobs

    if not hasattr(knobs.runtime, "add_stages_inspection_hook"):
        raise RuntimeError("egraph_opt.triton needs Triton 3.6 or later")
    from egraph_opt.triton.autotuner import ModelTuning
    from egraph_opt.triton.live import Capturing
    from egraph_opt.triton.state import search_progress as line

    line.on = progress and os.environ.get("EGRAPH_OPT_PROGRESS") != "0"
    if not sentinel and (said := os.environ.get("EGRAPH_OPT_SENTINEL", "0")) not in ("", "0"):
        sentinel = said == "1" or said
    waits_at = _waits_at(background)
    hook = _rewriting(settings, tune, sentinel, layout.reassociate, 1 if tune or sentinel else waits_at) if rewrite else None
    wanted: Hook | ModelTuning | Capturing | None = hook if timed is None else ModelTuning(timed, hook)
    if place_for_kernels := capture or os.environ.get("EGRAPH_OPT_CAPTURE"):
        wanted = Capturing(_folder(Path(place_for_kernels)), wanted)
    if wanted is not None:
        _install(wanted)
    else:
        disable()


def _waits_at(background: bool | int) -> int | None:
    """Return the number of a kernel's launch that waits for its final program; None if none does.

    Raises:
        OptionError: `background` or `EGRAPH_OPT_BACKGROUND` is no such number.
    """
    said = os.environ.get("EGRAPH_OPT_BACKGROUND", "")
    if said:
        if not said.isdecimal():
            raise OptionError(f"EGRAPH_OPT_BACKGROUND={said} means nothing: use 0, 1 or the number of a launch, from 2 on")
        background = int(said)
    if background < 0:
        raise OptionError(f"{{0}}: {background} is no number of a launch: use True, False or a number from 2 on", "background")
    return {0: 1, 1: None}.get(background, int(background))


def _rewriting(
    settings: Settings, tune: bool, sentinel: bool | str | os.PathLike[str], reassociate: bool, waits_at: int | None
) -> Hook:
    """Return the hook that changes kernels, with a sentinel if one is asked for; `waits_at`: as `_waits_at` returns it."""
    from egraph_opt.triton.launches.timed_choice import Tuner
    from egraph_opt.triton.launches.version_dispatch import VersionHook

    kind = WATCHED_SUFFIX * bool(sentinel)
    hook = Tuner(settings, kind) if tune else VersionHook(settings, kind)
    if sentinel:
        hook.guard = part("sentinel")(hook.log, None if sentinel is True else Path(sentinel), reassociate)
    if waits_at != 1:
        from egraph_opt.triton.background.replacement import Background

        hook.background = Background(hook, waits_at)
    return hook


def _folder(place: Path) -> Path:
    """Create the folder for captured kernels and return it. It must be writable before the first kernel is compiled. Raises
    OptionError."""
    try:
        place.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=place):
            return place
    except OSError as error:
        raise OptionError(f"{{0}}: no kernels can be written to {place}: {error.strerror or error}", "capture") from None


def _count_timed(autotune: str | None, top: int | None) -> int | None:
    """Return the number of configurations per kernel that Triton's tuner times; None if the tuner stays unchanged."""
    if autotune not in (None, "model"):
        raise OptionError(f"no autotune {autotune!r}: use 'model'")
    if top is not None and autotune is None:
        raise OptionError(f'top={top} has no use without autotune="model": add it, or leave out top')
    if top is not None and top < 1:
        raise OptionError(f"top={top} is no number of configurations to time: give 1 or more")
    if autotune is None:
        return parse_autotune(os.environ.get("EGRAPH_OPT_AUTOTUNE", ""))
    return TOP if top is None else top


def disable() -> None:
    """Remove the plug-in from Triton. Kernels that are already compiled stay; does nothing if the plug-in is not enabled."""
    global _installed
    with _lock():
        if _installed is not None:
            _installed.remove()
            _installed = None
            set_tag()


def _enable_within(enable: Callable[Chosen, None]) -> Callable[Chosen, AbstractContextManager[None]]:
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


enabled = _enable_within(enable)
"""Context manager `with enabled(...)`: applies the settings of `enable` inside, and restores the previous state at the end."""


def finish() -> None:
    """Wait for what is done in the background: from then on kernels that were launched are launched as they will be in the end."""
    if _latest is not None:
        _latest.log.under_way()


def report() -> Report:
    """Return what happened to the kernels that were compiled since the last `enable`, up to `disable`.

    It waits for what is done in the background.
    """
    finish()
    return _latest.log.report() if _latest is not None else Report()


def _install(hook: Hook | ModelTuning | Capturing) -> None:
    global _installed, _latest
    with _lock():
        disable()
        hook.install()
        set_tag(hook.key)
        _installed = _latest = hook


VALUES = ("", "0", "1", "tune")
"""Accepted values of `EGRAPH_OPT`."""

if (_said := os.environ.get("EGRAPH_OPT", "")) not in VALUES:
    warnings.warn(
        f"EGRAPH_OPT={_said} means nothing, and nothing is enabled by it: use 0, 1 or tune", RuntimeWarning, stacklevel=2
    )
try:
    if _said in ("1", "tune"):
        enable(tune=_said == "tune")
    elif _said == "" and (parse_autotune(os.environ.get("EGRAPH_OPT_AUTOTUNE", "")) or os.environ.get("EGRAPH_OPT_CAPTURE")):
        enable(rewrite=False)
except ValueError as error:
    warnings.warn(f"{error}; nothing is enabled by it", RuntimeWarning, stacklevel=2)
