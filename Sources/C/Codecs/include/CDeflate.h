// libdeflate, for deflate streams that are completely in memory.
#ifndef BROMIDE_CDEFLATE_H
#define BROMIDE_CDEFLATE_H
#include <libdeflate.h>
#endif
