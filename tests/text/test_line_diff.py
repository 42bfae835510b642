"""Lines that moved are told apart from lines that are gone or new."""

from __future__ import annotations

from random import Random

from egraph_opt.text.difference.line_diff import LinePair, rows

BEFORE = ["func {", "  %a = f.x", "  for {", "    %b = f.y %a", "    %c = f.z", "  }", "  return %a", "}"]


def of(kind: str, found: list[LinePair]) -> list[LinePair]:
    return [row for row in found if row.kind == kind]


def test_a_line_that_moves_is_shown_in_both_places() -> None:
    after = [*BEFORE[:1], *BEFORE[2:6], BEFORE[1], *BEFORE[6:]]
    found = rows(BEFORE, after)
    assert of("moved", found) == [LinePair(2, 0, "moved", 6), LinePair(0, 6, "moved", 2)]
    assert {row.kind for row in found} == {"same", "moved"}


def test_a_line_that_leaves_a_loop_has_moved() -> None:
    after = [*BEFORE[:2], "  %c = f.z", *BEFORE[2:4], *BEFORE[5:]]
    assert of("moved", rows(BEFORE, after)) == [LinePair(0, 3, "moved", 5), LinePair(5, 0, "moved", 3)]


def test_beside_other_changes() -> None:
    after = [BEFORE[0], "  %n = f.new", *BEFORE[2:4], "    %m = f.more", BEFORE[5], BEFORE[1], *BEFORE[6:]]
    found = rows(BEFORE, after)
    assert of("moved", found) == [LinePair(2, 0, "moved", 7), LinePair(0, 7, "moved", 2)]
    assert [(row.left, row.right) for row in found if row.kind in ("replaced", "added", "removed")] == [(0, 2), (5, 5)]


def test_brackets_and_words_do_not_move() -> None:
    assert not of("moved", rows(["a {", "}", "x"], ["}", "a {", "y"]))


def test_each_line_moves_once() -> None:
    found = rows(["  %a = f.x", "  %k = f.k", "  %l = f.l"], ["  %k = f.k", "  %l = f.l", "  %a = f.x", "  %a = f.x"])
    assert of("moved", found) == [LinePair(1, 0, "moved", 3), LinePair(0, 3, "moved", 1)] and of("added", found) == [
        LinePair(0, 4, "added")
    ]


def test_every_line_is_in_one_row() -> None:
    chance = Random(3)
    for _ in range(200):
        left, right = ([f"{' ' * chance.randrange(3)}%{chance.randrange(9)} = f" for _ in range(12)] for _ in range(2))
        found = rows(left, right)
        assert [row.left for row in found if row.left] == [*range(1, 13)] == [row.right for row in found if row.right]
        for row in of("moved", found):
            one, other = (left[row.left - 1], right[row.moved - 1]) if row.left else (right[row.right - 1], left[row.moved - 1])
            assert one.strip() == other.strip()
