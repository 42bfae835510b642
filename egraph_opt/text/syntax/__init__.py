"""Lexical parts of MLIR: types, attributes, aliases, locations, signatures."""
