"""Mistakes in a family under `egraph_opt/families/`: one message with the place where it is asked for, and other families work on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.family_page import FILES, WRONG, built, command

DECLARED, STEPS = "egraph_opt/families/scalar/__init__.py", "egraph_opt/families/scalar/optimize.py"


def spoilt(where: Path, file: str, before: str, after: str) -> None:
    """Build the family of the page with one mistake."""
    built(where, *(name for name in FILES if name != WRONG))
    path = where / file
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after))


@pytest.mark.parametrize(
    "file,before,after,said",
    [
        (DECLARED, "    recognises=", "    hint=str, **{} or ", "lacks 'recognises'"),
        (
            DECLARED,
            "recognises=",
            "recognizes=",
            "the family 'scalar': Family has no field 'recognizes' (did you mean recognises?)",
        ),
        (DECLARED, "FAMILY = ", "FAMILIES = ", "the family 'scalar' declares no FAMILY"),
        (DECLARED, "FAMILY = Family(", "FAMILY = dict(", "the family 'scalar': FAMILY is no Family, but dict"),
        (DECLARED, "from typing", "fron typing", "the family 'scalar' cannot be loaded: SyntaxError: "),
        (
            DECLARED,
            "import ScalarTask",
            "import ScalrTask",
            "egraph_opt.families.scalar.optimize has no 'ScalrTask' (did you mean ScalarTask?)",
        ),
        (DECLARED, "optimize import Sc", "optimise import Sc", "there is no module 'egraph_opt.families.scalar.optimise'"),
        (STEPS, "def world_of", "def world_off", "ScalarTask lacks world_of"),
    ],
)
def test_a_mistake_has_one_message_with_its_place(file: str, before: str, after: str, said: str, tmp_path: Path) -> None:
    if "recognises'" in said:
        before, after = next(line for line in FILES[file].splitlines(True) if "recognises" in line), ""
    spoilt(tmp_path, file, before, after)
    done = command(tmp_path, "scalar.mlir --rules scalar")
    assert done.returncode == 1 and done.stdout == "" and done.stderr.count("error:") == 1
    place, _, rest = done.stderr.partition(": error: ")
    name, _, line = place.partition(":")
    assert name == file and int(line) >= 1 and said in rest, done.stderr


def test_a_family_that_cannot_be_loaded_stops_no_other_one(tmp_path: Path) -> None:
    spoilt(tmp_path, DECLARED, "FAMILY = Family(", "FAMILY = Family(nam='scalar'); _ = dict(")
    why = f"{DECLARED}:29: error: the family 'scalar': Family has no field 'nam' (did you mean name?)\n"
    (tmp_path / "f.mlir").write_text("tt.func @f() {\n  tt.return\n}\n")
    for line, code, said in (
        ("f.mlir", 0, ""),
        ("costs", 0, why),
        ("words", 0, why),
        ("words pointer", 0, ""),
        ("words scalar", 1, why),
        ("prove scalar", 1, why),
        ("prove bound_above", 0, ""),
    ):
        done = command(tmp_path, line)
        assert (done.returncode, done.stderr if said else "") == (code, said) and (done.stdout or code), (line, done.stderr)


def test_an_error_in_the_steps_has_its_place(tmp_path: Path) -> None:
    spoilt(tmp_path, STEPS, "bits = BITS.get", "bits = 1 // 0 or BITS.get")
    done = command(tmp_path, "scalar.mlir --rules scalar")
    assert done.returncode == 4 and "left unchanged: internal failure while optimizing it (optimize.py:" in done.stderr
