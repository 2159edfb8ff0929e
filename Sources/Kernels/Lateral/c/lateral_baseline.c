// Lateral colour for the oldest processor of the architecture: SSE2, NEON.
#include "lateral_internal.h"

#define LANES 4
#define ENTRY bromide_lateral_block_baseline
#define CELLS_ENTRY bromide_lateral_cells_block_baseline

#include "block_body.h"
