// Chooses the variant of a profile kernel, once a row.
#include "profile_internal.h"

void bromide_color_table_row(
  int isa, const float *matrix, const bromide_color_table *table, float *red, float *green,
  float *blue, size_t count) {
  DISPATCH(isa, bromide_color_table_row, matrix, table, red, green, blue, count);
}

void bromide_gain_table_row(
  int isa, const float *matrix, const bromide_gain_table *table, int32_t x, float *red,
  float *green, float *blue, size_t count) {
  DISPATCH(isa, bromide_gain_table_row, matrix, table, x, red, green, blue, count);
}
