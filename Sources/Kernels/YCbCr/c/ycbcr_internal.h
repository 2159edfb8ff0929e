// The variants of each kernel in this folder. `ycbcr.c` chooses one.
#ifndef BROMIDE_YCBCR_INTERNAL_H
#define BROMIDE_YCBCR_INTERNAL_H

#include "ycbcr.h"

#define VARIANTS(function, ...) \
  void bromide_##function##_baseline(__VA_ARGS__); \
  void bromide_##function##_v3(__VA_ARGS__); \
  void bromide_##function##_v4(__VA_ARGS__);

VARIANTS(ycbcr8_nearest, const bromide_ycbcr8 *form, const bromide_ycbcr8_rows *rows)
VARIANTS(
  ycbcr8_sited, const bromide_ycbcr8 *form, int sited, const uint8_t *luma, const uint16_t *first,
  const uint16_t *second, size_t width, int channels, int stream, uint8_t *output)
VARIANTS(
  ycbcr8_chroma, const uint8_t *const first[2], const uint8_t *const second[2], int weight,
  size_t count, uint16_t *first_out, uint16_t *second_out)
VARIANTS(
  ycbcr_convert_row, const bromide_ycbcr_form *form, const bromide_ycbcr_row *row, int kind,
  void *output)
VARIANTS(rgb8_encode, const bromide_rgb8 *form, const bromide_rgb8_rows *rows)
VARIANTS(rgb_luma_row, const bromide_rgb_form *form, const void *row, size_t width, void *out)
VARIANTS(rgb_chroma_row, const bromide_rgb_form *form, const bromide_rgb_chroma *row)

#undef VARIANTS
#endif
