"""Flags of IREE's compiler for fusion and code generation, among which the flag search chooses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from egraph_opt.iree.compiler import IreeBackend

SETS: tuple[tuple[str, ...], ...] = (
    ("--iree-global-opt-use-im2col-for-convs",),
    ("--iree-opt-level=O3",),
    ("--iree-opt-level=O2",),
    ("--iree-dispatch-creation-enable-aggressive-fusion",),
    ("--iree-opt-level=O3", "--iree-opt-data-tiling=false"),
    ("--iree-opt-aggressively-propagate-transposes",),
    ("--iree-opt-level=O1",),
    ("--iree-dispatch-creation-enable-fuse-padding-into-linalg-producer-ops",),
    ("--iree-dispatch-creation-enable-fuse-padding-into-linalg-consumer-ops",),
    ("--iree-opt-outer-dim-concat",),
)
"""Sets of flags, each added to the user's flags. Those that matter most come first, in case there is no time for all."""


NEEDED = {
    "--iree-global-opt-use-im2col-for-convs": ("linalg.conv", " + d"),
    "--iree-dispatch-creation-enable-fuse-padding-into-linalg-producer-ops": ("tensor.pad",),
    "--iree-dispatch-creation-enable-fuse-padding-into-linalg-consumer-ops": ("tensor.pad",),
    "--iree-opt-outer-dim-concat": ("tensor.concat", "insert_slice"),
}
"""Texts of operations without which a flag changes nothing: a program has one of them, or the flag is not tried."""


def variants(target: IreeBackend, text: str) -> Iterator[IreeBackend]:
    """Yield the target with each set of flags that may change the program `text`, and does not conflict with the target's flags."""
    named = {flag.partition("=")[0] for flag in target.flags}
    for flags in SETS:
        acts = all(any(op in text for op in NEEDED.get(flag, ("",))) for flag in flags)
        if acts and named.isdisjoint(flag.partition("=")[0] for flag in flags):
            yield replace(target, flags=(*target.flags, *flags))
