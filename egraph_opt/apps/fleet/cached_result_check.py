"""Validation of a program from the cache, to which other users may be able to write."""

from __future__ import annotations

import logging
from typing import Any

from egraph_opt.core.family import choose_options, families
from egraph_opt.core.task import Clock

logger = logging.getLogger("egraph_opt")


def holds(before: str, text: str | None, source: str, rules: str, given: dict[str, Any]) -> bool:
    """Return whether a cached program is proved equal to a function, with the checker that validates the optimiser's results.

    False for rule families whose results are tested (`region`, `vector`) or have error bounds (`numerics`).

    Args:
        before: the function, in its module.
        text: the cached program.
        source: name of the function's file.
        rules: the rulesets.
        given: the options by name.
    """
    if text is None:
        return False
    if text == before.lstrip("\n"):
        return True
    try:
        return _is_proved(before, text, source, choose_options(rules, given))
    except Exception as error:  # the text is untrusted: on any error, the function is processed again
        logger.debug("%s", source, exc_info=error)
        return False


def _is_proved(before: str, text: str, source: str, options: Any) -> bool:
    family = families()[options.family]
    steps = family.steps()
    old, new = (steps.read(each, source, 1) for each in (before, text))
    if family.check:
        return bool(family.code("check")(old, new).equal)
    if options.family != "layout" or not options.check:
        return False
    task = steps(old, options, Clock(), before)
    return task.validate(old, new).verdict.equal
