"""Examples of README and documentation exist, and run as written."""

from __future__ import annotations

import ast
import inspect
import math
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from egraph_opt.command.cli import COMMANDS, main
from egraph_opt.extract import cli as extraction
from tests.support.commands import run_command
from tests.support.kernels import ROOT

PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    ROOT / "CONTRIBUTING.md",
    ROOT / "rules/README.md",
    ROOT / "extract/README.md",
    ROOT / "examples/README.md",
]
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]
README = PAGES[0].read_text()
ALL = "\n".join(page.read_text() for page in PAGES)

UNTRIED = {
    r"^make |^pip ": "it installs from the network",
    r"script\.py|fixture\.mlir": "it names a file of the reader's",
    r"^dask |--dask": "it needs a cluster",
    r"sentinel .*kernels": "it needs a GPU",
    r"triton==|(old|new|run)\.jsonl": "it needs other versions of Triton, or what they made",
    r"scalar": "it is about the family of a page, which `test_family_page.py` builds",
}
"""Lines of shell that no test can run, and why."""
SLOW = (
    r"--static|--measure|best-flags|iree-compile|compare .*(\*|vectors)|^egraph-opt prove$|pareto kernel\.ttgir"
    r"|report .*--as-plugin|densenet|calibrate |own\.json"
)
"""Lines of shell that take more than some seconds."""
IREES = "--iree-hal-target-device --iree-hal-local-target-device-backends --compile-from --iree-llvmcpu-target-cpu"
"""Flags of IREE's compiler that are shown."""
FILE = re.compile(r"(?:#|//) (\S+\.(?:py|mlir))\n")
"""First line of a block that is a file, not a program. Those with a folder are built by `test_family_page.py`."""
NEEDS = {
    r"--against iree|vector-layout|corpus/(regions|blocks)": "iree.compiler",
    r"--static|egraph_opt\.triton|^import triton|egraph-opt compare": "triton",
}
"""Requirements of lines of shell and programs, by pattern."""


def blocks(page: Path, language: str) -> list[str]:
    """Return the fenced blocks of a page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(), re.S | re.M)


def lines(page: Path) -> list[str]:
    """Return the lines of shell that a page shows and a test can run, without their comments."""
    shown = [re.sub(r"\s+#.*", "", line) for block in blocks(page, "sh") for line in block.splitlines()]
    return [line for line in shown if line and not any(re.search(pattern, line) for pattern in UNTRIED)]


def files(page: Path) -> dict[str, str]:
    """Return the files that a page asks its reader to save, by name."""
    shown = [*blocks(page, "python"), *blocks(page, "mlir")]
    named = {found[1]: block for block in shown if (found := FILE.match(block))}
    return {name: block for name, block in named.items() if "/" not in name}


def skip_without(text: str) -> None:
    """Skip a test where something that a text needs is not installed."""
    for pattern, module in NEEDS.items():
        if re.search(pattern, text, re.M):
            pytest.importorskip(module)


def run(page: Path, where: Path, wanted: list[str]) -> str:
    """Run lines of shell in a folder that looks like the root of the project, and return what they print.

    Those of the README have a shell and a start of Python each; others have one where they need a shell.
    """
    for path in ROOT.iterdir():
        if not path.name.startswith("."):
            (where / path.name).symlink_to(path)
    (where / ".bin").mkdir()
    for command, call in (("egraph-opt", "-m egraph_opt "), ("python", "")):
        (where / f".bin/{command}").write_text(f'#!/bin/sh\nexec {sys.executable} {call}"$@"\n')
        (where / f".bin/{command}").chmod(0o755)
    for name, text in files(page).items():
        (where / name).write_text(text)
    path = f"{where / '.bin'}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    own = {"PATH": path, "PYTHONPATH": str(ROOT), "TRITON_CACHE_DIR": str(where / ".cache")}  # what is cached is not compiled
    environment = {k: v for k, v in os.environ.items() if k != "EGRAPH_OPT_ISOLATE"} | own
    printed = ""
    skip_without("\n".join([*wanted, *files(page).values()]))
    for line in wanted:
        if page.name != "README.md" and re.fullmatch(r"egraph-opt [\w ./=,:%@-]+", line):
            done = run_command(line.split()[1:], where, environment)
        else:
            done = subprocess.run(["bash", "-c", line], cwd=where, capture_output=True, text=True, env=environment)
        assert done.returncode == 0, (page.name, line, done.stderr)
        printed += done.stdout + done.stderr
    return printed


def test_nothing_that_is_shown_is_left_out_of_the_tests() -> None:
    assert set(re.findall(r"^```(\w+)$", ALL, re.M)) == {"python", "sh", "text", "mlir", "toml", "yaml"}
    assert re.findall(r"^    (?:egraph-opt|python|make|pip) .*", ALL, re.M) == [], "a block that no test sees"
    for pattern, reason in UNTRIED.items():
        assert any(re.search(pattern, line) for page in PAGES for block in blocks(page, "sh") for line in block.splitlines()), (
            reason
        )


def test_entry_points_that_are_shown_are_those_of_the_template() -> None:
    shown = [block for page in PAGES for block in blocks(page, "toml")]
    assert shown and all(block in (ROOT / "examples/template/pyproject.toml").read_text() for block in shown)


def test_workflows_that_are_shown_can_be_read() -> None:
    shown = [yaml.safe_load(block) for page in PAGES for block in blocks(page, "yaml")]
    commands = [step["run"] for workflow in shown for job in workflow["jobs"].values() for step in job["steps"] if "run" in step]
    assert any(command.startswith("egraph-opt diff ") for command in commands)
    for command in commands:
        if command.startswith("egraph-opt "):
            assert command.split()[1] in COMMANDS


@pytest.mark.parametrize("name", NAMES)
def test_python_examples_run(name: str) -> None:
    for program in blocks(ROOT / name, "python"):
        if FILE.match(program):
            continue
        skip_without(program)
        done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, (program, done.stderr)


@pytest.mark.parametrize("name", [name for name, page in zip(NAMES, PAGES, strict=True) if lines(page)])
def test_commands_run_and_print_what_is_shown(name: str, tmp_path: Path) -> None:
    printed = run(ROOT / name, tmp_path, [line for line in lines(ROOT / name) if not re.search(SLOW, line)])
    for shown in "".join(blocks(ROOT / name, "text")).splitlines():
        assert shown in printed


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [name for name, page in zip(NAMES, PAGES, strict=True) if re.search(SLOW, "\n".join(lines(page)), re.M)]
)
def test_pages_run_with_their_slow_commands(name: str, tmp_path: Path) -> None:
    run(ROOT / name, tmp_path, lines(ROOT / name))


def test_every_option_that_is_named_exists() -> None:
    known = " ".join(
        CliRunner().invoke(main, [command, form]).output for command in COMMANDS for form in ("--help", "--help-all")
    )
    known += (ROOT / "Makefile").read_text() + IREES + extraction.parser().format_help()
    for page in PAGES:
        for option in set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", page.read_text())):
            assert option in known, (page.name, option)


@pytest.mark.parametrize("name", NAMES)
def test_files_and_links_that_are_named_exist(name: str) -> None:
    page = ROOT / name
    text = page.read_text()
    for path in re.findall(r"`((?:egraph_opt|benchmarks|tests|rules|extract|docs)/[\w/.]*)`", text):
        assert (ROOT / path).exists(), path
    for module in re.findall(r"python -m ((?:egraph_opt|benchmarks)[\w.]*)", text):
        assert (ROOT / module.replace(".", "/")).is_dir() or (ROOT / f"{module.replace('.', '/')}.py").exists(), module
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        target, _, anchor = link.partition("#")
        where = (page.parent / target) if target else page
        assert where.exists(), link
        if anchor:
            heads = re.findall(r"^#+ (.*)", where.read_text(), re.M)
            assert anchor in {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}, link


def test_every_page_is_reached_from_the_index() -> None:
    index = (ROOT / "docs/README.md").read_text()
    for page in (ROOT / "docs").rglob("*.md"):
        assert page.name == "README.md" or f"({page.relative_to(ROOT / 'docs')})" in index, page.name
    assert "(docs/README.md)" in README


def test_the_map_names_every_folder_and_module_and_no_other() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text().partition("## Map of the sources")[2]
    inside, outside = page.split("Outside `egraph_opt/`:")
    named = {name for row in re.findall(r"^\| (`.*?) \|", inside, re.M) for name in re.findall(r"`([\w/]+(?:\.py|/))`", row)}
    for name in named:
        assert (ROOT / "egraph_opt" / name).exists(), name
    package = ROOT / "egraph_opt"
    modules = {p.name for p in package.glob("*.py")} - {"__init__.py", "__main__.py"}
    folders = {f"{p.parent.relative_to(package)}/" for p in package.glob("*/__init__.py")} - {"families/", "apps/"}
    folders |= {f"{p.parent.relative_to(package)}/" for at in ("families", "apps") for p in package.glob(f"{at}/*/__init__.py")}
    assert modules | folders <= named, (modules | folders) - named
    for path in package.glob("families/*/*/__init__.py"):
        assert re.search(rf"[`/]{path.parent.name}/`", inside), path.parent
    around = {f"{p.parent.relative_to(ROOT)}/" for p in (ROOT / "benchmarks").glob("*/__init__.py")}
    around |= {f"{p.parent.name}/" for name in ("__init__.py", "README.md") for p in ROOT.glob(f"[!.]*/{name}")} - {"egraph_opt/"}
    around |= {"benchmarks/corpus/", "benchmarks/results/"}
    assert {name for name in re.findall(r"`([\w/]+/)`", outside)} == around | {"tests/cases/", "tests/programs/"}


def test_make_targets_that_are_named_exist() -> None:
    makefile = (ROOT / "Makefile").read_text()
    for target in set(re.findall(r"(?:`|^\s*)make ([a-z-]+)\b", ALL, re.M)):
        assert re.search(rf"^{target}:", makefile, re.M), target


def test_the_readme_is_two_screens() -> None:
    assert len(README.splitlines()) <= 95 and len(README.split()) <= 930
    for bullet in README.partition("## Results\n")[2].partition("\n## ")[0].split("\n- "):
        assert len(re.findall(r"[.;](?:\s|$)", re.sub(r"\[[^]]*\]\([^)]*\)", "", bullet))) <= 4, bullet


def test_before_and_after_in_the_readme_are_what_the_tool_does() -> None:
    path = ROOT / "benchmarks/corpus/kernels/fla.chunk_gla_bwd_kernel_intra/final.ttgir"
    assert str(path.relative_to(ROOT)) in README
    before, after = blocks(ROOT / "README.md", "mlir")
    given = path.read_text()
    done = CliRunner().invoke(main, [str(path)])
    lines_of = {text: [line.strip() for line in text.splitlines()] for text in (given, done.stdout)}
    for shown, text, other in ((before, given, done.stdout), (after, done.stdout, given)):
        places = [lines_of[text].index(line) for line in shown.splitlines()]
        assert places == sorted(places) and shown.splitlines()[-1] not in lines_of[other]
    assert "convert_layout" in before and "convert_layout" not in after


def test_the_kernel_of_the_readme_was_timed() -> None:
    rows = (ROOT / "benchmarks/results/layers.tsv").read_text().splitlines()
    (row,) = [row.split("\t") for row in rows if row.startswith("modules\tmodule.gla/chunk_gla_bwd_kernel_intra\t")]
    assert f"takes {float(row[3]):.0f} µs instead of {float(row[2]):.0f} µs" in README


def test_who_does_not_gain_is_what_the_table_says() -> None:
    rows = [line.split("\t") for line in (ROOT / "benchmarks/results/gpu_pairs.tsv").read_text().splitlines() if line[0] != "#"]
    at = {name: n for n, name in enumerate(rows[0])}
    best = [row for row in rows if row[at["configuration"]] == "best against best, confirmed"]
    gains = sorted(float(row[at["ratio"]]) for row in best if row[at["in_loops"]] == "no")
    within = sum(0.98 <= gain <= 1.02 for gain in gains)
    said = f"of {len(gains)}, {within} stay within 2 % (mean {math.prod(gains) ** (1 / len(gains)):.3f}×, worst {gains[0]:.3f}×;"
    assert said in README


def test_the_first_sentence_is_the_same_everywhere() -> None:
    first = README.splitlines()[1]
    assert (ROOT / "docs/README.md").read_text().splitlines()[1] == first
    description = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["description"]
    assert description == first.replace("`", "")


def test_arguments_of_the_plug_in_are_those_that_there_are() -> None:
    from egraph_opt.core.options import declared_options
    from egraph_opt.families.layout.options import Options
    from egraph_opt.triton import DEFAULTS, enable

    rows = re.findall(r"^\| `(\w+)` \| `(\S+)` \|", (ROOT / "docs/triton.md").read_text(), re.M)
    named = {p.name: p.default for p in inspect.signature(enable).parameters.values() if p.kind is p.KEYWORD_ONLY}
    defaults = {name: option.default for name, option in declared_options(Options).items()} | DEFAULTS | named
    assert {name: ast.literal_eval(default) for name, default in rows} == {name: defaults[name] for name, _ in rows}
    assert named.keys() <= dict(rows).keys()
