// See include/CLCMS.h.
