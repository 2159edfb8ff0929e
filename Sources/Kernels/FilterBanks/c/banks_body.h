// All filter banks for one instruction set. Sources/Kernels/FilterBanks/FilterBankReference.swift has the
// formulas and the numbers of the passes.
//
// Every output row advances a pipeline of stages by one row. Each stage is some rows ahead of the
// next.
#include "../../Demosaic/c/vectors_body.h"
#include "../../Opcodes/c/opcodes_body.h"
#include "weaving_body.h"
#include "taps_body.h"
#include "energies_body.h"
#include "passes_body.h"

void ENTRY(bromide_banks *s, float *red, float *green, float *blue) {
  if (s->kind != BROMIDE_BANKS) means_row(s, red, green, blue);
  else if (s->mosaic.period == 2) banks_next(s, 2, red, green, blue);
  else banks_next(s, 6, red, green, blue);
}
