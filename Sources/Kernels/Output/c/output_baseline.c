// Filters at the output's size for the oldest processor of the architecture, four lanes.
#include <string.h>

#include "output_internal.h"

#define LANES 4
#define NAME(function) bromide_##function##_baseline
#include "../../Rows/c/lanes.h"
#include "noise_body.h"
#include "sharpen_body.h"
