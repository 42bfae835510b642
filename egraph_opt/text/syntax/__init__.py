"""The lexical parts of MLIR: types, attributes, aliases, locations, signatures."""
