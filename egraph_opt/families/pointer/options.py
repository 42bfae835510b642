"""What a user may choose where accesses are raised."""

from __future__ import annotations

from dataclasses import dataclass

from egraph_opt.core.engine import Limits
from egraph_opt.core.options import MAX_NODES, OptionError, Options, option

TARGETS = ("tts", "block-pointer", "descriptor")
_DESCRIPTORS = (("target", "descriptor"),)


@dataclass(frozen=True)
class PointerOptions(Options):
    """The options of the family of pointers."""

    family = "pointer"
    limits: Limits | None = option(None, MAX_NODES, type=int, least=1, flag="--max-nodes", make=lambda nodes: Limits(nodes=nodes))
    target: str = option("", "What accesses are raised to.", choices=TARGETS)
    version: str = option("", "Check facts at run time, in two versions.", choices=("loop", "kernel"))
    assume_trips: float = option(
        64.0, "Iterations of a loop of unknown bounds, when it is decided whether a descriptor pays.",
        least=1, needs=(*_DESCRIPTORS, ("any_cost", False)),
    )  # fmt: skip
    any_cost: bool = option(False, "Raise what may be raised, whether it pays or not.", needs=_DESCRIPTORS)
    add_shape_params: bool = option(
        False,
        "Shapes that are not known become parameters, by which the caller promises that nothing is out of bounds.",
    )
    assume_no_overflow: bool = option(
        False, "You promise that signed sums and products of 32 bits or less that addresses and masks are made of fit."
    )
    assume_positive: bool = option(False, "You promise that all integer parameters of kernels are at least 1.")
    assume_readable: bool = option(
        False, "You promise that each lane of a load may be read that meets the comparisons in its mask."
    )
    num_warps: int | None = option(
        None,
        "As how many warps the kernel is launched; the version that is left takes no registers from the raised one then.",
        type=int, least=1, most=32, needs=(("version", None),),
    )  # fmt: skip
    num_stages: int = option(3, "Of its pipelined loops.", least=1, needs=(("num_warps", None),))
    explain_accesses: bool = option(False, "Say of every access what became of it.", beside=True)
    descriptor_types: str = option("3.6", "Triton version of their syntax.", choices=("3.6", "3.8"), needs=_DESCRIPTORS)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.target:
            raise OptionError("{1} needs {0}: one of " + ", ".join(TARGETS), "target", "rules=pointer")
        if self.num_warps and self.num_warps & (self.num_warps - 1):
            raise OptionError(f"{{0}}: a kernel is launched with a power of two, not {self.num_warps}", "num_warps")
