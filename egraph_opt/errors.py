"""What all errors have in common that this package raises on purpose. It stands below everything else."""


class EgraphOptError(Exception):
    """The base of this package's errors: `except EgraphOptError` catches what it refuses, and not what fails in it."""


class Unsupported(EgraphOptError):
    """A function, or a part of one, that is not modelled and stays as it is: the message says what, and where."""
