"""IREE's vector layouts: programs in which `iree_vector_ext.to_layout` says who holds which elements of a vector."""
