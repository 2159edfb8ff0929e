// Lateral colour for x86-64-v4: AVX-512 in 512-bit registers.
#include "lateral_internal.h"

#if defined(__x86_64__)

#pragma clang attribute push( \
  __attribute__((target("arch=x86-64-v4"), min_vector_width(512))), apply_to = function)

#define LANES 16
#define ENTRY bromide_lateral_block_v4
#define CELLS_ENTRY bromide_lateral_cells_block_v4

#include "block_body.h"

#pragma clang attribute pop
#endif
