"""Vector programs with what IREE makes of them and of our result."""

from __future__ import annotations

from functools import lru_cache

from egraph_opt.core.pipeline import optimize_text
from egraph_opt.core.result import Result
from egraph_opt.families.vector.options import VectorOptions
from tests.vector import kernels
from tests.vector import programs as made
from tests.vector.programs import STRIPED

CASES = {
    "first_comes_first": (made.first_comes_first(), (2, 2048, 4), (1, 1024, 2)),
    "over_workgroups": (made.over_workgroups(), (2, 2048, 4), (1, 1024, 2)),
    "already_best": (made.first_comes_first(STRIPED), (0, 0, 0), (0, 0, 0)),
    "narrow_last": (made.narrow_last(), (1, 4096, 2), (1, 1024, 2)),
    "one_owner": (made.one_owner(), (1, 1536, 2), (0, 0, 0)),
    "chain_of_8": (made.long_chain(8), (0, 0, 0), (0, 0, 0)),
    "chain_of_9": (made.long_chain(9), (1, 2048, 2), (0, 0, 0)),
    "chain_of_30": (made.long_chain(30), (1, 2048, 2), (0, 0, 0)),
    "shared_constant": (made.shared_constant(), (1, 2048, 2), (1, 2048, 2)),
    "carried": (made.carried(), (8, 16384, 16), (1, 2048, 2)),
    "around_shapes": (made.around_shapes(), (1, 4096, 2), (1, 2048, 2)),
    "narrow_twice": (made.narrow_twice(), (1, 4096, 2), (2, 2048, 4)),
    "rows": (made.rows("maximumf", "f16", "-1.0"), (1, 2048, 2), (1, 32, 2)),
    "rows_of_integers": (made.rows("add", "i32", "1"), (1, 4096, 2), (1, 64, 2)),
    "rows_of_floats": (made.rows("add", "f16", "0.0"), (1, 2048, 2), (1, 2048, 2)),
    "rows_from_a_vector": (made.rows("maximumf", "f16", "[]"), (1, 2048, 2), (1, 2048, 2)),
    "float_sum": (made.float_sum(), (1, 64, 2), (1, 64, 2)),
    "stretched": (kernels.stretched(), (1, 4096, 2), (1, 1024, 2)),
    "until": (kernels.until(), (2, 2048, 4), (1, 1024, 2)),
    "two_grids": (kernels.two_grids(), (4, 4096, 8), (2, 2048, 4)),
    "gathered": (kernels.gathered(), (1, 1024, 2), (1, 512, 2)),
}
"""Program; conversions, bytes of shared memory and barriers that IREE makes of it, and of our result under `shared_bytes`."""


@lru_cache(maxsize=256)
def optimised(text: str, cost: str = "shared_bytes", **chosen: bool) -> Result:
    """The result for a program, where layouts that it sets may move: made once for all tests that look at it."""
    return optimize_text(text, "<test>", VectorOptions(cost, **{"move_anchors": True, **chosen}))
