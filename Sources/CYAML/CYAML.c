// See include/CYAML.h.
