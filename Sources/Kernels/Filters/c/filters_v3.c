// The filter kernels for x86-64-v3, eight lanes.
#if defined(__x86_64__)
#include <string.h>

#include "filters_internal.h"

#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)

#define LANES 8
#define NAME(function) bromide_##function##_v3
#include "../../Rows/c/lanes.h"
#include "mathematics_body.h"
#include "color_filters_body.h"
#include "grading_body.h"
#include "position_filters_body.h"
#include "neighbours_body.h"
#include "warp_body.h"

#pragma clang attribute pop
#endif
