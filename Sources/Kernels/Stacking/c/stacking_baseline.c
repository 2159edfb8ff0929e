// Stacking for the oldest processor of the architecture: SSE2, NEON.
#include "stacking_internal.h"

#define WIDE 8
#define VARIANT(name) name##_baseline

#include "stacking_body.h"
