"""Tensor algebra at the end of Triton's `ttir` stage, before tensors have layouts (`enable(algebra=True)` and `enable(numerics=BOUND)`)."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from egraph_opt.errors import reason_of
from egraph_opt.triton.choice.parser_process import Accepts
from egraph_opt.triton.compile.ttgir_stage import parse

logger = logging.getLogger("egraph_opt.triton")


def rewrite_module(module: Any, text: str, acceptor: Accepts, family: str, options: Mapping[str, Any]) -> Any:
    """Return the module optimised by a family of rules, or the unchanged module if nothing is saved or an error occurs.

    Args:
        module: a module of TTIR.
        text: its text.
        acceptor: check whether Triton accepts a text.
        family: `algebra`, or `numerics` for rules with bounded errors.
        options: options of the family.
    """
    from egraph_opt.core.family import choose_options
    from egraph_opt.core.pipeline import optimize_text

    try:
        result = optimize_text(text, "<ttir>", choose_options(family, dict(options)))
        if result.ir == text:
            return module
        if refusal := acceptor.refusal(result.ir):
            raise ValueError(f"Triton refuses the text: {refusal}")
        (record, *_) = result.functions
        logger.info(
            "%s: %s saves %.3g of %.6g cycles%s",
            record.name,
            family,
            record.cost_before - record.cost_after,
            record.cost_before,
            "".join(f"; {note}" for note in record.notes),
        )
        return parse(result.ir, module.context)
    except Exception as error:  # the kernel then stays Triton's own
        logger.warning("%s leaves a kernel as it is: %s", family, reason_of(error))
        return module
