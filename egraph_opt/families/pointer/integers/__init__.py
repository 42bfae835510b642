"""Facts about a program's integers: ranges and divisors (`interval_analysis`), and what callers promise (`assumptions`)."""
