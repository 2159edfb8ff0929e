// The choice of the variant.
#include "opcodes_internal.h"

void bromide_opcode_apply(int isa, const bromide_opcode *opcode, const bromide_opcode_run *run) {
  DISPATCH(isa, bromide_opcode_apply, opcode, run);
}
