"""What descriptors that are arguments gain over pointers, on a GPU."""
