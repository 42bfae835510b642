"""Hints on what a search may gain, by a text search in a kernel's IR without parsing."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

from egraph_opt.cost.op_resources import DOTS
from egraph_opt.families.layout.encode.descriptor_alias import LOAD
from egraph_opt.ir.types import bits_of
from egraph_opt.machine.warp_latency import BANDWIDTH
from egraph_opt.triton.state.settings import Settings

_NAMES = re.compile(r"^ +(?:%[\w:, #%]+ = )?\"?(\w+\.\w+)", re.M)
_ALONE = (
    "arith.",
    "math.",
    "tt.func",
    "tt.load",
    "tt.splat",
    "tt.addptr",
    "tt.make_range",
    "tt.expand_dims",
    "tt.broadcast",
    "tt.get_",
)
"""Name prefixes of operations at which threads do not wait. The list is incomplete."""
_PLAIN_LOOP = re.compile(r"scf\.for \S+ = \S+ to \S+ step \S+ +: i32 {")
_SCALAR_STORE = re.compile(r"tt\.store .* : !tt\.ptr<\w+>")
LOADS = ("tt.load", "tt.descriptor_load")
"""Operations of TTIR that Triton's pipeliner makes copies to shared memory."""
START = {"cuda:90": 141.0}
"""Cycles of a multiprocessor from one start of a program instance to the next, by target (0.61 ns on all of an H200)."""
_ACCESS = re.compile(r"tt\.(?:load|store) .* : (?:tensor<((?:\d+x)+))?!tt\.ptr<(\w+)>")
_OTHER = ("scf.for", "scf.while", "tt.atomic", "tt.dot", "tt.call", "tt.descriptor", "tensordesc")


def may_search(settings: Settings, stages: Mapping[str, Any]) -> bool:
    """Return whether the search for layouts, or a second version, may improve a kernel, by a text search without parsing."""
    text = stages["ttgir"]
    changes = has_conversions(text) or may_spill(text) or (settings.loads_first and loads_wait(text))
    return changes or (settings.versions and may_have_noalias(stages))


def may_have_forms(settings: Settings, stages: Mapping[str, Any], target: str) -> bool:
    """Return whether a kernel may have a faster form, by a text search without parsing."""
    loops = (settings.stages or settings.descriptors) and may_deepen(stages)
    return loops or (settings.versions and may_merge_instances(stages, target))


def has_conversions(text: str) -> bool:
    return "ttg.convert_layout" in text


def may_spill(text: str) -> bool:
    """Return whether a program may need so many registers that another order of its operations helps, by a text search."""
    return any(name in text for name in (LOAD, *DOTS))


def loads_wait(text: str) -> bool:
    """Return whether a load may follow an operation at which threads wait, by a text search."""
    return any(not name.startswith(_ALONE) for name in _NAMES.findall(text, 0, max(0, text.rfind("tt.load "))))


def idle(first: bool) -> str:
    """Return why a program without layout conversions stays unchanged. `first`: loads may move above waits, but none can."""
    return f"it converts no layout{', and no load can be issued earlier' if first else ''}"


def may_have_noalias(stages: Mapping[str, Any]) -> bool:
    """Return whether a kernel may have a no-alias version (`noalias_versions`), by a text search in its IR."""
    if "ttgir" not in stages:  # the user keeps only the binary
        return False
    text, source = stages["ttgir"], stages.get("ttir", "")
    return may_have_single_loops(source) or may_have_earlier_loads(text) or may_merge_reductions(text) or may_vectorize(source)


def has_loops(text: str) -> bool:
    """Return whether a program in TTGIR has loops, by a text search."""
    return "scf.for" in text or "scf.while" in text


def copies_ahead(text: str) -> bool:
    """Return whether a program in TTGIR copies ahead for asynchronous products, by a text search."""
    return "ttg.async_copy_global_to_local" in text and "ttng.warp_group_dot " in text


def stores_before_loads(text: str) -> bool:
    """Return whether a load may follow a store, by a text search."""
    return -1 < text.find("tt.store ") < text.rfind("tt.load ")


def may_have_earlier_loads(text: str) -> bool:
    """Return whether `with_loads_earlier` may find a program, by a text search."""
    return stores_before_loads(text) or may_carry(text)


def may_have_single_loops(text: str) -> bool:
    """Return whether a loop of a TTIR program may run exactly once, by a text search."""
    return "scf.for" in text and "arith.minsi" in text


def may_merge_reductions(text: str) -> bool:
    """Return whether several reductions may become one `tt.reduce`, by a text search."""
    return text.count('"tt.reduce"(') > 1


def may_carry(text: str) -> bool:
    """Return whether a loop may contain a load, by a text search."""
    return -1 < text.find("scf.for ") < text.rfind("tt.load ")


def may_vectorize(text: str) -> bool:
    """Return whether a loop of a TTIR program may have scalar, independent iterations, by a text search."""
    return _PLAIN_LOOP.search(text) is not None and _SCALAR_STORE.search(text) is not None


def may_deepen(stages: Mapping[str, Any]) -> bool:
    """Return whether a kernel's loop multiplies what it loads, so that other pipeline stages or descriptors may gain, by a text search."""
    text = stages.get("ttir", "")
    return "tt.dot" in text and "scf.for" in text and any(name in text for name in LOADS)


def may_merge_instances(stages: Mapping[str, Any], target: str) -> bool:
    """Return whether starting instances may bound a kernel's time, by a text search: no loops, and few bytes per instance."""
    text = stages.get("ttir", "")
    if target not in START or "tt.get_program_id" not in text or any(name in text for name in _OTHER):
        return False
    moved = sum(
        math.prod(map(int, shape[:-1].split("x"))) * bits_of(element) if shape else bits_of(element)
        for shape, element in _ACCESS.findall(text)
    )
    return 0 < moved <= 8 * BANDWIDTH * START[target]
