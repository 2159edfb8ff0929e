// zlib: combining checksums of parts, and the tests' independent decoder.
#ifndef BROMIDE_CZLIB_H
#define BROMIDE_CZLIB_H
#include <zlib.h>
#endif
