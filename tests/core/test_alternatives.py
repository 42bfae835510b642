"""The first alternative that is accepted is taken, and the next one is made only if those before it were refused."""

from __future__ import annotations

from collections.abc import Iterator

from egraph_opt.core.acceptance.alternatives import take_first

UNIT = "unit"
made: list[str] = []


def alternatives(*names: str) -> Iterator[tuple[str, str]]:
    """Yield programs with a record, and note which were asked for."""
    made.clear()
    for name in names:
        made.append(name)
        yield name, f"record of {name}"


def accept(new: str, record: str) -> tuple[str, str]:
    return (UNIT, f"{new} refused") if new.startswith("wrong") else (new, f"{record}, proved")


def test_the_first_accepted_is_taken_and_no_other_is_made() -> None:
    assert take_first(UNIT, alternatives("wrong", "second", "third"), accept) == ("second", "record of second, proved")
    assert made == ["wrong", "second"]


def test_where_none_is_accepted_the_first_says_why() -> None:
    assert take_first(UNIT, alternatives("wrong", "wrong too"), accept) == (UNIT, "wrong refused")


def test_the_unit_itself_needs_no_proof_and_ends_the_search() -> None:
    assert take_first(UNIT, alternatives("wrong", UNIT, "third"), accept) == (UNIT, "record of unit")
    assert made == ["wrong", UNIT]
