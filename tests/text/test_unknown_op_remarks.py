"""Operations that are not known: a name that may be misspelt is said, once; others are listed in one line."""

from __future__ import annotations

import re

from egraph_opt import optimize
from egraph_opt.text import read
from egraph_opt.text.unknown_op_remarks import strange
from tests.support.kernels import ROOT, program_text

PROGRAM = program_text("text/unknown_op_remarks.program")


def test_a_name_that_may_be_misspelt_is_said_once() -> None:
    said = ["line 3: arith.addii is unknown here and stays as it is (did you mean arith.addi?)",
            "unknown here, and left as they are: ttng.tmem_copied"]  # fmt: skip
    assert strange(read(PROGRAM)) == said
    assert optimize(PROGRAM, rules="layout").remarks[-2:] == tuple(f"@k: {line}" for line in said)


def test_programs_of_others_are_left_in_peace() -> None:
    assert strange(read(PROGRAM.replace("tt.func public", "func.func").replace("tt.return", "func.return"))) == []
    assert strange(read(PROGRAM.replace("arith.addii", "arith.addi").replace("ttng.tmem_copied", "their.copy"))) == []


def test_layouts_of_other_dialects_are_named() -> None:
    """Triton's own are not; each of the others is named once, also inside a slice."""
    case = (ROOT / "tests/cases/layout/two_broadcasts_one_convert.mlir").read_text()
    assert strange(read(case)) == []
    other = re.sub(r"#A = #ttg\.blocked<\{[^}]*\}>", "#A = #vendor.tile<{a = 1}>", case)
    (said,) = strange(read(other))
    assert said.startswith(
        "the layout #vendor.tile is unknown here: a conversion from or to it is priced as one through shared memory"
    )
