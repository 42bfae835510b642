"""Parts of the documentation that are made of the code and of the tables, as Markdown: `docs/conf.py` puts them into pages."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "benchmarks/results"
UNDATED = "no date in the table"
MEMBERS = "\n   :members:"


def rules() -> str:
    """Return every rule: what it says, the equation, its conditions, and for which values it is proved."""
    from egraph_opt.prover import rule_proofs
    from egraph_opt.rules import every_rule

    parts: list[str] = []
    ruleset = ""
    for rule, name in every_rule().values():
        proof = rule_proofs.record(rule, name)
        if name != ruleset:
            ruleset = name
            parts.append(f"## Ruleset `{name}`\n")
        conditions = "".join(f"\n  where {c.statement}{'' if c.needed else '  (guide)'}" for c in proof.conditions)
        proved = f"Proved for {proof.strength} ({proof.back_end})" if proof.strength else f"Not proved: {proof.failure}"
        equation = f"{rule.before}\n  = {rule.after}{conditions}"
        parts.append(f"### {rule.name}\n{rule.doc}\n\n```text\n{equation}\n```\n\n{proved}.\n")
    return "\n".join(parts)


def results() -> str:
    """Return the tables of results, each with its date, its command, the page that quotes it, and what it was made with."""
    lines: list[str] = []
    above = ""
    for command, table, page in index():
        if command != above:
            above = command
            where = f"[{page}](../{page})" if "/" in page else page
            quoted = f", quoted in {where}" if page else ""
            lines.append(f"\n**`{command}`**{quoted}:\n")
        date, versions = origin(RESULTS / table)
        lines.append(f"- [{table}](../benchmarks/results/{table}), {', '.join(filter(None, (date, versions)))}")
    return "\n".join(lines) + "\n"


def index() -> Iterator[tuple[str, str, str]]:
    """Yield the command, the name and the page of each table, from the index of the benchmarks."""
    text = (ROOT / "benchmarks/README.md").read_text()
    for row in text.partition("| command |")[2].partition("\n\n")[0].splitlines()[2:]:
        command, tables, claim = re.split(r"(?<!\\)\|", row)[1:4]
        page = re.match(r" `([\w/.-]+)`: ", claim)
        quoted = page[1] if page else "README.md" if "“" in claim else ""
        for table in re.findall(r"`([\w.-]+)`", tables):
            yield command.split("`")[1], table, quoted


def origin(table: Path) -> tuple[str, str]:
    """Return the date of a table and what it was made with: its first line says so, or its column `date`."""
    head, *rows = table.read_text().splitlines()
    if table.suffix == ".svg":
        return "drawn from the tables", ""
    date = r"\d{4}-\d\d-\d\d"
    if head.startswith("# "):
        found = re.search(date, head)
        facts = [part.strip() for part in re.split(r"[;,] ", head[2:]) if not re.search(date, part)]
        return found[0] if found else UNDATED, ", ".join(facts)
    columns = head.split("\t")
    if "date" not in columns or not rows:
        return UNDATED, ""
    first = dict(zip(columns, rows[0].split("\t"), strict=True))
    versions = [f"{name} {first[name]}" for name in ("device", "torch", "triton") if first.get(name)]
    return max(row.split("\t")[columns.index("date")] for row in rows), ", ".join(versions)


def api(module: str) -> str:
    """Return Sphinx's directives for all public names of a module, by kind."""
    offered = import_module(module)
    names: dict[str, list[str]] = {"autofunction": [], "autoclass": [], "autoexception": [], "autodata": []}
    for name in offered.__all__:
        names[kind(getattr(offered, name))].append(name)
    parts = [f".. currentmodule:: {module}"]
    for directive, found in names.items():
        parts += [f".. {directive}:: {name}{MEMBERS if directive == 'autoclass' else ''}" for name in found]
    return "```{eval-rst}\n" + "\n\n".join(parts) + "\n```\n"


def kind(offered: Any) -> str:
    """Return the directive that documents a public name."""
    if inspect.isclass(offered):
        return "autoexception" if issubclass(offered, BaseException) else "autoclass"
    return "autofunction" if callable(offered) else "autodata"


GENERATED: dict[str, Callable[[], str]] = {
    "rules": rules,
    "results": results,
    "package": partial(api, "egraph_opt"),
    "plugin": partial(api, "egraph_opt.triton"),
    "extraction": partial(api, "egraph_opt.extract"),
}
