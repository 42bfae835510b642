"""Names say what a thing is: modules by a noun, functions by verb and object or by the noun of what they return."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

ADVERBS = """
    again ahead alone already also although always apart aside away back before behind below beneath beside besides
    between beyond both by during each either else elsewhere enough ever everywhere further hence here how if inside
    instead into least less like likewise maybe more most much near never next nowhere off often on once only onto other
    otherwise out outside over own perhaps quite rather same since so some somewhere soon still such then there through
    throughout thus till to together too toward towards under underneath until unless up upon very what when whence
    where whether which while who whole whose why with within without yet
""".split()
"""Adverbs, prepositions, pronouns and bare adjectives: they name a relation, not a thing."""

IRREGULAR = """
    begun bent blown born bound bought bred broken brought built caught chosen dealt done drawn driven fallen fed
    felt flown forgotten fought found frozen given gone got grown heard held hidden hung kept known laid led left
    lent lit lost made meant met paid proven ridden risen said seen sent shown shut slid sold spent
    spoken spun stated stolen struck stuck sung sunk swept swung taken taught thought thrown told torn understood
    unknown unwritten withdrawn withheld won worn wound woven written
""".split()
"""Participles that do not end in `ed`."""

NOUNS = {"bed", "embed", "exceed", "feed", "need", "proceed", "red", "seed", "shed", "speed", "succeed"}
"""Words in `ed` that are no participles."""

ALLOWED = {
    "core": 1,
    "extract": 4,
    "families/algebra": 3,
    "families/layout": 10,
    "families/numerics": 2,
    "families/pointer": 14,
    "families/region": 16,
    "ir": 2,
    "prover": 1,
    "triton": 4,
    "verifier": 1,
}
"""The number of functions of each folder that are named by a bare participle. It may only fall.
What is left is public (`Report.changed`, `Work.left`), a word of a vocabulary that rules name (`carried`), the `bound` of a cost model,
or the `unknown` of a world, which is a noun."""

SAME = {
    "__main__": "what `python -m` runs",
    "api": "the functions that users call",
    "cli": "the command line",
    "compare": "what a family, a command or a baseline sets beside another compiler",
    "cost": "the cost models of a family",
    "counterexample": "the counterexamples of a vocabulary, in words",
    "elaborate": "operations from a selection",
    "emit": "the output of a family",
    "encode": "the terms of a family",
    "errors": "the exceptions of a package",
    "optimize": "the steps of a family",
    "options": "the options of a family",
    "report": "what is said of a result",
    "saturate": "the run of a family's rules",
    "task": "the steps that families share",
    "term": "the words of a vocabulary",
    "validate": "the proof of a family's result",
    "world": "the meanings of a vocabulary in the solver",
}
"""Names that mean the same in each family or product that has them, and what they mean."""

REPEATED = 10
"""The number of modules that may share another name. It may only fall."""

CHAINS = re.compile(r"\b((that|those) of (that|those|which)|what became of|of those of)\b")

CLEAN = tuple(
    """
    apps baseline checker command cost extract interpret iree linear_layout machine process prover reports text triton witness
    """.split()
)
"""Folders without a pronoun chain in a docstring."""


def is_participle(word: str) -> bool:
    """Return whether a name is one word, and a participle."""
    return "_" not in word and (word in IRREGULAR or (len(word) > 3 and word.endswith("ed") and word not in NOUNS))


@cache
def sources() -> tuple[Path, ...]:
    """The modules of the package; `rules/` and `extract/` are read where they lie."""
    found = (path for folder in ("egraph_opt", "extract", "rules") for path in sorted((ROOT / folder).rglob("*.py")))
    return tuple(path for path in found if not any(each.is_symlink() for each in (path, *path.parents) if each != ROOT))


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def folder_of(path: Path) -> str:
    parts = path.relative_to(ROOT).parts
    if parts[0] != "egraph_opt":
        return parts[0]
    if parts[1] == "families" and len(parts) > 3:
        return f"families/{parts[2]}"
    return parts[1] if len(parts) > 2 else "egraph_opt"


def participles() -> Iterator[tuple[str, Path, str]]:
    """Yield each function that is named by a bare participle, with its folder and file."""
    for path in sources():
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and is_participle(node.name.strip("_")):
                yield folder_of(path), path, node.name


def test_modules_are_named_by_nouns() -> None:
    names = {path: (path.parent if path.name == "__init__.py" else path).with_suffix("").name for path in sources()}
    wrong = {
        str(path.relative_to(ROOT).with_suffix("")) for path, name in names.items() if name in ADVERBS or is_participle(name)
    }
    assert not wrong, wrong


def test_modules_of_one_name_mean_the_same() -> None:
    names = Counter(path.stem for path in sources() if path.name != "__init__.py")
    repeated = {name: count for name, count in names.items() if count > 1}
    assert repeated.keys() >= SAME.keys(), SAME.keys() - repeated.keys()
    others = {name: count for name, count in repeated.items() if name not in SAME}
    assert sum(others.values()) <= REPEATED, others


def test_no_more_functions_are_named_by_participles() -> None:
    found = list(participles())
    counts = Counter(folder for folder, _, _ in found)
    more = {
        folder: [name for other, _, name in found if other == folder]
        for folder, n in counts.items()
        if n > ALLOWED.get(folder, 0)
    }
    assert not more, more


def docstrings(path: Path) -> Iterator[str]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield " ".join(node.value.value.split())


@pytest.mark.parametrize("folder", CLEAN)
def test_docstrings_name_what_they_speak_of(folder: str) -> None:
    chains = [text for path in sources() if folder_of(path) == folder for text in docstrings(path) if CHAINS.search(text)]
    assert not chains, chains
