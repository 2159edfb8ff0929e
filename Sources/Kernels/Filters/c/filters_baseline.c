// The filter kernels for the oldest processor of the architecture, four lanes.
#include <string.h>

#include "filters_internal.h"

#define LANES 4
#define CONTRACTED
#define NAME(function) bromide_##function##_baseline
#include "../../Rows/c/lanes.h"
#include "mathematics_body.h"
#include "color_filters_body.h"
#include "grading_body.h"
#include "position_filters_body.h"
#include "neighbours_body.h"
#include "warp_body.h"
