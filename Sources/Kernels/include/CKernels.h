// The C inner loops of Bromide, without allocation, I/O, policy or global state. In every function,
// `isa` is 0 for baseline, 1 for x86-64-v3 and 2 for x86-64-v4. The caller must ensure that the
// processor supports it.
#ifndef BROMIDE_CKERNELS_H
#define BROMIDE_CKERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "../FilterBanks/c/banks.h"
#include "../Compose/c/compose.h"
#include "../CurveSums/c/curve.h"
#include "../Defects/c/defects.h"
#include "../Defects/c/xtrans_defects.h"
#include "../Deflate/c/deflate.h"
#include "../Demosaic/c/demosaic.h"
#include "../Digest/c/digest.h"
#include "../Filters/c/filters.h"
#include "../JPEGScan/c/jpeg.h"
#include "../Lateral/c/lateral.h"
#include "../Look/c/look.h"
#include "../Opcodes/c/opcodes.h"
#include "../Optics/c/measure.h"
#include "../Optics/c/measure_xtrans.h"
#include "../Optics/c/optics.h"
#include "../Output/c/output.h"
#include "../Profiles/c/profile.h"
#include "../Rows/c/rows.h"
#include "../Stacking/c/stacking.h"
#include "../Tone/c/tone.h"
#include "../YCbCr/c/ycbcr.h"

/// Returns the highest `isa` that this processor supports.
int bromide_best_instruction_set(void);

#endif
