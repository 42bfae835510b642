"""What is known of a program's integers. Polynomials are their normal form (`poly`); what the program assumes (`assumed`) goes into
ranges and divisors (`facts`), and `promise` adds what callers promise.
"""
