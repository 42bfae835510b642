"""Calls of IREE's compiler for a user's target and flags."""

from __future__ import annotations

import shlex
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from egraph_opt.errors import unknown_name
from egraph_opt.iree.tool_memo import remember_results
from egraph_opt.iree.tool_process import MEMORY, TIMEOUT, IreeError, LimitError, MissingError, TimeLimitError, call, refusal

LOCAL = ("llvm-cpu", "vmvx")
DEVICES = {"cuda": "cuda", "rocm": "hip", "vulkan-spirv": "vulkan", "metal-spirv": "metal"}
"""Device name for each compiler backend other than the host processor's."""
DISPATCH_PHASE = "dispatch-creation"
"""Phase after which the program has dispatches."""
SCHEDULE_PHASE = "stream"
"""Phase after which the program has a schedule."""
GENERIC_CPU = "--iree-llvmcpu-target-cpu=generic"
PRINT_FLAGS = ("--mlir-print-op-generic", "--mlir-print-local-scope")
ELISION_FLAGS = ("--mlir-elide-resource-strings-if-larger=1024",)
"""Flag that elides constants above 256 bytes; IREE inlines smaller constants into executables."""
QUICK = ("--verify=false", "--mlir-disable-threading")
"""Flags that halve IREE's CPU time, by disabling the verifier after each pass."""


@dataclass(frozen=True, slots=True)
class IreeBackend:
    """IREE target: backend of the compiler, further flags, and limits of time (seconds) and memory (bytes) for each call."""

    backend: str = "llvm-cpu"
    flags: tuple[str, ...] = ()
    seconds: float = TIMEOUT
    memory: int = MEMORY
    phase: str = ""
    """Compiler phase that the program has already passed, such as `dispatch-creation`, or empty."""
    exact: bool = False
    """Whether the flags are the complete arguments of iree-compile, including the device."""

    def __post_init__(self) -> None:
        if self.backend not in (*LOCAL, *DEVICES):
            raise ValueError(unknown_name("no IREE target", self.backend, (*LOCAL, *DEVICES)))
        if wrong := next((flag for flag in self.flags if not flag.startswith("--")), None):
            raise ValueError(f"{wrong!r} is no flag of iree-compile: flags begin with --")
        taken = ("--compile-to", "--compile-from", "--output-format")
        if wrong := next((flag for flag in self.flags if flag.startswith(taken)), None):
            raise ValueError(f"{wrong!r} says what is compiled, which is an executable here")

    @property
    def arguments(self) -> tuple[str, ...]:
        """Arguments of iree-compile: the user's flags, and the device unless these flags name one."""
        resumed = (f"--compile-from={self.phase}",) if self.phase else ()
        if self.exact:
            return (*self.flags, *resumed)
        local = self.backend in LOCAL
        chosen = [f"--iree-hal-local-target-device-backends={self.backend}"] if local else []
        if not any(flag.startswith("--iree-hal-target-device=") for flag in self.flags):
            chosen.insert(0, f"--iree-hal-target-device={'local' if local else DEVICES[self.backend]}")
        if self.backend == "llvm-cpu" and not any(flag.startswith("--iree-llvmcpu-target-") for flag in self.flags):
            chosen.append(GENERIC_CPU)
        return (*chosen, *self.flags, *resumed)

    def __str__(self) -> str:
        return " ".join((self.backend, *self.flags))


DEFAULT = IreeBackend()


def target(backend: str = "llvm-cpu", flags: str | tuple[str, ...] = ()) -> IreeBackend:
    """Return the IREE target for a backend name and flags, which may be one text in shell syntax.

    Raises:
        ValueError: the backend is unknown, or the flags are invalid.
    """
    chosen = IreeBackend(backend or "llvm-cpu", tuple(shlex.split(flags) if isinstance(flags, str) else flags))
    if chosen.flags and (wrong := refusal_reason(chosen)):
        raise ValueError(wrong)
    return chosen


@lru_cache(maxsize=32)
def refusal_reason(chosen: IreeBackend) -> str:
    """Return the reason why IREE's compiler rejects a target's flags, or an empty string."""
    with suppress(LimitError, MissingError):  # then the flags cannot be checked
        arguments = (*chosen.arguments, "--compile-to=input", "-")
        return refusal("iree-compile", *arguments, text="module {}", seconds=chosen.seconds, memory=chosen.memory)
    return ""


def compiled_to(phase: str, text: str, chosen: IreeBackend = DEFAULT, contents: bool = True) -> str:
    """Compile a program with IREE to a phase such as `stream`; return the program in generic form.

    Without `contents`, long constants are elided. If compilation without the verifier fails, IREE compiles again with the verifier, for the
    error message.

    Raises:
        IreeError: IREE does not compile the program.
    """
    arguments = (*chosen.arguments, f"--compile-to={phase}", *PRINT_FLAGS, *(() if contents else ELISION_FLAGS), "-", "-o", "-")
    limits: dict[str, Any] = {"seconds": chosen.seconds, "memory": chosen.memory}
    try:
        return call("iree-compile", *QUICK, *arguments, text=text, **limits)
    except (TimeLimitError, MissingError):
        raise
    except IreeError:
        return call("iree-compile", *arguments, text=text, **limits)


@remember_results(4)
def compile_to_stream(text: str, chosen: IreeBackend = DEFAULT) -> str:
    """Compile a program to IREE's phase `stream`, which has the schedule; return the program in generic form, without long constants.

    Raises:
        IreeError: IREE does not compile the program.
    """
    return compiled_to(SCHEDULE_PHASE, text, chosen, contents=False)
