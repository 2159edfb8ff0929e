// The variants of each compositing kernel. `compose.c` chooses one.
#ifndef BROMIDE_COMPOSE_INTERNAL_H
#define BROMIDE_COMPOSE_INTERNAL_H

#include <string.h>

#include "CVariants.h"
#include "compose.h"

#define VARIANTS(function, ...) \
  void bromide_##function##_baseline(__VA_ARGS__); \
  void bromide_##function##_v3(__VA_ARGS__); \
  void bromide_##function##_v4(__VA_ARGS__);

VARIANTS(compose_row, const bromide_placed_picture *picture, size_t count, float *rgba)
VARIANTS(
  separate_row, const float *rgba, size_t count, float *red, float *green, float *blue,
  float *alpha)

#undef VARIANTS

// Two adjacent texels.
typedef uint16_t compose_pair __attribute__((ext_vector_type(8)));

// Loads the texel at an index of a level and its right neighbour.
INLINE compose_pair load_pair(const uint16_t *codes, int32_t place) {
  compose_pair v;
  memcpy(&v, codes + 4 * (ptrdiff_t)place, sizeof v);
  return v;
}
#endif
