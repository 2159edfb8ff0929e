// The profile kernels for the oldest processor of the architecture, four lanes.
#include <string.h>

#include "profile_internal.h"

#define LANES 4
#define NAME(function) bromide_##function##_baseline
#include "../../Rows/c/lanes.h"

// Component k of four pixels with four floats each.
INLINE lanes_f component(const float *pixels, int k) {
  return (lanes_f){pixels[k], pixels[4 + k], pixels[8 + k], pixels[12 + k]};
}

#include "functions_body.h"
#include "color_table_body.h"
#include "gain_table_body.h"
