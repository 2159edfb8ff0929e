// Filters at the output's size for x86-64-v3, eight lanes.
#if defined(__x86_64__)
#include <string.h>

#include "output_internal.h"

#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)

#define LANES 8
#define NAME(function) bromide_##function##_v3
#include "../../Rows/c/lanes.h"
#include "noise_body.h"
#include "sharpen_body.h"

#pragma clang attribute pop
#endif
