// The demosaic for x86-64-v4: AVX-512 in 512-bit registers.
#include "demosaic_strip.h"

#include <string.h>

#if defined(__x86_64__)

#pragma clang attribute push( \
  __attribute__((target("arch=x86-64-v4"), min_vector_width(512))), apply_to = function)

#define LANES 16
#define ENTRY bromide_demosaic_row_v4

#include "demosaic_body.h"

#pragma clang attribute pop
#endif
