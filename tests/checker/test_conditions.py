"""Knowledge of the checker within a conditional: its condition, and the effects of earlier conditionals on the same one."""

import pytest

from egraph_opt.checker import Outcome, check
from egraph_opt.text import read
from tests.checker.programs import loop, program

EQUAL, DIFFERENT = Outcome.EQUAL, Outcome.NOT_PROVED
P, Q = "tt.store %p, %x : @P", "tt.store %q, %y : @P"
CHOSEN = "%r = scf.if %c -> (@A) { scf.yield %x : @A } else { scf.yield %y : @A }\n"
DOUBLED = "%e = arith.addf %r, %r : @A\n"
FIRST, SECOND = (DOUBLED.replace("%r", value) for value in ("%x", "%y"))
BOTH = "%w = arith.andi %c, %d : i1\n%z = arith.select %w, %x, %y : @A\n"
TEST, SUM = "%d = arith.cmpi slt, %i, %k : i32\n", "%b = arith.addf %a0, %y : @A\n"
OLD, NEW, NEXT = "tt.store %p, %a0 : @P", "tt.store %q, %b : @P", "\nscf.yield %b : @A"
TWO = loop(f"{TEST}scf.if %d {{ {OLD} }}\n{SUM}scf.if %d {{ {NEW} }}{NEXT}")


def when(then: str, other: str = "", condition: str = "%c") -> str:
    return f"scf.if {condition} {{ {then} }} else {{ {other} }}\n"


CASES = {
    "two on one condition are one": (when(P) + when(Q), when(f"{P}\n{Q}"), EQUAL),
    "their other ways too": (when(P, Q) + when(Q, P), when(f"{P}\n{Q}", f"{Q}\n{P}"), EQUAL),
    "the other way is another one": (when(P) + when("", Q), when(f"{P}\n{Q}"), DIFFERENT),
    "the order stays": (when(P) + when(Q), when(f"{Q}\n{P}"), DIFFERENT),
    "two conditions are not one": (
        "%d = arith.cmpi slt, %n, %k : i32\n" + when(P) + when(Q, condition="%d"), when(f"{P}\n{Q}"), DIFFERENT,
    ),
    "what stands between stays there": (when(P) + Q + "\n" + when(P), when(f"{P}\n{P}") + Q, DIFFERENT),
    "a result is known in the second": (CHOSEN + when("tt.store %p, %r : @P"), when(P), EQUAL),
    "and is not the other one": (CHOSEN + when("tt.store %p, %r : @P"), when("tt.store %p, %y : @P"), DIFFERENT),
    "nor known on the other way": (CHOSEN + when("", "tt.store %p, %r : @P"), when("", P), DIFFERENT),
    "what is computed from a result may be computed in the second": (
        CHOSEN + DOUBLED + when("tt.store %p, %e : @P"), CHOSEN + when(f"{DOUBLED}tt.store %p, %e : @P"), EQUAL,
    ),
    "from the way that runs": (CHOSEN + DOUBLED + when("tt.store %p, %e : @P"), when(f"{FIRST}tt.store %p, %e : @P"), EQUAL),
    "and from no other": (CHOSEN + DOUBLED + when("tt.store %p, %e : @P"), when(f"{SECOND}tt.store %p, %e : @P"), DIFFERENT),
    "nor from it on the other way": (
        CHOSEN + DOUBLED + when("", "tt.store %p, %e : @P"), when("", f"{FIRST}tt.store %p, %e : @P"), DIFFERENT,
    ),
    "nor after the second": (
        CHOSEN + DOUBLED + when(P) + "tt.store %p, %e : @P", CHOSEN + when(P) + f"{FIRST}tt.store %p, %e : @P", DIFFERENT,
    ),
    "a truth computed from the condition is known, too": (
        "%d = arith.cmpi slt, %n, %k : i32\n" + BOTH + when("tt.store %p, %z : @P"),
        "%d = arith.cmpi slt, %n, %k : i32\n" + when(f"{BOTH}tt.store %p, %z : @P"),
        EQUAL,
    ),
    "and is not that of another condition": (
        "%d = arith.cmpi slt, %n, %k : i32\n" + BOTH + when("tt.store %p, %z : @P", condition="%d"),
        "%d = arith.cmpi slt, %n, %k : i32\n" + BOTH.replace("andi", "ori") + when("tt.store %p, %z : @P", condition="%d"),
        DIFFERENT,
    ),
    "one within another is none": (when(when(P, Q)), when(P), EQUAL),
    "but for the way that runs": (when(when(P, Q)), when(Q), DIFFERENT),
    "the condition is a value that is known": (when("%z = arith.select %c, %x, %y : @A\ntt.store %p, %z : @P"), when(P), EQUAL),
    "which is true only there": (when("", "%z = arith.select %c, %x, %y : @A\ntt.store %p, %z : @P"), when("", P), DIFFERENT),
    "it does not hold any more after it": (when(P) + Q, when(f"{P}\n{Q}"), DIFFERENT),
    "in one iteration two are one": (TWO, loop(f"{TEST}{SUM}scf.if %d {{ {OLD}\n{NEW} }}{NEXT}"), EQUAL),
    "and not with a value of the next": (TWO, loop(f"{TEST}{SUM}scf.if %d {{ tt.store %p, %b : @P\n{NEW} }}{NEXT}"), DIFFERENT),
    "a constant says what runs": ("%t = arith.constant true\n" + when(P, Q, "%t"), P, EQUAL),
    "or what does not": ("%t = arith.constant false\n" + when(P, Q, "%t"), P, DIFFERENT),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_conditions(name: str) -> None:
    before, after, expected = CASES[name]
    for old, new in ((before, after), (after, before)):
        for strict in (False, True):
            verdict = check(read(program(old)), read(program(new)), strict)
            assert verdict.outcome is expected, str(verdict)
