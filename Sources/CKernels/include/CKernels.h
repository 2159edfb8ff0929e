// The C inner loops of Bromide: no allocation, no I/O, no policy, no global state.
// `isa` in every entry is 0 baseline, 1 x86-64-v3, 2 x86-64-v4; the caller makes sure the processor has it.
#ifndef BROMIDE_CKERNELS_H
#define BROMIDE_CKERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "../compose/compose.h"
#include "../deflate/deflate.h"
#include "../demosaic/demosaic.h"
#include "../filters/filters.h"
#include "../rows/rows.h"
#include "../ycbcr/ycbcr.h"

/// The highest `isa` that this processor runs.
int bromide_best_instruction_set(void);

#endif
