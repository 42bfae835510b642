"""Each pair of cost models chooses different programs for some real kernel: the smallest one that the table of models names."""

from itertools import combinations

import pytest

from benchmarks.compare.models import kernel, programs, table
from egraph_opt.cost import MODELS


def test_the_table_has_every_model() -> None:
    assert all(list(row) == list(MODELS) for row in table().values()), "python -m benchmarks.compare.models --write"


@pytest.mark.parametrize(("first", "second"), list(combinations(MODELS, 2)))
def test_a_kernel_tells_two_models_apart(first: str, second: str) -> None:
    different = [kernel(name) for name, row in table().items() if row[first] != row[second]]
    path = min(different, key=lambda p: (p.stat().st_size, p))
    found = programs(path, {name: MODELS[name] for name in (first, second)})
    assert found[first][0] != found[second][0]
