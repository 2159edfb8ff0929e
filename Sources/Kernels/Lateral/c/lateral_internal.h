// The entry of each instruction set.
#ifndef BROMIDE_LATERAL_INTERNAL_H
#define BROMIDE_LATERAL_INTERNAL_H

#include "CVariants.h"
#include "lateral.h"

typedef void lateral_block(
  const bromide_lateral_lattice *lattice, ptrdiff_t column, ptrdiff_t row, float shift_x,
  float shift_y, float *scratch, bromide_lateral_sums *sums);
lateral_block bromide_lateral_block_baseline;
lateral_block bromide_lateral_block_v3;
lateral_block bromide_lateral_block_v4;

typedef void lateral_cells_block(
  const bromide_lateral_cells *cells, ptrdiff_t column, ptrdiff_t row, float shift_x,
  float shift_y, float *scratch, bromide_lateral_sums *sums);
lateral_cells_block bromide_lateral_cells_block_baseline;
lateral_cells_block bromide_lateral_cells_block_v3;
lateral_cells_block bromide_lateral_cells_block_v4;

#endif
