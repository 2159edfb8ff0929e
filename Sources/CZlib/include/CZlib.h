// zlib.
#ifndef BROMIDE_CZLIB_H
#define BROMIDE_CZLIB_H
#include <zlib.h>
#endif
