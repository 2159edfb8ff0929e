// Chooses the variant of a local tone kernel, once a row.
#include "tone_internal.h"

void bromide_tone_quads_row(
  int isa, const bromide_tone_meter *meter, const uint16_t *red_row, const uint16_t *blue_row,
  int odd, size_t count, float *sums, size_t plane) {
  DISPATCH(isa, bromide_tone_quads_row, meter, red_row, blue_row, odd, count, sums, plane);
}

void bromide_tone_pixels_row(
  int isa, const bromide_tone_meter *meter, const uint16_t *row, int channels, size_t step,
  size_t count, float *sums, size_t plane) {
  DISPATCH(isa, bromide_tone_pixels_row, meter, row, channels, step, count, sums, plane);
}

void bromide_local_tone_row(
  int isa, const bromide_local_tone *tone, const bromide_tone_place *place, int x, float *red,
  float *green, float *blue, size_t count) {
  DISPATCH(isa, bromide_local_tone_row, tone, place, x, red, green, blue, count);
}
