// Defects for x86-64-v3: AVX2, FMA.
#include "defects_internal.h"
#include "xtrans_defects_internal.h"

#if defined(__x86_64__)

#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)

#define WIDE 16
#define ENTRY bromide_find_defects_v3
#define XTRANS_ENTRY bromide_find_xtrans_defects_v3

#include "defects_body.h"
#include "xtrans_defects_body.h"

#pragma clang attribute pop
#endif
