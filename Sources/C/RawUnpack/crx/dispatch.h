// Selects the variant once per line.
#pragma once

#include "crx.h"

#include "CVariants.h"

#define DECLARE(isa) \
  bool crx_line_##isa(struct crx_lines *); \
  void crx_scale_##isa(const int32_t *samples, uint32_t width, const int32_t *steps, int32_t *out); \
  void crx_scale_by_##isa( \
      const int32_t *samples, const struct crx_shape *, const int32_t *row, uint32_t shift, \
      const struct crx_quantiser *, int32_t *out); \
  void crx_join_##isa( \
      int32_t *low, int32_t *high, uint32_t evens, uint32_t width, bool has_next, int32_t *out); \
  void crx_lift_even_##isa(int32_t *low, const int32_t *high, const int32_t *next, uint32_t width); \
  void crx_lift_odd_##isa(int32_t *high, const int32_t *even, const int32_t *next, uint32_t width); \
  void crx_samples_##isa( \
      const bromide_raw_crx *, const int32_t *line, uint32_t width, uint16_t *const *rows);
DECLARE(baseline)
#if defined(__x86_64__)
DECLARE(v3)
DECLARE(v4)
#endif
#undef DECLARE
