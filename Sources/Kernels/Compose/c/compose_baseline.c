// The compositing kernels for the oldest processor of the architecture: one pixel a vector.
#include "compose_internal.h"

#define PIXELS 1
#define NAME(function) bromide_##function##_baseline
#define LEFT 0, 8, 1, 8, 2, 8, 3, 8
#define RIGHT 4, 8, 5, 8, 6, 8, 7, 8
#define SPREAD 0, 0, 0, 0
#define ALPHA 3, 3, 3, 3

typedef compose_pair compose_pairs;

INLINE compose_pairs load_pairs(const uint16_t *codes, const int32_t *places) {
  return load_pair(codes, places[0]);
}

#include "compose_body.h"
