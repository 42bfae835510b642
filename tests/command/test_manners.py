"""How the command line meets who types: what it lists, what it suggests, what it prints where."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from egraph_opt.command.cli import COMMANDS, DEFAULT, main, parsers
from tests.command.outcomes import FILES, refused, run
from tests.support.kernels import ROOT


def test_every_command_is_a_file_of_its_name_and_is_listed() -> None:
    listed = " ".join(CliRunner().invoke(main, ["--help"]).output.split())
    for name, command in parsers().items():
        assert isinstance(command, click.Command) and command.name == name
        assert f" {name} {COMMANDS[name]}" in listed
        assert command.callback is not None
        assert Path(inspect.getsourcefile(inspect.unwrap(command.callback)) or "").name == f"{name}.py"
    assert f"[{DEFAULT}] [OPTIONS] FILE" in listed


def test_help_loads_no_command() -> None:
    program = "import sys, egraph_opt.command.cli as c\ntry: c.main(['--help'])\nfinally: print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert "Look up:" in done.stdout
    assert not {f"egraph_opt.command.{name}" for name in COMMANDS} & set(done.stdout.split())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
@pytest.mark.parametrize("command", ["--help", "--version", "opt --help", "costs", "{layout}", "resources {layout}"])
def test_a_full_disk_is_one_message(command: str) -> None:
    arguments = [str(FILES[a[1:-1]]) if a.startswith("{") else a for a in command.split()]
    with open("/dev/full", "w") as full:
        done = subprocess.run([sys.executable, "-m", "egraph_opt", *arguments], cwd=ROOT, stdout=full, stderr=-1, text=True)
    assert (done.returncode, done.stderr) == (1, "<stdout>: error: No space left on device\n")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("chekc a b", r"no command and no file 'chekc' \(did you mean check\?\)"),
        ("{layout} --cots cycles", "--cost"),
        ("{layout} --rules layuot", r"no ruleset 'layuot' \(did you mean layout\?\): use one of layout, "),
        ("{layout} --cost cycels", r"no cost model 'cycels' \(did you mean cycles\?\): use one of converts, "),
        ("{layout} --cost cycles:target=sm09", r"no target 'sm09' \(did you mean sm90\?\): use one of gfx942, "),
        ("{layout} --cost cycles:shufle=1", r"no parameter 'shufle' \(did you mean shuffle\?\)"),
        ("{region} --rules region --cost latncy", r"no cost model 'latncy' for dispatch regions \(did you mean latency\?\): "),
        ("pareto {layout} cycels converts", r"no cost model 'cycels' \(did you mean cycles\?\)"),
        ("resources {layout} --cost rofline", r"did you mean roofline\?"),
        ("prove cancel_convertion", r"no rule 'cancel_convertion' \(did you mean cancel_conversion\?\)$"),
    ],
)
def test_what_was_meant_is_suggested(command: str, message: str) -> None:
    refused(run(command), 2, message)
