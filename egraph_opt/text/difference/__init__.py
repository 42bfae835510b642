"""What differs between two texts."""
