"""Check of a program that an earlier run made: anyone who can write to the cache can put another one there."""

from __future__ import annotations

import logging
from typing import Any

from egraph_opt.core.family import choose_options, families
from egraph_opt.core.task import Clock

logger = logging.getLogger("egraph_opt")


def holds(before: str, text: str | None, source: str, rules: str, given: dict[str, Any]) -> bool:
    """Return whether a text is proved to do what a function does, by the check that a result of this run has to pass.

    False for families without a proof that two given programs are equal: regions and vectors are tested, errors are bounded.

    Args:
        before: the function, in its module.
        text: the program that was kept.
        source: the name of its file.
        rules: the rulesets.
        given: the options by name.
    """
    if text is None:
        return False
    if text == before.lstrip("\n"):
        return True
    try:
        return _is_proved(before, text, source, choose_options(rules, given))
    except Exception as error:  # a text that anyone wrote: whatever is wrong with it, the function is worked on again
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
