"""Whether the result for a generated tensor program is taken by IREE, is right, and costs no more in its own schedule."""

from __future__ import annotations

from typing import Any

import numpy as np

from egraph_opt.core.pipeline import optimize_text as optimize_regions
from egraph_opt.families.region.choice.pricing.cost import cost_model
from egraph_opt.families.region.compiler_check import MISCOMPILED_REMARK
from egraph_opt.families.region.iree_schedule import schedule_of
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.iree import program as iree
from tests.region import dynamic as region_dynamic

ROUNDING = 1e-9


def of_tensors(program: Any, model: str) -> str:
    """`better`, `same`, `corrected` (IREE compiles the input wrongly), or what is wrong."""
    priced = cost_model(model)
    result = optimize_regions(program.text, "random", RegionOptions(priced))
    if failed := [f.remark for f in result.functions if f.stopped_by in ("error", "check")]:
        return f"wrong: {failed[0]}"
    dynamic = isinstance(program, region_dynamic.Dynamic)
    inputs = program.inputs if dynamic else program.inputs()
    expected = program.compute() if dynamic else program.compute(inputs)
    if not all(np.array_equal(a, b) for a, b in zip(iree.run(result.ir, "f", inputs), expected, strict=True)):
        return "wrong: another result"
    if any(MISCOMPILED_REMARK in remark for remark in result.remarks):
        return "corrected"
    before, after = (priced.price(schedule_of(text)) for text in (program.text, result.ir))
    if after > before * (1 + ROUNDING):
        return f"wrong: cost {before} became {after}"
    return "better" if after < before * (1 - ROUNDING) else "same"
