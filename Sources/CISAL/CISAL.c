// See include/CISAL.h.
