// LibRaw's C interface, and shims where its versions 0.20, 0.21 and 0.22 differ.
#ifndef BROMIDE_CLIBRAW_H
#define BROMIDE_CLIBRAW_H
#include <libraw/libraw.h>
#endif
