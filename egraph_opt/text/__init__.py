"""Parser and printer of MLIR text: Triton's pretty form, or generic MLIR of any dialect."""

from egraph_opt.text.files import join, split
from egraph_opt.text.parser import read
from egraph_opt.text.printer import write

__all__ = ["join", "read", "split", "write"]
