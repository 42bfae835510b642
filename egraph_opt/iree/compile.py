"""Whether IREE makes code of a program: all the way to an executable, for the target and with the flags that a user has."""

from __future__ import annotations

import shlex
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from egraph_opt.errors import unknown
from egraph_opt.iree.process import MEMORY, TIMEOUT, LimitError, MissingError, refusal

LOCAL = ("llvm-cpu", "vmvx")
DEVICES = {"cuda": "cuda", "rocm": "hip", "vulkan-spirv": "vulkan", "metal-spirv": "metal"}
"""The device that runs what a backend makes, where that is not the processor itself."""
GENERIC_CPU = "--iree-llvmcpu-target-cpu=generic"


@dataclass(frozen=True, slots=True)
class Target:
    """A backend of IREE's compiler, further flags, and how long and in how much memory each call may run."""

    backend: str = "llvm-cpu"
    flags: tuple[str, ...] = ()
    seconds: float = TIMEOUT
    memory: int = MEMORY
    exact: bool = False
    """Whether the flags are all that iree-compile is told: they say for what device, too."""

    def __post_init__(self) -> None:
        if self.backend not in (*LOCAL, *DEVICES):
            raise ValueError(unknown("no IREE target", self.backend, (*LOCAL, *DEVICES)))
        if wrong := next((flag for flag in self.flags if not flag.startswith("--")), None):
            raise ValueError(f"{wrong!r} is no flag of iree-compile: flags begin with --")
        taken = ("--compile-to", "--compile-from", "--output-format")
        if wrong := next((flag for flag in self.flags if flag.startswith(taken)), None):
            raise ValueError(f"{wrong!r} says what is compiled, which is an executable here")

    @property
    def arguments(self) -> tuple[str, ...]:
        """What iree-compile is to be told. Flags that say which devices there are have the last word: IREE wants a name for all or none."""
        if self.exact:
            return self.flags
        local = self.backend in LOCAL
        chosen = [f"--iree-hal-local-target-device-backends={self.backend}"] if local else []
        if not any(flag.startswith("--iree-hal-target-device=") for flag in self.flags):
            chosen.insert(0, f"--iree-hal-target-device={'local' if local else DEVICES[self.backend]}")
        if self.backend == "llvm-cpu" and not any(flag.startswith("--iree-llvmcpu-target-") for flag in self.flags):
            chosen.append(GENERIC_CPU)
        return (*chosen, *self.flags)

    def __str__(self) -> str:
        return " ".join((self.backend, *self.flags))


DEFAULT = Target()


def target(backend: str = "llvm-cpu", flags: str | tuple[str, ...] = ()) -> Target:
    """Return the target of a backend's name and flags, which may be one text as a shell takes it.

    Raises:
        ValueError: no such backend, or flags that are none.
    """
    chosen = Target(backend or "llvm-cpu", tuple(shlex.split(flags) if isinstance(flags, str) else flags))
    if chosen.flags and (wrong := refused(chosen)):
        raise ValueError(wrong)
    return chosen


@lru_cache(maxsize=32)
def refused(chosen: Target) -> str:
    """Return why IREE's compiler does not take a target's flags, of which it is told with an empty program; nothing where it does."""
    with suppress(LimitError, MissingError):  # of the flags nothing is known
        arguments = (*chosen.arguments, "--compile-to=input", "-")
        return refusal("iree-compile", *arguments, text="module {}", seconds=chosen.seconds, memory=chosen.memory)
    return ""


@lru_cache(maxsize=256)
def compile_error(text: str, chosen: Target = DEFAULT) -> str:
    """Return why IREE makes no executable of a program: nothing where it does.

    Raises:
        LimitError: it was ended by a limit, so that nothing is known.
        MissingError: it is not installed.
    """
    with tempfile.TemporaryDirectory(prefix="egraph-opt-") as folder:
        arguments = (*chosen.arguments, "-", "-o", f"{folder}/module.vmfb")
        return refusal("iree-compile", *arguments, text=text, seconds=chosen.seconds, memory=chosen.memory)
