// The kernels of optics for x86-64-v3, eight lanes.
#if defined(__x86_64__)
#include "optics_internal.h"

#include <string.h>

#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)

#define LANES 8
#define NAME(function) bromide_optics_##function##_v3
#include "../../Rows/c/lanes.h"
#include "vectors_body.h"
#include "noise_body.h"
#include "sliding_body.h"
#include "sliding_rows_body.h"
#include "sharpen_body.h"
#include "measure_body.h"
#include "measure_xtrans_body.h"

#pragma clang attribute pop
#endif
