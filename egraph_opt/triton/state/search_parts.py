"""Registry of what only a search needs, which is imported on use.

A process whose kernels are all in the caches needs none of it: launches need keys, records in the disk memo, and dispatch. Modules that
launches need refer to these functions and classes only through this registry.
"""

from __future__ import annotations

from typing import Any

from egraph_opt import applications

PARTS = {
    "Compilation": "egraph_opt.triton.pipeline.compilation:Compilation",
    "TwoProgramStages": "egraph_opt.triton.pipeline.two_way_compile:TwoProgramStages",
    "acceptor": "egraph_opt.triton.compile.compile_jobs:acceptor",
    "fewer_stages": "egraph_opt.triton.choice.compile_options:fewer_stages",
    "improve_kernel": "egraph_opt.triton.background.kernel_improvement:improve_kernel",
    "join_descriptors": "egraph_opt.triton.launches.descriptor_kernel:join_descriptors",
    "make_versions": "egraph_opt.triton.launches.version_search:make_versions",
    "specialize": "egraph_opt.triton.compile.unit_arguments:specialize",
}
"""Functions and classes, as `module:name`. Launches need `join_descriptors` only for kernels with descriptors."""


def part(name: str) -> Any:
    return applications.part(name, PARTS)
