"""Other forms of a kernel that some launches run, as the disk memo has them: more pipeline stages, descriptors, merged instances."""

from __future__ import annotations

from typing import Any, NamedTuple

from egraph_opt.ir.analysis.disjoint_arrays import Arrays
from egraph_opt.triton.state.version_record import Address


class DescriptorText(NamedTuple):
    """Kernel in TTIR with descriptors as arguments, with the function that computes them, as one text (`split_text`).

    `arrays` has the positions of pointers, among the arguments of the kernel without descriptors, that must not overlap; None if they may.
    """

    text: str
    arrays: Arrays | None = None

    def with_apart(self, arrays: Arrays) -> DescriptorText:
        """Return the same kernel for launches where these arrays do not overlap, either."""
        own = self.arrays or Arrays((), ())
        return self._replace(arrays=Arrays(*(tuple(sorted({*a, *b})) for a, b in zip(own, arrays, strict=True))))


class DeeperForm(NamedTuple):
    """Program with more pipeline stages, up to how many instances per multiprocessor it is preferred, and which arrays, among the
    arguments of the program, must not overlap.
    """

    at: Address
    limit: int
    stages: int
    arrays: Arrays | None = None


class DescriptorForm(NamedTuple):
    """Program with descriptors as arguments, its address in Triton's cache, and the same program with more stages."""

    raised: DescriptorText
    at: Address
    stages: int
    deeper: DeeperForm | None = None


class MergedForm(NamedTuple):
    """Program with instances merged along an axis, and from how many of the kernel's own per multiprocessor on it is used."""

    at: Address
    instances: int
    axis: int
    least: int
    warps: int


def parse_deeper(said: Any) -> DeeperForm | None:
    """Return a deeper program from the disk memo; None if there is none, or the data are malformed."""
    match said:
        case [[str(hash), str(name)], int(limit), int(stages), None | [[*_], [*_]] as arrays]:
            return DeeperForm((hash, name), limit, stages, _parse_arrays(arrays))
    return None


def parse_descriptors(said: Any) -> DescriptorForm | None:
    """Return a program with descriptors from the disk memo; None if there is none, or the data are malformed."""
    match said:
        case [[str(text), None | [[*_], [*_]] as arrays], [str(hash), str(name)], int(stages), deeper]:
            return DescriptorForm(DescriptorText(text, _parse_arrays(arrays)), (hash, name), stages, parse_deeper(deeper))
    return None


def parse_merged(said: Any) -> MergedForm | None:
    """Return a merged program from the disk memo; None if there is none, or the data are malformed."""
    match said:
        case [[str(hash), str(name)], int(instances), int(axis), int(least), int(warps)]:
            return MergedForm((hash, name), instances, axis, least, warps)
    return None


def _parse_arrays(said: list[list[int]] | None) -> Arrays | None:
    return None if said is None else Arrays(*map(tuple, said))
