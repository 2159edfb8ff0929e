// The variants of an opcode's application.
#ifndef BROMIDE_OPCODES_INTERNAL_H
#define BROMIDE_OPCODES_INTERNAL_H

#include "CVariants.h"
#include "opcodes.h"

typedef void apply_opcode(const bromide_opcode *opcode, const bromide_opcode_run *run);
apply_opcode bromide_opcode_apply_baseline;
apply_opcode bromide_opcode_apply_v3;
apply_opcode bromide_opcode_apply_v4;

#endif
