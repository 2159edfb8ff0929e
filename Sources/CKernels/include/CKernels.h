// The C inner loops of Bromide, without allocation, I/O, policy or global state. In every function,
// `isa` is 0 for baseline, 1 for x86-64-v3 and 2 for x86-64-v4. The caller must ensure that the
// processor supports it.
#ifndef BROMIDE_CKERNELS_H
#define BROMIDE_CKERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "../banks/banks.h"
#include "../compose/compose.h"
#include "../curve/curve.h"
#include "../defects/defects.h"
#include "../defects/xtrans_defects.h"
#include "../deflate/deflate.h"
#include "../demosaic/demosaic.h"
#include "../digest/digest.h"
#include "../filters/filters.h"
#include "../jpeg/jpeg.h"
#include "../lateral/lateral.h"
#include "../look/look.h"
#include "../opcodes/opcodes.h"
#include "../optics/measure.h"
#include "../optics/measure_xtrans.h"
#include "../optics/optics.h"
#include "../output/output.h"
#include "../profile/profile.h"
#include "../rows/rows.h"
#include "../tone/tone.h"
#include "../ycbcr/ycbcr.h"

/// Returns the highest `isa` that this processor supports.
int bromide_best_instruction_set(void);

#endif
