"""Answers of IREE's tools that are remembered without the programs, and programs whose constants are most of the text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from egraph_opt.families.region.iree_schedule import read_schedule
from egraph_opt.iree.compiler import compiled_to
from egraph_opt.iree.program import contents
from egraph_opt.iree.tool_memo import digest, remember_results
from egraph_opt.iree.tool_process import available
from egraph_opt.text import read
from egraph_opt.text.resources.resource_blobs import CHUNK
from egraph_opt.text.round_trip import written_alike

PROGRAM = '"builtin.module"() ({\n  %0 = "a.b"() : () -> i32\n}) : () -> ()\n'
FOOTER = '\n{-#\n  dialect_resources: {builtin: {w: "0x04000000AB"}}\n#-}\n'


def test_a_function_is_called_once_for_each_text_and_arguments() -> None:
    asked: list[tuple[str, int]] = []

    @remember_results(2)
    def length(text: str, more: int = 0) -> int:
        asked.append((text, more))
        return len(text) + more

    assert [length("ab"), length("ab"), length("ab", 1), length("ab", more=1), length("abc")] == [2, 2, 3, 3, 3]
    assert asked == [("ab", 0), ("ab", 1), ("ab", 1), ("abc", 0)]
    assert length("ab") == 2 and asked[-1] == ("ab", 0), "no more than two answers are kept"


def test_digests_are_of_the_whole_text() -> None:
    long = "é" * (CHUNK + 5)
    assert digest(long) == digest("é" * (CHUNK + 5))
    assert len({digest(text) for text in (long, long[:-1], long[:-1] + "x", "x" + long[1:], "")}) == 5


def test_modules_are_written_alike() -> None:
    module = replace(read(PROGRAM), footer=FOOTER)
    assert written_alike(module, module) and written_alike(module, replace(read(PROGRAM), footer=FOOTER))
    assert not written_alike(module, replace(module, footer=FOOTER.replace("AB", "AC")))
    assert not written_alike(module, replace(module, header="// said before\n"))
    assert not written_alike(module, replace(read(PROGRAM.replace("a.b", "a.c")), footer=FOOTER))


@pytest.mark.skipif(not available(), reason="needs IREE")
def test_schedules_need_no_contents_of_constants() -> None:
    text = (
        "util.func public @f(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {\n"
        "  %w = arith.constant dense_resource<w> : tensor<64x64xf32>\n  %y = arith.addf %x, %w : tensor<64x64xf32>\n"
        "  util.return %y : tensor<64x64xf32>\n}\n"
        '{-#\n  dialect_resources: {builtin: {w: "0x04000000' + "3f" * 4 * 64 * 64 + '"}}\n#-}\n'
    )
    whole, few = (compiled_to("stream", text, contents=contents) for contents in (True, False))
    assert len(few) < len(whole) - 8 * 64 * 64
    assert read_schedule(few) == read_schedule(whole)
    assert len(read_schedule(few).commands) == 1
    assert contents(few) == 0
