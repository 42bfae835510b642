"""Exit codes of all commands."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import pairwise
from textwrap import fill
from typing import Any, NoReturn

from egraph_opt.command import console

DONE, BAD_INPUT, USAGE, DIFFERS, UNFINISHED, NOT_PROVED, INTERRUPTED = 0, 1, 2, 3, 4, 5, 130

EXIT_CODES = """\b
Exit codes:
  0    done, also where there was nothing to gain
  1    bad input: a file, or an output that cannot be written
  2    wrong usage
  3    compare, replay: something is worse; diff: something is worse or
       gone; check, verify, compare --against FILE: a difference; prove: an
       error; sentinel: a kernel that is compiled wrongly
  4    not finished: the engine failed on a function or a kernel, or its
       process was ended, and the input came back; check: it would take too
       long; with --strict also: a limit was met, or a function is not
       understood
  5    an output was not proved equal to its input, which came back instead;
       check, verify, compare --against FILE: it is not known whether the
       programs are equal
  130  interrupted
Of several that apply, 1 goes before 5, 5 before 4, and 4 before 3."""

COMMON_CODES = {DONE: "done", BAD_INPUT: "bad input: a file, or an output that cannot be written", USAGE: "wrong usage",
          INTERRUPTED: "interrupted"}  # fmt: skip
ENGINE = "not finished: the engine failed on a function, or its process was ended, and the input came back"
UNEQUAL = "an output was not proved equal to its input, which came back instead"
NO_GAIN = "done, also where there was nothing to gain"
COMMAND_CODES: dict[str, dict[int, str]] = {
    "opt": {
        DONE: NO_GAIN,
        UNFINISHED: f"{ENGINE}; with --strict also: a limit was met, or a function is not understood",
        NOT_PROVED: UNEQUAL,
    },
    "reproduce": {DONE: NO_GAIN, UNFINISHED: f"{ENGINE}; of a run with --strict also: a limit was met", NOT_PROVED: UNEQUAL},
    "report": {UNFINISHED: ENGINE, NOT_PROVED: UNEQUAL},
    "pareto": {UNFINISHED: ENGINE, NOT_PROVED: UNEQUAL},
    "compare": {
        DIFFERS: "a result of ours is worse; with --against FILE also: FILE differs from the input",
        UNFINISHED: ENGINE,
        NOT_PROVED: "an output was not proved equal to its input; with --against FILE also: it is not known whether FILE is equal",
    },
    "check": {
        DONE: "the programs are proved equal",
        DIFFERS: "they differ",
        UNFINISHED: "it would take too long",
        NOT_PROVED: "it is not known whether they are equal",
    },
    "verify": {
        DONE: "the kernels are proved equal, to the last bit or over the reals",
        DIFFERS: "an input shows that they differ",
        NOT_PROVED: "it is not decided whether they are equal",
    },
    "prove": {DONE: "all rules are proved", DIFFERS: "a rule is wrong, or was not proved"},
    "replay": {
        DIFFERS: "a kernel got worse",
        UNFINISHED: "a kernel was not compiled",
        NOT_PROVED: "a kernel was not compared: there is no model of its machine code",
    },
    "diff": {DIFFERS: "something is worse or gone"},
    "sentinel": {
        DIFFERS: "a kernel is compiled wrongly",
        UNFINISHED: "a kernel was not compared: its compiler or its process failed",
    },
    "capture": {UNFINISHED: "a kernel was not captured"},
}
"""Exit codes of each command, besides `COMMON_CODES`."""


def exit_codes(command: str = "") -> str:
    """Return the exit codes of one command as help text."""
    known = {**COMMON_CODES, **COMMAND_CODES.get(command, {})}
    lines = [
        fill(meaning, 78, initial_indent=f"  {code:<5}", subsequent_indent=" " * 7, break_on_hyphens=False)
        for code, meaning in sorted(known.items())
    ]
    several = [str(code) for code in (BAD_INPUT, NOT_PROVED, UNFINISHED, DIFFERS) if code in known]
    *pairs, last = ["", *(f"{first} before {second}" for first, second in pairwise(several))]
    told = (", ".join(pairs[1:]) + f", and {last}" if pairs[1:] else last).replace(" ", " goes ", 1)
    order = f"\nOf several that apply, {told}." if last else ""
    return "\b\nExit codes:\n" + "\n".join(lines) + order


FAILURE_STOPS = {"error", "registers", "rules"}
"""Values of `FunctionResult.stopped_by` that mean a failure of the engine."""
REFUSED_STOP = "check"
"""Value of `FunctionResult.stopped_by` for a result that was not proved equal."""


@dataclass(frozen=True, slots=True)
class CommandAnswer:
    """Result of a command: the output, messages for stderr, and the exit code."""

    output: str
    said: tuple[str, ...] = ()
    code: int = DONE
    rejected: str = ""
    """Text that was not proved equal, saved for a bug report."""
    remarks: str = ""
    """LLVM optimisation remarks in YAML, if requested."""

    def dump(self) -> str:
        return json.dumps(asdict(self))

    @staticmethod
    def load(text: str) -> CommandAnswer:
        fields = json.loads(text)
        return CommandAnswer(**{**fields, "said": tuple(fields["said"])})


def finish(name: str, answer: CommandAnswer) -> NoReturn:
    """Print the messages of a command, whose output has been written, and exit."""
    for line in answer.said:
        console.say(line)
    if answer.code == NOT_PROVED:
        where = f"; what was refused is in {console.save_text(answer.rejected)}" if answer.rejected else ""
        console.say(f"{name}: error: the result was not proved equal, and the input came back: please report this{where}")
    sys.exit(answer.code)


def of_functions(functions: Iterable[Any], strict: bool, rejected: bool = False) -> int:
    """Return the exit code of an optimisation, given the records of the functions."""
    return of_stops([function.stopped_by for function in functions], strict, rejected)


def of_stops(stopped_by: Iterable[str], strict: bool = False, rejected: bool = False) -> int:
    """Return the exit code of an optimisation, given why each function's search stopped. `rejected`: some result was not proved equal."""
    stops = set(stopped_by)
    if rejected or REFUSED_STOP in stops:
        return NOT_PROVED
    return UNFINISHED if FAILURE_STOPS & stops or (strict and stops - {""}) else DONE


def of_check(verdict: Any) -> int:
    """Return the exit code for the checker's verdict on two programs."""
    if verdict.equal:
        return DONE
    return UNFINISHED if verdict.limited else DIFFERS if verdict.outcome.value == "different" else NOT_PROVED


def of_verification(verdict: Any) -> int:
    """Return the exit code of `egraph-opt verify`."""
    return DONE if verdict.equal else DIFFERS if verdict.different else NOT_PROVED


def of_verdicts(verdicts: Iterable[str]) -> int:
    """Return the exit code of a comparison. Unproved results take precedence over `failed`, and `failed` over `worse` and
    `different`.
    """
    found = set(verdicts)
    if found & {"refused", "undecided"}:
        return NOT_PROVED
    return UNFINISHED if "failed" in found else DIFFERS if found & {"worse", "different"} else DONE


def end_comparison(failures: Iterable[tuple[str, str]], verdicts: list[str], refused: bool = False) -> NoReturn:
    """Exit after a comparison, with a message for each failure, or with one message if nothing could be compared.

    `refused`: an input was invalid, and a message about it has been printed.
    """
    if not verdicts:
        console.fail("error: there is nothing to compare: no file holds a function with a body")
    for name, reason in failures:
        console.say(f"{name}: error: {reason}")
    sys.exit(BAD_INPUT if refused else of_verdicts(verdicts))
