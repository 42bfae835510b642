"""A sort of egglog with every container, for tests of extraction from e-graphs in Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from egglog import (
    Expr,
    Map,
    MultiSet,
    Set,
    String,
    StringLike,
    Vec,
    constant,
    function,
    i64,
    i64Like,
    method,
)


class Num(Expr, egg_sort="Number-of-a-test"):
    ZERO: ClassVar[Num]

    def __init__(self, value: i64Like) -> None: ...
    @classmethod
    def var(cls, name: StringLike) -> Num: ...
    @property
    def half(self) -> Num: ...
    @method(cost=3)
    def __add__(self, other: Num) -> Num: ...
    @method(cost=4)
    def __mul__(self, other: Num) -> Num: ...
    @method(egg_fn="odd-name?!*/%")
    def __lshift__(self, by: i64Like) -> Num: ...
    def __getitem__(self, i: Num) -> Num: ...
    def __call__(self, i: Num) -> Num: ...
    def __neg__(self) -> Num: ...
    @method(unextractable=True)
    def hidden(self) -> Num: ...


@function
def of_vec(xs: Vec[Num]) -> Num: ...


@function
def of_map(xs: Map[String, Num]) -> Num: ...


@function
def of_set(xs: Set[Num]) -> Num: ...


@function
def of_bag(xs: MultiSet[Num]) -> Num: ...


@function
def of_function(f: Callable[[Num], Num]) -> Num: ...


@function
def nested(xs: Vec[Map[i64, Vec[Num]]]) -> Num: ...


PI = constant("PI", Num)

x, y = Num.var("x"), Num.var('quote " and \\ back\nline')
