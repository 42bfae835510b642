"""Cost of a word: each selected term pays once."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Gates:
    """Every operation counts as one gate."""

    name: str = "gates"
    unit: str = "gates"

    def cost(self, symbol: str, numbers: tuple[int, ...]) -> float:
        """The cost of a word, by its name and those of its arguments that are numbers."""
        return 0.0 if symbol in ("value", "always") else 1.0


MODELS = {"gates": Gates()}
