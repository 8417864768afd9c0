cdef class CancelToken:
    cdef int flag
