// See include/CZlib.h.
