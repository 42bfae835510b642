"""Effects against Triton's own passes: where we allow more than Triton does, there is a reason (`benchmarks/effects.py`)."""

from __future__ import annotations

import csv
from dataclasses import replace

import pytest

from benchmarks import effects
from benchmarks.effect_probes import MEMORIES, Specimen, Verdict, specimens, verdicts
from egraph_opt.op import DECLARATIONS, Effect

SPECIMENS = {(each.name, each.note): each for each in specimens()}
with effects.TABLE.open() as _file:
    ROWS = {(row["operation"], row["note"]): row for row in csv.DictReader(_file, delimiter="\t")}
SAMPLE = [
    ("arith.divsi", ""), ("tt.load", ""), ("tt.load", "volatile"), ("tt.store", ""), ("ttg.local_load", "of a view of what is mutable"),
    ("ttg.local_store", ""), ("ttg.local_dealloc", ""), ("ttg.local_alloc", "filled, unchanging"), ("ttg.async_copy_global_to_local", ""),
    ("ttng.async_tma_copy_global_to_local", ""), ("ttng.tc_gen5_mma", ""), ("ttng.tmem_load", ""), ("tt.map_elementwise", "a load in it"),
]  # fmt: skip
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


def test_no_reason_is_given_for_nothing() -> None:
    for who, name, note in effects.REASONS:
        row = ROWS[name, note]
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
    found: list[Specimen] = [SPECIMENS[key] for key in SAMPLE]
    for key, verdict in zip(SAMPLE, verdicts(found), strict=True):
        assert effects.answers(verdict) == asked(ROWS[key]), key


@pytest.mark.skipif(not triton_is_the_one_asked(), reason=f"the table is of Triton {effects.TRITON}")
@pytest.mark.slow
def test_the_table_is_what_its_command_writes() -> None:
    assert effects.written(effects.table()) == effects.TABLE.read_text()


def test_what_could_not_be_constructed_says_so() -> None:
    """No yes and no no without a question."""
    for key, row in ROWS.items():
        assert bool(row["error"]) != all(row[name] for name in effects.ASKED if name != "tensor"), key
    assert Verdict("why", dict.fromkeys(MEMORIES)).twins is None
