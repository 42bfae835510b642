"""Cost constants of a processor, for the counts of `egraph_opt.cost.op_resources`, from a table file in `targets/`.

A constant is the number of cycles that one multiprocessor (NVIDIA: SM, AMD: compute unit) takes for one unit of work in
isolation. Each constant belongs to a resource, such as an execution unit. Missing constants are those of the default target.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from egraph_opt.errors import unknown_name

ELEMENTWISE = "alu half multiply cast number special divide slow".split()
RESOURCES: dict[str, tuple[str, ...]] = {
    "arithmetic": (
        *(kind + width for kind in ELEMENTWISE if kind != "special" for width in ("", "_long", "_double")),
        "select", "permute", "repack", "reduce_element", "scan_element", "fma_dot",
    ),
    "special": ("special", "special_long", "special_double"),
    "tensor": ("dot", "group_dot"),
    "shared": ("wavefront", "shuffle", "local_wavefront", "local_instruction"),
    "global": ("load_instruction", "load_sector", "load_again", "store_instruction", "store_sector", "store_part"),
    "latency": (
        "barrier", "round_trip", "shuffled", "permute_stage", "group_wait",
        "reduce_chain", "reduce_shuffle", "reduce_round", "reduce_word", "scan_chain", "scan_shuffle", "scan_round", "scan_word",
    ),
}  # fmt: skip
"""Names of constants by resource: execution units, shared memory, global memory, and latency without overlap.

The cycles of a resource are the sum over its constants.
"""
UNITS = {
    **{kind: "per 32 elements" for kind in RESOURCES["arithmetic"] + RESOURCES["special"]},
    "dot": "per 16x8x16 products of 16-bit numbers", "group_dot": "per 16x8x16 products of 16-bit numbers",
    "fma_dot": "per 32 products", "wavefront": "per 128 bytes, or pass over the banks where they conflict", "shuffle": "per warp shuffle",
    "local_wavefront": "per pass over the banks", "local_instruction": "per warp instruction", "load_instruction": "per warp instruction",
    "load_sector": "per 32 bytes from the L2 cache", "load_again": "per 32 bytes more from the L1 cache",
    "store_instruction": "per warp instruction", "store_sector": "per 32 bytes written whole", "store_part": "per part of 32 bytes",
    "barrier": "per repetition of a conversion", "round_trip": "per conversion through shared memory", 
    "shuffled": "per conversion by shuffles",
    "permute_stage": "per stage of packing", "group_wait": "per product of a warp group", "reduce_chain": "per addition in a thread",
    "reduce_shuffle": "per shuffle of a thread", "reduce_round": "per reduction over warps", "reduce_word": "per warp and 32-bit result",
    "scan_chain": "per addition in a thread", "scan_shuffle": "per shuffle of a thread", "scan_round": "per scan over warps",
    "scan_word": "per warp and 32-bit result",
}  # fmt: skip
DEFAULT = "sm90"
TABLES = Path(__file__).with_name("targets")


@dataclass(frozen=True)
class Target:
    """Processor with its cost constants."""

    name: str
    title: str
    cycles: Mapping[str, float]
    measured: frozenset[str]
    matrices: bool
    """Whether the processor has `stmatrix` and `ldmatrix`, which move 8x8 matrices through shared memory."""
    shared_bytes: int
    """Shared memory of one multiprocessor, in bytes."""
    registers: int
    """32-bit registers of one multiprocessor."""
    threads: int
    """Maximum number of resident threads per multiprocessor."""
    errors: Mapping[str, float]
    """Median relative error found in calibration, by kind of micro-benchmark."""


@cache
def names() -> tuple[str, ...]:
    return tuple(sorted(file.stem for file in TABLES.glob("*.toml")))


@lru_cache(maxsize=16)
def target(name: str) -> Target:
    """Read a target's table of cost constants. Raises ValueError, with the known names, for an unknown name or an incomplete table."""
    file = TABLES / f"{name}.toml"
    if not name.isalnum() or not file.is_file():
        raise ValueError(unknown_name("cost models know no target", name, names()))
    data = tomllib.loads(file.read_text())
    known = dict(target(DEFAULT).cycles) if name != DEFAULT else {}
    cycles = known | data["documented"] | data.get("measured", {})
    wanted = {constant for constants in RESOURCES.values() for constant in constants}
    if missing := sorted(wanted - cycles.keys()):
        raise ValueError(f"the table of target {name!r} lacks {', '.join(missing)}")
    return Target(
        name, data["title"], {k: float(v) for k, v in cycles.items()}, frozenset(data.get("measured", {})), data["matrices"],
        data["shared_bytes"], data["registers"], data["threads"], data.get("errors", {}),
    )  # fmt: skip


def named_by(text: str) -> str:
    """Return the table name for a module's `ttg.target` (`cuda:90`, `hip:gfx942`): that of the processor, or of the nearest older one.

    Unknown targets get `DEFAULT`.
    """
    kind, _, version = text.strip('"').partition(":")
    if kind == "hip" or version.startswith("gfx"):
        return "gfx942"
    if not version.isdecimal() or len(version) > 4:
        return DEFAULT
    known = [int(name[2:]) for name in names() if name.startswith("sm")]
    return f"sm{max((n for n in known if n <= int(version)), default=min(known))}"
