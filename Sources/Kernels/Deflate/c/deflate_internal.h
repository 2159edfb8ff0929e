// The variants of the PNG and TIFF encoding kernels. `deflate.c` chooses one.
#ifndef BROMIDE_DEFLATE_INTERNAL_H
#define BROMIDE_DEFLATE_INTERNAL_H

#include "CVariants.h"
#include "deflate.h"

#define DECLARE_VARIANT(isa)                                                                     \
  void bromide_png_filter_##isa(                                                                 \
    int filter, const uint8_t *row, const uint8_t *prior, size_t count, size_t pixel,            \
    uint8_t *out);                                                                               \
  void bromide_png_filter_costs_##isa(                                                           \
    const uint8_t *row, const uint8_t *prior, size_t count, size_t pixel, uint64_t *costs);      \
  void bromide_png_swap16_##isa(uint8_t *samples, size_t count);                                 \
  void bromide_predict16_##isa(                                                                  \
    const uint8_t *row, size_t count, size_t channels, uint8_t *out);                            \
  void bromide_predict_float_##isa(                                                              \
    const uint8_t *row, size_t count, size_t channels, uint8_t *out);                            \
  uint32_t bromide_adler32_##isa(uint32_t adler, const uint8_t *data, size_t count);            \
  size_t bromide_deflate_runs_##isa(                                                             \
    const uint8_t *data, size_t count, struct bromide_sequence *out);                            \
  size_t bromide_deflate_matches_##isa(                                                          \
    const struct bromide_matcher *matcher, const uint8_t *data, size_t count,                    \
    struct bromide_sequence *out);                                                               \
  void bromide_deflate_count_##isa(                                                              \
    const uint8_t *data, const struct bromide_sequence *sequences, size_t sequence_count,        \
    int sampled, uint32_t *counts);                                                              \
  uint8_t *bromide_deflate_emit_##isa(                                                           \
    const uint8_t *data, const struct bromide_sequence *sequences, size_t sequence_count,        \
    const uint32_t *codes, struct bromide_bits *bits, uint8_t *out);

DECLARE_VARIANT(baseline)
#if defined(__x86_64__)
DECLARE_VARIANT(v3)
DECLARE_VARIANT(v4)
#endif

#undef DECLARE_VARIANT
#endif
