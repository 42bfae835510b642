"""Record of a kernel's alternative programs in the disk memo, and the programs in Triton's cache."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from egraph_opt.ir.analysis.disjoint_arrays import Arrays
from egraph_opt.machine.launch_cycles import ProgramResources
from egraph_opt.machine.prediction import ResourceUse
from egraph_opt.triton.state.disk_memo import adopt_program

SECOND, FIRST, OWN = range(3)
"""Indices of a kernel's programs in order of preference: no-alias version, chosen program, Triton's own."""
Address = tuple[str, str]


class NoaliasVersion(NamedTuple):
    """No-alias version: a program, its IR (`ttir` or `ttgir`), and the arrays that must not overlap at a launch.

    `saving` is the part of a warp's executed instructions that it saves, if its machine code does not tell: 0.99 if 128 threads did
    the same work, and each now does its part.
    """

    text: str
    language: str
    arrays: Arrays
    saving: float = 0.0

    def use(self, own: ResourceUse, first: ResourceUse) -> ResourceUse:
        """Return the version's resource use, from its machine code's, `own`, and the kernel's, `first`."""
        return (
            replace(own, path=first.path * (1.0 - self.saving), issued=first.issued * (1.0 - self.saving)) if self.saving else own
        )


class KernelVersions(NamedTuple):
    """Alternative programs of a kernel, with their addresses in Triton's cache on disk.

    `resources` has the resource use (`machine.launch_cycles.ProgramResources`) of each existing program, in the order: no-alias version,
    the kernel itself, Triton's program.
    """

    gain: float = 0.0
    second: NoaliasVersion | None = None
    at: Address | None = None
    own: Address | None = None
    resources: tuple[ProgramResources, ...] = ()

    def resources_of(self) -> dict[int, ProgramResources]:
        """Return the resource use (`machine.launch_cycles.ProgramResources`) of each existing program, by `SECOND`, `FIRST` and `OWN`."""
        there = {SECOND: self.second is not None, FIRST: True, OWN: self.own is not None}
        return dict(zip((number for number, is_there in there.items() if is_there), self.resources, strict=True))


def parse_record(said: Any) -> KernelVersions | None:
    """Return a kernel's alternative programs, decoded from JSON; None if the data are malformed."""
    match said:
        case [int() | float() as gain, second, at, own, [*resources]]:
            found = None
            match second:
                case [str(text), str(language), [[*written], [*read]], int() | float() as saving]:
                    found = NoaliasVersion(text, language, Arrays(tuple(written), tuple(read)), saving)
            return KernelVersions(
                gain, found, at and tuple(at), own and tuple(own), tuple(ProgramResources(*each) for each in resources)
            )
    return None


def address(kernel: Any) -> Address:
    """Return a compiled program's address in Triton's cache on disk: its key, and the name of its metadata file."""
    return kernel.hash, next(name for name in kernel.metadata_group if name.endswith(".json"))


def stored_program(kernel: Any, at: Address | None) -> Any:
    """Return the compiled program at an address, with the signature of `kernel`.

    Return None if neither Triton's cache nor the shared folder has the program, or if Triton is set to recompile everything.
    """
    from triton import knobs
    from triton.compiler import CompiledKernel
    from triton.runtime.cache import get_cache_manager

    if at is None or knobs.compilation.always_compile:
        return None
    hash, name = at
    files = get_cache_manager(hash).get_group(name) or adopt_program(hash, name)
    return CompiledKernel(kernel.src, files, hash) if files and name in files else None
