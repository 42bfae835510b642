"""Display of an extraction from egglog."""

from __future__ import annotations

import math

import egglog
import pytest

from egraph_opt.extract import extract
from tests.support.egglog_sorts import Num


def test_an_extraction_shows_its_term_and_what_is_known_of_it() -> None:
    egraph = egglog.EGraph()
    term = egraph.let("term", Num(1) + Num(2))
    assert repr(extract(egraph, term)) == "Extraction(expr=Num(1) + Num(2), cost=7.0, bound=7.0, proved=True)"
    with pytest.raises(ValueError, match=r"infinite cost: Num.__add__"):
        extract(egraph, term, cost={Num.__add__: math.inf})
