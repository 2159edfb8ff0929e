// Defects for x86-64-v4: AVX-512 in 512-bit registers.
#include "defects_internal.h"
#include "xtrans_defects_internal.h"

#if defined(__x86_64__)

#pragma clang attribute push( \
  __attribute__((target("arch=x86-64-v4"), min_vector_width(512))), apply_to = function)

#define WIDE 32
#define ENTRY bromide_find_defects_v4
#define XTRANS_ENTRY bromide_find_xtrans_defects_v4

#include "defects_body.h"
#include "xtrans_defects_body.h"

#pragma clang attribute pop
#endif
