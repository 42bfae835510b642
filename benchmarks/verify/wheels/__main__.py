"""Pairs of kernels of Unsloth, SGLang, vLLM and LMDeploy, read from their wheels (`benchmarks.kernel_source` says where they come from).

    python -m benchmarks.verify.wheels --write                # all of them, a table
    python -m benchmarks.verify.wheels --only "rms norm"      # those whose operation has these words

The column `first` has what was said when a pair was written, before the prover knew of it. It is kept.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from benchmarks.paths import RESULTS
from benchmarks.verify.pair import answer_pair, is_wrong
from benchmarks.verify.wheels.pair_list import operation_of, types_of, wheel_pairs

TABLE = RESULTS / "verify_wheels.tsv"
COLUMNS = ("operation", "old", "new", "types", "sizes", "expected", "first", "verdict", "witness or reason", "s")
KEY = 6
"""Number of columns that identify a pair."""


def known_rows() -> dict[tuple[str, ...], tuple[str, ...]]:
    """Return the rows of the table by pair."""
    lines = [tuple(line.split("\t")) for line in TABLE.read_text().splitlines()[2:]] if TABLE.exists() else []
    return {row[:KEY]: row for row in lines}


def main() -> int:
    """Run the pairs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="pairs whose operation has these words")
    parser.add_argument("--fast", action="store_true", help="look for differences for about a second, and prove nothing")
    parser.add_argument("--write", action="store_true", help=f"write {TABLE.name}")
    given = parser.parse_args()
    known, counts, wrong = known_rows(), Counter[str](), 0
    rows = {}
    for pair in wheel_pairs():
        expected = "same" if pair.same else "other"
        key = (operation_of(pair), pair.label(0), pair.label(1), types_of(pair), pair.size_text, expected)
        if given.only not in key[0]:
            rows |= {key: known[key]} if key in known else {}
            continue
        answer = answer_pair(pair, given.fast)
        first = known[key][KEY] if key in known else answer.verdict
        rows[key] = (*key, first, *answer)
        print(*rows[key], sep="\t", flush=True)
        counts[f"{expected}: {answer.verdict}"] += 1
        wrong += is_wrong(pair, answer)
    print(f"{counts.total()} pairs; {dict(sorted(counts.items()))}; wrong: {wrong}")
    if given.write:
        head = "# python -m benchmarks.verify.wheels --write; seconds of processor time, without the compilation of kernels\n"
        TABLE.write_text(head + "".join("\t".join(row) + "\n" for row in (COLUMNS, *rows.values())))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
