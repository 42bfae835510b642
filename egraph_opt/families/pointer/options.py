"""Options of the pointer family."""

from __future__ import annotations

from dataclasses import dataclass

from egraph_opt.core.engine import Limits
from egraph_opt.core.options import LIMITS, MAX_NODES, MAX_SECONDS, TIME_LIMIT, WORK_LIMIT, OptionError, Options, option
from egraph_opt.extract.base.work import SECONDS

HOST = "host-descriptor"
TARGETS = ("tts", "block-pointer", "descriptor", HOST, "buffer", "pointers")
WORK = 5_000_000
"""Default work budget of a function in steps, about 3 to 6 s of CPU time."""
_DESCRIPTORS = (("target", "descriptor"),)


@dataclass(frozen=True)
class PointerOptions(Options):
    """Options of the pointer family."""

    family = "pointer"
    limits: Limits | None = option(
        None, MAX_NODES, type=int, least=1, flag="--max-nodes", section=LIMITS, make=lambda nodes: Limits(nodes=nodes)
    )
    work_limit: int = option(WORK, WORK_LIMIT, least=0, section=LIMITS)
    time_limit: float = option(SECONDS, TIME_LIMIT, least=0, most=MAX_SECONDS, section=LIMITS)
    target: str = option(
        "",
        "What to raise accesses to; pointers undoes block pointers and descriptors. block-pointer is legacy: Triton 3.8 has none.",
        choices=TARGETS,
    )
    version: str = option(
        "",
        "Keep the original as a second version, and check at run time which one may run: for each loop, or for the kernel.",
        choices=("loop", "kernel"),
    )
    assume_trips: float = option(
        64.0, "Iterations to assume of a loop with unknown bounds, when deciding whether a descriptor pays.",
        least=1, needs=(*_DESCRIPTORS, ("any_cost", False)),
    )  # fmt: skip
    any_cost: bool = option(False, "Raise whatever may be raised, whether it pays or not.", needs=_DESCRIPTORS)
    add_shape_params: bool = option(
        False,
        "Unknown shapes become parameters. By passing them, the caller promises that no access is out of bounds.",
    )
    assume_no_overflow: bool = option(
        False, "You promise that signed sums and products of up to 32 bits do not overflow in addresses and masks."
    )
    assume_positive: bool = option(False, "You promise that all integer parameters of kernels are at least 1.")
    assume_readable: bool = option(
        False, "You promise that a lane of a load may be read if it meets the comparisons in the mask."
    )
    assume_no_alias: bool = option(
        False,
        "You promise that no array that a kernel writes overlaps another one. Accesses through descriptors may then pass others.",
    )  # fmt: skip
    num_warps: int | None = option(
        None,
        "Warps that the kernel is launched with. With this, the original version takes no registers from the raised one.",
        type=int, least=1, most=32, needs=(("version", None),),
    )  # fmt: skip
    num_stages: int = option(3, "Stages of the pipelined loops of the kernel.", least=1, needs=(("num_warps", None),))
    explain_accesses: bool = option(False, "Say what became of every access.", beside=True)
    descriptor_types: str = option(
        "3.6", "Version of Triton in whose syntax descriptors are written.", choices=("3.6", "3.8"), needs=_DESCRIPTORS
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.target:
            raise OptionError("{1} needs {0}: one of " + ", ".join(TARGETS), "target", "rules=pointer")
        if self.target == "pointers" and self.version:
            raise OptionError("{1} needs no {0}: nothing is left to check", "version", "target=pointers")
        if self.assume_no_alias and self.target not in ("descriptor", HOST):
            raise OptionError(
                "{0} does nothing without {1} or another target of descriptors", "assume_no_alias", "target=descriptor"
            )
        if self.num_warps and self.num_warps & (self.num_warps - 1):
            raise OptionError(f"{{0}}: a kernel is launched with a power of two, not {self.num_warps}", "num_warps")
