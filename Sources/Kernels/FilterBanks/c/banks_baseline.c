// The filter banks for the oldest processor of the architecture: SSE2, NEON.
#include "banks_internal.h"

#define LANES 4
#define ENTRY bromide_banks_row_baseline

#include "banks_body.h"
