"""Effects against Triton's own passes: where we allow more than Triton does, there is a reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.trust.effects import table as effects
from benchmarks.trust.effects.accepts import accepted, laxer
from benchmarks.trust.effects.probes import MEMORIES, Verdict, specimens
from benchmarks.trust.sweep import named
from egraph_opt.checker.access.effects import NOT_SHARED_WRITES
from egraph_opt.ir.declaration_lookup import DECLARATIONS, Effect
from tests.trust.parts import part

SPECIMENS = {(each.name, each.note): each for each in specimens()}
(SWEEP,) = effects.SWEEPS
ROWS = {(row["operation"], row["note"]): row for row in named(SWEEP.known)}
UNASKED = {
    "iree_vector_ext.to_layout", "math.pow", "math.powi", "tt.approx_divf",
    *(name for name in DECLARATIONS if name.startswith("vector.")), "vector.extract_strided_slice", "vector.insert_strided_slice",
}  # fmt: skip
"""Of those that our tables name: what Triton 3.6 does not have."""


def asked(row: dict[str, str]) -> dict[str, bool | None]:
    return {name: None if not row[name] else row[name] == "yes" for name in effects.ASKED}


def unexplained(who: str) -> set[tuple[str, str]]:
    """The specimens of which one of us allows what Triton does not do, by the table, and no reason is known."""
    found = set()
    for key, specimen in SPECIMENS.items():
        effect = effects.ours(specimen)[list(effects.ON_CHIP).index(who)]
        lax = effects.laxer(who, specimen, effect, asked(ROWS[key]))
        if lax and not effects.reason(who, *key, lax):
            found.add(key)
    return found


def test_the_optimiser_allows_nothing_that_triton_does_not_do() -> None:
    assert unexplained("optimiser") == set()
    assert {
        key for key, row in ROWS.items() if row["does_laxer"] and not effects.reason("optimiser", *key, row["does_laxer"])
    } == set()


def test_the_checker_allows_nothing_that_triton_does_not_do() -> None:
    assert unexplained("checker") == set()


STRIDE = 7
CHANGES = {"merged", "repeated", "earlier", "later", "dropped", "added", "hoisted", "sunk"}
ACROSS = [key for key in SPECIMENS if key[0].startswith("ttng.") and ROWS[key]["own"]]


def wrongly(key: tuple[str, str]) -> str:
    """Return the changes that the checker accepts, that Triton does not make, and that have no known reason."""
    lax = laxer(accepted(SPECIMENS[key]), asked(ROWS[key]))
    return "" if effects.reason("accepts", *key, lax) else lax


@pytest.mark.parametrize("key", list(SPECIMENS)[::STRIDE], ids=" ".join)
def test_the_checker_accepts_nothing_that_triton_does_not_do(key: tuple[str, str]) -> None:
    assert wrongly(key) == ""
    counts = [equal for _, _, equal in accepted(SPECIMENS[key])]
    assert ROWS[key]["accepted"] == f"{sum(counts)} of {len(counts)}"


def test_no_row_has_more_accepted_than_reasons_are_known_for() -> None:
    for key, row in ROWS.items():
        assert not row["accepts_laxer"] or effects.reason("accepts", *key, row["accepts_laxer"]), key


@pytest.mark.parametrize("key", ACROSS, ids=" ".join)
def test_no_read_of_its_own_memory_passes_an_asynchronous_operation(key: tuple[str, str]) -> None:
    """Neither tensor memory nor shared memory that may be written, in any direction; what was filled once is there for longer at most.

    A wait for products is no such operation for shared memory, which products only read.
    """
    found = {(q, change) for q, change, equal in accepted(SPECIMENS[key]) if equal and q in ("shared", "tensor", "own", "filled")}
    if key[0] in NOT_SHARED_WRITES:
        assert {q for q, _ in found} <= {"shared", "own", "filled"}
    elif ROWS[key]["own"] == "no":
        assert found <= {("filled", "later"), ("filled", "repeated")}


def test_all_changes_are_asked_for_and_all_can_be_accepted() -> None:
    found = {(q, change): equal for q, change, equal in accepted(SPECIMENS["arith.addi", ""])}
    assert {change for (_, change), equal in found.items() if equal} == CHANGES
    assert {key for key, equal in found.items() if not equal} == {("tensor", "merged"), ("tensor", "repeated")}
    own = {(q, change) for q, change, equal in accepted(SPECIMENS["ttg.memdesc_trans", ""]) if equal}
    assert {(q, c) for q in ("own", "filled") for c in ("merged", "repeated", "earlier", "later")} <= own


@pytest.mark.parametrize(
    "name, group",
    [
        ("ttg.local_store", "_PURE"),
        ("ttng.wait_barrier", "_PURE"),
        ("ttng.tc_gen5_mma", "_PURE"),
        ("tt.store", "NOT_GLOBAL_WRITES"),
    ],
)
def test_a_checker_that_accepts_too_much_is_found(monkeypatch: pytest.MonkeyPatch, name: str, group: str) -> None:
    monkeypatch.setattr(effects.checker, group, getattr(effects.checker, group) | {name})
    lax = laxer(accepted(SPECIMENS[name, ""]), asked(ROWS[name, ""]))
    assert lax and (group == "NOT_GLOBAL_WRITES" or not effects.reason("accepts", name, "", lax))


def test_no_division_and_no_load_is_hoisted() -> None:
    for key, row in ROWS.items():
        if row["checker"] in ("divides", "read") and row["hoisted"] == "no" and key[0] != "ttg.local_load":
            found = {change for q, change, equal in accepted(SPECIMENS[key]) if equal and q in ("hoisted", "dropped")}
            assert not found & {"hoisted", "added"}, key


def test_no_reason_is_given_for_nothing() -> None:
    for who, name, note in effects.REASONS:
        row = ROWS[name, note]
        if who.startswith("accepts "):
            assert who.removeprefix("accepts ") in row["accepts_laxer"].split(), (who, name, note)
            continue
        assert any(row[column] for column, each in effects.LAX.items() if each == who), (who, name, note)


@pytest.mark.parametrize(
    "name, effect",
    [("ttg.local_load", Effect.PURE), ("tt.load", Effect.PURE), ("ttg.local_store", Effect.READS), ("tt.store", Effect.PURE)],
)
def test_a_table_that_allows_too_much_is_found(monkeypatch: pytest.MonkeyPatch, name: str, effect: Effect) -> None:
    monkeypatch.setitem(DECLARATIONS, name, replace(DECLARATIONS[name], effect=effect))
    assert name in {key[0] for key in unexplained("optimiser")}


def test_every_operation_of_our_tables_was_asked_for_or_is_listed() -> None:
    constructed = {name for (name, _), row in ROWS.items() if not row["error"]}
    assert effects.tables() - constructed == UNASKED
    assert {name for (name, _), row in ROWS.items() if row["error"]} >= UNASKED


def test_the_table_says_what_we_say() -> None:
    found = {key: effects.ours(specimen) for key, specimen in SPECIMENS.items()}
    assert found == {key: (ROWS[key]["optimiser"], ROWS[key]["checker"]) for key in SPECIMENS}


def triton_is_the_one_asked() -> bool:
    try:
        import triton
    except ImportError:
        return False
    return str(triton.__version__) == effects.TRITON


@pytest.mark.skipif(not triton_is_the_one_asked(), reason=f"the table is of Triton {effects.TRITON}")
def test_triton_says_what_the_table_says() -> None:
    rows = part(SWEEP, every=20)
    assert len(rows) > 10
    for row in rows:
        assert row == ROWS[row["operation"], row["note"]]


def test_what_could_not_be_constructed_says_so() -> None:
    """No yes and no no without a question."""
    for key, row in ROWS.items():
        assert bool(row["error"]) != all(row[name] for name in effects.ASKED if name not in effects.SOMETIMES), key
    assert Verdict("why", dict.fromkeys(MEMORIES)).twins is None
