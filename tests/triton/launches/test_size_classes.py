"""Classes of sizes, each of which is timed once."""

from __future__ import annotations

import pytest

from egraph_opt.triton.launches.size_classes import CLASSES, BySize, SizeClassUse, form_of


@pytest.mark.parametrize(
    ("size", "form"), [((1, 0, 2), (1, 0, 2)), ((64, 127), (7, 7)), ((63, 128), (6, 8)), ((-1, -4096), (-1, -13))]
)
def test_a_class_is_the_number_of_bits(size: tuple[int, ...], form: tuple[int, ...]) -> None:
    assert form_of(size) == form


def test_a_class_is_timed_once() -> None:
    asked: list[int] = []
    choose = BySize()

    def timed(number: int, use: SizeClassUse | None) -> SizeClassUse | None:
        asked.append(number)
        return use

    assert choose((64,), lambda: timed(0, None)) is None  # it could not be timed, and is asked again
    assert choose((64,), lambda: timed(1, SizeClassUse.ALWAYS)) is SizeClassUse.ALWAYS
    assert choose((127,), lambda: timed(2, SizeClassUse.NEVER)) is SizeClassUse.ALWAYS
    assert choose((128,), lambda: timed(3, SizeClassUse.NEVER)) is SizeClassUse.NEVER
    assert asked == [0, 1, 3]


def test_after_so_many_classes_the_nearest_one_decides() -> None:
    choose = BySize()
    for bits in range(CLASSES):
        use = SizeClassUse.ALWAYS if bits >= 8 else SizeClassUse.WHERE_THEY_WAIT
        assert choose((1 << bits, 1), lambda use=use: use) == use  # type: ignore[misc]

    def timed() -> SizeClassUse:
        raise AssertionError("it is timed")

    for size, use in (
        ((1 << 20, 1), SizeClassUse.ALWAYS),
        ((1 << 6, 2), SizeClassUse.WHERE_THEY_WAIT),
        ((1 << 9, 1 << 3), SizeClassUse.ALWAYS),
    ):
        assert choose(size, timed) == use
