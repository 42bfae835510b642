"""Whether two tensor functions do the same, by fingerprints: shares no code with what chose between them, but the reader."""
