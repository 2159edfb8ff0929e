// The kernels of local tone for x86-64-v4, sixteen lanes in 512-bit registers.
#if defined(__x86_64__)
#include <string.h>

#include "tone_internal.h"

#pragma clang attribute push( \
  __attribute__((target("arch=x86-64-v4"), min_vector_width(512))), apply_to = function)

#define LANES 16
#define NAME(function) bromide_##function##_v4
#include "../../Rows/c/lanes.h"
#include "stops_body.h"
#include "meter_body.h"
#include "local_tone_body.h"

#pragma clang attribute pop
#endif
