// The filter banks for x86-64-v3: AVX2, FMA.
#include "banks_internal.h"

#if defined(__x86_64__)

#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)

#define LANES 8
#define ENTRY bromide_banks_row_v3

#include "banks_body.h"

#pragma clang attribute pop
#endif
