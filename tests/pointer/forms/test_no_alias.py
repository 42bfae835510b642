"""Arrays that are promised not to overlap: copies through descriptors pass accesses to others, and nothing else."""

from __future__ import annotations

import pytest

from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.text import read
from tests.pointer.forms.ordering_programs import text_of, unordered

APART = {
    "arrays that may be one": "11",
    "store, load": "001",
    "store, load of another array": "11",
    "load and store in a loop": "00",
    "one of two arrays": "00",
    "a scalar of another array": "11",
    "atomic before": "00",
    "a call": "10",
}
"""Which accesses become hardware copies if no array that is written overlaps another one."""


@pytest.mark.parametrize("name", APART)
def test_arrays_that_are_promised_to_be_apart(name: str) -> None:
    """The promise is about two parameters, not about operations that may access anything. Without its mark, the result is refused."""
    text = text_of(name)
    result = raise_text(text, "order", "descriptor", any_cost=True, assume_no_alias=True)
    assert not result.rejected
    raised = "".join(str(int(report.raised)) for report in result.reports if not report.reason.startswith("it is not an access"))
    assert raised == APART[name]
    marked = "egraph_opt.no_alias" in result.ir
    assert marked == ("1" in raised and name != "a call") == any("overlaps another one" in p for p in result.promises)
    if marked:
        with pytest.raises(RaiseRefused, match="a hardware copy is not ordered with"):
            validate(read(text), read(result.ir.replace("egraph_opt.no_alias", "egraph_opt.other")))
    wrong = unordered(text).replace("%n: i32) {", "%n: i32) attributes {egraph_opt.no_alias} {", 1)
    assert "egraph_opt.no_alias" in wrong
    if "0" in APART[name]:
        with pytest.raises(RaiseRefused, match="a hardware copy is not ordered with"):
            validate(read(text), read(wrong))
