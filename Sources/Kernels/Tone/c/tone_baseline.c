// The kernels of local tone for the oldest processor of the architecture, four lanes.
#include <string.h>

#include "tone_internal.h"

#define LANES 4
#define NAME(function) bromide_##function##_baseline
#include "../../Rows/c/lanes.h"
#include "stops_body.h"
#include "meter_body.h"
#include "local_tone_body.h"
