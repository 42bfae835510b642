"""Job of a child process for a kernel that Triton compiled without the plug-in, and its result."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from egraph_opt.triton.compile.recipe import Recipe
from egraph_opt.triton.launches.kernel_forms import (
    DeeperForm,
    DescriptorForm,
    MergedForm,
    parse_deeper,
    parse_descriptors,
    parse_merged,
)
from egraph_opt.triton.state.report import Kernel
from egraph_opt.triton.state.search_parts import part
from egraph_opt.triton.state.version_record import Address

RESULT_NAME = "improved"
"""First part of the key of a kernel's result in the disk memo. Triton's key of the kernel follows."""


@dataclass(frozen=True)
class Plain:
    """Kernel that Triton compiled without the plug-in.

    `hash` is the kernel's key in Triton's cache. `stages` has the output of each stage by name. `noted` is the metadata directly
    after the stage `ttgir`, None if unknown. `launches_forms`: its launches can run other forms (`faster_forms`, `merged_form`).
    `has_free_stages`: no tuner chose the options. `units` are arguments that are 1 in all launches (`compile.unit_arguments`).
    """

    hash: str
    stages: dict[str, Any]
    metadata: dict[str, Any]
    noted: dict[str, Any] | None
    launches_forms: bool = False
    has_free_stages: bool = False
    units: tuple[int, ...] = ()


@dataclass(frozen=True)
class KernelResult:
    """Cache address of a kernel's optimised program, the compilation records, and the number of failed trial compilations.

    `deeper`, `descriptors` (`faster_forms`) and `merged` (`merged_form`) are other forms of the kernel that some launches run. All are
    for launches in which the arguments `units` are 1.
    """

    at: Address
    records: tuple[Kernel, ...] = ()
    failed_trials: int = 0
    deeper: DeeperForm | None = None
    descriptors: DescriptorForm | None = None
    merged: MergedForm | None = None
    units: tuple[int, ...] = ()

    def record(self) -> list[Any]:
        """Return the programs for the disk memo; `parse_result` reads them."""
        return [*self.at, self.deeper, self.descriptors, self.merged, self.units]


def parse_result(said: Any) -> KernelResult | None:
    """Return a kernel's programs from the disk memo; None if the data are malformed."""
    match said:
        case [str(hash), str(name), deeper, descriptors, merged, [*units]]:
            forms = parse_deeper(deeper), parse_descriptors(descriptors), parse_merged(merged)
            return KernelResult((hash, name), (), 0, *forms, tuple(map(int, units)))
    return None


def result_key(hash: str, units: Iterable[int]) -> tuple[str, ...]:
    """Return the key of a kernel's result in the disk memo, given the kernel's key in Triton's cache and the arguments that are 1."""
    return RESULT_NAME, hash, *map(str, units)


def improve(recipe: Recipe, plain: Plain) -> KernelResult:
    """Return the result of `kernel_improvement.improve_kernel`, which only the child process imports.

    Raises:
        Exception: an error of Triton's compiler on its own program.
    """
    result: KernelResult = part("improve_kernel")(recipe, plain)
    return result
