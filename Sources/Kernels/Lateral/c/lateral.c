// The choice of the variant.
#include "lateral_internal.h"

void bromide_lateral_block(
  int isa, const bromide_lateral_lattice *lattice, ptrdiff_t column, ptrdiff_t row, float shift_x,
  float shift_y, float *scratch, bromide_lateral_sums *sums) {
  DISPATCH(
    isa, bromide_lateral_block, lattice, column, row, shift_x, shift_y, scratch, sums);
}

void bromide_lateral_cells_block(
  int isa, const bromide_lateral_cells *cells, ptrdiff_t column, ptrdiff_t row, float shift_x,
  float shift_y, float *scratch, bromide_lateral_sums *sums) {
  DISPATCH(
    isa, bromide_lateral_cells_block, cells, column, row, shift_x, shift_y, scratch, sums);
}
