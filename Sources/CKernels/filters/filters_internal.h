// The variants of each filter kernel; `filters.c` chooses.
#ifndef BROMIDE_FILTERS_INTERNAL_H
#define BROMIDE_FILTERS_INTERNAL_H

#include "../variants.h"
#include "filters.h"

#define PLANES float *red, float *green, float *blue, size_t count
#define VARIANTS(function, ...) \
  void bromide_##function##_baseline(__VA_ARGS__); \
  void bromide_##function##_v3(__VA_ARGS__); \
  void bromide_##function##_v4(__VA_ARGS__);

VARIANTS(zones_row, const bromide_zones *zones, PLANES)
VARIANTS(chroma_row, const bromide_chroma *chroma, PLANES)
VARIANTS(toning_row, const bromide_toning *toning, PLANES)
VARIANTS(table_row, const float *table, int size, PLANES)
VARIANTS(vignette_row, const bromide_vignette *vignette, int x, float square, PLANES)
VARIANTS(grain_row, const bromide_grain *grain, int x, int y, PLANES)
VARIANTS(mix_row, const float *color, float amount, PLANES)

#undef VARIANTS
#endif
