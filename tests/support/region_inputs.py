"""Programs of `benchmarks/corpus/regions`, and numbers to run them on."""

from __future__ import annotations

from itertools import count

import numpy as np
from hypothesis import HealthCheck

from egraph_opt.families.region.encode.tensor_program import FUNCTIONS, ranked_type
from egraph_opt.iree import program as iree
from tests.support.kernels import ROOT

FOLDER = ROOT / "benchmarks/corpus/regions"


def program(name: str) -> str:
    return (FOLDER / f"{name}.mlir").read_text()


def inputs(text: str) -> list[np.ndarray | int]:
    """Small integers; extents known at run time only are 5, 6, 7, ..., single numbers 1."""
    (function,) = [op for op in iree.read_any(text, "test").op.walk() if op.name in FUNCTIONS]
    rng, open_extents = np.random.default_rng(0), count(5)
    types = [ranked_type(v.type) for v in function.regions[0].blocks[0].arguments]
    shapes = [t and [next(open_extents) if n is None else n for n in t[0]] for t in types]
    kinds = [np.int32 if t and t[1] == "i32" else np.float32 for t in types]
    return [
        1
        if shape is None
        else rng.integers(0, 4, shape).astype(kind)
        if kind is np.int32
        else rng.integers(-3, 4, shape).astype(kind)
        for shape, kind in zip(shapes, kinds, strict=True)
    ]


QUIET = list(HealthCheck)
