"""Loading an e-graph, running it and reading it back: what goes in comes out, by numbers, in one order, and nothing else does."""

from __future__ import annotations

import os
import threading
from itertools import pairwise

import pytest

from egraph_opt.core import engine
from egraph_opt.core.engine import Limits, SaturationFailed
from egraph_opt.core.rule import Equation, rule
from egraph_opt.core.saturation import Key, Language, SaturatedTerms, saturate
from egraph_opt.core.vocabulary import Fact, Name, Term, Vocabulary

words = Vocabulary("test", prover="none")


class Node(Term):
    """A node of a chain."""


class Label(Name):
    """End of a chain."""


@words.symbol(lambda w, label: None)
def end(label: Label) -> Node: ...  # type: ignore[empty-body]


@words.symbol(lambda w, n, x: None)
def link(n: int, x: Node) -> Node: ...  # type: ignore[empty-body]


@words.fact(lambda w, x, label: None)
def drops(x: Node, label: Label) -> Fact: ...  # type: ignore[empty-body]


@rule
def drop(x: Node, label: Label) -> Equation:
    """A link that may be dropped is what it links to, for no better reason than this test."""
    return link(7, x), x, drops(x, label)


LANGUAGE = Language(words, (drop,))
CHAIN: list[Key] = [("end", 5), ("link", 7, 0), ("link", 8, 1), ("link", 7, 0)]


def run(terms: list[Key]) -> SaturatedTerms:
    numbered = enumerate(dict.fromkeys(terms))
    return saturate(LANGUAGE, numbered, [("drops", (0, 3))], (), Limits(), ("end", "link", "drops"))


def test_what_goes_in_comes_out() -> None:
    found = saturate(
        Language(words, ()), enumerate(CHAIN[:3]), [("drops", (1, -3))], [(0, 2)], Limits(), ("end", "link", "drops")
    )
    assert found.classes[0] == found.classes[2] != found.classes[1]
    a, b = found.classes[0], found.classes[1]
    assert found.rows == {"end": [((5,), a)], "link": [((7, a), b), ((8, b), a)]} and found.facts == {"drops": [(b, -3)]}


def test_rules_are_run_and_every_run_starts_anew() -> None:
    first = run(CHAIN)
    assert first.classes == {0: 0, 1: 0, 2: 1} and not first.stopped_by
    run([("end", 9)])
    assert run(CHAIN) == first


def test_every_thread_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[SaturatedTerms] = []
    threads = [threading.Thread(target=lambda: found.append(run(CHAIN))) for _ in range(3)]
    for thread in threads:
        thread.start()
        thread.join()
    assert all(a == b for a, b in pairwise([*found, run(CHAIN)]))
    monkeypatch.delattr(os, "memfd_create", raising=False)  # as on other systems
    assert run(CHAIN) == found[0]


@pytest.mark.parametrize("number", [1 << 63, -(1 << 63) - 1, 1 << 200])
def test_a_number_that_no_word_holds_is_refused(number: int) -> None:
    with pytest.raises(SaturationFailed):
        run([("end", number)])
    assert run(CHAIN).classes == {0: 0, 1: 0, 2: 1}


def test_limits_stop_it_and_say_which_rule_goes_on() -> None:
    @rule
    def deeper(x: Node) -> Equation:
        """A chain is as long as one likes, and then one longer."""
        return link(7, link(8, x)), link(7, link(8, link(9, x)))

    def stopped(limits: Limits) -> tuple[str, str]:
        terms: list[Key] = [("end", 5), ("link", 8, 0), ("link", 7, 1)]
        found = saturate(Language(words, (deeper,)), enumerate(terms), (), (), limits)
        return found.stopped_by, found.busiest

    assert stopped(Limits(iterations=5)) == ("iterations", "deeper")
    assert stopped(Limits(nodes=30)) == ("nodes", "deeper")
    assert stopped(Limits(seconds=0.0)) == ("seconds", "deeper")


class Asked(BaseException):
    """Exception like that of a signal that ends a process."""


class PanicException(BaseException):
    """Exception like that of a panic in egglog."""


@pytest.mark.parametrize(
    ("raised", "seen"),
    [(Asked, Asked), (KeyboardInterrupt, KeyboardInterrupt), (MemoryError, MemoryError),
     (PanicException, SaturationFailed), (RuntimeError, SaturationFailed)],
)  # fmt: skip
def test_what_asks_to_end_is_no_failure_of_the_engine(raised: type[BaseException], seen: type[BaseException]) -> None:
    with pytest.raises(seen), engine.open_engine("(sort Node)"):
        raise raised
    assert run(CHAIN).classes == {0: 0, 1: 0, 2: 1}
