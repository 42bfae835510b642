"""Scheduling for fewer registers (Triton's option `sched4reg`) of single modules.

A module attribute enables it (`egraph_opt.text.register_attributes`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from egraph_opt.text.register_attributes import SCHEDULE_ATTRIBUTE
from egraph_opt.triton.compile.machine_code import Stage

OPTION = "sched4reg"


def has_schedules(options: Mapping[str, Any]) -> bool:
    """Return whether Triton has the option `sched4reg`, and the user has not set it."""
    return options.get(OPTION) is False


def by_module(backend: Any, stages: Mapping[str, Stage], options: Any) -> dict[str, Stage]:
    """Return replacements of Triton's stages that enable `sched4reg` for modules with the attribute; empty if Triton lacks the option.

    Args:
        backend: Triton's backend for NVIDIA.
        stages: the backend's stages by name.
        options: the backend's options object.
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
