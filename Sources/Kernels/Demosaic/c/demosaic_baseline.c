// The demosaic for the oldest processor of the architecture: SSE2, NEON.
#include "demosaic_strip.h"

#include <string.h>

#define LANES 4
#define ENTRY bromide_demosaic_row_baseline

#include "demosaic_body.h"
