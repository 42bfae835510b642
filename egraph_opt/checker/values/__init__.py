"""Values in the checker: types, constants, nodes of the value graph, and their normal forms."""
