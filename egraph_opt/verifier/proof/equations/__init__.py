"""E-graph of the operations that both sides write: it finds equations between values that the normal form tells apart."""
