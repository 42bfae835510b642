"""Smaller witnesses: fewer elements that are not zero, while the old and new kernels still differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from egraph_opt.interpret.element_types import Array
from egraph_opt.verifier.run.side_execution import WorkLimit
from egraph_opt.verifier.run.side_trial import InvalidInput, Trial
from egraph_opt.verifier.run.witness import Witness

ROUNDS = 60
"""Largest number of simpler contents that are tried for one witness."""
SHARE = 3
"""Shrinking may take the fraction 1 / `SHARE` of the work that a search has left."""


def shrink_contents(trial: Trial, witness: Witness, find: Callable[[Mapping[str, Array]], Witness | None]) -> Witness:
    """Return a witness of the same kind with simpler contents: arrays of only zeros or ones, or with parts set to zero."""
    best = witness
    rounds = 0
    trial.work.left = min(trial.work.left, trial.work.spent + (trial.work.left - trial.work.spent) // SHARE)

    def attempt(contents: dict[str, Array]) -> bool:
        nonlocal best, rounds
        rounds += 1
        try:
            found = find({**complete, **contents})
        except (InvalidInput, WorkLimit):
            return False
        if found is None or found.kind != witness.kind:
            return False
        best = found
        return True

    complete = dict(witness.arrays)
    for name in witness.specs:
        complete.setdefault(name, np.zeros(witness.specs[name].shape))
    for name, values in witness.arrays.items():
        if witness.specs[name].low is not None:
            continue
        for number in (0, 1):
            if rounds < ROUNDS and np.any(values != number) and attempt({**best.arrays, name: np.full_like(values, number)}):
                break
        else:
            _clear_parts(lambda contents: rounds < ROUNDS and attempt(contents), lambda: best, name)
    return best


def _clear_parts(attempt: Callable[[dict[str, Array]], bool], best: Callable[[], Witness], name: str) -> None:
    """Set halves, quarters and ever smaller parts of an array to zero, as long as the sides still differ."""
    size = best().arrays[name].size
    part = size
    while part > 1:
        part = (part + 1) // 2
        for start in range(0, size, part):
            values = best().arrays[name].copy()
            flat = values.reshape(-1)
            if not flat[start : start + part].any():
                continue
            flat[start : start + part] = 0
            if not attempt({**best().arrays, name: values}) and part * 16 < size:
                return
