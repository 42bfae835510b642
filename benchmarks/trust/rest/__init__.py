"""Does what we write go through the rest of Triton's pipeline, as far as what we read?"""
