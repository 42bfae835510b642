"""Files that cannot be read or written, and values that are no numbers: one plain message each."""

from __future__ import annotations

from pathlib import Path

import pytest

from egraph_opt.command import console
from tests.command.outcomes import refused, run

READING = (
    "{}", "compare {}", "report {}", "resources {}", "explain {} %x", "check {} out.mlir", "pareto {} cycles converts", "diff {} {}",
)  # fmt: skip
"""Commands that read a file."""
IN_CIRCLES = "^loop.mlir: error: Too many levels of symbolic links"
CASES = [
    *((command.replace("{}", "empty.mlir"), 1, "^empty.mlir: error: the file is empty") for command in READING[:6]),
    *((command.replace("{}", "loop.mlir"), 1, "^loop.mlir: error: (Too many levels|No such file)") for command in READING),
    *((f"{{layout}} {flag} loop.mlir", 1, IN_CIRCLES) for flag in ("-o", "--remarks", "--reproducer")),
    ("{layout} --rules layout,loop.py", 1, "^loop.py: error: Too many levels of symbolic links"),
    *((f"{{layout}} {flag} folder", 1, "folder: error: is a folder: name a file in it") for flag in ("-o", "--remarks")),
    (
        "explain {layout} %nothere",
        1,
        r"no value %nothere \(there are %.*\)\nnote: write it as the program does, such as %5 or %5#1",
    ),
    ("report words.mlir", 1, "^words.mlir:1:1: error: expected an operation"),
    ("''", 1, "'': error: the name of the input is empty"),
    ("long.mlir", 1, "^long.mlir: error: it has more than 0 GiB"),
    ("{layout} --dump out.mlir", 1, "^out.mlir: error: it is a file: name a new folder"),
    ("prove out.mlir", 2, "out.mlir: rules are in files that end in .py"),
    ("{layout} --candidates many", 2, "'many' is not a whole number."),
    ("{layout} --kill-after soon", 2, "'soon' is not a number."),
]


@pytest.mark.parametrize(("command", "code", "message"), CASES, ids=[row[0] for row in CASES])
def test_one_plain_message(command: str, code: int, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (("empty", ""), ("words", "hello world\n"), ("out", "old")):
        Path(f"{name}.mlir").write_text(text)
    for name in ("loop.mlir", "loop.py"):
        Path(name).symlink_to(name)
    monkeypatch.setattr(console, "MAX_INPUT_BYTES", 1 << 20)
    Path("long.mlir").write_text(" " * ((1 << 20) + 1))
    Path("folder").mkdir()
    refused(run(command), code, message)
    assert Path("out.mlir").read_text() == "old" and Path("loop.mlir").is_symlink() and not list(tmp_path.glob(".egraph*"))
