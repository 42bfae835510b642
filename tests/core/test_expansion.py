"""Values of a dump are written out as terms, in each form, and without end nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from egraph_opt.core.output.expansion import MAX_TERMS, expand_values
from egraph_opt.core.saturation import SaturatedTerms
from tests.command.outcomes import run

KINDS = {"number": (False,), "plus": (True, True), "cut": (True,), "at": (False, True)}


def graph(rows: dict[str, list[tuple[tuple[int, ...], int]]], classes: dict[int, int]) -> SaturatedTerms:
    return SaturatedTerms(rows, {}, classes, 1, "", "", KINDS)


def test_each_form_of_a_value_and_of_its_operands_is_written() -> None:
    rows = {"number": [((7,), 0), ((1,), 2)], "plus": [((0, 2), 1), ((2, 0), 1), ((1, 2), 3)], "at": [((5, 0), 1)]}
    found = expand_values(graph(rows, {4: 3, 9: 0}), [("%x", 4), ("%y", 9), ("%none", 8)]).splitlines()
    assert found == [
        "%x = plus(at(5, number(7)), number(1))",
        "%x = plus(plus(number(7), number(1)), number(1))",
        "%y = number(7)",
    ]


def test_a_class_that_holds_itself_ends() -> None:
    rows = {"number": [((7,), 0)], "cut": [((0,), 0), ((1,), 1)]}
    found = expand_values(graph(rows, {0: 0, 1: 1}), [("%x", 0), ("%endless", 1)]).splitlines()
    assert found == ["%x = number(7)", "%x = cut(number(7))", "%x = cut(cut(number(7)))"]


def test_many_forms_are_counted() -> None:
    rows = {"number": [((n,), 0) for n in range(MAX_TERMS + 5)]}
    assert expand_values(graph(rows, {0: 0}), [("%x", 0)]).splitlines()[-1] == "%x has 5 more"


@pytest.mark.parametrize(
    ("options", "value"),
    [
        ("{layout}", "pointwise("),
        ("{pointer} --rules pointer --target block-pointer", "step("),
    ],
)
def test_a_dump_has_values_as_terms(options: str, value: str, tmp_path: Path) -> None:
    assert run(f"{options} --dump {tmp_path / 'terms'}").exit_code in (0, 4)
    text = next(path for path in sorted((tmp_path / "terms").iterdir()) if "saturate" in path.name).read_text()
    assert any(line.startswith("%") and f" = {value}" in line for line in text.splitlines())
