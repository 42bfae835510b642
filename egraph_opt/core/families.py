"""Which options each family of rules takes, and what they need: an option that would do nothing is refused by its name."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from egraph_opt.rules import NAMES

LAYOUT = frozenset(
    "cost extract work_limit time_limit candidates synthesise reassociate move_loads move_stores read_copies loads_first no_alias"
    " seed_with min_gain check max_nodes limits".split()
)
TAKEN = {
    "layout": LAYOUT,
    "pointer": frozenset(
        "target version assume_trips any_cost add_shape_params assume_no_overflow assume_positive assume_readable num_warps"
        " num_stages explain_accesses descriptor_types check".split()
    ),
    "region": frozenset("cost work_limit time_limit check max_nodes limits assume_dim iree_target iree_flags".split()),
    "vector-layout": frozenset("cost extract work_limit time_limit candidates move_stores max_nodes limits".split()),
}
"""The options of each family, by their names in Python and, where they are on the command line alone, there."""

ALONE = {"pointer": "pointer", "tile": "pointer", "region": "region", "vector-layout": "vector-layout"}
"""Books that are run alone, with the family that they are."""

NEEDS = {"no_alias": ("loads_first", True), "num_warps": ("version", None), "num_stages": ("num_warps", None),
         "assume_trips": ("target", "descriptor"), "any_cost": ("target", "descriptor"),
         "descriptor_types": ("target", "descriptor")}  # fmt: skip
"""Options that do something only beside another one, with the value that it must have; None: any."""


def books_of(rules: str) -> tuple[str, ...]:
    """The rule books that a text names, separated by commas.

    Raises:
        ValueError: there is no such book, it is named twice, or it is run alone.
    """
    books = tuple(rules.split(","))
    for name in books:
        if name not in (known := (*NAMES, "vector-layout")):
            raise ValueError(f"no rule book {name!r}: use one of {', '.join(known)}")
    if alone := [name for name in books if name in ALONE and len(books) > 1]:
        raise ValueError(f"the book {alone[0]} is run alone")
    if "tile" in books:
        raise ValueError("the book tile is a part of the family pointer: use the book pointer")
    if len(set(books)) < len(books):
        raise ValueError(f"a rule book is named twice in {rules!r}")
    return books


def idle(given: Iterable[str], taken: Collection[str]) -> list[str]:
    """Of the options that were given, those that families know and this one does not take."""
    known = frozenset().union(*TAKEN.values())
    return [name for name in given if name in known and name not in taken]


def unmet(given: Collection[str], values: dict[str, object]) -> tuple[str, str, object] | None:
    """An option that was given and needs another one that is not as it must be, that other one, and the value it must have."""
    for name, (other, wanted) in NEEDS.items():
        if name in given and (not values.get(other) if wanted is None else values.get(other) != wanted):
            return name, other, wanted
    return None
