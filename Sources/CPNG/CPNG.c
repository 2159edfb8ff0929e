// See include/CPNG.h.
