"""Parser of cost model names: a name, its parameters, or a weighted sum of models.

cycles                          the model with default constants
cycles:target=sm80              for another processor
cycles:alu=0.5:shuffle=2        with other constants
cycles=0.7,shared_bytes=0.3     weighted sum of both
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, fields, is_dataclass, replace
from typing import Any

from egraph_opt import plugins
from egraph_opt.cost import MODELS, CostModel, error_of
from egraph_opt.cost.axis_info import AddressPattern
from egraph_opt.cost.checked_model import op_cost, spill_cost
from egraph_opt.cost.target import target as find_target
from egraph_opt.errors import nearest, unknown_name
from egraph_opt.extract.base.stable_sum import ordered_sum

TERM = re.compile(r"(?P<name>\w+)(?P<parameters>(?::\w+=[\w.+-]+)*)(?:=(?P<weight>[\d.eE+-]+))?")


@dataclass(frozen=True)
class MixedModel:
    """Weighted sum of cost models."""

    parts: tuple[tuple[float, CostModel], ...]
    name: str
    unit: str = "mixed units"

    @property
    def change_factor(self) -> float:
        return max(model.change_factor for _, model in self.parts)

    @property
    def change_price(self) -> float:
        return ordered_sum(weight * model.change_price for weight, model in self.parts)

    @property
    def prices_accesses(self) -> bool:
        return any(model.prices_accesses for _, model in self.parts)

    @property
    def error(self) -> float:
        return max(error_of(model) for _, model in self.parts)

    def on(self, target: str) -> MixedModel:
        """Return the sum for a processor. Models for which the user has set a target stay unchanged."""
        chosen = tuple((weight, getattr(model, "on", lambda _, model=model: model)(target)) for weight, model in self.parts)
        return replace(self, parts=chosen)

    def cost(self, name: str, operands: Sequence[str], results: Sequence[str], access: AddressPattern | None = None) -> float:
        return ordered_sum(weight * op_cost(model, name, operands, results, access) for weight, model in self.parts)

    def spills(self, pressure: int, threads: int) -> float:
        return ordered_sum(weight * spill_cost(model, pressure, threads) for weight, model in self.parts)


def cost_model(text: str) -> CostModel:
    """Return the cost model that a text describes.

    Raises:
        ValueError: the model or parameter is unknown, or a weight is not positive; the message lists known names.
    """
    parts = []
    for term in text.split(","):
        match = TERM.fullmatch(term.strip())
        known = every("layout", MODELS, match["name"] if match else "")
        if match is None or match["name"] not in known:
            raise ValueError(unknown_name("no cost model", term.strip().partition(":")[0], known))
        try:
            weight = float(match["weight"] or 1.0)
        except ValueError:
            weight = 0.0
        if not 0.0 < weight < float("inf"):
            raise ValueError(f"the weight of cost model {match['name']!r} must be a number above zero, not {match['weight']!r}")
        model: CostModel = with_parameters(known[match["name"]], match["parameters"])
        parts.append((weight, model))
    if len(parts) == 1 and parts[0][0] == 1.0:
        return parts[0][1]
    return MixedModel(tuple(parts), text)


def parameters(model: CostModel) -> Mapping[str, float]:
    """Return the numeric parameters of a model with their values."""
    known: tuple[Field[Any], ...] = fields(model) if is_dataclass(model) else ()
    own = {f.name: getattr(model, f.name) for f in known if type(getattr(model, f.name)) in (int, float)}
    return {**own, **getattr(model, "table", {})}


def every(family: str, models: Mapping[str, Any], wanted: str = "") -> Mapping[str, Any]:
    """Return a rule family's cost models, including models of installed packages. Packages are not loaded if `wanted` is built in.

    Raises:
        OutsideError: the package with the model `wanted` cannot be loaded (a ValueError).
    """
    return models if wanted in models else {**plugins.models(family, wanted), **models}


def parse_model(text: str, models: Mapping[str, Any], what: str, family: str = "") -> Any:
    """Return the cost model that a text such as `latency:streams=4` describes.

    The model is one of `models`, or of an installed package that adds models to `family`.

    Raises:
        ValueError: the model or parameter is unknown.
    """
    name, colon, parameters = text.partition(":")
    models = every(family, models, name)
    if name not in models:
        raise ValueError(f"no cost model {name!r} for {what}{nearest(name, models)}: use one of {', '.join(models)}")
    return with_parameters(models[name], colon + parameters)


def with_parameters(model: Any, text: str) -> Any:
    """Return a model with the parameters in `:name=value:...`. Raises ValueError if a parameter is unknown."""
    chosen: dict[str, Any] = {}
    constants: dict[str, float] = {}
    texts: Mapping[str, str] = getattr(model, "texts", {})
    for name, _, value in (pair.partition("=") for pair in text.split(":")[1:]):
        if name in chosen or name in constants:
            raise ValueError(f"parameter {name!r} of cost model {model.name!r} is given twice")
        if name == "target" and hasattr(model, "target"):
            find_target(value)  # it is there
            chosen[name] = value
            continue
        if name in texts:
            chosen[name] = value
            continue
        if name not in (known := {**parameters(model), **texts}):
            said = unknown_name(f"cost model {model.name!r} has no parameter", name, known)
            raise ValueError(
                f"{said}; `egraph-opt costs` lists them" if known else f"cost model {model.name!r} has no parameters"
            )
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not 0.0 <= number < math.inf:
            raise ValueError(
                f"parameter {name!r} of cost model {model.name!r} must be a finite number, at least 0, not {value!r}"
            )
        (chosen if hasattr(model, name) else constants)[name] = number
    if constants:
        chosen["constants"] = tuple(sorted(constants.items()))
    return replace(model, **chosen, name=model.name + text) if chosen else model
