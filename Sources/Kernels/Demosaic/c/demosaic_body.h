// All of the demosaic for one instruction set.
#include "vectors_body.h"
#include "../../Opcodes/c/opcodes_body.h"
#include "levels_body.h"
#include "rcd_body.h"
#include "simple_body.h"
#include "cells_body.h"

void ENTRY(bromide_demosaic *strip, float *red, float *green, float *blue) {
  switch (strip->kernel) {
  case BROMIDE_RCD: rcd_row(strip, red, green, blue); break;
  case BROMIDE_BILINEAR: bilinear_row(strip, red, green, blue); break;
  case BROMIDE_ALIGNED: aligned_row(strip, red, green, blue); break;
  case BROMIDE_CELLS: cells_row(strip, red, green, blue); break;
  default: half_row(strip, red, green, blue);
  }
}
