// The compositing kernels for x86-64-v4: four pixels a vector.
#if defined(__x86_64__)
#include "compose_internal.h"

#pragma clang attribute push( \
  __attribute__((target("arch=x86-64-v4"), min_vector_width(512))), apply_to = function)

#define PIXELS 4
#define NAME(function) bromide_##function##_v4
#define LEFT 0, 32, 1, 32, 2, 32, 3, 32, 8, 32, 9, 32, 10, 32, 11, 32, 16, 32, 17, 32, 18, \
  32, 19, 32, 24, 32, 25, 32, 26, 32, 27, 32
#define RIGHT 4, 32, 5, 32, 6, 32, 7, 32, 12, 32, 13, 32, 14, 32, 15, 32, 20, 32, 21, 32, \
  22, 32, 23, 32, 28, 32, 29, 32, 30, 32, 31, 32
#define SPREAD 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3
#define ALPHA 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15

typedef uint16_t compose_pairs __attribute__((ext_vector_type(32)));

INLINE compose_pairs load_pairs(const uint16_t *codes, const int32_t *places) {
  compose_pairs v;
  const compose_pair parts[4] = {
    load_pair(codes, places[0]), load_pair(codes, places[1]), load_pair(codes, places[2]),
    load_pair(codes, places[3])};
  memcpy(&v, parts, sizeof v);
  return v;
}

#include "compose_body.h"

#pragma clang attribute pop
#endif
