// The compositing kernels for x86-64-v3: two pixels a vector.
#if defined(__x86_64__)
#include "compose_internal.h"

#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)

#define PIXELS 2
#define NAME(function) bromide_##function##_v3
#define LEFT 0, 16, 1, 16, 2, 16, 3, 16, 8, 16, 9, 16, 10, 16, 11, 16
#define RIGHT 4, 16, 5, 16, 6, 16, 7, 16, 12, 16, 13, 16, 14, 16, 15, 16
#define SPREAD 0, 0, 0, 0, 1, 1, 1, 1
#define ALPHA 3, 3, 3, 3, 7, 7, 7, 7

typedef uint16_t compose_pairs __attribute__((ext_vector_type(16)));

INLINE compose_pairs load_pairs(const uint16_t *codes, const int32_t *places) {
  return __builtin_shufflevector(
    load_pair(codes, places[0]), load_pair(codes, places[1]), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
    12, 13, 14, 15);
}

#include "compose_body.h"

#pragma clang attribute pop
#endif
