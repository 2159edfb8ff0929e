// See include/CLibRaw.h.
