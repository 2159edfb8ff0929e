// Lateral colour for x86-64-v3: AVX2, FMA.
#include "lateral_internal.h"

#if defined(__x86_64__)

#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)

#define LANES 8
#define ENTRY bromide_lateral_block_v3
#define CELLS_ENTRY bromide_lateral_cells_block_v3

#include "block_body.h"

#pragma clang attribute pop
#endif
