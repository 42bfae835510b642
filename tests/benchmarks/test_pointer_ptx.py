"""The command that compiles raised kernels: what it finds of one program, and which rows it takes for wrong."""

from benchmarks.compare.pointer_ptx import programs, rows_of, wrong
from tests.support.kernels import ROOT

COPY = ROOT / "tests/cases/pointer" / "copy.mlir"


def test_a_copy_compiles_in_all_ways() -> None:
    rows = rows_of(COPY, programs(COPY), 300)
    assert [(row["target"], row["version"], row["compiled"], row["of descriptors"]) for row in rows] == [
        ("input", "derived", "yes", 0), ("block-pointer", "loop", "yes", 0), ("descriptor", "loop", "yes", 2),
    ]  # fmt: skip
    assert [int(str(row["bulk copies"])) >= 2 for row in rows] == [False, False, True]
    assert not wrong(rows)


def test_what_is_wrong() -> None:
    """A program that is not text for Triton, beside its kernel; and a descriptor of which no copy was made."""
    (given, *others) = programs(COPY)
    broken = [(target, guards, raised, text.replace("tt.return", "tt.retrun")) for target, guards, raised, text in others]
    rows = rows_of(COPY, [given, *broken], 300)
    assert wrong(rows) == rows[1:] and all(row["error"] for row in rows[1:])
    fine = {"compiled": "yes", "of descriptors": 0, "bulk copies": 0}
    assert wrong([fine, fine | {"of descriptors": 1}]) == [fine | {"of descriptors": 1}]
