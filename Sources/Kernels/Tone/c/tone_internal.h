// The variants of each local tone kernel. `tone.c` chooses one.
#ifndef BROMIDE_TONE_INTERNAL_H
#define BROMIDE_TONE_INTERNAL_H

#include "CVariants.h"
#include "tone.h"

#define VARIANTS(function, ...) \
  void bromide_##function##_baseline(__VA_ARGS__); \
  void bromide_##function##_v3(__VA_ARGS__); \
  void bromide_##function##_v4(__VA_ARGS__);

VARIANTS(
  tone_quads_row, const bromide_tone_meter *meter, const uint16_t *red_row,
  const uint16_t *blue_row, int odd, size_t count, float *sums, size_t plane)
VARIANTS(
  tone_pixels_row, const bromide_tone_meter *meter, const uint16_t *row, int channels, size_t step,
  size_t count, float *sums, size_t plane)
VARIANTS(
  local_tone_row, const bromide_local_tone *tone, const bromide_tone_place *place, int x,
  float *red, float *green, float *blue, size_t count)

#undef VARIANTS
#endif
