"""What all errors have in common that this package raises on purpose. It stands below everything else."""


class EgraphOptError(Exception):
    """Be the base of all errors that the package raises on purpose. Internal failures do not derive from it."""


class Unsupported(EgraphOptError):
    """A function, or a part of one, that is not modelled and stays as it is: the message says what, and where."""
