"""What is asked of every wrong rule, of whichever family."""

import pytest

from egraph_opt.core.rule import Rule
from egraph_opt.prove import Unsound, prove


def check_refuted(wrong: Rule) -> None:
    """A wrong rule says what is wrong with it, and the prover answers with values that tell its sides apart."""
    assert wrong.doc.startswith("Wrong: ")
    with pytest.raises(Unsound) as refuted:
        prove(wrong)
    text = str(refuted.value)
    assert wrong.name in text
    assert "before:" in text and "after:" in text
