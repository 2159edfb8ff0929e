// The variants of each profile kernel. `profile.c` chooses one.
#ifndef BROMIDE_PROFILE_INTERNAL_H
#define BROMIDE_PROFILE_INTERNAL_H

#include "CVariants.h"
#include "profile.h"

#define VARIANTS(function, ...) \
  void bromide_##function##_baseline(__VA_ARGS__); \
  void bromide_##function##_v3(__VA_ARGS__); \
  void bromide_##function##_v4(__VA_ARGS__);

VARIANTS(
  color_table_row, const float *matrix, const bromide_color_table *table, float *red,
  float *green, float *blue, size_t count)
VARIANTS(
  gain_table_row, const float *matrix, const bromide_gain_table *table, int32_t x, float *red,
  float *green, float *blue, size_t count)

#undef VARIANTS
#endif
