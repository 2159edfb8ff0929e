// Chooses the variant of a row kernel, once a row.
#include "rows_internal.h"

#if defined(__x86_64__)
#define DISPATCH(function, ...) \
  (isa >= 2 ? bromide_##function##_v4(__VA_ARGS__) \
   : isa == 1 ? bromide_##function##_v3(__VA_ARGS__) \
              : bromide_##function##_baseline(__VA_ARGS__))
#else
#define DISPATCH(function, ...) ((void)isa, bromide_##function##_baseline(__VA_ARGS__))
#endif

void bromide_color_row(
  int isa, const float *matrix, const bromide_tone *tone, float *red, float *green, float *blue,
  size_t count) {
  DISPATCH(color_row, matrix, tone, red, green, blue, count);
}

void bromide_encode_row(
  int isa, const float *matrix, const bromide_transfer *transfer, int channels, int bytes,
  const float *red, const float *green, const float *blue, size_t count, void *output) {
  DISPATCH(encode_row, matrix, transfer, channels, bytes, red, green, blue, count, output);
}

void bromide_blend_row(
  int isa, const bromide_highlights *highlights, float *red, float *green, float *blue,
  size_t count) {
  DISPATCH(blend_row, highlights, red, green, blue, count);
}

void bromide_reconstruct_row(
  int isa, const bromide_highlights *highlights, float *red, float *green, float *blue,
  size_t total, size_t first, size_t count, float *work, size_t plane) {
  DISPATCH(reconstruct_row, highlights, red, green, blue, total, first, count, work, plane);
}

void bromide_add_row(
  int isa, const float *row, float weight, int first, size_t count, float *sum) {
  DISPATCH(add_row, row, weight, first, count, sum);
}

void bromide_resample_row(
  int isa, const float *row, const int32_t *starts, int32_t origin, const float *weights,
  size_t taps, size_t count, float *output) {
  DISPATCH(resample_row, row, starts, origin, weights, taps, count, output);
}

void bromide_linear_row(
  int isa, const uint16_t *samples, int channels, const float *scale, float ceiling, size_t count,
  float *red, float *green, float *blue) {
  DISPATCH(linear_row, samples, channels, scale, ceiling, count, red, green, blue);
}
