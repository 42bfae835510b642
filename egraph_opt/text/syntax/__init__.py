"""Lexical elements of MLIR: types, attributes, aliases, locations, signatures."""
