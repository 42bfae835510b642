"""Raised programs do the same when they are run, also as Triton's own passes lower them back."""

from __future__ import annotations

import numpy as np
import pytest

from egraph_opt.baseline import libtriton
from egraph_opt.families.pointer.forms.candidate import TARGETS, Target
from egraph_opt.text import read
from tests.pointer.cases import CASES, SIZES, raised, same_when_run
from tests.support.pointer_oracle import outcome

FAST: dict[str, tuple[Target, ...]] = {
    "copy": ("tts", "descriptor"),
    "patterns": ("tts",),
    "loops": ("tts", "descriptor"),
    "masks": ("descriptor",),
    "gathers": ("tts",),
    "blocks": ("tts", "descriptor"),
    "choices": ("tts", "descriptor"),
    "sums": ("tts", "descriptor"),
    "unstructured": ("tts", "descriptor"),
    "wraps": (),
    "stored_below": (),
}
"""Targets by file that are run every time; those that take seconds have one of them."""
RUNS = [
    pytest.param(file, target, version, marks=[] if target in fast and version == "loop" else pytest.mark.slow)
    for file, fast in FAST.items()
    for target in TARGETS
    for version in ("loop", "", "kernel")
]


@pytest.mark.parametrize(("file", "target", "version"), RUNS)
def test_raised_programs_do_the_same(file: str, target: Target, version: str) -> None:
    """All files, targets and versions; slow are block pointers, and what has no version in a loop."""
    text = raised(file, target, version).ir
    texts = [text]
    if target != "tts":
        (lowered,) = libtriton.ask("lower", [text])
        assert lowered.text is not None, lowered.error
        assert "make_tensor_" not in lowered.text
        texts.append(lowered.text)
    rounds, sizes = (
        (15, (0, 1, 2, 7, 33, -1, -16))
        if file in ("loops", "blocks", "choices", "stored_below", "sums", "unstructured")
        else (60, SIZES)
    )
    assert same_when_run(read((CASES / f"{file}.mlir").read_text()), [read(t) for t in texts], rounds, sizes) >= rounds // 2


@pytest.mark.parametrize("target", TARGETS)
def test_a_raised_matrix_product_does_the_same(target: Target) -> None:
    texts = [raised("matmul", target, "kernel").ir]
    if target != "tts":
        (lowered,) = libtriton.ask("lower", texts)
        assert lowered.text is not None, lowered.error
        texts.append(lowered.text)
    others = [read(text) for text in texts]
    assert same_when_run(read((CASES / "matmul.mlir").read_text()), others, 12, (0, 1, 48, 64, 100, -1)) >= 6


def test_a_guard_tells_an_offset_that_wraps_around() -> None:
    """Stride 0 and a program so far out that its row is negative: every lane is read, which no bounds check would do."""
    (old,) = read((CASES / "copy.mlir").read_text()).functions()
    x = np.arange(1 << 15, dtype=np.float16)
    given = [x, np.zeros_like(x), 64, 64, 0, 0]
    expected = outcome(old, given, (1 << 25, 0, 0))
    assert expected is not None and expected[1] != given[1].tobytes()
    for target in TARGETS:
        (new,) = read(raised("copy", target, "kernel").ir).functions()
        assert outcome(new, given, (1 << 25, 0, 0)) == expected


@pytest.mark.parametrize("file", ["copy", "matmul"])
def test_triton_compiles_descriptors_to_bulk_copies(file: str) -> None:
    (answer,) = libtriton.ask("compile", [raised(file, "descriptor", "kernel").ir])
    assert answer.text is not None, answer.error
    assert answer.text.count("cp.async.bulk.tensor") >= 2
