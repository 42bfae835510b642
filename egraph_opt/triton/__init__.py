"""Optimiser for every `@triton.jit` kernel that Triton compiles in this process.

    import egraph_opt.triton
    egraph_opt.triton.enable()

Alternatives that need no change of a script: set `EGRAPH_OPT=1` (or `tune`) before Python starts (`egraph_opt.activation`), or
run `python -m egraph_opt.triton script.py`. Child processes inherit the setting in both cases. `EGRAPH_OPT=0`
leaves Triton unchanged, even if the script calls `enable`. Supports Triton 3.6 and later, on NVIDIA and AMD GPUs.

On any error, Triton's own kernel runs; `report()` counts the outcomes. Optimised kernels have their own keys in Triton's caches,
so no cache needs to be cleared. Worker processes of `torch.compile` read the environment variables, but do not see a call of
`enable`: set `TORCHINDUCTOR_COMPILE_THREADS=1` to compile in this process.
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
from egraph_opt.triton.state.report import Kernel, Prediction, Report, Tuned, Version
from egraph_opt.triton.state.sentinel_findings import Guarded
from egraph_opt.triton.state.settings import DEFAULTS, TOP, Place, Settings, parse_autotune
from egraph_opt.triton.state.tuning_record import Ranking
from egraph_opt.triton.torch_cache_key import set_tag

if TYPE_CHECKING:
    from egraph_opt.triton.autotuner import ModelTuning
    from egraph_opt.triton.launch_capture import Capturing
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
"""Suffix of the cache keys of kernels that are compiled while a sentinel is active (`enable(sentinel=True)`).

Since such a kernel has its own cache keys, it is compiled and compared even if an earlier process has compiled it.
"""

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
    descriptors: bool = True,
    stages: bool = True,
    local_waits: bool = False,
    autotune: Literal["model"] | None = None,
    top: int | None = None,
    choices: str | os.PathLike[str] | None = None,
    rewrite: bool = True,
    sentinel: bool | str | os.PathLike[str] = False,
    capture: str | os.PathLike[str] | None = None,
    progress: bool = True,
    background: bool | int = True,
    rules: Rules = "layout",
    **options: Any,
) -> None:
    """Optimise every kernel that Triton compiles in this process from now on, in any thread. A second call replaces the settings.

    `docs/triton.md` describes what the plug-in does with a kernel. On any error, Triton's own kernel runs.

    Args:
        place: position of the optimiser in Triton's pipeline. `at-end`: at the end of the stage `ttgir`; `after-last`: after the
            last run of RemoveLayoutConversions; `replace-last`: instead of that run; `replace-all`: instead of all its runs. If
            the optimiser finds no gain, Triton's pass still runs.
        min_gain: least fraction of the modelled cost that a new program must save, from 0 to below 1.
        confirm: compile Triton's program too, and select the better machine code. Only for `at-end`, NVIDIA, and cost models in cycles.
        alternatives: with `confirm`, also compile the best program of an exact search that may load in any layout. The exact
            search ignores `min_gain` and the search options.
        loads_first: with `confirm`, hoist loads above operations at which threads wait, also in kernels without layout conversions.
        versions: with `confirm`, if hoisting loads above stores saves time, compile a second version for arrays that do not overlap.
            The addresses of PyTorch's tensors decide at each launch. Also make constants of arguments that are 1 although the types of
            their parameters are annotated, and merge program instances of large grids (`docs/triton.md`).
        algebra: rewrite TTIR so that it computes fewer elements (`docs/algebra.md`), if the machine code becomes faster.
        numerics: also accept rewrites with a bounded numerical error: `1e-4`, `2^-13`, `8ulp`, or `2x` for twice the error bound
            of the kernel (`docs/algebra.md`). Empty: every bit stays equal.
        tune: at a kernel's first launch, time Triton's program and the programs of several cost models, and restore the
            arguments' contents. The fastest is launched from then on and stored beside Triton's cache. Needs PyTorch and a GPU.
        descriptors: use tensor descriptors that the host makes at each launch (`docs/pointers.md`) instead of pointers, where machine
            code (in the background, for kernels without a tuner) or a timing (`tune`) says that they are faster. Needs Hopper or later.
        stages: take more pipeline stages than the kernel asks for (in the background, for kernels without a tuner), where too few
            bytes of copies are in flight, or fewer, where these save instructions or latency; with `tune`, time other numbers of stages.
        local_waits: with `confirm`, on Hopper, remove repeated fences, and waits between warp groups that Triton's next barrier
            makes redundant. The removal is tested on all small programs, but not proved (`docs/proofs.md`).
        autotune: `model` lets `@triton.autotune` time only the configurations with the least run time predicted from machine
            code. `None` reads `EGRAPH_OPT_AUTOTUNE`.
        top: with `autotune`, number of configurations to time, 3 by default. `top=1` uses the best prediction without timing.
        choices: with `top=1`, JSON file of choices. Those in it are used without compiling other configurations; others are added.
        rewrite: `False` keeps Triton's programs, so that only autotuning changes.
        sentinel: at a kernel's first launches, compare the results of Triton's program with those of programs proved equal to it,
            on copies of the arguments. A warning reports different bits, which reveal a miscompilation. A path names the folder
            for reproducers. Needs PyTorch and a GPU.
        capture: folder for captured kernels, each with the arguments of its first launch. A kernel is captured when it is compiled
            or read from Triton's cache. `egraph-opt replay` compiles captured kernels with other versions of Triton.
            `None` reads `EGRAPH_OPT_CAPTURE`.
        progress: show a progress line on a terminal while the first compilation searches.
        background: launch Triton's kernel until child processes have found a better program. With an integer N >= 2, the Nth
            launch of each kernel waits for that program; with `False`, every launch waits. `finish` waits for all kernels.
            Kernels are compiled in the foreground by `warmup`, inside Triton's timing functions, and with `tune` or `sentinel`.
        rules: layout rulesets and user rules, as for `egraph_opt.optimize`.
        options: options of the layout family, as for `egraph_opt.optimize`.

    Raises:
        ImportError: Triton is not installed.
        RuntimeError: Triton is older than 3.6.
        OptionError: an argument or option is invalid, or kernels cannot be captured. OptionError is also a ValueError.
        UserError: a user rule is not proved, or a user file cannot be loaded.
    """
    if strange := [name for name in options if not takers(name)]:
        arguments = [name for name in signature(enable).parameters if name != "options"]
        raise OptionError(f"there is no option {strange[0]}{nearest(strange[0], [*arguments, *declared_options(Options)])}")
    layout = choose_options(rules, {**DEFAULTS, **options})
    if not isinstance(layout, Options):
        raise OptionError(f"{{0}}: the plug-in optimises layouts, and these are rules of {layout.family}", "rules")
    settings = Settings(
        place, min_gain, confirm, alternatives, loads_first, versions, algebra, numerics, descriptors, stages, local_waits, layout
    )
    timed = _count_timed(autotune, top)
    if choices is not None and timed != 1:
        raise OptionError('choices are of the model alone: add autotune="model" and top=1')
    if (tune or sentinel) and not rewrite:
        raise OptionError("tune and sentinel look at programs that rewrite=False does not make")
    if os.environ.get("EGRAPH_OPT") == "0":
        return
    from triton import knobs

    if not hasattr(knobs.runtime, "add_stages_inspection_hook"):
        raise RuntimeError("egraph_opt.triton needs Triton 3.6 or later")
    from egraph_opt.triton.state import search_progress as line

    line.on = progress and os.environ.get("EGRAPH_OPT_PROGRESS") != "0"
    if not sentinel and (said := os.environ.get("EGRAPH_OPT_SENTINEL", "0")) not in ("", "0"):
        sentinel = said == "1" or said
    waits_at = _waits_at(background)
    hook = (
        _rewriting(settings, tune, sentinel, layout.reassociate, 1 if tune or sentinel else waits_at, timed != 1)
        if rewrite
        else None
    )
    wanted: Hook | ModelTuning | Capturing | None = hook
    if timed is not None:
        from egraph_opt.triton.autotuner import ModelTuning

        wanted = ModelTuning(timed, hook, None if choices is None else Path(choices))
    if place_for_kernels := capture or os.environ.get("EGRAPH_OPT_CAPTURE"):
        from egraph_opt.triton.launch_capture import Capturing

        wanted = Capturing(_folder(Path(place_for_kernels)), wanted)
    if wanted is not None:
        _install(wanted)
    else:
        disable()


def _waits_at(background: bool | int) -> int | None:
    """Return the number N such that the Nth launch of each kernel waits for the optimised program; None if no launch waits.

    Raises:
        OptionError: the value of `background` or `EGRAPH_OPT_BACKGROUND` is invalid.
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
    settings: Settings,
    tune: bool,
    sentinel: bool | str | os.PathLike[str],
    reassociate: bool,
    waits_at: int | None,
    compares: bool,
) -> Hook:
    from egraph_opt.triton.launches.version_dispatch import VersionHook

    kind = WATCHED_SUFFIX * bool(sentinel)
    if tune:
        from egraph_opt.triton.launches.timed_choice import Tuner

        hook: VersionHook = Tuner(settings, kind)
    else:
        hook = VersionHook(settings, kind)
    if sentinel:
        hook.guard = part("sentinel")(hook.log, None if sentinel is True else Path(sentinel), reassociate)
    if waits_at != 1:
        from egraph_opt.triton.background.replacement import Background

        hook.background = Background(hook, waits_at, compares)
    return hook


def _folder(place: Path) -> Path:
    """Create the folder for captured kernels and return its path. Raises OptionError if it is not writable."""
    try:
        place.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=place):
            return place
    except OSError as error:
        raise OptionError(f"{{0}}: no kernels can be written to {place}: {error.strerror or error}", "capture") from None


def _count_timed(autotune: str | None, top: int | None) -> int | None:
    """Return the number of configurations per kernel that Triton's tuner times; None if the tuner is not patched."""
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
"""Context manager `with enabled(...)`: apply the settings of `enable` inside, and restore the previous settings at the end."""


def finish() -> None:
    """Wait for all background searches. Afterwards, every kernel is launched with its optimised program."""
    if _latest is not None:
        _latest.log.under_way()


def report() -> Report:
    """Return the outcomes of all kernels that were compiled between the last `enable` and `disable`.

    Waits for background searches.
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
