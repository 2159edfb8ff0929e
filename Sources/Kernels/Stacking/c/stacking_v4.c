// Stacking for x86-64-v4: AVX-512 in 512-bit registers.
#include "stacking_internal.h"

#if defined(__x86_64__)

#pragma clang attribute push( \
  __attribute__((target("arch=x86-64-v4"), min_vector_width(512))), apply_to = function)

#define WIDE 32
#define VARIANT(name) name##_v4

#include "stacking_body.h"

#pragma clang attribute pop
#endif
