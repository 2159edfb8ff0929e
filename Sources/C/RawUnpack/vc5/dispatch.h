// Selects the variant once per row.
#pragma once

#include "vc5.h"

#include "CVariants.h"

#define DECLARE(isa) \
  void vc5_take_bands_##isa(struct vc5_stream *streams, const struct vc5_codes *); \
  void vc5_down_##isa(const struct vc5_rows *, uint32_t width, int16_t *even, int16_t *odd); \
  void vc5_across_##isa( \
      const int16_t *low, const int16_t *high, uint32_t width, int16_t *out, uint32_t count); \
  void vc5_finish_##isa( \
      const int16_t *low, const int16_t *high, uint32_t width, uint16_t *out, uint32_t count); \
  bool vc5_is_wide_##isa(const int16_t *row, uint32_t width); \
  void vc5_set_cells_##isa(const struct vc5_cells *);
DECLARE(baseline)
#if defined(__x86_64__)
DECLARE(v3)
DECLARE(v4)
#endif
#undef DECLARE
