"""Which of the compiled searches a processor runs.

A search is loaded when it is first asked for, so one that the processor cannot run never is: all of
its module is compiled for the other processor, down to what the interpreter runs on importing it.
"""

from importlib import import_module

from cpython.pycapsule cimport PyCapsule_GetName, PyCapsule_GetPointer

__all__ = ["PROCESSORS"]

cdef extern from *:
    """
    #if defined(__x86_64__) && defined(__GNUC__)
    static int manille_has_bmi2(void) {
        __builtin_cpu_init();
        /* on the first two generations of Zen, pext and pdep take hundreds of cycles */
        return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt")
            && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
    }
    #else
    static int manille_has_bmi2(void) { return 0; }
    #endif
    """
    bint has_bmi2 "manille_has_bmi2"() noexcept nogil

PROCESSORS = ("bmi2", "portable") if has_bmi2() else ("portable",)
"""The kinds of search that can run here, the fastest first."""


cdef Ask search_of(name) except NULL:
    """The search of a kind, of the fastest for None."""
    if name is None:
        name = PROCESSORS[0]
    if name not in PROCESSORS:
        raise ValueError(f"no search {name!r} runs on this processor, only {PROCESSORS}")
    # what Cython exports for other modules: the function by its name, in a capsule
    exported = import_module(f"manille.solver.core.search_{name}").__pyx_capi__[f"ask_{name}"]
    return <Ask> PyCapsule_GetPointer(exported, PyCapsule_GetName(exported))
