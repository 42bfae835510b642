"""The modules of Triton's tests, read and written back: Triton reads the result as the same module.

    python -m benchmarks.trust.triton_tests.reading FOLDER --write     # or --reasons to list what is refused
    python -m benchmarks.trust.triton_tests.reading FOLDER --only wmma # only files whose path has this in it

FOLDER holds `.mlir` files of tests, as Triton, AMD and Intel have them; `// -----` separates the modules of a file. A module is written
operation by operation, in the form of the source and in generic form; nothing is copied as a whole. Triton prints the input and what we
have written, each in a child process, and both texts must be the same. Of modules that Triton does not parse (dialects that it does not
have, expected errors), those are counted that we read.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

from benchmarks.trust.sweep import Found, Sweep, command
from benchmarks.trust.triton_tests.modules import Case, cases, digest, printed
from egraph_opt.ir.module import InputError, Op, Region
from egraph_opt.ir.verification.module_check import verify
from egraph_opt.text import read, write
from egraph_opt.text.printer import Form

FORMS: tuple[Form, ...] = ("source", "generic")
INTERNAL = re.compile(r"internal|\b[A-Z]\w*(?:Error|Exception)\b")
CONTRADICTION = re.compile(r"\b(\d+) operands?, but \1 types?\b")


def written(case: Case) -> dict[Form, str]:
    """Return a module as we write it, in both forms.

    Raises:
        InputError: we do not read it.
    """
    module = read(case.text, case.file, case.line)
    verify(module, case.text, case.line)
    anew = replace(module, op=forgotten(module.op))
    return {form: write(anew, form) for form in FORMS}


def forgotten(op: Op) -> Op:
    """Return a module none of whose operations is known to be that of its source, so that each is written anew."""
    if op.written is None:
        return op
    places = tuple((Op("replaced"), start, end) for _, start, end in op.written.children)
    blocks = [replace(block, ops=tuple(map(forgotten, block.ops))) for block in op.regions[0].blocks]
    return replace(op, regions=(Region(tuple(blocks)),), written=op.written._replace(children=places))


def outcome(case: Case) -> tuple[dict[Form, str], str]:
    """Return what we write, or nothing and why."""
    try:
        return written(case), ""
    except InputError as error:
        return {}, f"{error.message} ({error.note})" if error.note else error.message
    except Exception as error:  # an internal failure is an outcome
        return {}, f"internal: {type(error).__name__}: {error}"


def general(reason: str) -> str:
    """Return a reason without its numbers and names, to count what is alike."""
    return re.sub(r"'[^']*'|%\w+|\d+", "_", reason)


def run(folder: Path, only: str = "", reasons: bool = False) -> Found:
    """Read and write the modules of a folder. `reasons`: list the modules that Triton does not parse and we refuse."""
    chosen = [case for case in cases(folder) if only in case.file]
    ours = [outcome(case) for case in chosen]
    theirs = printed([case.text for case in chosen])
    back = {form: printed([texts.get(form, "") for texts, _ in ours]) for form in FORMS}
    counts: dict[str, Counter[str]] = {}
    wrong, refused = list[str](), list[str]()
    for n, (case, (_, reason), answer) in enumerate(zip(chosen, ours, theirs, strict=True)):
        count = counts.setdefault("/".join(case.file.split("/")[:-1]) or ".", Counter())
        count["modules"] += 1
        if answer.text is None:
            count["not parsed by Triton"] += 1
            count["of these read"] += not reason
            if reason:
                refused.append(f"{case}: {reason}")
            if INTERNAL.search(reason) or CONTRADICTION.search(reason):
                wrong.append(f"{case}: {reason}")
            continue
        count["parsed by Triton"] += 1
        count["read"] += not reason
        if reason:
            wrong.append(f"{case}: {reason}")
            continue
        for form in FORMS:
            same = back[form][n].text == answer.text
            count[f"the same, {form} form"] += same
            if not same:
                wrong.append(f"{case}: {form} form: {back[form][n].error or 'Triton reads another module'}")
    columns = (
        "modules",
        "parsed by Triton",
        "read",
        *(f"the same, {form} form" for form in FORMS),
        "not parsed by Triton",
        "of these read",
    )
    counts["all"] = sum(counts.values(), Counter())
    alike = Counter(general(line.partition(": ")[2]) for line in wrong)
    print(
        *(f"{count} x {reason}" for reason, count in alike.most_common()),
        *(refused if reasons else ()),
        sep="\n",
        file=sys.stderr,
    )
    rows = [(folder, *(count[c] for c in columns)) for folder, count in sorted(counts.items())]
    return Found(("folder", *columns), rows, wrong, f"modules {digest(chosen)}")


OF_FOLDER = Sweep("triton_tests", run, ("triton",))


if __name__ == "__main__":
    sys.exit(command(OF_FOLDER))
