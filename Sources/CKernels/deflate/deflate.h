#ifndef BROMIDE_DEFLATE_H
#define BROMIDE_DEFLATE_H

#include <stddef.h>
#include <stdint.h>

#endif
