"""Contents of constants that stay in their file: the result has them, and they take no memory."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from egraph_opt import optimize
from egraph_opt.command.cli import main
from egraph_opt.iree.tool_process import available
from egraph_opt.text.resources import resource_blobs

pytestmark = pytest.mark.skipif(not available(), reason="needs IREE")

NUMBERS = 2 << 20
PROGRAM = f"""// weights
util.func public @f(%a: tensor<8x16xf32>, %b: tensor<8x16xf32>) -> (tensor<16x16xf32>, tensor<{NUMBERS}xf32>) {{
  %w = arith.constant dense_resource<w> : tensor<{NUMBERS}xf32>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
  %x = math.absf %a : tensor<8x16xf32>
  %y = math.absf %b : tensor<8x16xf32>
  %s = tensor.insert_slice %x into %f[0, 0] [8, 16] [1, 1] : tensor<8x16xf32> into tensor<16x16xf32>
  %t = tensor.insert_slice %y into %s[8, 0] [8, 16] [1, 1] : tensor<8x16xf32> into tensor<16x16xf32>
  util.return %t, %w : tensor<16x16xf32>, tensor<{NUMBERS}xf32>
}}
"""
CONTENTS = '\n{-#\n  dialect_resources: {builtin: {w: "0x04000000' + "0000803f" * NUMBERS + '"}}\n#-}\n// end\n'
COMMAND = ("--rules", "region")


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("given") / "weights.mlir"
    file.write_text(PROGRAM + CONTENTS)
    return file


@pytest.fixture(scope="module")
def expected() -> str:
    """Result of the program as a text, which has its contents in memory."""
    result = optimize(PROGRAM + CONTENTS, rules="region", check=False).ir
    assert result.endswith(CONTENTS) and "linalg.fill" not in result and result.startswith("// weights\n")
    return result


@pytest.mark.parametrize("more", [(), ("--no-check",), ("--no-isolate",), ("--min-gain", "0.9")])
def test_the_result_has_the_contents(more: tuple[str, ...], given: Path, expected: str, tmp_path: Path) -> None:
    """IREE, which confirms the result unless that is not checked, gets them as well. An unchanged program has the same bytes."""
    made = tmp_path / "made.mlir"
    done = CliRunner().invoke(main, [str(given), *COMMAND, *more, "-o", str(made)])
    assert done.exit_code == 0, done.stderr
    assert ("compiled by IREE" in done.stderr) == (not {"--no-check", "--min-gain"} & {*more})
    assert made.read_text() == (PROGRAM + CONTENTS if "--min-gain" in more else expected)


def test_the_result_may_take_the_place_of_the_input(given: Path, expected: str, tmp_path: Path) -> None:
    own = tmp_path / "own.mlir"
    own.write_bytes(given.read_bytes())
    done = CliRunner().invoke(main, [str(own), *COMMAND, "--no-check", "-o", str(own)])
    assert done.exit_code == 0 and own.read_text() == expected


def test_the_result_goes_to_stdout(given: Path, expected: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "egraph_opt", str(given), *COMMAND, "--no-check"], capture_output=True, check=True
    )
    assert done.stdout.decode() == expected


def test_a_record_has_the_contents(given: Path, expected: str) -> None:
    done = CliRunner().invoke(main, [str(given), *COMMAND, "--no-check", "--emit", "json"])
    assert json.loads(done.stdout)["ir"] == expected


def test_a_refused_program_is_named_with_its_place(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.mlir"
    wrong.write_text(PROGRAM.replace("math.absf %a", "math.absf %c") + CONTENTS)
    done = CliRunner().invoke(main, [str(wrong), *COMMAND, "-o", str(tmp_path / "made.mlir")])
    assert done.exit_code == 1 and "wrong.mlir:7:" in done.stderr and "%c" in done.stderr
    assert not (tmp_path / "made.mlir").exists()


MEASURED = (
    "import resource, sys\nfrom egraph_opt.command.cli import main\n"
    "try: main(sys.argv[1:])\n"
    "finally: print(*(resource.getrusage(w).ru_maxrss for w in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))\n"
)


def test_contents_take_no_memory(given: Path, tmp_path: Path) -> None:
    """Neither in the process nor in its child: half of their length is more than what runs differ by."""
    small = tmp_path / "small.mlir"
    small.write_text(PROGRAM)
    peaks = []
    for file in (small, given):
        command = [sys.executable, "-c", MEASURED, str(file), *COMMAND, "--no-check", "-o", str(tmp_path / "made.mlir")]
        said = subprocess.run(command, capture_output=True, check=True, text=True).stdout
        peaks.append([int(peak) for peak in said.split()])
    for before, after in zip(*peaks, strict=True):
        assert (after - before) << 10 < len(CONTENTS) // 2


def test_a_mark_means_nothing_to_others(tmp_path: Path) -> None:
    """A text that looks like one is copied as it is: no file has that number."""
    text = 'module {}\n{-# egraph_opt_contents: "999" #-}\n'
    assert b"".join(resource_blobs.pieces(text)) == text.encode() and resource_blobs.place(text) == -1


def test_pieces_are_short_and_whole(tmp_path: Path) -> None:
    file = tmp_path / "contents"
    file.write_bytes(b"head" + b"x" * (3 * resource_blobs.CHUNK // 2))
    with file.open("rb") as opened:
        text = "é" * resource_blobs.CHUNK + resource_blobs.content_mark(opened.fileno(), 4) + "tail"
    found = list(resource_blobs.pieces(text))
    assert b"".join(found) == ("é" * resource_blobs.CHUNK + "x" * (3 * resource_blobs.CHUNK // 2) + "tail").encode()
    assert max(map(len, found)) <= 2 * resource_blobs.CHUNK
