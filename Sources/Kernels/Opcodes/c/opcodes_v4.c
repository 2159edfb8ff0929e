// Opcodes for x86-64-v4: AVX-512 in 512-bit registers.
#include "opcodes_internal.h"

#if defined(__x86_64__)

#pragma clang attribute push( \
  __attribute__((target("arch=x86-64-v4"), min_vector_width(512))), apply_to = function)

#include "opcodes_body.h"

void bromide_opcode_apply_v4(const bromide_opcode *opcode, const bromide_opcode_run *run) {
  opcode_apply(opcode, run);
}

#pragma clang attribute pop
#endif
