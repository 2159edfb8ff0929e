// See include/CExif.h.
