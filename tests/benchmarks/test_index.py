"""The index of the benchmarks lists every command and every table, and its quotes are on the pages that it names."""

from __future__ import annotations

import re

import pytest

from benchmarks.trust.sweep import named
from tests.support.kernels import ROOT

FOLDER = ROOT / "benchmarks"
INDEX = (FOLDER / "README.md").read_text()
ROWS, FINISHED = (
    [re.split(r"(?<!\\)\|", line)[1:-1] for line in part.partition("\n\n")[0].splitlines()[2:]]
    for part in INDEX.split("| command |")[1:]
)
HELPERS = {"gpu.serving.worker", "gpu.start.workload", "trust.effects.child", "trust.rest.child"}
"""Modules that another command starts."""


def spaced(text: str) -> str:
    return " ".join(text.split())


def test_every_command_is_listed() -> None:
    modules = [path for path in FOLDER.rglob("*.py") if 'if __name__ == "__main__":' in path.read_text()]
    commands = {
        ".".join(path.relative_to(FOLDER).with_suffix("").parts).removesuffix(".__main__")
        for path in modules
        if path.parts[len(FOLDER.parts)] != "corpus"
    }
    listed = {name for command, _, _ in ROWS for name in re.findall(r"`([a-z_0-9]+(?:\.[a-z_0-9]+)+)[ `]", command)}
    assert listed == commands - HELPERS


def test_every_table_is_listed_once() -> None:
    listed = [name for _, tables, _ in ROWS for name in re.findall(r"`([^`]+)`", tables)]
    assert sorted(listed) == sorted(path.name for path in (FOLDER / "results").iterdir())


def test_every_folder_is_listed() -> None:
    folders = {f"{path.name}/" for path in FOLDER.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert set(re.findall(r"^\| `(\w+/)` \|", INDEX, re.M)) == folders


def test_every_table_that_a_page_names_is_here_or_of_a_finished_experiment() -> None:
    """A finished experiment is in the history: neither its command nor its table is in the tree."""
    finished = {
        name for _, tables, _ in FINISHED for name in re.findall(r"`([^`]+)`", tables) if not tables.strip().startswith("rows of")
    }
    commands = [FOLDER / f"{command.strip(' `').replace('.', '/')}.py" for command, _, _ in FINISHED]
    tables = {path.name for path in (FOLDER / "results").iterdir()}
    assert finished and not finished & tables
    assert [path.stem for path in commands if path.exists()] == ["extraction"], "its table of hard e-graphs alone is finished"
    pages = [*(ROOT / "docs").glob("*.md"), FOLDER / "gpu/FINDINGS.md", ROOT / "README.md"]
    named = {name for page in pages for name in re.findall(r"\b[a-z]\w*(?:\.\w+)?\.tsv\b", page.read_text())}
    assert named <= finished | tables | {"loads.tsv"}


@pytest.mark.parametrize(
    ("command", "claim"), [(command, claim) for command, _, claim in ROWS + FINISHED], ids=lambda text: text.strip()
)
def test_a_claim_stands_where_it_is_made(command: str, claim: str) -> None:
    page, quote = re.fullmatch(r" (?:`([\w/.-]+)`: )?(?:“(.+)”|—) ", claim).groups()  # type: ignore[union-attr]
    assert not quote or spaced(quote.replace("\\|", "|")) in spaced((ROOT / (page or "README.md")).read_text()), command


def test_no_folder_has_more_modules_than_one_reads_at_once() -> None:
    for folder in {path.parent for path in FOLDER.rglob("*.py")}:
        assert len([path for path in folder.glob("*.py") if path.name != "__init__.py"]) <= 14, folder


def of_table(name: str) -> list[dict[str, str]]:
    return named([line for line in (FOLDER / "results" / f"{name}.tsv").read_text().splitlines() if not line.startswith("# ")])


def summed(name: str, column: str, **where: str) -> int:
    """The sum of a column, over the rows that have these values; a row of totals is left out."""
    rows = [row for row in of_table(name) if "all" not in list(row.values())[:2] and where.items() <= row.items()]
    return sum(int(row[column] or 0) for row in rows)


NUMBERS = {
    "rules with one thing changed": (summed("rule_mutants", "refuted"), summed("rule_mutants", "wrong")),
    "real kernels with one mistake": (
        made := summed("mutants", "made", run="programs"),
        made - summed("mutants", "rejected", run="programs"),
    ),
    "the same with mistakes of memory": (
        made := summed("mutants", "made", run="memory"),
        made - summed("mutants", "rejected", run="memory"),
    ),
    "decisions over F2": (summed("f2", "cases"), summed("f2", "mismatches")),
    "generated programs": (summed("generated", "programs", run="Triton"), summed("generated", "wrong", run="Triton")),
    "generated tensor programs": (
        sum(int(row["programs"]) for row in of_table("generated") if row["setting"].startswith(("tensor", "dynamic"))),
        summed("generated", "wrong", run="IREE"),
    ),
    "generated vector programs": (summed("generated", "programs", setting="vector, shared_bytes"), 0),
    "damaged programs": (sum(summed("fuzz", "count", input="mutants", outcome=o) for o in ("input error", "read")), 0),
    "layouts of operations": (
        sum(summed("laws", column) for column in ("both take it", "both refuse it", "the law alone refuses it")),
        summed("laws", "the law alone takes it"),
    ),
    "operations by what Triton": (sum(not row["error"] for row in of_table("effects")), 0),
    "changes of the same programs": (
        sum(int(row["accepted"].split(" of ")[1]) for row in of_table("effects") if row["accepted"]),
        0,
    ),
    "commands and plug-ins killed": (
        summed("kills", "trials"),
        summed("kills", "processes left") + summed("kills", "half written"),
    ),
}
"""Cases and wrong ones by the tables, for a row of the table of tests in `docs/proofs.md` that begins so."""


@pytest.mark.parametrize("begins", NUMBERS)
def test_the_page_has_the_numbers_of_the_tables(begins: str) -> None:
    (row,) = re.findall(rf"^\| {begins}\b[^|]*\| ([\d,]+) \| (\d+) \|$", (ROOT / "docs/proofs.md").read_text(), re.M)
    assert tuple(int(number.replace(",", "")) for number in row) == NUMBERS[begins]
