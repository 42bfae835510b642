"""Values in the checker: types, constants, nodes of the value graph, normal forms."""
