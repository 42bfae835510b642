"""Arguments of `enable` that mean nothing are refused at once."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("triton")

import egraph_opt.triton as plugin
from egraph_opt.errors import EgraphOptError

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"place": "first"}, "no place"),
    ({"min_gain": 2.0}, "min_gain"),
    ({"plase": "at-end"}, r"there is no option plase \(did you mean place\?\)"),
    ({"candidate": 3}, r"did you mean candidates\?"),
    ({"autotune": "m"}, "use 'model'"),
    ({"capture": "/proc/nothing"}, "capture: no kernels can be written to /proc/nothing"),
    ({"capture": __file__}, "capture: no kernels can be written to "),
]


@pytest.mark.parametrize(("named", "message"), WRONG)
def test_wrong_settings_are_refused(named: dict[str, Any], message: str) -> None:
    """At once, by an error that is one of the package's and a ValueError."""
    with pytest.raises(EgraphOptError, match=message) as refused:
        plugin.enable(**named)
    assert isinstance(refused.value, ValueError)
