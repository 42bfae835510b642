"""User interface of the command line: lists, suggestions, and output streams."""

from __future__ import annotations

import inspect
import os
import shutil
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
        assert Path(inspect.getsourcefile(inspect.unwrap(command.callback)) or "").name == f"{name.replace('-', '_')}.py"
    assert f"[{DEFAULT}] [OPTIONS] FILE" in listed


def test_help_describes_the_common_options_and_names_all() -> None:
    short, full = (run(f"opt {form}").output for form in ("--help", "--help-all"))
    assert len(short.splitlines()) < len(full.splitlines()) / 2
    opt = parsers()["opt"]
    for option in [each for each in opt.params if isinstance(each, click.Option)]:
        assert max(option.opts, key=len) in short
        assert option.opts[-1] in full
    assert "Exit codes:" in full and "Exit codes:" not in short and "Limits" in short


def test_help_loads_no_command() -> None:
    program = "import sys, egraph_opt.command.cli as c\ntry: c.main(['--help'])\nfinally: print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert "Look up:" in done.stdout
    loaded = set(done.stdout.split())
    assert not {f"egraph_opt.command.{name.replace('-', '_')}" for name in COMMANDS} & loaded
    assert not {"egraph_opt.core", "egraph_opt.cost", "egraph_opt.families", "egraph_opt.linear_layout", "numpy"} & loaded


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
        ("{layout} --rules layuot", r"no ruleset 'layuot' \(did you mean layout\?\): use one of algebra, layout, "),
        ("{layout} --cost cycels", r"no cost model 'cycels' \(did you mean cycles\?\): use one of converts, "),
        ("{layout} --cost cycles:target=sm09", r"no target 'sm09' \(did you mean sm90\?\): use one of gfx942, "),
        ("{layout} --cost cycles:shufle=1", r"no parameter 'shufle' \(did you mean shuffle\?\).*; `egraph-opt costs` lists them"),
        ("{layout} --cost converts:xyz=1", "'converts' has no parameter 'xyz': use one of .*; `egraph-opt costs` lists them"),
        ("{region} --rules region --cost latncy", r"no cost model 'latncy' for dispatch regions \(did you mean latency\?\): "),
        ("pareto {layout} cycels converts", r"no cost model 'cycels' \(did you mean cycles\?\)"),
        ("resources {layout} --cost rofline", r"did you mean roofline\?"),
        ("prove cancel_convertion", r"no rule 'cancel_convertion' \(did you mean cancel_conversion\?\)$"),
    ],
)
def test_what_was_meant_is_suggested(command: str, message: str) -> None:
    refused(run(command), 2, message)


COMPLETED = [
    ("egraph-opt co", "compare costs completion co"),
    ("egraph-opt --rem", "--remarks"),
    ("egraph-opt x.mlir --rem", "--remarks"),
    ("egraph-opt x.mlir --rules layout,v", "layout,vector-layout"),
    ("egraph-opt x.mlir --cost cycles,con", "cycles,converts"),
    ("egraph-opt compare x.mlir --cost roof", "roofline"),
    ("egraph-opt resources x.mlir --cost roof", "roofline"),
    ("egraph-opt pareto x.mlir roof", "roofline"),
    ("egraph-opt opt x.mlir --extract d", "dag"),
    ("egraph-opt prove cancel_conv", "cancel_conversion"),
    ("egraph-opt completion f", "fish"),
    ("egraph-opt check kern", "kern"),
]


@pytest.mark.parametrize(("typed", "completed"), COMPLETED)
def test_shells_complete(typed: str, completed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words = {"COMP_WORDS": typed, "COMP_CWORD": str(len(typed.split()) - 1), "_EGRAPH_OPT_COMPLETE": "bash_complete"}
    done = CliRunner().invoke(main, env=words, prog_name="egraph-opt")
    assert [row.partition(",")[2] for row in done.stdout.splitlines()] == completed.split()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_programs_for_shells_are_programs(shell: str) -> None:
    done = run(f"completion {shell}")
    assert done.exit_code == 0 and f"_EGRAPH_OPT_COMPLETE={shell}_complete" in done.stdout
    assert shell in run("completion --help").stdout
    if program := shutil.which(shell):
        subprocess.run([program, "-n"], input=done.stdout, text=True, check=True)


def test_manual_pages_have_every_command_and_option() -> None:
    pytest.importorskip("click_man")
    from egraph_opt.command.manual import pages

    found = pages()
    assert set(found) == {"egraph-opt.1", *(f"egraph-opt-{name}.1" for name in COMMANDS)}
    assert all(f"egraph-opt-{name}(1)" in found["egraph-opt.1"] and COMMANDS[name] in found["egraph-opt.1"] for name in COMMANDS)
    for name, command in parsers().items():
        page = found[f"egraph-opt-{name}.1"].replace("\\", "")
        options = [flag for each in command.params if isinstance(each, click.Option) for flag in each.opts]
        assert all(flag in page for flag in options) and (not command.epilog or ".SH EXIT CODES" in page or name == "completion")
    if program := shutil.which("groff"):
        for page in found.values():
            done = subprocess.run(
                [program, "-man", "-Tutf8", "-ww", "-z"], input=page, capture_output=True, text=True, check=True
            )
            assert done.stderr == ""


def terminal(command: str, columns: int, **more: str) -> str:
    """Return the output of a command on a terminal with so many columns."""
    pty = pytest.importorskip("pty")
    import fcntl
    import struct
    import termios

    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    kept = {
        name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TERM")
    }
    arguments = [sys.executable, "-m", "egraph_opt", *command.format(**FILES).split()]
    started = subprocess.Popen(
        arguments, cwd=ROOT, stdout=child, stderr=child, stdin=child, env={**kept, "TERM": "xterm", **more}
    )
    os.close(child)
    parts = []
    try:
        while part := os.read(parent, 1 << 16):
            parts.append(part)
    except OSError:  # how a terminal ends whose other side is closed
        pass
    finally:
        os.close(parent)
    started.wait()
    return b"".join(parts).decode().replace("\r\n", "\n")


def test_colour_is_for_terminals_that_want_it() -> None:
    shown = terminal("absent.mlir", 80)
    assert shown == "absent.mlir: \x1b[31m\x1b[1merror:\x1b[0m No such file or directory\n"
    for more in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert terminal("absent.mlir", 80, **more) == "absent.mlir: error: No such file or directory\n"
        assert "\x1b" not in terminal("resources {layout}", 80, **more)
    assert "\x1b" in terminal("resources {layout}", 200)
    assert "\x1b" not in run("resources {layout}").stdout and "\x1b" not in run("absent.mlir").stderr


def test_width_is_that_of_the_terminal_and_80_in_pipes() -> None:
    wide, narrow = (terminal("resources {layout}", columns, NO_COLOR="1").splitlines() for columns in (230, 70))
    assert max(map(len, narrow)) <= 70 < max(map(len, wide)) <= 230
    assert max(map(len, terminal("opt --help", 78).splitlines())) <= 78
    piped = run("resources {layout}").stdout.splitlines()
    assert len(piped) == 11 and max(map(len, piped)) <= 80 and str(FILES["layout"]) in piped[1] and "…" not in "".join(piped)
    wide = run("resources {layout} --wide").stdout.splitlines()
    assert len(wide) == 2 and str(FILES["layout"]) in wide[1] and "…" not in "".join(wide)
    assert run("resources {layout}").stdout.splitlines() == piped, "one --wide is for one command"
