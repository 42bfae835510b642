"""Exact tensor algebra at the end of Triton's `ttir` stage, before tensors have layouts: `enable(algebra=True)`."""

from __future__ import annotations

import logging
from typing import Any

from egraph_opt.triton.choice.accept import Accepts
from egraph_opt.triton.compile.stage import parse

logger = logging.getLogger("egraph_opt.triton")


def computed_less(module: Any, text: str, acceptor: Accepts) -> Any:
    """Return a module that computes fewer elements, or the given one where nothing is saved or anything goes wrong.

    Args:
        module: a module of TTIR.
        text: its text.
        acceptor: whoever knows which texts Triton accepts.
    """
    from egraph_opt.core.family import chosen
    from egraph_opt.core.pipeline import optimize_text

    try:
        result = optimize_text(text, "<ttir>", chosen("algebra", {}))
        if result.ir == text:
            return module
        if refusal := acceptor.refusal(result.ir):
            raise ValueError(f"Triton refuses the text: {refusal}")
        (record, *_) = result.functions
        logger.info(
            "%s: tensor algebra saves %.3g of %.6g cycles",
            record.name,
            record.cost_before - record.cost_after,
            record.cost_before,
        )
        return parse(result.ir, module.context)
    except Exception as error:  # the kernel is Triton's own then
        logger.warning("tensor algebra leaves a kernel as it is: %s: %s", type(error).__name__, error)
        return module
