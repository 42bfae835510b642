"""The command `egraph-opt costs`: what cost models there are."""

from __future__ import annotations

from typing import Any

import click

from egraph_opt.command import console
from egraph_opt.core.family import families, unusable


@click.command()
def costs() -> None:
    """List the cost models with their units and parameters: `--cost cycles:target=sm80`, `--cost cycles=0.7,shared_bytes=0.3`."""
    import inspect

    from egraph_opt import outside
    from egraph_opt.core.output.comparison import printed
    from egraph_opt.cost import MODELS
    from egraph_opt.cost.mix import parameters
    from egraph_opt.cost.target import UNITS, names

    models = [(family.name, model) for family in families().values() for model in family.cost_models().values()]
    rows = []
    for family, model in models:
        what = getattr(model, "what", "") or (inspect.getdoc(model) or "").partition("\n")[0]
        rows.append((model.name, model.unit, family, error(model), what))
    printed(("model", "unit", "--rules", "median error", "cost of a program"), rows, words=5)
    for family, model in models:
        units = UNITS if model in MODELS.values() else {}
        known = [(name, f"{value:g}", units.get(name, "")) for name, value in parameters(model).items()]
        if hasattr(model, "target"):
            known.append(("target", ", ".join(names()), ""))
        known += [(name, what, "") for name, what in getattr(model, "texts", {}).items()]
        if known:
            click.echo()
            where = "" if family == "layout" else f" with --rules {family}"
            printed((f"parameter of {model.name}{where}", "default", ""), known, words=3)
    for reason in (*unusable().values(), *outside.loaded_models()[1].values()):
        console.say(reason)


def error(model: Any) -> str:
    """Return the error of a model's costs compared with measured ones, as text."""
    known = getattr(model, "error", None)
    return "not measured" if known is None else f"{known:.1%}" if known else "none: it counts"
