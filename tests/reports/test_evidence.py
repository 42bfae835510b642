"""What pages claim of a result: proved, proved up to a bound, or tested; and one sentence on what the checker shares."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from egraph_opt.api import report
from egraph_opt.core.family import choose_options, families
from egraph_opt.core.options import Options
from egraph_opt.iree.program import generic, print_plain
from egraph_opt.reports.page import render
from egraph_opt.reports.report_builder import build, verdict
from tests.reports.pages import OTHERS, other
from tests.support.kernels import ROOT

ONE = "The checker shares three parts with the optimiser: the parser, the IR data structures and the layout maps."
PROVED = "proved equal to the input"
FAN_OUT = ROOT / "tests/cases/layout/fan_out.mlir"
INTRA = ROOT / "benchmarks/corpus/kernels/fla.chunk_gla_fwd_A_kernel_intra_sub_intra/input.ttir"


@pytest.mark.parametrize(
    ("family", "said", "unsaid"),
    [
        ("layout", [PROVED], []),
        ("algebra", [PROVED], []),
        ("vector-layout", [PROVED], []),
        ("pointer", ["proved to touch the same addresses", "promises"], []),
        ("numerics", ["not equal", "equal over the real numbers", "error to be at most"], [PROVED]),
        ("region", ["tested", "not proved", "fingerprints"], [f"was {PROVED}"]),
    ],
)
def test_a_family_says_what_was_done(family: str, said: list[str], unsaid: list[str]) -> None:
    found = verdict(families()[family], changed=True, rejected=False, checked=True)
    assert all(each in found for each in said) and not any(each in found for each in unsaid)
    assert "not checked" in verdict(families()[family], changed=True, rejected=False, checked=False)
    assert verdict(families()[family], changed=False, rejected=False, checked=True) == "The result is the input."
    assert "did not pass" in verdict(families()[family], changed=False, rejected=True, checked=True)


def test_a_family_from_elsewhere_claims_no_proof() -> None:
    plain = type(families()["layout"])("x", "x", Options, "x:y", lambda text, name: 0)
    assert "proved" not in verdict(plain, changed=True, rejected=False, checked=True)


def test_a_page_on_bounded_errors_claims_no_equality() -> None:
    found = report(INTRA, rules="numerics", numerics="1e-4", alternatives=0, static=False, others=False)
    page = re.sub(r"\s+", " ", render(found))
    assert families()["numerics"].evidence in page and f"was {PROVED}" not in page
    assert any("its error is at most 9.88e-05 of its magnitude" in remark and remark in page for remark in found.remarks)


def test_a_page_says_whether_sums_may_be_reordered() -> None:
    plain, free = (report(FAN_OUT, reassociate=free, alternatives=0, static=False) for free in (False, True))
    assert PROVED in plain.parts.verdict and ONE in plain.parts.verdict and "another order" not in plain.parts.verdict
    assert "another order (--reassociate)" in free.parts.verdict


def test_one_sentence_says_what_the_checker_shares() -> None:
    """It is true by `tests/checker`, which holds the list of what the checker imports."""
    texts = {path: " ".join(re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", path.read_text()).split()) for path in pages()}
    for name in (
        "README.md",
        "CHANGELOG.md",
        "docs/faq.md",
        "docs/tutorials/kernels.md",
        "docs/proofs.md",
    ):
        assert ONE in texts[ROOT / name], name
    for path, text in texts.items():
        assert not re.search(r"checker[^.]*shares (?:no code|only the reader|the reader)", text), path


def pages() -> list[Path]:
    named = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")]
    return [*named, *(ROOT / "docs").rglob("*.md"), *(ROOT / "egraph_opt").rglob("*.py")]


def test_seconds_are_shown_in_microseconds() -> None:
    found = other("region")
    assert found.unit == "s" and found.costs_with_unit == (found.cost_before * 1e6, found.cost_after * 1e6, "µs")
    assert f"{found.costs_with_unit[1]:.3g} µs</b>" in render(found) and "e-05" not in render(found).partition("<h2")[0]
    assert report(FAN_OUT, alternatives=0, static=False, others=False).costs_with_unit[2] == "cycles"


@pytest.mark.parametrize("family", ["region", "vector-layout"])
def test_programs_of_iree_are_shown_in_the_form_of_the_input(family: str) -> None:
    pytest.importorskip("iree.compiler")
    path, options = OTHERS[family]
    pretty = print_plain(path.read_text())
    for text, is_plain in ((pretty, True), (generic(pretty), False)):
        found = build(text, path.name, choose_options(family, options))
        assert found.parts.diffs and any(row.kind != "same" for row in found.parts.diffs[0].rows)
        for side in found.parts.sides:
            assert ("<{" not in "".join(side.lines) and '"arith.' not in "".join(side.lines)) is is_plain, side.title


def test_without_the_tool_programs_of_iree_are_shown_in_generic_form(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("iree.compiler")
    monkeypatch.setattr("egraph_opt.iree.program.print_plain", lambda _: "")
    path, options = OTHERS["region"]
    found = build(path.read_text(), path.name, choose_options("region", options))
    assert found.parts.sides[0].title == "Input, in generic form" and '"tensor.empty"' in "".join(found.parts.sides[1].lines)
