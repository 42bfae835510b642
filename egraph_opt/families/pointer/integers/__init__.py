"""Facts about a program's integers: ranges and divisors (`interval_analysis`), and promises of callers (`assumptions`)."""
