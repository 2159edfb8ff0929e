// Opcodes for every processor.
#include "opcodes_internal.h"

#include "opcodes_body.h"

void bromide_opcode_apply_baseline(const bromide_opcode *opcode, const bromide_opcode_run *run) {
  opcode_apply(opcode, run);
}
