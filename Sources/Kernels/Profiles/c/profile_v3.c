// The profile kernels for x86-64-v3, eight lanes.
#if defined(__x86_64__)
#include <string.h>

#include "profile_internal.h"

#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)

#define LANES 8
#define NAME(function) bromide_##function##_v3
#include "../../Rows/c/lanes.h"

// Component k of eight pixels with four floats each.
INLINE lanes_f component(const float *pixels, int k) {
  return (lanes_f){pixels[k],      pixels[4 + k],  pixels[8 + k],  pixels[12 + k],
                   pixels[16 + k], pixels[20 + k], pixels[24 + k], pixels[28 + k]};
}

#include "functions_body.h"
#include "color_table_body.h"
#include "gain_table_body.h"

#pragma clang attribute pop
#endif
