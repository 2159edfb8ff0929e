// The kernels of optics for the oldest processor of the architecture, four lanes.
#include "optics_internal.h"

#include <string.h>

#define LANES 4
#define NAME(function) bromide_optics_##function##_baseline
#include "../../Rows/c/lanes.h"
#include "vectors_body.h"
#include "noise_body.h"
#include "sliding_body.h"
#include "sliding_rows_body.h"
#include "sharpen_body.h"
#include "measure_body.h"
#include "measure_xtrans_body.h"
