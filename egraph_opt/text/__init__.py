"""Text in and out: MLIR as Triton prints it, or generic MLIR of any dialect."""

from egraph_opt.text.read import read, split
from egraph_opt.text.write import write

__all__ = ["read", "split", "write"]
