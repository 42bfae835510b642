"""Classes of sizes, each of which is timed once."""

from __future__ import annotations

import pytest

from egraph_opt.triton.launches.sizes import CLASSES, BySize, form_of


@pytest.mark.parametrize(
    ("size", "form"), [((1, 0, 2), (1, 0, 2)), ((64, 127), (7, 7)), ((63, 128), (6, 8)), ((-1, -4096), (-1, -13))]
)
def test_a_class_is_the_number_of_bits(size: tuple[int, ...], form: tuple[int, ...]) -> None:
    assert form_of(size) == form


def test_a_class_is_timed_once() -> None:
    asked: list[int] = []
    choose = BySize()

    def timed(number: int, pays: bool | None) -> bool | None:
        asked.append(number)
        return pays

    assert choose((64,), lambda: timed(0, None)) is None  # it could not be timed, and is asked again
    assert choose((64,), lambda: timed(1, True)) is True
    assert choose((127,), lambda: timed(2, False)) is True
    assert choose((128,), lambda: timed(3, False)) is False
    assert asked == [0, 1, 3]


def test_after_so_many_classes_the_nearest_one_decides() -> None:
    choose = BySize()
    for bits in range(CLASSES):
        pays = bits >= 8
        assert choose((1 << bits, 1), lambda pays=pays: pays) == pays  # type: ignore[misc]

    def timed() -> bool:
        raise AssertionError("it is timed")

    for size, pays in (((1 << 20, 1), True), ((1 << 6, 2), False), ((1 << 9, 1 << 3), True)):
        assert choose(size, timed) == pays
