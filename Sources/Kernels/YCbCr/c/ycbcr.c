// Chooses the variant of a YCbCr kernel, once a row.
#include "ycbcr_internal.h"

#if defined(__x86_64__)
#define DISPATCH(function, ...) \
  (isa >= 2 ? bromide_##function##_v4(__VA_ARGS__) \
   : isa == 1 ? bromide_##function##_v3(__VA_ARGS__) \
              : bromide_##function##_baseline(__VA_ARGS__))
#else
#define DISPATCH(function, ...) ((void)isa, bromide_##function##_baseline(__VA_ARGS__))
#endif

void bromide_ycbcr8_nearest(int isa, const bromide_ycbcr8 *form, const bromide_ycbcr8_rows *rows) {
  DISPATCH(ycbcr8_nearest, form, rows);
}

void bromide_ycbcr8_sited(
  int isa, const bromide_ycbcr8 *form, int sited, const uint8_t *luma, const uint16_t *first,
  const uint16_t *second, size_t width, int channels, int stream, uint8_t *output) {
  DISPATCH(ycbcr8_sited, form, sited, luma, first, second, width, channels, stream, output);
}

void bromide_ycbcr8_chroma(
  int isa, const uint8_t *const first[2], const uint8_t *const second[2], int weight,
  size_t count, uint16_t *first_out, uint16_t *second_out) {
  DISPATCH(ycbcr8_chroma, first, second, weight, count, first_out, second_out);
}

void bromide_ycbcr_convert_row(
  int isa, const bromide_ycbcr_form *form, const bromide_ycbcr_row *row, int kind, void *output) {
  DISPATCH(ycbcr_convert_row, form, row, kind, output);
}

void bromide_rgb8_encode(int isa, const bromide_rgb8 *form, const bromide_rgb8_rows *rows) {
  DISPATCH(rgb8_encode, form, rows);
}

void bromide_rgb_luma_row(
  int isa, const bromide_rgb_form *form, const void *row, size_t width, void *out) {
  DISPATCH(rgb_luma_row, form, row, width, out);
}

void bromide_rgb_chroma_row(int isa, const bromide_rgb_form *form, const bromide_rgb_chroma *row) {
  DISPATCH(rgb_chroma_row, form, row);
}

#if defined(__x86_64__)
void bromide_ycbcr_finish(void) { __builtin_ia32_sfence(); }
#else
void bromide_ycbcr_finish(void) {}
#endif
