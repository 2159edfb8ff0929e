// See include/CExpat.h.
