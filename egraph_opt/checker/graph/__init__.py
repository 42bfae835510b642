"""Construction of the value graph of two functions, from operations to control flow."""
