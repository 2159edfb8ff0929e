// Defects for the oldest processor of the architecture: SSE2, NEON.
#include "defects_internal.h"
#include "xtrans_defects_internal.h"

#define WIDE 8
#define ENTRY bromide_find_defects_baseline
#define XTRANS_ENTRY bromide_find_xtrans_defects_baseline

#include "defects_body.h"
#include "xtrans_defects_body.h"
