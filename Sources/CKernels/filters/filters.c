// Chooses the variant of a filter kernel, once a row.
#include "filters_internal.h"

void bromide_zones_row(int isa, const bromide_zones *zones, PLANES) {
  DISPATCH(isa, bromide_zones_row, zones, red, green, blue, count);
}

void bromide_chroma_row(int isa, const bromide_chroma *chroma, PLANES) {
  DISPATCH(isa, bromide_chroma_row, chroma, red, green, blue, count);
}

void bromide_toning_row(int isa, const bromide_toning *toning, PLANES) {
  DISPATCH(isa, bromide_toning_row, toning, red, green, blue, count);
}

void bromide_table_row(int isa, const float *table, int size, PLANES) {
  DISPATCH(isa, bromide_table_row, table, size, red, green, blue, count);
}

void bromide_vignette_row(
  int isa, const bromide_vignette *vignette, int x, float square, PLANES) {
  DISPATCH(isa, bromide_vignette_row, vignette, x, square, red, green, blue, count);
}

void bromide_grain_row(int isa, const bromide_grain *grain, int x, int y, PLANES) {
  DISPATCH(isa, bromide_grain_row, grain, x, y, red, green, blue, count);
}

void bromide_mix_row(int isa, const float *color, float amount, PLANES) {
  DISPATCH(isa, bromide_mix_row, color, amount, red, green, blue, count);
}
