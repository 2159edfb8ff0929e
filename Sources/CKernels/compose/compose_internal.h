// The variants of each compositing kernel; `compose.c` chooses.
#ifndef BROMIDE_COMPOSE_INTERNAL_H
#define BROMIDE_COMPOSE_INTERNAL_H

#include "../variants.h"
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
#endif
