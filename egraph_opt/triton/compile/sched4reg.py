"""Triton's option `sched4reg` for single programs: a module's attribute says that it is on (`egraph_opt.text.register_attributes`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from egraph_opt.text.register_attributes import SCHEDULE_ATTRIBUTE
from egraph_opt.triton.compile.machine_code import Stage

OPTION = "sched4reg"


def has_schedules(options: Mapping[str, Any]) -> bool:
    """Return whether single programs may be scheduled for fewer registers: Triton can, and the user does not ask for it anyway."""
    return options.get(OPTION) is False


def by_module(backend: Any, stages: Mapping[str, Stage], options: Any) -> dict[str, Stage]:
    """Return replacements of a compilation's stages that look at the attribute; none where Triton has no such option.

    Args:
        backend: Triton's backend for NVIDIA.
        stages: by name, as the backend makes them.
        options: what the backend made of the user's options.
    """
    if not has_schedules(vars(options)) or not {"llir", "ptx"} <= stages.keys():
        return {}
    plain_llir, plain_ptx = stages["llir"], stages["ptx"]

    def llir(module: Any, metadata: Any) -> Any:
        metadata[OPTION] = module.get_int_attr(SCHEDULE_ATTRIBUTE) is not None
        return plain_llir(module, metadata)

    def ptx(source: Any, metadata: Any) -> Any:
        if not metadata.get(OPTION):
            return plain_ptx(source, metadata)
        return backend.make_ptx(source, metadata, replace(options, sched4reg=True), backend.target.arch)

    return {"llir": llir, "ptx": ptx}
