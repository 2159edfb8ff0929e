// libpng, and shims where its macros and setjmp demand them.
#ifndef BROMIDE_CPNG_H
#define BROMIDE_CPNG_H
#include <png.h>
#endif
