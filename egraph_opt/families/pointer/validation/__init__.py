"""Translation validation: each of two versions by itself (`ways`), accesses that are proved to be equal as `tokens`, the `order`
of hardware copies, and the whole (`validate`); else it is `refused`.
"""
