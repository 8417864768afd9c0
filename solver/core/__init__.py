"""The kernel: exact search in Cython.

Domain values enter at ``ruletable`` and leave at ``engine``.
"""
