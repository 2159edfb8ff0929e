// See include/CDeflate.h.
