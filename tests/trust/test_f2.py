"""Decisions by linear algebra over F2 agree with a check of every element."""

import pytest

from benchmarks.trust import f2
from egraph_opt.linear_layout import LinearLayout
from tests.trust.parts import part


def test_decisions() -> None:
    rows = part(*f2.SWEEPS, cases=400, first=1_000_000)
    assert [row["question"] for row in rows] == list(f2.QUESTIONS)


@pytest.mark.parametrize(
    ("question", "name", "wrong"),
    [
        ("the same map", "equal", lambda a, b: sorted(a.bases) == sorted(b.bases)),
        ("every element is held", "is_surjective", lambda held: len(set(held.bases)) == len(held.bases)),
        ("how near a holder is", "conversion_class", lambda a, b: f2.ConversionClass.REGISTER),
    ],
)
def test_a_wrong_decision_is_found(question: str, name: str, wrong: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f2, name, wrong)
    assert f2.mismatches(question, 200)


def test_a_wrong_operand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def as_it_is(self: f2.BitMap, layout: LinearLayout) -> LinearLayout:
        return layout

    monkeypatch.setattr(f2.BitMap, "backward", as_it_is)
    assert f2.mismatches("the operand of a transposition", 200)
