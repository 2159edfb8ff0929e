// libdeflate: streams of deflate that are in memory as a whole.
#ifndef BROMIDE_CDEFLATE_H
#define BROMIDE_CDEFLATE_H
#include <libdeflate.h>
#endif
