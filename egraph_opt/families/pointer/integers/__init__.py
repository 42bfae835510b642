"""Facts about a program's integers. Polynomials are their normal form (`poly`); the program's own assumptions (`assumed`) go into
ranges and divisors (`facts`), and `promise` adds the callers' promises.
"""
