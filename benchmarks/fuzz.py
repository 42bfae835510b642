"""Damaged programs through the reader and the optimiser: an input error or a result, within five seconds, and nothing else.

    python -m benchmarks.fuzz 100000 --optimise 5000 --write   # mutants to read, how many of those that read to optimise

Mutants are made of real kernels and of small programs: tokens deleted, doubled, exchanged, replaced by others of their kind; digits made
huge; texts cut off; bytes changed. `BOMBS` are nested or large on purpose. Batches run in child processes, so that a crash is counted.
"""

from __future__ import annotations

import argparse
import datetime
import json
import platform
import random
import re
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from types import FrameType

from egraph_opt.command import worker
from egraph_opt.ir import InputError
from egraph_opt.optimize import optimize_text
from egraph_opt.options import Options
from egraph_opt.text import read, write

ROOT = Path(__file__).resolve().parent.parent
BATCH = 500
LIMIT = 5.0
"""Seconds that one input may take."""
_TOKEN = re.compile(r"%[\w#]+|[A-Za-z_][\w.]*|\d+|[^\s\w]|\s+")
NUMBERS = ("0", "-1", "1", "3", "7", "4294967296", "9223372036854775808", "9" * 40, "9" * 5000, "1048576", "0x7F", "1e999")
TYPES = ("f32", "i32", "i1", "i0", "i16777215", "f16", "index", "none", "!tt.ptr<f32>", "tensor<2xf32>", "tensor<0xf32>",
         "tensor<3x5xf32, #blocked>", "vector<4xi1>", "tuple<>", "tensor<*xf32>", "tensor<?xf32>")  # fmt: skip
MARKS = (
    "<",
    ">",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "#",
    "!",
    '"',
    "\0",
    "\xff",
    "->",
    ":",
    "@",
    "^",
    ",",
    "=",
    "//",
    "\n",
    "loc(",
    "\u2028",
)
OPERATIONS = ("tt.load", "tt.store", "ttg.convert_layout", "tt.trans", "tt.reshape", "tt.dot", "scf.for", "scf.if", "scf.while",
              "scf.yield", "tt.expand_dims", "tt.broadcast", "tt.make_range", "arith.constant", "tt.reduce",
              "tt.split", "tt.join", "tt.gather",
              "ttg.local_alloc", "cf.br", "tt.func", "tt.return", "their.op", "module", "tt.scan", "tt.call")  # fmt: skip


def seeds() -> list[str]:
    """Texts to damage: the smaller kernels at three stages, and the tests' programs."""
    stages = ("rlc1.before", "rlc3.before", "final")
    paths = [p for stage in stages for p in sorted((ROOT / "benchmarks/kernels").glob(f"*/{stage}.ttgir"))]
    paths += sorted((ROOT / "tests/cases").rglob("*.mlir"))
    return [text for p in paths if len(text := p.read_text()) < 12_000]


def mutant(text: str, chance: random.Random) -> str:
    """A text with one to five mistakes."""
    tokens = _TOKEN.findall(text)
    for _ in range(chance.randint(1, 5)):
        at = chance.randrange(len(tokens))
        match chance.randrange(11):
            case 0:
                del tokens[at]
            case 1:
                tokens.insert(at, chance.choice(tokens))
            case 2:
                other = chance.randrange(len(tokens))
                tokens[at], tokens[other] = tokens[other], tokens[at]
            case 3:
                _replace(tokens, chance, str.isdigit, NUMBERS)
            case 4:
                tokens[at] = chance.choice(MARKS)
            case 5:
                _replace(tokens, chance, TYPES.__contains__, TYPES)
            case 6:
                _replace(tokens, chance, lambda t: t[0] == "%", [t for t in tokens if t[0] == "%"])
            case 7:
                _replace(tokens, chance, lambda t: "." in t, OPERATIONS)
            case 8:
                end = min(len(tokens), at + chance.randint(1, 60))
                tokens[at:at] = tokens[at:end] * chance.randint(1, 3)
            case 9:
                tokens[at] = "".join(chance.sample(tokens[at], len(tokens[at]))) + chr(chance.randrange(1, 0x500))
            case _:
                del tokens[at if chance.random() < 0.5 else len(tokens) :]
        if not tokens:
            return ""
    return "".join(tokens)


def _replace(
    tokens: list[str], chance: random.Random, wanted: Callable[[str], bool], choices: list[str] | tuple[str, ...]
) -> None:
    places = [i for i, token in enumerate(tokens) if wanted(token)]
    if places:
        tokens[chance.choice(places)] = chance.choice(choices)


def _in_function(body: str) -> str:
    return f"module {{\n  tt.func @k(%a: i32, %c: i1) {{\n{body}\n    tt.return\n  }}\n}}\n"


def bombs() -> Iterator[tuple[str, str]]:
    """Texts that are nested deeply or hold giants, by name."""
    deep = 100_000
    for opening, closing in ("()", "[]", "{}", "<>"):
        yield f"nested {opening}{closing}", _in_function(f"    their.op {opening * deep}{closing * deep}")
        yield f"only {opening}", opening * 3_000_000
        yield f"only {closing}", closing * 3_000_000
    yield "nested types", _in_function("    %0 = their.op : " + "tensor<2x" * deep + "f32" + ">" * deep)
    yield "nested tuples", _in_function(f'    %0 = "their.op"() : () -> {"tuple<" * deep}{">" * deep}')
    yield "nested slices", "#a = " + "#ttg.slice<{dim = 0, parent = " * deep + "#b" + "}>" * deep + "\nmodule {}"
    yield "nested attributes", _in_function('    "their.op"() {a = ' + "{a = " * deep + "}" * deep + "} : () -> ()")
    yield "nested regions", _in_function('"their.op"() ({' * deep + "}) : () -> ()" * deep)
    yield "nested ifs", _in_function("scf.if %c {\n" * deep + "}\n" * deep)
    yield "nested modules", "module {" * deep + "}" * deep
    yield "nested locations", _in_function("    tt.return loc(" + "callsite(" * deep + ")" * deep + ")")
    yield "aliases that double", "#a0 = [1, 1]\n" + "".join(f"#a{i + 1} = [#a{i}, #a{i}]\n" for i in range(60)) + "module {}"
    yield "an alias of itself", "#a = #a\nmodule {}"
    yield "a giant number", _in_function(f"    %0 = arith.constant {'9' * 5_000_000} : i32")
    yield "a giant shape", _in_function(f"    %0 = their.op : tensor<{'9' * 1_000_000}xf32>")
    yield "many dimensions", _in_function(f"    %0 = their.op : tensor<{'2x' * 1_000_000}f32>")
    yield "many results", _in_function('    %0:999999 = "their.op"() : () -> ()')
    yield "many results that are typed", _in_function(f'    %0:100000 = "their.op"() : () -> ({", ".join(["i32"] * 100_000)})')
    yield "many operands", _in_function(f'    "their.op"({", ".join(["%a"] * 100_000)}) : ({", ".join(["i32"] * 100_000)}) -> ()')
    yield (
        "a giant literal",
        _in_function(f"    %0 = arith.constant dense<[{', '.join(['1'] * 1_000_000)}]> : tensor<1000000xi32>"),
    )
    yield "a giant string", _in_function(f'    "their.op"() {{a = "{"x" * 8_000_000}"}} : () -> ()')
    yield "a giant blob", _in_function(f'    %0 = arith.constant dense<"0x{"AB" * 4_000_000}"> : tensor<4000000xi8>')
    yield "a giant name", _in_function(f"    %{'x' * 8_000_000} = arith.constant 1 : i32")
    yield "many quotes", _in_function('    their.op "' * 400_000)
    yield "many lines", "\n" * 8_000_000
    yield "many comments", "// x\n" * 1_500_000
    yield "many splits", "// -----\n" * 500_000
    yield "many modules", "module {}\n// -----\n" * 20_000
    yield "many conditionals", _in_function("    scf.if %c {\n    }\n" * 30_000)
    yield "many labels", _in_function("  ^a:\n" * 200_000)
    yield "many redefinitions", _in_function("    %0 = arith.constant 1 : i32\n" * 200_000)
    yield "many operations", _in_function("".join(f"    %{i} = arith.addi %a, %a : i32\n" for i in range(40_000)))
    yield "many equals signs", "%a = " * 1_500_000
    yield "many commas", _in_function("    %a" + ", %a" * 1_500_000)
    yield "many hashes", _in_function("    their.op " + "#" * 5_000_000)
    yield "many aliases", "".join(f"#a{i} = {i}\n" for i in range(200_000)) + "module {}"
    yield "many undefined values", _in_function("".join(f"    their.op %u{i}\n" for i in range(50_000)))
    yield "spaces", " " * 8_000_000
    yield "spaces in an operation", _in_function("    %0 =" + " " * 4_000_000 + "arith.constant" + " " * 4_000_000 + "1 : i32")
    yield "arrows", "->" * 3_000_000
    yield "brackets of all kinds", "%%%{[(<" * 1_000_000
    yield (
        "a giant layout",
        (
            "#a = #ttg.linear<{register = [" + ", ".join(["[0, 1]"] * 200_000) + "], lane = [], warp = [], block = []}>\n"
            "module {\n  tt.func @k(%a: tensor<8x8xf32, #a>) {\n    tt.return\n  }\n}\n"
        ),
    )
    yield (
        "a layout of large numbers",
        (
            "#a = #ttg.blocked<{sizePerThread = [99999999999999999999], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>\n"
            "module {\n  tt.func @k(%a: tensor<9223372036854775807xf32, #a>) {\n    tt.return\n  }\n}\n"
        ),
    )


class Hang(BaseException):
    """The limit for one input has passed."""


def _hang(number: int, frame: FrameType | None) -> None:
    raise Hang


def outcome(task: Callable[[str], str], text: str) -> tuple[str, float]:
    """What became of a text: `input error`, what the task says, or what went wrong, `WRONG` before it; and the seconds."""
    signal.signal(signal.SIGALRM, _hang)
    started = time.perf_counter()
    signal.setitimer(signal.ITIMER_REAL, 4 * LIMIT)  # a limit that finds endless ones; five seconds are counted below
    try:
        said = task(text)
    except InputError:
        said = "input error"
    except Hang:
        said = "WRONG hang"
    except BaseException as error:
        said = f"WRONG {type(error).__name__}: {str(error)[:100]}"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    seconds = time.perf_counter() - started
    return (f"WRONG {seconds:.1f} s" if seconds > LIMIT and not said.startswith("WRONG") else said), seconds


def reading(text: str) -> str:
    """The task of the reader; what it accepts, it must be able to write and to read again."""
    read(write(read(text)))
    return "read"


def optimising(text: str) -> str:
    """The task of the whole path."""
    result = optimize_text(text, "<fuzz>", Options(time_limit=1.0, extract="dag", candidates=4))
    stops = {f.stopped_by: f.remark for f in result.functions}
    if result.rejected:  # what is no valid program may be more than the checker knows: the input comes back
        return "left as it was: not proved equal"
    return f"left as it was after {stops['error'].split(': ')[1]}" if "error" in stops else "optimised"


def batch(first: int, count: int, optimise: bool) -> dict[str, object]:
    """The outcomes of some mutants by number, the slowest in seconds, and examples of what went wrong."""
    texts, counts, wrong, slowest = seeds(), Counter[str](), list[tuple[int, str]](), 0.0
    for number in range(first, first + count):
        chance = random.Random(number)
        text = mutant(chance.choice(texts), chance)
        said, seconds = outcome(reading, text)
        counts[said.split(":")[0]] += 1
        if said == "read" and optimise:
            said, seconds = outcome(optimising, text)
            counts[said if said.startswith("left") else f"then {said.split(':')[0]}"] += 1
        slowest = max(slowest, seconds)
        if said.startswith("WRONG"):
            wrong.append((number, said))
    return {"counts": counts, "wrong": wrong, "slowest": slowest}


def mutants(count: int, optimise: int, first: int = 0) -> tuple[Counter[str], list[tuple[int, str]], float]:
    """Counts of outcomes, what went wrong by number, and the slowest in seconds; at least `optimise` of those that read go on."""
    counts, wrong, slowest = Counter[str](), list[tuple[int, str]](), 0.0
    for start in range(first, first + count, BATCH):
        size = min(BATCH, first + count - start)
        going_on = sum(n for what, n in counts.items() if what.startswith(("then", "left"))) < optimise
        done = worker.run(lambda s=start, n=size, o=going_on: print(json.dumps(batch(s, n, o))), 600, 4 << 30)  # type: ignore[misc]
        if done.failure:
            wrong.append((start, f"WRONG {done.failure}"))
            counts[f"WRONG {done.failure}"] += 1
            continue
        found = json.loads(done.output)
        counts.update(found["counts"])
        wrong += found["wrong"]
        for number, what in found["wrong"]:
            print(f"mutant {number}: {what}", file=sys.stderr)
        slowest = max(slowest, found["slowest"])
        print(f"{start + size - first} mutants, {len(wrong)} wrong, slowest {slowest:.2f} s", file=sys.stderr, flush=True)
    return counts, wrong, slowest


def bomb(name: str) -> tuple[str, float]:
    """What becomes of one bomb in the whole path, in a child with 4 GiB, and the seconds."""
    text = dict(bombs())[name]
    done = worker.run(lambda: print(json.dumps(outcome(optimising, text))), 60, 4 << 30)
    said, seconds = json.loads(done.output) if not done.failure else (f"WRONG {done.failure}", 60.0)
    return said, seconds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, help="how many mutants")
    parser.add_argument("--optimise", type=int, default=0, help="how many of those that read go through the whole path")
    parser.add_argument("--first", type=int, default=0, help="number of the first mutant")
    parser.add_argument("--write", action="store_true", help="write benchmarks/results/fuzz.tsv")
    options = parser.parse_args()
    rows, bad = [], 0
    for name, _ in bombs():
        said, seconds = bomb(name)
        bad += said.startswith("WRONG")
        rows.append(f"bomb: {name}\t{said.split(':')[0]}\t1\t{seconds:.2f}")
        print(rows[-1], flush=True)
    counts, wrong, slowest = mutants(options.count, options.optimise, options.first)
    rows += [f"mutants\t{what}\t{n}\t" for what, n in sorted(counts.items())] + [f"mutants\tslowest\t\t{slowest:.2f}"]
    print(*rows[-len(counts) - 1 :], *(f"mutant {number}: {what}" for number, what in wrong[:40]), sep="\n")
    if options.write:
        versions = f"egraph-opt {version('egraph-opt')}, egglog {version('egglog')}, Python {platform.python_version()}"
        head = f"# {datetime.date.today()}; {versions}; mutants from number {options.first}"
        lines = [head, "input\toutcome\tcount\tseconds", *rows]
        (ROOT / "benchmarks/results/fuzz.tsv").write_text("\n".join(lines) + "\n")
    return int(bool(bad or wrong))


if __name__ == "__main__":
    sys.exit(main())
