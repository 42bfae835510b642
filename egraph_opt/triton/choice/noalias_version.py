"""No-alias versions of a kernel: loads move above stores, which is valid if the arrays that the kernel writes overlap no other arrays.

In TTGIR, loads move above stores and into earlier iterations; reductions that become adjacent may become one `tt.reduce` of several
tensors. In TTIR, a loop with a proved trip count of 1 gets constant bounds. Triton then pipelines the enclosing loop, which moves its
loads above stores of earlier iterations. A loop of TTIR whose iterations are scalar and independent becomes a tensor dimension.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from egraph_opt.cost.target import Target
from egraph_opt.families.layout.emit.load_scheduling import loads_first
from egraph_opt.families.layout.emit.reduction_fusion import reductions_merged
from egraph_opt.ir.module import Op
from egraph_opt.machine.prediction import ResourceUse, predict_noalias_saving
from egraph_opt.process.fork_safety import run_fork_safe
from egraph_opt.text.register_attributes import MOST, warps_of, without_limit
from egraph_opt.triton.choice.gain_hints import (
    has_loops,
    may_carry,
    may_have_single_loops,
    may_merge_reductions,
    may_vectorize,
    stores_before_loads,
)
from egraph_opt.triton.choice.kernel_search import read_once
from egraph_opt.triton.choice.noalias_candidates import NoaliasProgram, apply_change, vectorize_loops
from egraph_opt.triton.choice.noalias_pipelining import carry_loads, more_registers
from egraph_opt.triton.choice.single_trip_rewrite import with_constant_trips
from egraph_opt.triton.state.shared_memory_limits import fits
from egraph_opt.triton.state.version_record import NoaliasVersion

MAX_CACHED_PROGRAMS = 8
MAX_NEEDED = 0.1
"""Largest saving over its own program that a no-alias version may need to be the best one. Versions that need more are not made.

Of 64 changed programs of flash-linear-attention, versions of Triton's program need less for 5, and one of these is best; of the 59 others
one would be.
"""


class VersionedKernel(Protocol):
    """Interface of a compiled kernel: `asm` has its IR by stage, `metadata.shared` the bytes of shared memory."""

    @property
    def asm(self) -> Any: ...
    @property
    def metadata(self) -> Any: ...


K = TypeVar("K", bound=VersionedKernel)


def noalias_versions(
    kernel: K, registers: int, target: str, refusal: Callable[[str], str], compiled: Callable[[NoaliasVersion], K]
) -> Iterator[tuple[NoaliasVersion, K]]:
    """Yield no-alias versions of a kernel with their compiled kernels.

    Args:
        kernel: the compiled kernel.
        registers: the kernel's number of registers per thread.
        target: a name such as `cuda:90`.
        refusal: returns why Triton rejects TTGIR; empty if it accepts it.
        compiled: compiles a program.

    Raises:
        InputError: the kernel's TTIR or TTGIR does not parse.
        RuntimeError: a new program is not proved equal, or Triton rejects it.
    """
    source = kernel.asm.get("ttir", "")  # a kernel compiled from TTGIR has no TTIR
    if may_vectorize(source) and (vectorized := vectorize_loops(source, warps_of(kernel.asm["ttgir"]) or 1)) is not None:
        (text, arrays), saving = vectorized
        second = NoaliasVersion(text, "ttir", arrays, saving)
        new = compiled(second)
        if fits(new.metadata.shared, target):
            yield second, new
            return
    single = without_single_loops(source)
    if single is not None:
        second = NoaliasVersion(single.text, "ttir", single.arrays)
        kernel = compiled(second)
        if fits(kernel.metadata.shared, target):
            yield second, kernel
    text = kernel.asm["ttgir"]
    if getattr(kernel.metadata, "maxnreg", None) is None:  # without a user's limit, the program has the one chosen for it alone
        text = without_limit(text)
    made = with_loads_earlier(text, MOST - registers)
    merged = merge_reductions_of_text(text if made is None else made.text)
    for each in filter(None, (made, merged)):
        if refused := refusal(each.text):
            raise RuntimeError(refused)
        second = NoaliasVersion(each.text, "ttgir", each.arrays if single is None else single.arrays)
        new = compiled(second)
        if fits(new.metadata.shared, target):
            yield second, new


class NoaliasSource(NamedTuple, Generic[K]):
    """Program equal to a kernel, from which no-alias versions are made. `time`: its predicted time as a multiple of the kernel's."""

    program: K
    use: ResourceUse
    time: float = 1.0


class PredictedVersion(NamedTuple, Generic[K]):
    """No-alias version, its compiled kernel, and the predicted saving as a fraction of the kernel's time."""

    gain: float
    version: NoaliasVersion
    program: K


def best_version(
    sources: Iterable[NoaliasSource[K]],
    target: str,
    processor: Target,
    refusal: Callable[[str], str],
    compiled: Callable[[NoaliasVersion], K],
    measure: Callable[[K], ResourceUse],
) -> PredictedVersion[K] | None:
    """Return the no-alias version of a kernel that is predicted to save most; None if there is none.

    Versions are made of each of `sources`: a program that is slower alone may have the faster version. One that would have to save more
    than `MAX_NEEDED` is not made. `measure` returns the resource use of a compiled program; other arguments and errors as for
    `noalias_versions`.
    """
    found: list[PredictedVersion[K]] = []
    for source, use, time in sources:
        best = max((each.gain for each in found), default=0.0)
        if 1.0 - (1.0 - max(0.0, best)) / time > MAX_NEEDED:
            continue
        for version, made in noalias_versions(source, use.registers, target, refusal, compiled):
            saved = version.saving or predict_noalias_saving(use, measure(made), processor, has_loops(made.asm["ttgir"]))
            found.append(PredictedVersion(1.0 - (1.0 - saved) * time, version, made))
    return max(found, key=lambda each: each.gain, default=None)


class Earlier(NamedTuple):
    """Result of moving loads above stores and pipelining them: the program, None if no load moves.

    `registers` counts the 32-bit registers per thread that the program's loops need in addition.
    """

    made: NoaliasProgram | None
    registers: int = 0


_known: OrderedDict[str, Earlier] = OrderedDict()


def with_loads_earlier(text: str, room: float = math.inf) -> NoaliasProgram | None:
    """Return a program with loads moved above stores; None if no load moves.

    The loads are also pipelined if this takes at most `room` additional 32-bit registers per thread.
    """
    found = earlier(text)
    return found.made if found.registers <= room else _with_loads_past_stores(text)


def earlier(text: str) -> Earlier:
    """Return a program with loads pipelined or moved above stores, and its additional registers, memoised by TTGIR."""
    found = _known.get(text)
    if found is None:
        made = apply_change(text, carry_loads, every=False, no_alias=True) if may_carry(text) else None
        added = more_registers(read_once(text), read_once(made.text)) if made is not None else 0
        found = Earlier(made or _with_loads_past_stores(text), added)
        know(text, found)
    return found


def know(text: str, found: Earlier) -> None:
    """Add `found`, which another process computed by `earlier` for a TTGIR text, to the memo of `earlier`."""
    _known[text] = found
    if len(_known) > MAX_CACHED_PROGRAMS:
        _known.popitem(last=False)


def _with_loads_past_stores(text: str) -> NoaliasProgram | None:
    return apply_change(text, past_stores, every=False, no_alias=True) if stores_before_loads(text) else None


@run_fork_safe()
def without_single_loops(text: str) -> NoaliasProgram | None:
    """Return TTIR with constant bounds for loops that run once; None if no loop does."""
    return apply_change(text, with_constant_trips, every=True, once=True) if may_have_single_loops(text) else None


def merge_reductions_of_text(text: str) -> NoaliasProgram | None:
    """Return a program with loads moved above stores and independent reductions merged into one `tt.reduce`; None if none merge."""
    return apply_change(text, merge_reductions, every=False, no_alias=True, apart=True) if may_merge_reductions(text) else None


def merge_reductions(function: Op) -> Op:
    """Return a function with loads moved above stores and reductions merged into one `tt.reduce`; the function itself if none merge."""
    first = loads_first(function, no_alias=True)
    new = reductions_merged(first)
    return function if new is first else new


def past_stores(function: Op) -> Op:
    """Return a function with its loads moved above stores to other arrays, or the unchanged function."""
    first, past = loads_first(function), loads_first(function, no_alias=True)
    return past if [op.name for op in first.walk()] != [op.name for op in past.walk()] else function
